"""Cline, Roo Code and Kilo Code: `tasks/<id>/api_conversation_history.json`.

All three write the same document, a list of Anthropic's messages with `ts`, or one
around it (`<id>.messages.json`); what only Roo writes is read wherever it stands.
Older prompts carry calls as XML in the text and results as the user's text: both become
calls and results. `ui_messages.json`, what the panel shows, tells the same again: it is
for tasks of which nothing else is left.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Amend, Header, Range, Usage
from pane_cli.transcripts.anthropic_blocks import answer_block, result_draft
from pane_cli.transcripts.cline_text import ANSWERED, answer_text, user_text
from pane_cli.transcripts.cline_ui import ui_drafts
from pane_cli.transcripts.content import (
    as_count,
    as_text,
    as_time,
    image_draft,
    is_media,
    list_of_dicts,
    text_of,
)
from pane_cli.transcripts.odd_calls import OpenCalls
from pane_cli.transcripts.reader import Reader, Reading, short_hash

Record = dict[str, Any]
#: What a message that was summarized or cut names, and what the one in its place does.
_CONDENSED = {"condenseParent": "condenseId", "truncationParent": "truncationId"}


class Cline(Reader):
    """Reader of the documents of Cline and of those that grew out of it."""

    agent = "cline"

    class State(msgspec.Struct):
        """Calls that wait, ids so far, and what summaries took or will take away."""

        calls: OpenCalls = msgspec.field(default_factory=OpenCalls)
        seen: set[int] = set()
        condensed: dict[str, list[Range]] = {}
        summaries: set[str] = set()

    def header(self, records: list[Record], final: bool) -> Header | None:
        """From the document around the messages; a bare list names no session."""
        first = records[0]
        id = as_text(first.get("sessionId") or first.get("session_id"))
        return Header(
            "session",
            1,
            id or self.fallback_id(first),
            self.agent,
            cwd=as_text(first.get("cwd")),
            started=as_time(first.get("ts") or first.get("started_at")),
        )

    def read(self, record: Record) -> Reading:
        """The blocks of a message."""
        drafts = self._drafts(record)
        for draft in drafts:
            draft["ts"] = record.get("ts")
        id = as_text(record.get("id"))
        if id is not None and short_hash(id) not in self.state.seen:
            self.state.seen.add(short_hash(id))
            drafts[0]["id"] = id
        return Reading(drafts, tuple(self._condense(record, len(drafts))))

    def _drafts(self, record: Record) -> list[Draft]:
        role, content = record.get("role"), record.get("content")
        if record.get("type") in ("ask", "say"):
            return ui_drafts(record, self.numbering.last)
        if record.get("type") == "reasoning":
            data = as_text(record.get("encrypted_content"))
            text = text_of(record.get("summary"))
            return [Draft(kind="thinking", role="assistant", text=text, data=data)]
        if role not in ("user", "assistant"):
            return [note("session", text_of(record.get("system_prompt")))]
        if record.get("isSummary") is True or _kind(record) == "compaction_summary":
            return [note("compact-summary", text_of(content), "user")]
        if record.get("isTruncationMarker") is True:
            return [note("truncated", text_of(content), "user")]
        blocks = content if isinstance(content, list) else [content]
        if role == "assistant":
            return self._answer(record, blocks)
        return self._user(blocks)

    def _answer(self, record: Record, blocks: list[Any]) -> list[Draft]:
        drafts: list[Draft] = []
        for block in blocks:
            n = self.numbering.last + len(drafts)
            drafts += self._answer_block(block, n)
        drafts = drafts or [note("empty", role="assistant")]
        drafts[0]["model"] = _model(record)
        drafts[0]["usage"] = _usage(record.get("metrics"))
        msg = as_text(record.get("id") or record.get("ts"))
        for draft in drafts:
            draft["msg"] = msg
        return drafts

    def _answer_block(self, block: Any, last: int) -> list[Draft]:
        kind = block.get("type") if isinstance(block, dict) else None
        if kind in (None, "text"):
            return answer_text(text_of(block), self.state.calls, last)
        if kind == "reasoning":
            text = text_of(block)
            return [Draft(kind="thinking", role="assistant", text=text)]
        return [answer_block(block)]

    def _user(self, blocks: list[Any]) -> list[Draft]:
        drafts: list[Draft] = []
        for block in blocks:
            # The parts behind `[tool] Result:` are the result, up to the host's words.
            known = (
                drafts[-1] if drafts and drafts[-1].get("data") == ANSWERED else None
            )
            drafts += self._user_block(block, known)
        for draft in drafts:
            if draft.get("data") == ANSWERED:
                del draft["data"]
        return drafts or [note("empty", role="user")]

    def _user_block(self, block: Any, result: Draft | None) -> list[Draft]:
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "tool_result":
            return [_result(block), *_pictures(block.get("content"))]
        if kind == "file" and as_text(block.get("path")):
            path, text = str(block["path"]), text_of(block.get("content"))
            return [note("file-mention", text, "user", files=(path,))]
        if isinstance(block, dict) and is_media(block):
            return [image_draft(block, role="tool" if result else "user")]
        return user_text(text_of(block), self.state.calls, result)

    def _condense(self, record: Record, count: int) -> list[Amend]:
        """A summary takes what it stands for off the branch, before or behind it."""
        last = self.numbering.last
        own, found = (last + 1, last + count), []
        for told, tells in _CONDENSED.items():
            parent, id = as_text(record.get(told)), as_text(record.get(tells))
            is_summary = record.get("isSummary") or record.get("isTruncationMarker")
            if id is not None and is_summary:
                self.state.summaries.add(id)
                found += self.state.condensed.pop(id, [])
            if parent is not None and parent in self.state.summaries:
                found.append(own)
            elif parent is not None:
                self.state.condensed.setdefault(parent, []).append(own)
        return [Amend("amend", tuple(found), "replaced")] if found else []


def _result(block: Record) -> Draft:
    """A result; of several queries at once it is a list of what each gave."""
    draft, content = result_draft(block), list_of_dicts(block.get("content"))
    if any("result" in item for item in content):
        parts = (text_of(i.get("result")) or text_of(i) for i in content)
        draft["text"] = "\n".join(part for part in parts if part)
        failed = any(item.get("success") is False for item in content)
        draft["error"] = draft.get("error", False) or failed
    return draft


def _pictures(content: Any) -> list[Draft]:
    return [image_draft(b, "tool") for b in list_of_dicts(content) if is_media(b)]


def _kind(record: Record) -> str | None:
    metadata = record.get("metadata")
    return as_text(metadata.get("kind")) if isinstance(metadata, dict) else None


def _model(record: Record) -> str | None:
    info = record.get("modelInfo")
    if not isinstance(info, dict):
        return None
    return as_text(info.get("id") or info.get("modelId"))


def _usage(metrics: Any) -> Usage | None:
    """Counts of one answer; what was cached is part of the input there."""
    if not isinstance(metrics, dict):
        return None
    tokens = metrics.get("tokens")
    if isinstance(tokens, dict):
        read, write = as_count(tokens.get("cached")), 0
        prompt, output = tokens.get("prompt"), tokens.get("completion")
    else:
        read = as_count(metrics.get("cacheReadTokens"))
        write = as_count(metrics.get("cacheWriteTokens"))
        prompt, output = metrics.get("inputTokens"), metrics.get("outputTokens")
    rest = max(as_count(prompt) - read - write, 0)
    return Usage(rest, as_count(output), cache_read=read, cache_write=write)
