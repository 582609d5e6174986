"""Gemini CLI: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.json` or `.jsonl`.

A document with its messages (to 0.39), or a log (0.40 and later) in which a message
with a known id replaces the one before, `$rewindTo` takes a message and all after it
back, and `$set` with `messages` replaces the history by a compressed one. What is
replaced or rewound keeps its numbers and leaves the branch. Checkpoints, lists of
`{role, parts}`, are read too.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Amend, Header
from pane_cli.session.values import holdable
from pane_cli.transcripts.content import as_text, as_time, list_of_dicts, text_of
from pane_cli.transcripts.gemini_parts import content_drafts, result_drafts, usage_of
from pane_cli.transcripts.reader import Reader, Reading, short_hash
from pane_cli.transcripts.response_items import call_draft

Record = dict[str, Any]
_TOKENS = {"input": "input", "output": "output", "thoughts": "thoughts"}
_TOKENS["cached"] = "cached"
_MODEL = ("gemini", "model", "assistant")
_NOTICES = ("info", "error", "warning")
_USER = ("user", "human", "function", "tool")


class Kept(msgspec.Struct, array_like=True):
    """A message of the history that is active."""

    id: int
    body: int
    first: int
    last: int


class Gemini(Reader):
    """Reader of Gemini CLI's documents and logs, to 0.40 and later."""

    agent = "gemini"

    class State(msgspec.Struct):
        """The active history, and every id there was."""

        history: list[Kept] = []
        ids: set[int] = set()

    def header(self, records: list[Record], final: bool) -> Header | None:
        """From the first record: what names no session never will."""
        first = records[0]
        started = first.get("startTime") or first.get("start_time")
        return Header(
            "session",
            1,
            as_text(first.get("sessionId")) or self.fallback_id(first),
            self.agent,
            started=as_time(started or _time(first)),
        )

    def read(self, record: Record) -> Reading:
        """A message, or what happens to earlier ones."""
        if "$rewindTo" in record:
            return self._rewind(record["$rewindTo"])
        changes = record.get("$set")
        if isinstance(changes, dict):
            return self._set(changes)
        if _speaker(record) is None:
            return Reading([note("session", text_of(record.get("summary")))])
        return self._message(record)

    def _rewind(self, target: Any) -> Reading:
        """The message and all after it; everything where it is not known."""
        known = short_hash(str(target))
        places = [n for n, kept in enumerate(self.state.history) if kept.id == known]
        start = places[0] if places else 0
        gone = self.state.history[start:]
        del self.state.history[start:]
        return Reading([note("rewind")], _off(gone, "rewound"))

    def _message(self, message: Record) -> Reading:
        drafts = self._drafts(message)
        kept = self._kept(message, self.numbering.last, len(drafts))
        history, places = self.state.history, []
        if message.get("id") is not None:
            places = [n for n, old in enumerate(history) if old.id == kept.id]
        if not places:
            history.append(kept)
            return Reading(drafts)
        old, history[places[0]] = history[places[0]], kept
        return Reading(drafts, _off([old], "replaced"), goes_on=True)

    def _set(self, changes: Record) -> Reading:
        """A compressed history: what stays in it stays where it was."""
        if not isinstance(changes.get("messages"), list):
            return Reading([note("set", text_of(changes.get("summary")))])
        old = {(kept.id, kept.body): kept for kept in self.state.history}
        drafts: list[Draft] = []
        history: list[Kept] = []
        for message in list_of_dicts(changes["messages"]):
            kept = self._kept(message, self.numbering.last + len(drafts), 0)
            known = old.pop((kept.id, kept.body), None)
            if known is None:
                found = self._drafts(message)
                found = [_compressed(draft) for draft in found] if old else found
                kept.last = kept.first + len(found) - 1
                drafts += found
            history.append(known or kept)
        self.state.history = history
        return Reading(drafts or [note("set")], _off(list(old.values()), "replaced"))

    def _kept(self, message: Record, last: int, count: int) -> Kept:
        body = msgspec.json.encode(holdable(message)).decode("utf-8")
        id = short_hash(str(message.get("id")))
        return Kept(id, short_hash(body), last + 1, last + count)

    def _drafts(self, message: Record) -> list[Draft]:
        id, speaker = as_text(message.get("id")), _speaker(message)
        content = message.get("content", message.get("parts"))
        if speaker in _NOTICES:
            is_error = speaker == "error"
            drafts = [note(str(speaker), text_of(content), error=is_error)]
        elif speaker in _MODEL:
            drafts = _answer(message, content)
        else:
            drafts = content_drafts(content, "user") or [note("empty", role="user")]
        if speaker not in (*_NOTICES, *_MODEL, *_USER):  # nobody knows whose words
            drafts = [note(f"unknown:{speaker}", d.get("text", "")) for d in drafts]
        for draft in drafts:
            draft["ts"] = _time(message)
            if draft["role"] == "assistant":
                draft["msg"] = id
        if id is not None and short_hash(id) not in self.state.ids:
            self.state.ids.add(short_hash(id))
            drafts[0]["id"] = id
        return drafts


def _time(message: Record) -> Any:
    return message.get("timestamp") or message.get("ts")


def _speaker(record: Record) -> str | None:
    """Who speaks; None where the record is no message."""
    speaker = record.get("type", record.get("role"))
    is_message = any(key in record for key in ("content", "parts", "toolCalls"))
    return speaker if isinstance(speaker, str) and is_message else None


def _answer(message: Record, content: Any) -> list[Draft]:
    drafts = [_thought(thought) for thought in list_of_dicts(message.get("thoughts"))]
    drafts += content_drafts(content, "assistant")
    for call in list_of_dicts(message.get("toolCalls")):
        drafts += _called(call)
    drafts = drafts or [note("empty", role="assistant")]
    drafts[0]["model"] = as_text(message.get("model"))
    drafts[0]["usage"] = usage_of(message.get("tokens"), _TOKENS)
    return drafts


def _thought(thought: Record) -> Draft:
    parts = (text_of(thought.get(key)) for key in ("subject", "description"))
    text = "\n".join(part for part in parts if part)
    return Draft(kind="thinking", role="assistant", text=text)


def _called(call: Record) -> list[Draft]:
    """A call and, once it is there, its result."""
    args = call.get("args")
    args = args if isinstance(args, dict) else {}
    drafts = [call_draft(call.get("name"), args, call.get("id"), "assistant")]
    result, status = call.get("result"), call.get("status")
    parts = result if isinstance(result, list) else [result]
    for part in parts:
        answer = part.get("functionResponse") if isinstance(part, dict) else None
        if isinstance(answer, dict):
            same = {"id": call.get("id"), "name": call.get("name")}
            drafts += result_drafts({**answer, **same}, status)
        elif isinstance(part, dict):
            drafts += content_drafts(part, "tool")
    shown = call.get("resultDisplay")
    if len(drafts) == 1 and isinstance(shown, str):
        bare = {"id": call.get("id"), "name": call.get("name"), "response": shown}
        drafts += result_drafts(bare, status)
    return drafts


def _compressed(draft: Draft) -> Draft:
    """What the host puts in place of the history are not the user's words."""
    if draft["kind"] == "text" and draft["role"] == "user":
        return note("compact-summary", draft["text"], "user")
    return draft


def _off(gone: list[Kept], what: str) -> tuple[Amend, ...]:
    ranges = tuple((kept.first, kept.last) for kept in gone)
    return (Amend("amend", ranges, what),) if ranges else ()
