"""The beginning of a source: which format it has, and which session it says it is."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pane_cli.session.codec import kind_of
from pane_cli.session.documents import document_records, may_begin
from pane_cli.session.records import Record, read_records
from pane_cli.session.types import Header
from pane_cli.store.sourcebytes import Tee
from pane_cli.transcripts.formats import FORMATS, Format, sniff
from pane_cli.transcripts.source import plain_name
from pane_cli.transcripts.transcribe import (
    Transcriber,
    beginning,
    choose,
    is_container,
    look,
    no_records,
)


class Beginning(NamedTuple):
    """What the first records say, and all records from the first on."""

    records: Iterator[Record]
    tee: Tee
    row: Format | None
    """None where there is no whole record yet."""
    header: Header | None
    """None where the records do not say yet which session it is."""
    is_fallback: bool
    """The transcript names no session: the id was made from its first record."""
    is_many: bool
    is_document: bool
    seen: list[Record]
    """The records that were looked at."""


class IsSession(Exception):
    """The source holds session lines, not a transcript."""


def begin(stream: BinaryIO, path: Path, agent: str | None) -> Beginning:
    """Look at the first records of a source; raises UnknownFormat, IsSession."""
    tee, records, is_document = records_of(stream)
    seen = beginning(records)
    if seen and seen[0].line == 1 and kind_of(tee.peek(*seen[0][1:3])) == "session":
        raise IsSession
    if not seen and agent is None and not may_begin(tee.rest()):
        raise no_records(str(path))
    row = choose(seen, str(path), agent)
    if row is None:
        return Beginning(iter(seen), tee, None, None, False, False, is_document, seen)
    is_many = row.many and is_container(seen, row.is_part)
    reader = Transcriber(row, plain_name(path))
    header = None if is_many else _header(reader, seen, records)
    values = [r.value for r in seen if r.value is not None]
    is_fallback = header is not None and _is_fallback(reader, header, values)
    everything = itertools.chain(seen, records)
    return Beginning(
        everything, tee, row, header, is_fallback, is_many, is_document, seen
    )


def records_of(stream: BinaryIO) -> tuple[Tee, Iterator[Record], bool]:
    """The records of a source, the bytes they come from, and whether it is a document.

    A document that is still being written has no records.
    """
    tee, buffered = Tee.buffered(stream)
    whole, is_document = look(buffered)
    if not is_document:
        return tee, read_records(whole, final=False), False
    body = whole.read().rstrip(b"\0 \t\r\n")
    records = document_records(body) if body.endswith((b"}", b"]")) else iter(())
    first = list(itertools.islice(records, 2))
    if len(first) == 1 and first[0].value is None and b"\n" not in body:
        return tee, iter(()), True  # half of the first line
    return tee, itertools.chain(first, records), True


def row_of(agent: str, records: Iterable[Record]) -> Format:
    """The format in which a stored session is read, by what its header says."""
    rows = [row for row in FORMATS if row.load().agent == agent]
    values = [r.value for r in records if r.value is not None]
    found = sniff(values) if values else None
    return found if found in rows and found is not None else rows[0]


def _header(
    reader: Transcriber, seen: list[Record], records: Iterator[Record]
) -> Header | None:
    for record in seen:
        for line in reader.feed(record):
            if isinstance(line, Header):
                return line
    for record in records:
        seen.append(record)
        for line in reader.feed(record):
            if isinstance(line, Header):
                return line
    return None


def _is_fallback(
    reader: Transcriber, header: Header, values: list[dict[str, object]]
) -> bool:
    return bool(values) and header.id == reader.reader.fallback_id(values[0])
