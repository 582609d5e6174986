"""Findings in records: ids, parents and types."""

from __future__ import annotations

from collections.abc import Iterator

from pane_cli.check.finding import Hit, Placed
from pane_cli.check.seen import Seen, generation
from pane_cli.session.types import Entry
from pane_cli.text.counts import counted

_ID_CHARS = 60


def duplicate_id(item: Placed, seen: Seen) -> Iterator[Hit]:
    """A record that came before; a reader that knows it made a note of it."""
    entry = _entry(item)
    if entry.kind == "note" and entry.what == "duplicate":
        yield item.hit("this record came before: its copy is counted once", "info")
    elif generation(entry) > 0:
        return  # of a rewritten source: its reader found no second one in it
    elif entry.id is not None and seen.family.has(entry.id):
        message = f"a second record with the id {entry.id[:_ID_CHARS]}"
        yield item.hit(message, subject=entry.id)


def dangling_parent(item: None, seen: Seen) -> Iterator[Hit]:
    """Parents that never came."""
    for waiting in seen.family.awaited.values():
        spot, parent = waiting[0]
        others = len(waiting) - 1
        records = "1 more record" if others == 1 else f"{others:,} more records"
        more = f", and that of {records}," if others else ""
        message = f"its parent {parent[:_ID_CHARS]}{more} is not in the file"
        yield Hit(spot, f"{message}: pane goes on in file order", None, parent)


def cyclic_parent(item: Placed, seen: Seen) -> Iterator[Hit]:
    """A record that is its own parent's child."""
    entry = _entry(item)
    if entry.id is not None and seen.family.closes_circle(entry):
        message = f"record {entry.id[:_ID_CHARS]} is among its own parents"
        yield item.hit(message, subject=entry.id)


def unknown_record(item: None, seen: Seen) -> Iterator[Hit]:
    """One hit a type, at the first."""
    for found in seen.types.unknown.values():
        records = counted(found.times, "record")
        name = found.what[:_ID_CHARS]
        sort = "no type" if name == "unknown" else f"an unknown type `{name}`"
        what = f"{records} of {sort}"
        yield Hit(found.spot, f"{what}: kept by number, not read", None, found.what)


def unreadable_record(item: None, seen: Seen) -> Iterator[Hit]:
    """One hit a reason, at the first."""
    for found in seen.types.unreadable.values():
        records = counted(found.times, "record")
        message = f"{records} that no reader can read ({found.what})"
        yield Hit(found.spot, message, None, found.what)


def _entry(placed: Placed) -> Entry:
    assert isinstance(placed.line, Entry)  # the table shows entries only
    return placed.line
