"""A transcript becomes session lines, as a stream.

`transcribe` sniffs the format from the first records, then yields the header, entries
and amends of each session in the file, and a `Skip` for every piece that could not be
read. `Transcriber` is the same for one session, record by record, with a state that can
be saved: the store resumes with it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, NamedTuple

import msgspec

from pane_cli.errors import PaneError
from pane_cli.session.documents import document_records
from pane_cli.session.records import BOM, Record
from pane_cli.session.values import holdable
from pane_cli.transcripts.formats import NAMES, Format, named, refusal, sniff
from pane_cli.transcripts.recognise import inside
from pane_cli.transcripts.shape import (
    NO_SESSION,
    is_around,
    is_container,
    is_session,
    joined,
    look,
    source_records,
)
from pane_cli.transcripts.transcriber import Content, Transcriber

__all__ = [
    "NO_SESSION",
    "SNIFF_RECORDS",
    "Content",
    "Item",
    "Skip",
    "Transcriber",
    "UnknownFormat",
    "beginning",
    "choose",
    "is_around",
    "is_container",
    "is_session",
    "joined",
    "look",
    "no_records",
    "source_records",
    "transcribe",
]

SNIFF_RECORDS = 50


class Skip(NamedTuple):
    """A piece of a source that is no record: counted, named by line, never fatal."""

    source: str
    line: int
    problem: str
    offset: int
    length: int


class UnknownFormat(PaneError):
    """No format knows the first records."""


Item = Content | Skip


def transcribe(
    stream: BinaryIO,
    name: str,
    *,
    source: str | None = None,
    agent: str | None = None,
    final: bool = True,
    look: Callable[[Record], None] | None = None,
    done: Callable[[Transcriber], None] | None = None,
) -> Iterator[Item]:
    """Every line of every session in `stream`.

    `name` is the file's name (no folder), `source` what the header says of its place,
    `agent` overrides the sniffer; `look` is shown each record before it is read, `done`
    what read a file of one session. Raises UnknownFormat before anything is yielded.
    """
    records = source_records(stream, final)
    if look is not None:
        records = _shown(records, look)
    first = beginning(records)
    row = choose(first, name, agent)
    if row is None:
        yield from (_skip(source or name, r) for r in first if r.value is None)
        return
    everything = itertools.chain(first, records)
    if row.many and is_container(first, row.is_part):
        chats = itertools.islice(everything, is_around(first), None)
        yield from _many(row, chats, name, source)
        return
    transcriber = Transcriber(row, name, source=source)
    yield from _one(transcriber, everything, source or name)
    if done is not None:
        done(transcriber)


def _shown(
    records: Iterable[Record], look: Callable[[Record], None]
) -> Iterator[Record]:
    for record in records:
        look(record)
        yield record


def beginning(records: Iterator[Record]) -> list[Record]:
    """The first records, by which a format is chosen.

    They go on behind damage until one can be read: it may be a transcript all the same.
    """
    first = list(itertools.islice(records, SNIFF_RECORDS))
    is_foreign = all(record.is_foreign for record in first)
    if not is_foreign and all(record.value is None for record in first):
        for record in records:
            first.append(record)
            if record.value is not None:
                break
    return first


def choose(first: list[Record], name: str, agent: str | None) -> Format | None:
    """The format of a file by its first records; None where there are none."""
    values = [r.value for r in first if r.value is not None]
    if agent is not None:
        row = named(agent)
        if row is None:
            raise PaneError(f"no format {agent}", "formats: " + ", ".join(NAMES))
        return row if first else None
    if not values:
        if first and all(record.is_foreign for record in first):
            raise no_records(name)
        return None
    # The first line of a file begins it; the first item of a list stands behind `[`.
    is_line = (first[0].offset, first[0].line) in ((0, 1), (len(BOM), 1))
    row = sniff(values, is_document=not is_line)
    if row is None:
        told = (refusal(inner) for value in values for inner in inside(value))
        what = next(filter(None, told), None)
        if what is not None:
            raise UnknownFormat(f"{name}: {what}")
        keys = ", ".join(sorted(values[0])[:8]) or "none"
        raise _unknown(f"keys of the first record: {keys}", name)
    return row


def no_records(name: str) -> UnknownFormat:
    """The error for a source that does not begin as any transcript does."""
    return _unknown("it does not begin with a JSON object", name)


def _unknown(what: str, name: str) -> UnknownFormat:
    return UnknownFormat(
        f"{name}: no known transcript format ({what})",
        "say it with --from FORMAT; what there is: pane ingest --list-formats",
    )


def _one(
    transcriber: Transcriber, records: Iterable[Record], source: str
) -> Iterator[Item]:
    for record in records:
        if record.problem is not None:
            yield _skip(source, record)
        yield from transcriber.feed(record)
    yield from transcriber.finish()


def _many(
    row: Format, records: Iterable[Record], name: str, source: str | None
) -> Iterator[Item]:
    """Each line is a document with messages, and a session of its own."""
    part = 0
    for record in records:
        if record.value is not None and not is_session(record.value):
            record = record._replace(value=None, problem=NO_SESSION)
        if record.problem is not None:
            yield _skip(source or name, record)
        if record.value is None:
            continue
        transcriber = Transcriber(row, name, part=part, source=source)
        body = msgspec.json.encode(holdable(record.value))
        for inner in document_records(body):
            moved = inner._replace(
                offset=record.offset, length=record.length, line=record.line
            )
            yield from transcriber.feed(moved)
        yield from transcriber.finish()
        part += 1


def _skip(source: str, record: Record) -> Skip:
    problem = record.problem or "not read"
    return Skip(source, record.line, problem, record.offset, record.length)
