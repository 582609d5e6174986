"""`pane check --lossless`: stored sessions against originals, FILEs against sources."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from pane_cli.check.check import finding
from pane_cli.check.finding import Finding, Placed
from pane_cli.check.lossless import (
    Outcome,
    compare,
    one_line_records,
    only_line,
    retranscribe,
)
from pane_cli.check.reading import pieces
from pane_cli.check.seen import Seen
from pane_cli.check.table import Row
from pane_cli.session.address import USER_SESSION
from pane_cli.session.records import Record
from pane_cli.session.types import Entry, Header, Src
from pane_cli.store.archive import Archive
from pane_cli.store.store import Store
from pane_cli.transcripts.source import is_there, open_source, plain_name
from pane_cli.transcripts.transcribe import source_records

_CHUNK = 1 << 18


class _Part(NamedTuple):
    """The entries of one generation of a session."""

    header: Header
    generation: int
    entries: Iterator[Placed]


def stored_findings(
    store: Store, id: str, shown: str, rows: Sequence[Row]
) -> Iterator[Finding]:
    """One session of the store against its original."""
    if id == USER_SESSION:
        return  # what belongs to no session was never read from a source
    path = store.path(id)
    archive = store.archive(id)
    with path.open("rb") as stream:
        for part in _parts(stream, path.name):
            outcomes = _with_archive(part, archive)
            yield from _findings(outcomes, rows, shown, id)


def file_findings(path: Path, shown: str, rows: Sequence[Row]) -> Iterator[Finding]:
    """The sessions of a session file against their sources, where these still are."""
    newest = _newest(path)
    with open_source(path) as stream:
        for part in _parts(stream, plain_name(path)):
            outcomes = _with_source(part, newest[part.header.id])
            yield from _findings(outcomes, rows, shown, part.header.id)


def _with_archive(part: _Part, archive: Archive) -> Iterator[Outcome]:
    def read(src: Src) -> bytes:
        return archive.read(*src)

    header, generation, entries = part
    line, entries = only_line(header.agent, entries)
    if line is not None:
        records: Iterable[Record] = one_line_records(read(line), line)
    else:
        records = source_records(_stream(archive.chunks(generation, fill=True)))
    name = plain_name(Path(header.source or header.id))
    yield from compare(
        entries, retranscribe(records, name, header.agent, generation), read
    )


def _with_source(part: _Part, newest: int) -> Iterator[Outcome]:
    header, generation, entries = part
    line, entries = only_line(header.agent, entries)
    source = Path(header.source) if header.source else None
    problem = ""
    if source is None or not is_there(source):
        what = f"{source} is not here" if source else "the session names no source"
        problem = f"{what}: nothing to compare with"
    elif generation != newest:
        problem = f"from an older state of {source}, which only a store keeps"
    if source is None or problem:
        yield Outcome("uncompared", next(entries).spot, problem)
        return
    with open_source(source) as stream:
        records: Iterable[Record] = source_records(stream)
        if line is not None:
            records = one_line_records(_span(source, line), line)
        name = plain_name(source)
        again = retranscribe(records, name, header.agent, generation)
        yield from compare(entries, again)


def _span(source: Path, src: Src) -> bytes:
    """Bytes of a source that may be packed."""
    _, offset, length = src
    with open_source(source) as stream:
        while offset > 0 and (piece := stream.read(min(offset, _CHUNK))):
            offset -= len(piece)
        return stream.read(length)


def _parts(stream: BinaryIO, name: str) -> Iterator[_Part]:
    header: Header | None = None
    lines = (piece for piece in pieces(stream, name) if isinstance(piece, Placed))
    for (header, generation), group in itertools.groupby(_owned(lines), _owner):
        yield _Part(header, generation, (placed for _, placed in group))


def _owned(lines: Iterable[Placed]) -> Iterator[tuple[Header, Placed]]:
    header: Header | None = None
    for placed in lines:
        if isinstance(placed.line, Header):
            header = placed.line
        elif isinstance(placed.line, Entry) and header and placed.line.src:
            yield header, placed


def _owner(item: tuple[Header, Placed]) -> tuple[Header, int]:
    header, placed = item
    entry = cast(Entry, placed.line)
    return header, entry.src[0] if entry.src else 0


def _newest(path: Path) -> dict[str, int]:
    """The newest generation of each session in a file."""
    newest: dict[str, int] = {}
    with open_source(path) as stream:
        for part in _parts(stream, plain_name(path)):
            known = newest.get(part.header.id, 0)
            newest[part.header.id] = max(known, part.generation)
    return newest


def _findings(
    outcomes: Iterable[Outcome], rows: Sequence[Row], file: str, session: str
) -> Iterator[Finding]:
    asked = [row for row in rows if "lossless" in row.places]
    for outcome in outcomes:
        for row in asked:
            for hit in row.find(outcome, Seen()):
                yield finding(row, hit, file, session)


class _Chunks(io.RawIOBase):
    """Pieces of bytes, as a stream."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._rest = self._rest or next(self._chunks, b"")
        piece, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)


def _stream(chunks: Iterator[bytes]) -> BinaryIO:
    return io.BufferedReader(_Chunks(chunks), 1 << 18)
