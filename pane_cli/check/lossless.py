"""Proof that nothing was lost: the source, read again, gives the entries there are.

Each entry's `src` must be a record in the original, and what today's reader makes of
that record must be the entry. In generations after the first, known records keep the
numbers that they had, so there numbers and turns are not compared.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

import msgspec

from pane_cli.check.finding import Hit, Placed, Spot
from pane_cli.check.seen import Seen
from pane_cli.session.documents import document_records
from pane_cli.session.records import Record, parse, repair
from pane_cli.session.types import Entry, Src
from pane_cli.transcripts.formats import named
from pane_cli.transcripts.transcribe import (
    SNIFF_RECORDS,
    Transcriber,
    beginning,
    choose,
)

_NUMBERED = frozenset(("n", "turn"))


class Outcome(NamedTuple):
    """What the comparison says of an entry; nothing where all is well."""

    sort: Literal["lost", "changed", "uncompared"]
    spot: Spot
    message: str


def lost_original(item: Outcome, seen: Seen) -> Iterator[Hit]:
    """No such bytes, or no record."""
    if item.sort == "lost":
        yield Hit(item.spot, item.message)


def changed_entry(item: Outcome, seen: Seen) -> Iterator[Hit]:
    """Another entry."""
    if item.sort == "changed":
        yield Hit(item.spot, item.message)


def not_compared(item: Outcome, seen: Seen) -> Iterator[Hit]:
    """No source to compare with."""
    if item.sort == "uncompared":
        yield Hit(item.spot, item.message)


def compare(
    stored: Iterable[Placed],
    again: Iterable[Entry],
    read: Callable[[Src], bytes] | None = None,
) -> Iterator[Outcome]:
    """Entries of one generation against those of its source, both in order.

    `read` gives the bytes of a span and raises KeyError where they are lost. The source
    may go on where the entries end: it has grown.
    """
    groups = _groups(again)
    found: tuple[Src, list[Entry]] | None = next(groups, None)
    for src, mine in itertools.groupby(stored, key=lambda placed: _src(placed)):
        placed = list(mine)
        if src is None:
            continue
        lost = _unread(src, read) if read is not None else ""
        if lost:
            yield Outcome("lost", placed[0].spot, lost)
            continue
        while found is not None and found[0][1:] < src[1:]:
            found = next(groups, None)
        if found is None or found[0] != src:
            message = f"its source has no record at byte {src[1]:,}"
            yield Outcome("lost", placed[0].spot, message)
            continue
        yield from _unequal(placed, found[1])
        found = next(groups, None)


def retranscribe(
    records: Iterable[Record], name: str, agent: str, generation: int
) -> Iterator[Entry]:
    """Entries of the records of a source, as if it were ingested now."""
    records = iter(records)
    first = beginning(records)
    row = named(agent) or choose(first, name, None)
    if row is None:
        return
    transcriber = Transcriber(row, name, generation=generation)
    for record in itertools.chain(first, records):
        yield from _entries(transcriber.feed(record))
    yield from _entries(transcriber.finish())


def one_line_records(body: bytes, src: Src) -> list[Record]:
    """The records of a session that is one line of a file of sessions."""
    return [
        record._replace(offset=src[1], length=src[2])
        for record in document_records(body)
    ]


def only_line(
    agent: str, entries: Iterator[Placed]
) -> tuple[Src | None, Iterator[Placed]]:
    """The span of a session that is one line of a file of sessions; and its entries.

    All its entries have the span of that line; in a document each message has its own.
    """
    first = list(itertools.islice(entries, SNIFF_RECORDS))
    entries = itertools.chain(first, entries)
    row = named(agent)
    spans = {_src(placed) for placed in first}
    is_line = row is not None and row.many and len(spans) == 1
    return (spans.pop() if is_line else None), entries


def _entries(lines: Iterable[object]) -> Iterator[Entry]:
    return (line for line in lines if isinstance(line, Entry))


def _groups(entries: Iterable[Entry]) -> Iterator[tuple[Src, list[Entry]]]:
    for src, group in itertools.groupby(entries, key=lambda entry: entry.src):
        if src is not None:
            yield src, list(group)


def _src(placed: Placed) -> Src | None:
    return placed.line.src if isinstance(placed.line, Entry) else None


def _unread(src: Src, read: Callable[[Src], bytes]) -> str:
    """Why a span gives no record; empty where it does."""
    where = f"bytes {src[1]:,} to {src[1] + src[2]:,} of generation {src[0]}"
    try:
        body = read(src)
    except KeyError:
        return f"{where} are not in the original"
    return "" if isinstance(_value(body), dict) else f"{where} are no record"


def _value(body: bytes) -> object:
    try:
        return parse(body)
    except ValueError:
        saved = next(repair(body, 0, 1), None)
        return saved.value if saved is not None else None


def _unequal(placed: list[Placed], again: list[Entry]) -> Iterator[Outcome]:
    """Blocks of one record, aligned at the end: the first ones may be known."""
    src = again[0].src
    is_first = src is not None and src[0] == 0
    if len(again) < len(placed) or (is_first and len(again) != len(placed)):
        counts = f"{len(again)} entries, not {len(placed)}"
        yield Outcome("changed", placed[0].spot, f"read again, it gives {counts}")
        return
    ignored = frozenset[str]() if is_first else _NUMBERED
    for mine, other in zip(placed, again[len(again) - len(placed) :], strict=True):
        fields = _differ(mine.line, other, ignored)
        if fields:
            message = f"read again, it has another {', '.join(fields)}"
            yield Outcome("changed", mine.spot, message)


def _differ(one: object, other: Entry, ignored: frozenset[str]) -> list[str]:
    if one == other:
        return []
    # Through JSON, as the stored one came: there 1.0 and 1 are one number.
    other = msgspec.json.decode(msgspec.json.encode(other), type=Entry)
    return [
        field
        for field in Entry.__struct_fields__
        if field not in ignored and getattr(one, field) != getattr(other, field)
    ]
