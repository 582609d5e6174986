"""What a check counts along a session and says at its end: times, sizes, types."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import NamedTuple

from pane_cli.check.finding import Hit, Placed, Spot
from pane_cli.session.times import format_time, parse_time, sortable
from pane_cli.session.types import Entry
from pane_cli.transcripts.known_types import unknown_type

#: No agent wrote transcripts before.
_FIRST = "2015"
_LONG_TEXT = 20_000
_UNREADABLE = "unreadable:"
_LONG_RUN = 10_000
_BASE64 = re.compile(rf"[A-Za-z0-9+/]{{{_LONG_RUN},}}")


class Some(NamedTuple):
    """Where something was first, and how often."""

    spot: Spot
    what: str
    times: int = 1


class Times:
    """Times of records: how many go backwards, can't be, or are not there."""

    def __init__(self, now: str) -> None:
        self.last: str | None = None
        self.backwards: list[Hit] = []
        """The first, as a hit; nothing else is kept of the others."""
        self.count_backwards = 0
        self.first_missing: Spot | None = None
        self.count_missing = 0
        self.impossible: Some | None = None
        self._latest = _a_day_after(now)

    def step(self, entry: Entry, spot: Spot) -> None:
        """Take an entry in."""
        if entry.kind == "note":
            return  # the host's own records often have no time, or an older one
        if entry.ts is None:
            self.first_missing = self.first_missing or spot
            self.count_missing += 1
            return
        if entry.ts == self.last:
            return
        if not _FIRST < entry.ts <= self._latest or _moment(entry.ts) is None:
            self.refuse(spot, entry.ts)
            return
        if sortable(entry.ts) < sortable(self.last):
            self.count_backwards += 1
            if not self.backwards:
                self.backwards.append(Hit(spot, f"{entry.ts} comes after {self.last}"))
        self.last = entry.ts

    def refuse(self, spot: Spot, what: str) -> None:
        """Count a time that can't be."""
        known = self.impossible or Some(spot, what, 0)
        self.impossible = known._replace(times=known.times + 1)


class Sizes:
    """Bytes of base64: images, and long runs of it in text."""

    def __init__(self) -> None:
        self.images: set[str] = set()
        self.repeated: Some | None = None
        self.repeated_bytes = 0
        self.count = self.bytes = 0
        self.largest = 0
        self.spot = Spot(1)
        """Of the largest."""

    def step(self, placed: Placed, entry: Entry) -> None:
        """Take an entry in."""
        if entry.kind == "image" and entry.bytes:
            size = entry.bytes * 4 // 3
            if entry.sha256 in self.images:
                known = self.repeated or Some(placed.spot, "", 0)
                self.repeated = known._replace(times=known.times + 1)
                self.repeated_bytes += size
            elif entry.sha256:
                self.images.add(entry.sha256)
            if placed.size > entry.bytes:  # a session holds a stub in its place
                self._add(placed.spot, size)
        elif len(entry.text) > _LONG_TEXT:
            size = _base64_in(entry.text)
            if size:
                self._add(placed.spot, size)

    def _add(self, spot: Spot, size: int) -> None:
        self.count, self.bytes = self.count + 1, self.bytes + size
        if size > self.largest:
            self.largest, self.spot = size, spot


class Types:
    """Records that a reader does not know, or can't read, by type."""

    def __init__(self) -> None:
        self.unknown: dict[str, Some] = {}
        self.unreadable: dict[str, Some] = {}

    def step(self, entry: Entry, spot: Spot, agent: str | None) -> None:
        """Take an entry in."""
        what = entry.what
        if entry.kind != "note" or what is None:
            return
        if what.startswith(_UNREADABLE):
            _count(self.unreadable, what.removeprefix(_UNREADABLE), spot)
        elif (name := unknown_type(agent, entry)) is not None:
            _count(self.unknown, name, spot)


def _base64_in(text: str) -> int:
    """Characters of long runs: each fills one of these pieces, without a space."""
    half = _LONG_RUN // 2
    starts = range(0, len(text), half)
    if all(" " in text[start : start + half] for start in starts[:-1]):
        return 0
    return sum(run.end() - run.start() for run in _BASE64.finditer(text))


def _count(found: dict[str, Some], what: str, spot: Spot) -> None:
    known = found.get(what) or Some(spot, what, 0)
    found[what] = known._replace(times=known.times + 1)


def _moment(ts: str) -> datetime | None:
    return parse_time(ts) if "T" in ts else None


def _a_day_after(now: str) -> str:
    when = parse_time(now)
    return format_time(when + timedelta(days=1)) if when else now
