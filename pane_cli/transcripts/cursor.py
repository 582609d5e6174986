"""Cursor: transcripts of its agent, the CLI's store.db and the editor's state.vscdb.

Transcripts are lines of `{role, message}` without ids, times and often results. The
databases come as lines too (`cursor_lines.py`): first what the session is, then
messages of the CLI (`{role, content}`, calls as `tool-call`), or bubbles of the editor.
A bubble holds one thing: what the user said, a thought, words, or a call with its
result.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Amend, Header
from pane_cli.transcripts.anthropic_blocks import answer_block
from pane_cli.transcripts.content import (
    as_text,
    as_time,
    image_draft,
    is_media,
    json_args,
    text_of,
)
from pane_cli.transcripts.cursor_bubbles import asked, bubble_drafts, model_of
from pane_cli.transcripts.odd_calls import OpenCalls
from pane_cli.transcripts.reader import Reader, Reading, short_hash
from pane_cli.transcripts.response_items import call_draft
from pane_cli.transcripts.shell_output import output_draft

Record = dict[str, Any]
_CALLS = ("tool_use", "tool_call", "tool-call")
_RESULTS = ("tool_result", "tool-result")
_BUBBLE = "bubbleId:"


class Cursor(Reader):
    """Reader of Cursor's transcripts, messages and bubbles."""

    agent = "cursor"

    class State(msgspec.Struct):
        """Calls that wait for their results, ids so far, and the model."""

        calls: OpenCalls = msgspec.field(default_factory=OpenCalls)
        seen: set[int] = set()
        model: str | None = None

    def header(self, records: list[Record], final: bool) -> Header | None:
        """From what the database says of the session; a transcript says nothing."""
        first = records[0]
        id = as_text(first.get("agentId") or first.get("composerId"))
        return Header(
            "session",
            1,
            id or self.fallback_id(first),
            self.agent,
            started=as_time(first.get("createdAt")),
            parent=as_text(first.get("parentComposerId")),
        )

    def read(self, record: Record) -> Reading:
        """The blocks of a message or a bubble."""
        drafts = self._drafts(record)
        id = as_text(record.get("bubbleId"))
        ts = record.get("createdAt") or record.get("timestamp")
        for draft in drafts:
            draft["ts"] = ts
        if id is not None and short_hash(id) not in self.state.seen:
            self.state.seen.add(short_hash(id))
            drafts[0]["id"] = id
        return Reading(drafts, self._amends(record))

    def _amends(self, record: Record) -> tuple[Amend, ...]:
        """What precedes is no longer in the CLI's context (`cursor_lines.py`)."""
        if record.get("type") != "context-replaced" or not self.numbering.last:
            return ()
        return (Amend("amend", ((1, self.numbering.last),), "replaced"),)

    def _drafts(self, record: Record) -> list[Draft]:
        role, message = record.get("role"), record.get("message", record)
        if isinstance(role, str) and isinstance(message, dict):
            return self._message(role, message, model_of(record))
        if "bubbleId" in record:
            return bubble_drafts(record, self.numbering.last, self.state.model)
        named = [value for key, value in record.items() if key.startswith(_BUBBLE)]
        bubbles = [value for value in named if isinstance(value, dict)]
        if bubbles:
            return self._bubbles(bubbles)
        self.state.model = model_of(record) or self.state.model
        kind = as_text(record.get("type"))
        return [note(kind or "session", text_of(record.get("name")))]

    def _bubbles(self, bubbles: list[Record]) -> list[Draft]:
        drafts: list[Draft] = []
        for bubble in bubbles:
            last = self.numbering.last + len(drafts)
            drafts += bubble_drafts(bubble, last, self.state.model)
        return drafts

    def _message(self, role: str, message: Record, model: str | None) -> list[Draft]:
        content = message.get("content")
        blocks = content if isinstance(content, list) else [content]
        drafts: list[Draft] = []
        for block in blocks:
            n = self.numbering.last + len(drafts) + 1
            drafts.append(self._block(role, block, n))
        drafts = drafts or [note("empty")]
        if role == "assistant":
            drafts[0]["model"] = model or self.state.model
        elif any(draft["kind"] == "text" for draft in drafts):
            self.state.calls.waiting.clear()
        return drafts

    def _block(self, role: str, block: Any, n: int) -> Draft:
        kind = block.get("type") if isinstance(block, dict) else None
        if kind in _CALLS:
            name = as_text(block.get("name") or block.get("toolName")) or "?"
            id = as_text(block.get("id") or block.get("toolCallId"))
            args = json_args(block.get("input", block.get("args")))
            id = id or self.state.calls.asked(name, n)
            return call_draft(name, args, id, "assistant")
        if kind in _RESULTS:
            return self._result(block)
        if isinstance(block, dict) and is_media(block):
            return image_draft(block, "user" if role == "user" else "assistant")
        text = text_of(block)
        if role == "system":
            return note("system", text)
        if role == "user":
            return asked(text)
        if kind == "reasoning":
            signature = as_text(block.get("signature"))
            return Draft(
                kind="thinking", role="assistant", text=text, signature=signature
            )
        if kind in ("thinking", "redacted_thinking"):
            return answer_block(block)
        if text.strip() in ("", "[REDACTED]"):
            return note("redacted" if text.strip() else "empty", text, "assistant")
        if kind not in (None, "text"):
            return note(f"unknown:{as_text(kind)}", text, "assistant")
        return Draft(kind="text", role="assistant", text=text)

    def _result(self, block: Record) -> Draft:
        """A result belongs to the oldest call without an id that waits, if any."""
        name = as_text(block.get("name") or block.get("toolName"))
        call = self.state.calls.answered(name) or as_text(
            block.get("tool_use_id") or block.get("toolCallId")
        )
        draft = output_draft(block.get("content", block.get("result")), call)
        draft["tool"] = name
        if block.get("is_error") is True or block.get("isError") is True:
            draft["error"] = True
        return draft
