"""OpenAI Codex: `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<uuid>.jsonl[.zst]`.

Three dialects: bare items under a header (2025 H1), items and events in envelopes, and
envelopes with completed turn items (0.149 on). The same text comes in up to three
streams; the first to say it gives the entry, the others are notes.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, Numbering, note
from pane_cli.session.types import Amend, Header, Range
from pane_cli.transcripts.codex_copies import Copies
from pane_cli.transcripts.codex_events import Events, event_drafts
from pane_cli.transcripts.codex_fork import Fork
from pane_cli.transcripts.content import as_text, as_time, text_of
from pane_cli.transcripts.odd_calls import OpenCalls, odd_drafts
from pane_cli.transcripts.reader import Reader, Reading, short_hash
from pane_cli.transcripts.response_items import item_drafts
from pane_cli.transcripts.response_messages import thinking_draft, thoughts_of

Record = dict[str, Any]
#: The header is among these, or was lost.
_HEAD_RECORDS = 8


class Turns(msgspec.Struct):
    """Turns that no rollback took back, to know which ones the next takes."""

    live: list[int] = []
    last: int = 0

    def roll_back(self, count: int, numbering: Numbering) -> Range | None:
        """What the last `count` turns hold; None where there are none."""
        self.live.extend(range(self.last + 1, numbering.turn + 1))
        self.last = numbering.turn
        gone = self.live[-count:] if count > 0 else []
        del self.live[len(self.live) - len(gone) :]
        return (numbering.starts[gone[0] - 1], numbering.last) if gone else None


class Codex(Reader):
    """Reader of rollouts, up to 0.149 seen."""

    agent = "codex"

    class State(msgspec.Struct):
        """What later records depend on."""

        model: str | None = None
        calls: set[int] = set()
        """Calls that an item made, so that events do not repeat them."""
        turns: Turns = msgspec.field(default_factory=Turns)
        copies: Copies = msgspec.field(default_factory=Copies)
        events: Events = msgspec.field(default_factory=Events)
        fork: Fork = msgspec.field(default_factory=Fork)
        odd: OpenCalls = msgspec.field(default_factory=OpenCalls)

    def header(self, records: list[Record], final: bool) -> Header | None:
        """From the first of its kind: later ones are copies of ancestors."""
        first = records[0]
        meta = next(filter(None, map(_session_meta, records)), None)
        if meta is None:
            is_bare = "type" not in first and "role" not in first
            if not (is_bare or final or len(records) >= _HEAD_RECORDS):
                return None
            id = as_text(first.get("id")) if "type" not in first else None
            id, started = id or self.fallback_id(first), first.get("timestamp")
            return Header("session", 1, id, self.agent, started=as_time(started))
        id = as_text(meta.get("id")) or as_text(meta.get("session_id"))
        started = as_time(meta.get("timestamp")) or as_time(first.get("timestamp"))
        return Header(
            "session",
            1,
            id or self.fallback_id(first),
            self.agent,
            cwd=as_text(meta.get("cwd")),
            started=started,
            parent=_parent(meta),
        )

    def read(self, record: Record) -> Reading:
        """The blocks of a record, and what it says of earlier ones."""
        kind, payload = record.get("type"), record.get("payload")
        if not isinstance(payload, dict):
            kind, payload = _bare(record)
        ts = record.get("timestamp") or payload.get("timestamp")
        meta = _session_meta(record)
        if meta is not None:
            self.state.fork.begin(meta, ts, self.numbering.last)
        amends = self.state.fork.step(kind, payload, record, self.numbering.last)
        drafts = self._drafts(kind, payload)
        if kind == "event_msg" and payload.get("type") == "thread_rolled_back":
            amends += self._rolled_back(payload)
        for draft in drafts:
            draft["ts"] = ts
            if draft["role"] == "assistant" and draft["kind"] != "note":
                draft.setdefault("model", self.state.model)
        return Reading(drafts, tuple(amends), any(map(_is_told, drafts)))

    def _drafts(self, kind: Any, payload: Record) -> list[Draft]:
        if kind == "response_item":
            return self._item(payload)
        if kind == "event_msg":
            state = self.state
            model = state.model
            return event_drafts(payload, state.copies, state.events, state.calls, model)
        if kind == "turn_context":
            nested = payload.get("turn_context")
            payload = nested if isinstance(nested, dict) else payload
            self.state.model = as_text(payload.get("model")) or self.state.model
        if kind == "compacted":
            # What replaces the history repeats old messages: it is no new text.
            return [note("compact-summary", text_of(payload.get("message")), "user")]
        return [note(as_text(kind) or "unknown")]

    def _item(self, item: Record) -> list[Draft]:
        if item.get("type") == "reasoning":
            sections = self.state.copies.new_thoughts(thoughts_of(item))
            return [thinking_draft(item, sections)]
        if item.get("type") == "token_count":
            state = self.state
            return event_drafts(item, state.copies, state.events, set(), state.model)
        drafts = odd_drafts(item, self.state.odd, self.numbering.last)
        drafts = drafts or item_drafts(item)
        if drafts[0]["kind"] == "call" and drafts[0].get("call"):
            self.state.calls.add(short_hash(str(drafts[0]["call"])))
        copies: Copies = self.state.copies
        return copies.without_copies(drafts, "item")

    def _rolled_back(self, payload: Record) -> list[Amend]:
        count = payload.get("num_turns")
        count = count if isinstance(count, int) else 0
        gone = self.state.turns.roll_back(count, self.numbering)
        return [Amend("amend", (gone,), "rewound")] if gone else []


def _is_told(draft: Draft) -> bool:
    """Whether the user's words came before, so that images behind them are theirs."""
    return draft["role"] == "user" and draft.get("what") == "copy"


def _bare(record: Record) -> tuple[Any, Record]:
    """A record of the first dialect, as if it had an envelope."""
    if "record_type" in record:
        return record["record_type"], {}
    if "type" in record:
        return "response_item", record
    if "role" in record:
        content = record.get("content", record.get("message"))
        return "response_item", {**record, "type": "message", "content": content}
    return ("session_meta" if "id" in record else "unknown"), {}


def _session_meta(record: Record) -> Record | None:
    payload = record.get("payload")
    if record.get("type") != "session_meta" or not isinstance(payload, dict):
        return None
    nested = payload.get("meta")
    return nested if isinstance(nested, dict) else payload


def _parent(meta: Record) -> str | None:
    """The session that this one was forked from, or whose agent started it."""
    forked = as_text(meta.get("forked_from_id")) or as_text(
        meta.get("parent_thread_id")
    )
    if forked is not None:
        return forked
    inner: Any = meta.get("source")
    for key in ("subagent", "thread_spawn", "parent_thread_id"):
        inner = inner.get(key) if isinstance(inner, dict) else None
    return as_text(inner)
