"""OpenCode: sessions in `opencode*.db`, in the older tree of files, or exported.

The database and the tree come as the same lines (`opencode_lines.py`): the session, its
title, then each message and behind it its parts; an export holds both in one record. A
message is a note with what was counted; the parts are what was said and done. A tool's
part is its call and, when it has run, its result.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Amend, Header, Role, Usage
from pane_cli.transcripts.content import as_count, as_text, as_time, list_of_dicts
from pane_cli.transcripts.opencode_parts import part_drafts
from pane_cli.transcripts.reader import Reader, Reading, short_hash

Record = dict[str, Any]


class OpenCode(Reader):
    """Reader of OpenCode's records, 0.1 to 1.3 seen."""

    agent = "opencode"

    class State(msgspec.Struct):
        """The message that is read, and where each began."""

        msg: str | None = None
        has_asked: bool = False
        """A part of it was the user's words: those that follow are the rest of them."""
        role: Role = "assistant"
        is_summary: bool = False
        began: dict[int, int] = {}
        seen: set[int] = set()

    def header(self, records: list[Record], final: bool) -> Header | None:
        """From the session, which comes first."""
        first = records[0]
        info = first.get("info")
        first = info if isinstance(info, dict) else first
        path = first.get("path")
        root = path.get("cwd") if isinstance(path, dict) else path
        id = first.get("sessionID") or ("directory" in first and first.get("id"))
        return Header(
            "session",
            1,
            as_text(id) or self.fallback_id(records[0]),
            self.agent,
            cwd=as_text(first.get("directory")) or as_text(root),
            started=as_time(_created(first)),
            parent=as_text(first.get("parentID") if "directory" in first else None),
        )

    def read(self, record: Record) -> Reading:
        """A message, a part, or both."""
        info, drafts = record.get("info"), []
        if isinstance(info, dict) and ("role" in info or "parts" in record):
            drafts = self._message(info, self.numbering.last)
            for part in list_of_dicts(record.get("parts")):
                drafts += self._part(part)
            return Reading(drafts)
        if record.get("type") == "session-revert":
            return self._revert(record)
        if "role" in record:
            return Reading(self._message(record, self.numbering.last))
        if "messageID" in record or ("type" in record and "id" in record):
            goes_on = self.state.has_asked
            drafts = self._part(record)
            return Reading(drafts, goes_on=goes_on)
        title = as_text(record.get("title")) or ""
        return Reading([note(as_text(record.get("type")) or "session", title)])

    def _message(self, message: Record, last: int) -> list[Draft]:
        id = as_text(message.get("id"))
        self.state.msg, self.state.has_asked = id, False
        self.state.role = "user" if message.get("role") == "user" else "assistant"
        self.state.is_summary = message.get("summary") is True
        draft = note("message", _error(message), self.state.role, msg=id)
        draft["error"] = isinstance(message.get("error"), dict)
        if self.state.role == "assistant":
            draft["model"] = _model(message)
            draft["usage"] = _usage(message.get("tokens"))
        draft["ts"] = _created(message)
        if id is not None:
            self.state.began.setdefault(short_hash(id), last + 1)
        return [self._marked(draft, id)]

    def _part(self, part: Record) -> list[Draft]:
        drafts = part_drafts(part, self.state.role, self.state.is_summary)
        time = part.get("time")
        state = part.get("state")
        time = state.get("time") if isinstance(state, dict) else time
        ts = time.get("start") if isinstance(time, dict) else None
        msg = as_text(part.get("messageID")) or self.state.msg
        for draft in drafts:
            draft["ts"] = ts
            if draft["role"] == "assistant":
                draft["msg"] = msg
            is_asked = draft["role"] == "user" and draft["kind"] in ("text", "image")
            self.state.has_asked = self.state.has_asked or is_asked
        self._marked(drafts[0], as_text(part.get("id")))
        return drafts

    def _marked(self, draft: Draft, id: str | None) -> Draft:
        if id is not None and short_hash(id) not in self.state.seen:
            self.state.seen.add(short_hash(id))
            draft["id"] = id
        return draft

    def _revert(self, record: Record) -> Reading:
        """The user went back: this message and all after it are off."""
        first = self.state.began.get(short_hash(str(record.get("messageID"))))
        drafts = [note("revert")]
        if first is None or first > self.numbering.last:
            return Reading(drafts)
        gone = ((first, self.numbering.last),)
        return Reading(drafts, (Amend("amend", gone, "rewound"),))


def _created(record: Record) -> Any:
    time = record.get("time")
    return time.get("created") if isinstance(time, dict) else None


def _error(message: Record) -> str:
    error = message.get("error")
    if not isinstance(error, dict):
        return ""
    data = error.get("data")
    told = as_text(data.get("message")) if isinstance(data, dict) else None
    return ": ".join(filter(None, (as_text(error.get("name")), told)))


def _model(message: Record) -> str | None:
    model = message.get("model")
    inner = model.get("modelID") if isinstance(model, dict) else model
    return as_text(message.get("modelID")) or as_text(inner)


def _usage(tokens: Any) -> Usage | None:
    if not isinstance(tokens, dict):
        return None
    cache = tokens.get("cache")
    cache = cache if isinstance(cache, dict) else {}
    return Usage(
        input=as_count(tokens.get("input")),
        output=as_count(tokens.get("output")) + as_count(tokens.get("reasoning")),
        cache_read=as_count(cache.get("read")),
        cache_write=as_count(cache.get("write")),
    )
