"""Feeds bytes to a reader as a growing file does."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

from pane_cli.session.records import read_records
from pane_cli.session.types import Amend, Entry, Header
from pane_cli.transcripts.formats import Format, named, sniff
from pane_cli.transcripts.transcribe import Item, Transcriber, transcribe

Content = Header | Entry | Amend


def jsonl(*records: Any) -> bytes:
    """Lines of records; a str stands as it is."""
    lines = [r if isinstance(r, str) else json.dumps(r) for r in records]
    return "".join(line + "\n" for line in lines).encode()


def read(*records: Any, name: str = "x.jsonl") -> list[Item]:
    """What a file of these records becomes."""
    return list(transcribe(io.BytesIO(jsonl(*records)), name))


def document(value: Any, name: str = "x.json") -> list[Item]:
    """What a file that is one JSON value becomes."""
    return list(transcribe(io.BytesIO(json.dumps(value, indent=1).encode()), name))


def entries(lines: list[Item]) -> list[Entry]:
    return [line for line in lines if isinstance(line, Entry)]


def header(lines: list[Item]) -> Header:
    return next(line for line in lines if isinstance(line, Header))


def amends(lines: list[Item]) -> list[Amend]:
    return [line for line in lines if isinstance(line, Amend)]


def said(lines: list[Item]) -> list[tuple[str, str, str]]:
    """Kind (of a note: what it is), role and text of every entry."""
    return [(e.what or e.kind, e.role, e.text) for e in entries(lines)]


def whole(data: bytes) -> list[Content]:
    """The lines of a file that is there from the first to the last byte."""
    row = _row(data)
    transcriber = Transcriber(row, "x.jsonl")
    lines: list[Content] = []
    for record in read_records(io.BytesIO(data), final=False):
        lines += transcriber.feed(record)
    return lines


def in_two(data: bytes, cut: int) -> list[Content]:
    """The same, read up to `cut`, put away, and read on when it has grown."""
    row, lines, consumed = _row(data), [], 0
    first = Transcriber(row, "x.jsonl")
    for record in read_records(io.BytesIO(data[:cut]), final=False):
        lines += first.feed(record)
        if not first.held:
            consumed = record.offset + record.length
    second = Transcriber(row, "x.jsonl")
    second.restore(first.save())
    rest = io.BytesIO(data[consumed:])
    for record in read_records(rest, offset=consumed, final=False):
        lines += second.feed(record)
    return lines


def sniffed(data: bytes) -> Iterator[str | None]:
    """The format of the first record, of the first two, and so on."""
    values = [r.value for r in read_records(io.BytesIO(data)) if r.value is not None]
    for count in range(1, len(values) + 1):
        row = sniff(values[:count])
        yield row.name if row else None


def _row(data: bytes) -> Format:
    *_, name = sniffed(data)
    row = named(name or "")
    assert row is not None
    return row
