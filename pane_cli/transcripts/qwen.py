"""Qwen Code: `~/.qwen/projects/<project>/chats/<session>.jsonl`.

Claude Code's envelope around messages in Gemini's shape. A session is a tree: a rewind
goes on from an earlier record, and the last record is the leaf.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Header
from pane_cli.transcripts.content import as_text, as_time, text_of
from pane_cli.transcripts.gemini_parts import content_drafts, usage_of
from pane_cli.transcripts.reader import Reader, Reading, short_hash

Record = dict[str, Any]
_TOKENS = {
    "input": "promptTokenCount",
    "output": "candidatesTokenCount",
    "thoughts": "thoughtsTokenCount",
    "cached": "cachedContentTokenCount",
}
#: System records that tell something, and the key of it in their payload.
_TELLING = {"custom_title": "customTitle", "slash_command": "rawCommand"}


class Qwen(Reader):
    """Reader of Qwen Code's records, 0.21 seen."""

    agent = "qwen"

    class State(msgspec.Struct):
        """The ids so far: one that comes again can't be told by it."""

        seen: set[int] = set()

    def header(self, records: list[Record], final: bool) -> Header | None:
        """From the first record that names its session."""
        named = [r for r in records if as_text(r.get("sessionId"))]
        if not named and not final:
            return None
        first = named[0] if named else records[0]
        return Header(
            "session",
            1,
            as_text(first.get("sessionId")) or self.fallback_id(records[0]),
            self.agent,
            cwd=as_text(first.get("cwd")),
            started=as_time(first.get("timestamp")),
        )

    def read(self, record: Record) -> Reading:
        """Blocks of a message; a note for anything else."""
        drafts = _blocks(record)
        for draft in drafts:
            draft["ts"] = record.get("timestamp")
        uuid = as_text(record.get("uuid"))
        if uuid is not None and short_hash(uuid) not in self.state.seen:
            self.state.seen.add(short_hash(uuid))
            drafts[0]["id"] = uuid
            drafts[0]["parent"] = as_text(record.get("parentUuid"))
        return Reading(drafts)


def _blocks(record: Record) -> list[Draft]:
    kind, message = record.get("type"), record.get("message")
    parts = message.get("parts") if isinstance(message, dict) else None
    if kind == "assistant":
        return _answer(record, parts)
    if kind == "user":
        if record.get("subtype") == "notification":
            return [note("notification", _shown(record, parts), "user")]
        return content_drafts(parts, "user") or [note("empty", role="user")]
    if kind == "tool_result":
        return _results(record, parts)
    return [_meta(record, as_text(record.get("subtype")) or as_text(kind) or "unknown")]


def _answer(record: Record, parts: Any) -> list[Draft]:
    drafts = content_drafts(parts, "assistant") or [note("empty", role="assistant")]
    for draft in drafts:
        if draft["role"] == "assistant":
            draft["msg"] = as_text(record.get("uuid"))
    drafts[0]["model"] = as_text(record.get("model"))
    drafts[0]["usage"] = usage_of(record.get("usageMetadata"), _TOKENS)
    return drafts


def _results(record: Record, parts: Any) -> list[Draft]:
    drafts = content_drafts(parts, "tool") or [note("empty", role="tool")]
    told = record.get("toolCallResult")
    told = told if isinstance(told, dict) else {}
    results = [draft for draft in drafts if draft["kind"] == "result"]
    for draft in results:
        draft["call"] = draft.get("call") or as_text(told.get("callId"))
        if told.get("status") in ("error", "cancelled"):
            draft["error"] = True
    return drafts


def _shown(record: Record, parts: Any) -> str:
    payload = record.get("systemPayload")
    payload = payload if isinstance(payload, dict) else {}
    return as_text(payload.get("displayText")) or text_of(parts)


def _meta(record: Record, what: str) -> Draft:
    payload = record.get("systemPayload")
    payload = payload if isinstance(payload, dict) else {}
    if what == "chat_compression":
        history = payload.get("compressedHistory")
        first = history[0] if isinstance(history, list) and history else None
        parts = first.get("parts") if isinstance(first, dict) else None
        return note("compact-summary", text_of(parts), "user")
    key = _TELLING.get(what)
    return note(what.replace("_", "-"), text_of(payload.get(key)) if key else "")
