"""Findings in session files: headers, numbers, marks and what they are about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pane_cli.check.finding import Hit, Placed
from pane_cli.check.seen import Seen
from pane_cli.session.address import format_range, matches_id
from pane_cli.session.types import Amend, Entry, Line, Mark, Range

#: An address that names its session; `#12` alone may be an issue of somebody's.
_ADDRESS = re.compile(
    r"(?<![\w#/-])(?P<id>[0-9A-Za-z][\w-]{3,}(?:/[\w-]+)?)"
    r"#(?P<first>\d{1,12})(?:-#?(?P<last>\d{1,12}))?"
)


def header_missing(item: Placed, seen: Seen) -> Iterator[Hit]:
    """The first line of a file that has lost its header."""
    if seen.header is None and not seen.is_headless:
        yield item.hit("session lines before any `session` line: put the header back")


def header_repeated(item: Placed, seen: Seen) -> Iterator[Hit]:
    """A session that begins again."""
    if seen.is_repeated:
        yield item.hit("this session began before in this file: keep one of the two")


def number_repeated(item: Placed, seen: Seen) -> Iterator[Hit]:
    """A number that was used."""
    entry = _entry(item)
    if entry.n in seen.numbers.known:
        yield item.hit(f"a second entry #{entry.n}: ingest the transcript again")


def number_order(item: Placed, seen: Seen) -> Iterator[Hit]:
    """A number that comes late, or is none."""
    entry = _entry(item)
    if entry.n < 1:
        yield item.hit(f"#{entry.n} is no number of an entry: they begin with #1")
    elif entry.n < seen.numbers.last and entry.n not in seen.numbers.known:
        yield item.hit(f"#{entry.n} stands behind #{seen.numbers.last}")


def number_gap(item: Placed, seen: Seen) -> Iterator[Hit]:
    """Numbers that are left out."""
    n, last = _entry(item).n, seen.numbers.last
    if n > last + 1:
        missing = format_range(last + 1, n - 1)
        yield item.hit(f"{missing} not here: filtered out, or lost")


def missing_address(item: Placed, seen: Seen) -> Iterator[Hit]:
    """A line about what is not there."""
    line = item.line
    assert isinstance(line, Mark | Amend)  # the table shows only these
    spans = line.entries + (line.back if isinstance(line, Mark) else ())
    span = seen.numbers.missing(spans)
    what = line.what if isinstance(line, Amend) else line.kind
    if span is not None:
        yield item.hit(f"{what} of {format_range(*span)}: no such entries before it")
    if not isinstance(line, Mark):
        return
    if line.undoes is not None and line.undoes not in seen.marks:
        yield item.hit(f"undo of mark {line.undoes}: no such mark before it")
    if line.after > seen.numbers.last:
        yield item.hit(f"{what} made after #{line.after}: no such entry before it")


def dangling_reference(item: Placed, seen: Seen) -> Iterator[Hit]:
    """Words that send a reader to entries of this session that are not there."""
    line = item.line
    for span in _spoken_of(line, seen):
        if (gone := seen.numbers.missing((span,))) is not None:
            what = line.what if isinstance(line, Entry) else line.kind
            yield item.hit(f"{what}: names {format_range(*gone)}: no such entries")
            return


def _spoken_of(line: Line, seen: Seen) -> Iterator[Range]:
    texts: list[str] = []
    if isinstance(line, Mark):
        texts += filter(None, (line.text, line.note))
        for first, last, text in line.stands:
            yield first, last
            texts.append(text)
        for form in line.forms:
            yield form.n, form.n
            texts += form.head, *form.lines
    elif isinstance(line, Entry) and line.what == "compact-summary":
        texts.append(line.text)
    header = seen.header
    for text in texts if header is not None else ():
        for found in _ADDRESS.finditer(text):
            if header is not None and matches_id(header.id, found["id"]):
                first = int(found["first"])
                yield first, int(found["last"] or first)


def mark_repeated(item: Placed, seen: Seen) -> Iterator[Hit]:
    """A mark's number that was used."""
    assert isinstance(item.line, Mark)  # the table shows marks only
    if item.line.mark in seen.marks:
        yield item.hit(f"a second mark {item.line.mark}: number it on")


def _entry(placed: Placed) -> Entry:
    assert isinstance(placed.line, Entry)  # the table shows entries only
    return placed.line
