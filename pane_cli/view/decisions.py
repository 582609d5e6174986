"""Fold: pins and evictions, from the marks."""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from pane_cli.errors import PaneError
from pane_cli.session.types import Mark


class Pin(msgspec.Struct, frozen=True):
    """A note that is kept word for word."""

    name: str
    text: str
    by: str
    after: int
    ts: str | None = None


#: Names that pins without one are given.
_GIVEN = re.compile(r"note-\d+")


def is_named(pin: Pin) -> bool:
    """Whether whoever set the pin gave it its name."""
    return _GIVEN.fullmatch(pin.name) is None


class Note(NamedTuple):
    """What was asked of `pin`: a text to keep, or the name of a pin to take away."""

    text: str
    name: str | None = None
    by: str = "user"
    remove: bool = False
    ts: str | None = None


def decide_pin(decisions: Decisions, note: Note, after: int) -> tuple[Mark | None, str]:
    """The mark (None: it is so already) and what to say; raises where it may not be."""
    key = note.text if note.remove else note.name
    if not note.remove and key and _GIVEN.fullmatch(key):
        raise PaneError(f"{key} is what pins without a name are called", "another name")
    known = {pin.name: pin for pin in decisions.pins()}
    standing = known.get(key or "")
    if note.remove and standing is None:
        names = ", ".join(known) or "none"
        raise PaneError(f"no pin named {key}", f"pins here: {names}")
    if standing is not None and standing.by == "user" and note.by != "user":
        raise PaneError(f"the user pinned {key}; {note.by} can't change it")
    same = [standing] if standing is not None else list(known.values())
    if not note.remove and any(pin.text == note.text for pin in same):
        return None, "pinned already"
    mark = Mark(
        "unpin" if note.remove else "pin",
        decisions.last + 1,
        name=key,
        text=None if note.remove else note.text,
        by=note.by,
        after=after,
        ts=note.ts,
    )
    return mark, f"unpinned {key}" if note.remove else "pinned"


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
            apply(out, mark)
        return out


def apply(out: dict[int, Mark], mark: Mark) -> None:
    """What is out after an eviction or a restore."""
    for first, last in mark.entries if mark.kind == "restore" else mark.back:
        for n in range(first, last + 1):
            out.pop(n, None)
    for first, last in mark.entries if mark.kind == "evict" else ():
        for n in range(first, last + 1):
            out.setdefault(n, mark)
