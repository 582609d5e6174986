"""What of a session is searched: an entry becomes a document with fields.

Notes without text, images and repeated records are no documents. A document's `place`
counts the documents of its session from 0, so that neighbours are neighbours whatever
stood between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from pane_cli.session.times import parse_time
from pane_cli.session.types import Entry

BODY, TOOL, PATH, SPEAKER, DAY = range(5)
"""Fields of a document."""

KINDS = ("text", "thinking", "call", "result", "image", "note")
ROLES = ("user", "assistant", "tool", "system")

_REPEATED = ("duplicate", "inherited", "replayed")
"""Notes that stand for a record which is in the log already."""

PLACE_BITS = 32
"""Of a key: the place in its session; the bits above are the session's number."""
_DAY_CHARS = len("2026-02-10")


class Document(NamedTuple):
    """An entry as it is searched, without its text."""

    key: int
    offset: int
    """Where its line begins in the session file, or the number of its entry where
    there is none."""
    chars: int
    kind: str
    role: str
    time: int
    """Milliseconds since 1970; 0: not known."""
    tool: str
    """Of a call and of its result."""
    copy: int
    """The same for copies of one entry in several sessions; 0: can't be a copy."""


class Text(NamedTuple):
    """A document with what is searched of it."""

    key: int
    offset: int
    entry: Entry
    tool: str
    body: str

    @property
    def fields(self) -> tuple[tuple[int, str], ...]:
        """The short fields that are not empty: (field, text)."""
        entry = self.entry
        tool = entry.tool if entry.kind == "call" else ""
        short = (
            (TOOL, tool or ""),
            (PATH, "\n".join(entry.files)),
            (SPEAKER, speaker_of(entry)),
        )
        return tuple(field for field in short if field[1])

    def document(self) -> Document:
        """The same without its text."""
        entry = self.entry
        return Document(
            self.key,
            self.offset,
            len(self.body),
            entry.kind,
            role_of(entry),
            milliseconds(entry.ts),
            self.tool,
            copy_of(entry, self.body),
        )


class Reading(msgspec.Struct):
    """The entries of one session, from some place on, as documents.

    Saved between runs, so that a result that comes later still knows its call.
    """

    session: int
    place: int = 0
    """Of the next document."""
    tools: dict[str, str] = {}
    """Calls that no result has answered yet: call id to tool."""

    def text(self, entry: Entry, offset: int) -> Text | None:
        """The document of an entry; None where it is none."""
        tool = entry.tool or ""
        if entry.kind == "call" and entry.call:
            self.tools[entry.call] = tool
        elif entry.kind == "result" and entry.call:
            tool = self.tools.pop(entry.call, tool)
        if not is_searched(entry):
            return None
        key = key_of(self.session, self.place)
        self.place += 1
        return Text(key, offset, entry, tool, body_of(entry))


def key_of(session: int, place: int) -> int:
    """The key of the document at `place` of the session with number `session`."""
    return session << PLACE_BITS | place


def session_of(key: int) -> int:
    """The number of the session that a key is in."""
    return key >> PLACE_BITS


def place_of(key: int) -> int:
    """The place of a key in its session."""
    return key & ((1 << PLACE_BITS) - 1)


def is_searched(entry: Entry) -> bool:
    """Whether the entry says anything that can be found."""
    if entry.kind == "call":
        return True
    if entry.kind == "note" and entry.what in _REPEATED:
        return False
    return bool(entry.text) and not entry.text.isspace()


def body_of(entry: Entry) -> str:
    """The text that is searched: of a call, every string in its arguments."""
    if entry.kind != "call":
        return entry.text
    return "\n".join(_strings(entry.args))


def role_of(entry: Entry) -> str:
    """Whose words they are: the host's notes and a subagent's prompt are no user's."""
    if entry.role != "user" or not (entry.kind == "note" or entry.side):
        return entry.role
    return "system" if entry.kind == "note" else "assistant"


def speaker_of(entry: Entry) -> str:
    """The name of who speaks, where the transcript says it."""
    return getattr(entry, "name", None) or ""


def day_of(ts: str) -> str:
    """The day of a time; empty: not known."""
    return ts[:_DAY_CHARS]


def milliseconds(ts: str | None) -> int:
    """A time since 1970; 0 where it is not known."""
    when = parse_time(ts) if ts else None
    return int(when.timestamp() * 1000) if when else 0


def copy_of(entry: Entry, body: str) -> int:
    """A number that copies of this entry in forks of its session have in common."""
    if entry.ts is None and entry.id is None:
        return 0
    same = entry.ts if entry.ts is not None else entry.id
    known = f"{same}\0{entry.kind}\0{entry.role}\0{entry.tool}\0{body}"
    from hashlib import blake2b  # who only reads an index makes none

    digest = blake2b(known.encode("utf-8", "replace"), digest_size=8)
    return int.from_bytes(digest.digest(), "big") | 1


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif value is not None and not isinstance(value, bool):
        yield str(value)
