"""Fold: pins and evictions, from the marks."""

from __future__ import annotations

import msgspec

from pane_cli.session.types import Mark


class Pin(msgspec.Struct, frozen=True):
    """A note that is kept word for word."""

    name: str
    text: str
    by: str
    after: int
    ts: str | None = None


class Decisions(msgspec.Struct):
    """Marks in their order; what they add up to is worked out when asked."""

    marks: list[Mark] = []

    @property
    def last(self) -> int:
        """The number of the last mark."""
        return max((mark.mark for mark in self.marks), default=0)

    def step(self, mark: Mark) -> None:
        """Take one mark in."""
        self.marks.append(mark)

    def pins(self) -> list[Pin]:
        """Pins that stand, oldest first; a name that comes again replaces.

        An agent's mark never changes what the user pinned.
        """
        pins: dict[str, Pin] = {}
        for mark in self.marks:
            name = mark.name or f"note-{mark.mark}"
            known = pins.get(name)
            if known is not None and known.by == "user" and mark.by != "user":
                continue
            if mark.kind == "pin":
                pin = Pin(name, mark.text or "", mark.by, mark.after, mark.ts)
                pins[name] = pin
            elif mark.kind == "unpin":
                pins.pop(name, None)
        return list(pins.values())

    def standing(self) -> list[Mark]:
        """Evictions and restores that were not undone, in order."""
        undone: set[int] = set()
        for mark in self.marks:
            if mark.kind == "undo" and mark.undoes is not None:
                undone.add(mark.undoes)
        return [
            mark
            for mark in self.marks
            if mark.kind in ("evict", "restore") and mark.mark not in undone
        ]

    def out(self) -> dict[int, Mark]:
        """Entry number to the eviction that took it out."""
        out: dict[int, Mark] = {}
        for mark in self.standing():
            for first, last in mark.entries:
                for n in range(first, last + 1):
                    if mark.kind == "evict":
                        out.setdefault(n, mark)
                    else:
                        out.pop(n, None)
        return out
