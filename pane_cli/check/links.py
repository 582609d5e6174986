"""Findings in records: ids, parents and times."""

from __future__ import annotations

from collections.abc import Iterator

from pane_cli.check.finding import Hit, Placed
from pane_cli.check.seen import Seen, generation
from pane_cli.session.types import Entry

_ID_CHARS = 60


def duplicate_id(item: Placed, seen: Seen) -> Iterator[Hit]:
    """A record that came before; a reader that knows it made a note of it."""
    entry = _entry(item)
    if entry.kind == "note" and entry.what == "duplicate":
        yield item.hit("this record came before: its copy is counted once", "info")
    elif generation(entry) > 0:
        return  # of a rewritten source: its reader found no second one in it
    elif entry.id is not None and seen.family.has(entry.id):
        yield item.hit(f"a second record with the id {entry.id[:_ID_CHARS]}")


def dangling_parent(item: None, seen: Seen) -> Iterator[Hit]:
    """Parents that never came."""
    for waiting in seen.family.awaited.values():
        spot, parent = waiting[0]
        more = f", nor are {len(waiting) - 1} more records'" if len(waiting) > 1 else ""
        message = f"its parent {parent[:_ID_CHARS]} is not in the file{more}"
        yield Hit(spot, f"{message}: pane goes on in file order")


def cyclic_parent(item: Placed, seen: Seen) -> Iterator[Hit]:
    """A record that is its own parent's child."""
    entry = _entry(item)
    if entry.id is not None and seen.family.closes_circle(entry):
        yield item.hit(f"record {entry.id[:_ID_CHARS]} is among its own parents")


def time_backwards(item: None, seen: Seen) -> Iterator[Hit]:
    """One hit a session, at the first."""
    for hit in seen.times.backwards:
        count = seen.times.count_backwards
        more = f", and {count - 1:,} more like it" if count > 1 else ""
        yield Hit(hit.spot, f"{hit.message}{more}: file order counts")


def time_missing(item: None, seen: Seen) -> Iterator[Hit]:
    """One hit a session, at the first."""
    times = seen.times
    if times.first_missing is not None:
        entries = "entry has" if times.count_missing == 1 else "entries have"
        yield Hit(times.first_missing, f"{times.count_missing:,} {entries} no time")


def _entry(placed: Placed) -> Entry:
    assert isinstance(placed.line, Entry)  # the table shows entries only
    return placed.line
