"""Kimi Code: `wire.jsonl`, all that passes between its parts.

What the user and the host say is in messages that are appended to the context; what the
model says and calls, and what that gives, is in events of its loop. A prompt is told
twice, and so is what a step used.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Header, Usage
from pane_cli.transcripts.content import (
    as_count,
    as_text,
    as_time,
    json_args,
    text_of,
)
from pane_cli.transcripts.keyed import (
    Record,
    as_object,
    images_of,
    said,
    spoken,
    value_text,
)
from pane_cli.transcripts.reader import Reader, Reading
from pane_cli.transcripts.response_items import call_draft

#: Records after which nothing more is told of where the session runs.
_BEGUN = ("turn.prompt", "context.append_message", "context.append_loop_event")
_EXIT = re.compile(r"Command failed with exit code: (\d{1,9})\.?\s*\Z")


class Kimi(Reader):
    """Reader of Kimi's wire protocol 1.x."""

    agent = "kimi"

    class State(msgspec.Struct):
        """The model that answers from here on."""

        model: str | None = None

    def header(self, records: list[Record], final: bool) -> Header | None:
        """No id is told; the folder may be, before the first prompt."""
        if not final and records[-1].get("type") not in _BEGUN:
            return None
        first = records[0]
        started = first.get("created_at", first.get("time"))
        known = filter(None, map(_folder, records))
        return Header(
            "session",
            1,
            as_text(first.get("session_id")) or self.fallback_id(first),
            self.agent,
            cwd=next(known, None),
            started=as_time(started),
        )

    def read(self, record: Record) -> Reading:
        """The blocks of a record, most often a note."""
        drafts = self._drafts(record)
        for draft in drafts:
            draft["ts"] = record.get("time", record.get("created_at"))
        return Reading(drafts)

    def _drafts(self, record: Record) -> list[Draft]:
        kind = as_text(record.get("type")) or "unknown"
        if kind == "context.append_message":
            return _message(as_object(record.get("message")))
        if kind == "context.append_loop_event":
            return self._event(as_object(record.get("event")))
        if kind == "context.apply_compaction":
            return [note("compact-summary", text_of(record.get("summary")), "user")]
        if kind == "usage.record":
            return [self._used(record)]
        self.state.model = as_text(record.get("modelAlias")) or self.state.model
        if isinstance(record.get("systemPrompt"), str):
            return [note("system", record["systemPrompt"])]
        return [note(kind)]

    def _used(self, record: Record) -> Draft:
        """A turn's were told by its step; others, as of a compaction, only here."""
        draft = note("usage.record")
        if record.get("usageScope") != "turn":
            draft["usage"] = _usage(record.get("usage"))
            draft["model"] = as_text(record.get("model"))
        return draft

    def _event(self, event: Record) -> list[Draft]:
        kind, step = event.get("type"), as_text(event.get("stepUuid"))
        if kind == "content.part":
            drafts = [_part(as_object(event.get("part")))]
        elif kind == "tool.call":
            args = json_args(event.get("args"))
            call = event.get("toolCallId")
            drafts = [call_draft(event.get("name"), args, call, "assistant")]
        elif kind == "tool.result":
            return _result(event)
        elif kind == "step.end":
            step = as_text(event.get("uuid"))
            drafts = [note(kind, usage=_usage(event.get("usage")))]
        else:
            return [note(as_text(kind) or "unknown")]
        for draft in drafts:
            draft["msg"], draft["model"] = step, self.state.model
        return drafts


def _message(message: Record) -> list[Draft]:
    origin = as_object(message.get("origin"))
    content, role = message.get("content"), message.get("role")
    if role == "user" and origin.get("kind", "user") == "user":
        return spoken(content, "user")
    if role == "assistant":
        return spoken(content, "assistant")
    what = as_text(origin.get("variant")) or as_text(origin.get("kind"))
    return [note(what or as_text(role) or "unknown", text_of(content), "user")]


def _part(part: Record) -> Draft:
    if part.get("type") in ("think", "thinking"):
        text = text_of(part.get("think") or part.get("thinking"))
        signature = as_text(part.get("encrypted") or part.get("signature"))
        return Draft(kind="thinking", role="assistant", text=text, signature=signature)
    if part.get("type") == "text":
        return said(text_of(part.get("text")), "assistant")
    return spoken(part, "assistant")[0]


def _result(event: Record) -> list[Draft]:
    result = as_object(event.get("result"))
    output = result.get("output")
    text = value_text(output)
    call = as_text(event.get("toolCallId"))
    draft = Draft(kind="result", role="tool", call=call, text=text)
    if result.get("isError") is True:
        draft["error"] = True
        status = _EXIT.search(text, max(len(text) - 80, 0))
        draft["exit"] = int(status.group(1)) if status else None
    return [draft, *images_of(output, "tool")]


def _folder(record: Record) -> str | None:
    told = as_object(record.get("environmentDisclosure"))
    return as_text(told.get("cwd")) or as_text(record.get("cwd"))


def _usage(usage: Any) -> Usage | None:
    if not isinstance(usage, dict):
        return None
    return Usage(
        input=as_count(usage.get("inputOther")),
        output=as_count(usage.get("output")),
        cache_read=as_count(usage.get("inputCacheRead")),
        cache_write=as_count(usage.get("inputCacheCreation")),
    )
