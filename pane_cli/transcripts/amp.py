"""Amp: `~/.local/share/amp/threads/T-<id>.json`, one document a thread.

Blocks are Anthropic's but for results, which tell of a run: its status, and what it
gave, be it text or an object.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Header, Usage
from pane_cli.transcripts.content import as_count, as_exit, as_text, list_of_dicts
from pane_cli.transcripts.keyed import (
    Keyed,
    Record,
    as_object,
    images_of,
    plain_path,
    spoken,
    value_text,
)
from pane_cli.transcripts.reader import Reading

_GONE_WELL = ("done", "in-progress", "queued")
_TOLD = ("content", "output", "stdout", "diff", "text")


class Amp(Keyed):
    """Reader of Amp's threads."""

    agent = "amp"
    times = ("created",)

    def header(self, records: list[Record], final: bool) -> Header | None:
        """The folder is the first tree that was open when the thread began."""
        header = super().header(records, final)
        assert header is not None
        initial = as_object(as_object(records[0].get("env")).get("initial"))
        trees = list_of_dicts(initial.get("trees"))
        uri = as_text(trees[0].get("uri")) if trees else None
        return msgspec.structs.replace(header, cwd=plain_path(uri))

    def read(self, record: Record) -> Reading:
        """The blocks of a message; a note for the thread's own record."""
        role = record.get("role")
        if role == "assistant":
            return Reading(_answer(record))
        if role == "user":
            return Reading(_user(record))
        return Reading([note("title", as_text(record.get("title")) or "")])


def _answer(message: Record) -> list[Draft]:
    drafts = spoken(message.get("content"), "assistant")
    usage, state = as_object(message.get("usage")), as_object(message.get("state"))
    if state.get("type") in ("cancelled", "error"):
        drafts[-1]["error"] = True
    drafts[0]["model"] = as_text(usage.get("model"))
    drafts[0]["usage"] = _usage(usage) if usage else None
    for draft in drafts:
        draft["msg"] = as_text(message.get("messageId"))
        draft["ts"] = usage.get("timestamp")
    return drafts


def _user(message: Record) -> list[Draft]:
    content = message.get("content")
    drafts: list[Draft] = []
    for block in content if isinstance(content, list) else [content]:
        if isinstance(block, dict) and block.get("type") == "tool_result":
            drafts += _result(block)
        else:
            drafts += spoken(block, "user")
    sent = as_object(message.get("meta")).get("sentAt")
    for draft in drafts:
        draft["ts"] = sent
    return drafts


def _result(block: Record) -> list[Draft]:
    run = as_object(block.get("run"))
    result = run.get("result", block.get("content"))
    told = as_object(result)
    exit = as_exit(told.get("exitCode"))
    call = as_text(block.get("toolUseID") or block.get("tool_use_id"))
    draft = Draft(kind="result", role="tool", call=call, text=_text(run, result))
    draft["exit"] = exit
    if run.get("status", "done") not in _GONE_WELL or exit:
        draft["error"] = True
    return [draft, *images_of(result, "tool")]


def _text(run: Record, result: Any) -> str:
    if result is None:
        error = as_object(run.get("error"))
        return value_text(error.get("message") or run.get("error") or run.get("reason"))
    told = as_object(result)
    named = (told[key] for key in _TOLD if isinstance(told.get(key), str))
    return next(named, None) or value_text(result)


def _usage(usage: Record) -> Usage:
    return Usage(
        input=as_count(usage.get("inputTokens")),
        output=as_count(usage.get("outputTokens")),
        cache_read=as_count(usage.get("cacheReadInputTokens")),
        cache_write=as_count(usage.get("cacheCreationInputTokens")),
    )
