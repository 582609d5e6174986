"""Permanent numbers: which `#n` and which turn a block gets.

Every record that parses takes as many numbers as it has blocks, at least one, whether
it was understood or not, so a better reader never renumbers. A record that holds a
user's own words begins a turn.
"""

from __future__ import annotations

from typing import Any, TypedDict, cast

import msgspec

from pane_cli.session.times import to_rfc3339
from pane_cli.session.types import Entry, EntryKind, Role, Src, Usage
from pane_cli.session.values import holdable


class Draft(TypedDict, total=False):
    """A block before it has its number: the fields of an Entry that a reader knows."""

    kind: EntryKind
    role: Role
    name: str | None
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
    draft: Draft = {"kind": "note", "role": role, "what": what, "text": text}
    if more:
        draft.update(cast(Draft, more))
    return draft


class Numbering(msgspec.Struct):
    """Where numbering stands: saved between runs, so that it goes on where it was."""

    last: int = 0
    turn: int = 0
    ts: str | None = None
    starts: list[int] = []
    """The first entry of every turn so far, t1 first."""
    marks: int = 0

    def number(
        self, drafts: list[Draft], src: Src | None, goes_on: bool = False
    ) -> list[Entry]:
        """Entries of one record, in the order of its blocks.

        Where the last request `goes_on`, no turn begins.
        """
        if not goes_on:
            for draft in drafts:
                if draft["role"] == "user" and _is_request(draft):
                    self.turn += 1
                    self.starts.append(self.last + 1)
                    break
        entries = []
        unnamed: str | None = None
        for draft in drafts:
            self.last += 1
            draft["ts"] = self.ts = to_rfc3339(draft.get("ts")) or self.ts
            kind = draft["kind"]
            if kind == "call":
                draft["args"] = holdable(draft["args"])
                if not draft.get("call"):
                    draft["call"] = unnamed = made_up(self.last)
            elif kind == "result" and not draft.get("call"):
                draft["call"] = unnamed or made_up(self.last)
            entry = Entry(n=self.last, turn=self.turn, src=src, **draft)
            entries.append(entry)
        return entries


def made_up(n: int) -> str:
    """The id of the call that is entry `n`, where its transcript gives it none.

    A result without an id belongs to such a call in its own record, or to none.
    """
    return f"?{n}"


def _is_request(draft: Draft) -> bool:
    return draft["kind"] in ("text", "image") and not draft.get("side")
