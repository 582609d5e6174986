"""Permanent numbers: which `#n` and which turn a block gets.

Every record that parses takes as many numbers as it has blocks, at least one, whether
it was understood or not, so a better reader never renumbers. A record that holds a
user's own words begins a turn.
"""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec

from pane_cli.session.times import to_rfc3339
from pane_cli.session.types import Entry, EntryKind, Role, Src, Usage


class Draft(TypedDict, total=False):
    """A block before it has its number: the fields of an Entry that a reader knows."""

    kind: EntryKind
    role: Role
    tool: str | None
    args: dict[str, Any] | None
    call: str | None
    text: str
    error: bool
    exit: int | None
    what: str | None
    signature: str | None
    data: str | None
    media: str | None
    bytes: int | None
    sha256: str | None
    files: tuple[str, ...]
    msg: str | None
    model: str | None
    usage: Usage | None
    ts: Any
    id: str | None
    parent: str | None
    side: bool


def note(what: str, text: str = "", role: Role = "system", **more: Any) -> Draft:
    """A record that is no message: kept by number, its text only where it tells."""
    return Draft(kind="note", role=role, what=what, text=text, **more)


class Numbering(msgspec.Struct):
    """Where numbering stands: saved between runs, so that it goes on where it was."""

    last: int = 0
    turn: int = 0
    ts: str | None = None
    starts: list[int] = []
    """The first entry of every turn so far, t1 first."""

    def number(self, drafts: list[Draft], src: Src | None) -> list[Entry]:
        """Entries of one record, in the order of its blocks."""
        if any(map(_is_request, drafts)):
            self.turn += 1
            self.starts.append(self.last + 1)
        entries = []
        for draft in drafts:
            self.last += 1
            self.ts = to_rfc3339(draft.pop("ts", None)) or self.ts
            entry = Entry(n=self.last, turn=self.turn, ts=self.ts, src=src, **draft)
            entries.append(entry)
        return entries


def _is_request(draft: Draft) -> bool:
    return (
        draft["role"] == "user"
        and draft["kind"] in ("text", "image")
        and not draft.get("side")
    )
