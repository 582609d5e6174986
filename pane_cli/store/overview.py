"""What a listing says of a session: folded line by line, never from its text."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from pane_cli.session.log import can_follow
from pane_cli.session.times import sortable
from pane_cli.session.types import MARK_KINDS, Amend, Entry, Header, Line, Mark
from pane_cli.text.clip import one_line

_TITLE_CHARS = 120


class SessionRow(NamedTuple):
    """One stored session, as listings print it."""

    id: str
    agent: str
    cwd: str | None
    title: str
    """The user's first request, on one line, clipped."""
    started: str | None
    last: str | None
    """Time of the last message; None where no entry tells one."""
    entries: int
    turns: int
    bytes: int
    """Size of the session file."""
    source: str | None
    parent: str | None
    changed: int = 0
    """Time of change of that file, in ns; 0: it is not in a store."""


class Overview(msgspec.Struct):
    """The fold behind a `SessionRow`, resumed at any line."""

    id: str = ""
    agent: str = ""
    cwd: str | None = None
    title: str = ""
    started: str | None = None
    last: str | None = None
    entries: int = 0
    turns: int = 0
    marks: int = 0
    """Number of the last mark."""
    source: str | None = None
    parent: str | None = None
    generation: int = 0
    """Highest generation of an entry's source."""

    def step(self, line: Line | None) -> None:
        """Take one line in; None, a damaged one, says nothing."""
        if isinstance(line, Entry):
            self._entry(line)
        elif isinstance(line, Mark):
            self.marks = max(self.marks, line.mark)
        elif isinstance(line, Header):
            self.id, self.agent, self.cwd = line.id, line.agent, line.cwd
            self.started, self.source = line.started, line.source
            self.parent, self.title = line.parent, line.title or ""

    def _entry(self, entry: Entry) -> None:
        if not can_follow(entry.n, self.entries):
            return  # `check` finds it
        self.entries = max(self.entries, entry.n)
        self.turns = max(self.turns, entry.turn)
        if entry.src is not None:
            self.generation = max(self.generation, entry.src[0])
        if entry.ts is not None and entry.kind != "note" and self._is_later(entry.ts):
            self.last = entry.ts
        if entry.kind == "text" and entry.role == "user" and not entry.side:
            self.title = self.title or one_line(entry.text, _TITLE_CHARS)

    def _is_later(self, ts: str) -> bool:
        return self.last is None or sortable(ts) > sortable(self.last)

    def row(self, size: int, changed: int = 0) -> SessionRow:
        """The row of a session whose file has `size` bytes and `changed` then."""
        return SessionRow(
            self.id,
            self.agent,
            self.cwd,
            self.title,
            self.started,
            self.last or self.started,
            self.entries,
            self.turns,
            size,
            self.source,
            self.parent,
            changed,
        )


def is_content(line: Line | None) -> bool:
    """Whether ingest wrote the line, not a decision of a user or agent."""
    is_told = isinstance(line, Mark) and line.is_told
    return is_told or isinstance(line, Header | Entry | Amend)


def is_mark(kind: str | None) -> bool:
    """Whether a line of this kind is a decision."""
    return kind in MARK_KINDS
