"""A transcript becomes session lines, as a stream.

`transcribe` sniffs the format from the first records, then yields the header, entries
and amends of each session in the file, and a `Skip` for every piece that could not be
read. `Transcriber` is the same for one session, record by record, with a state that can
be saved: the store resumes with it.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple

import msgspec

from pane_cli.errors import PaneError
from pane_cli.session.documents import LISTS, document_records
from pane_cli.session.numbering import Numbering, note
from pane_cli.session.records import Record, parse, read_records
from pane_cli.session.types import Amend, Entry, Header
from pane_cli.transcripts.formats import NAMES, Format, named, sniff

SNIFF_RECORDS = 50
_SNIFF_BYTES = 1 << 20


class Skip(NamedTuple):
    """A piece of a source that is no record: counted, named by line, never fatal."""

    source: str
    line: int
    problem: str
    offset: int
    length: int


class UnknownFormat(PaneError):
    """No format knows the first records."""


class _Saved(msgspec.Struct):
    numbering: Numbering
    header: Header | None
    reader: msgspec.Raw


class Transcriber:
    """One session's records to lines. Held records wait until the header is known."""

    def __init__(
        self,
        row: Format,
        name: str,
        *,
        part: int | None = None,
        source: str | None = None,
        generation: int = 0,
    ) -> None:
        self.numbering = Numbering()
        self.reader = row.load()(name, self.numbering, part)
        self.header: Header | None = None
        self.generation = generation
        self._source = source
        self._held: list[Record] = []

    @property
    def held(self) -> int:
        """Records that wait for a header."""
        return len(self._held)

    def feed(self, record: Record) -> Iterator[Header | Entry | Amend]:
        """The lines of one record; a record before the header may wait for later."""
        if self.header is not None:
            yield from self._lines(record)
            return
        self._held.append(record)
        yield from self._decide(final=False)

    def finish(self) -> Iterator[Header | Entry | Amend]:
        """The lines of what was held, when no more will come."""
        if self.header is None and self._held:
            yield from self._decide(final=True)

    def save(self) -> bytes:
        """Everything needed to go on later, as JSON."""
        state = msgspec.Raw(msgspec.json.encode(self.reader.state))
        return msgspec.json.encode(_Saved(self.numbering, self.header, state))

    def restore(self, saved: bytes) -> None:
        """Go on from `save`; raises msgspec.DecodeError where it does not fit."""
        state = msgspec.json.decode(saved, type=_Saved)
        self.numbering = self.reader.numbering = state.numbering
        self.header = state.header
        self.reader.state = msgspec.json.decode(state.reader, type=self.reader.State)

    def _decide(self, final: bool) -> Iterator[Header | Entry | Amend]:
        values = [r.value for r in self._held if r.value is not None]
        header = self.reader.header(values, final)
        if header is None:
            return
        self.header = msgspec.structs.replace(header, source=self._source)
        yield self.header
        held, self._held = self._held, []
        for record in held:
            yield from self._lines(record)

    def _lines(self, record: Record) -> Iterator[Entry | Amend]:
        if record.value is None:
            return
        try:
            reading = self.reader.read(record.value)
        except (TypeError, ValueError, KeyError, AttributeError, IndexError) as error:
            # A record of a shape nobody has seen keeps its number and its bytes.
            drafts, amends = [note(f"unreadable:{type(error).__name__}")], ()
        else:
            drafts, amends = reading.drafts or [note("empty")], reading.amends
        src = (self.generation, record.offset, record.length)
        yield from self.numbering.number(drafts, src)
        yield from amends


Item = Header | Entry | Amend | Skip


def transcribe(
    stream: BinaryIO,
    name: str,
    *,
    source: str | None = None,
    agent: str | None = None,
    final: bool = True,
) -> Iterator[Item]:
    """Every line of every session in `stream`.

    `name` is the file's name (no folder), `source` what the header says of its place,
    `agent` overrides the sniffer. Raises UnknownFormat before anything is yielded.
    """
    records = source_records(stream, final)
    first = list(itertools.islice(records, SNIFF_RECORDS))
    row = choose(first, name, agent)
    if row is None:
        yield from (_skip(source or name, r) for r in first if r.value is None)
        return
    everything = itertools.chain(first, records)
    if row.many and is_container(first):
        yield from _many(row, everything, name, source)
        return
    transcriber = Transcriber(row, name, source=source)
    yield from _one(transcriber, everything, source or name)


def choose(first: list[Record], name: str, agent: str | None) -> Format | None:
    """The format of a file by its first records; None where there are none."""
    values = [r.value for r in first if r.value is not None]
    if agent is not None:
        row = named(agent)
        if row is None:
            raise PaneError(f"no format {agent}", "formats: " + ", ".join(NAMES))
        return row if values else None
    if not values:
        return None
    row = sniff(values)
    if row is None:
        keys = ", ".join(sorted(values[0])[:8]) or "none"
        raise UnknownFormat(
            f"{name}: no known transcript format (keys of the first record: {keys})",
            "say it with --from FORMAT; formats: " + ", ".join(NAMES),
        )
    return row


def source_records(stream: BinaryIO, final: bool = True) -> Iterator[Record]:
    """Records of a source, be it lines or one JSON document."""
    stream, is_document = look(stream)
    if is_document:
        return document_records(stream.read())
    return read_records(stream, final=final)


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
        if record.problem is not None:
            yield _skip(source or name, record)
        if record.value is None:
            continue
        transcriber = Transcriber(row, name, part=part, source=source)
        body = msgspec.json.encode(record.value)
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


def is_container(first: list[Record]) -> bool:
    return len(first) > 1 and all(
        r.value is None or any(isinstance(r.value.get(k), list) for k in ("messages",))
        for r in first
    )


def look(stream: BinaryIO) -> tuple[BinaryIO, bool]:
    """The stream again, and whether it is one JSON document and not lines."""
    head = stream.read(_SNIFF_BYTES)
    whole = joined(head, stream)
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start or start[:1] not in b"[{":
        return whole, False
    line, newline, rest = start.partition(b"\n")
    if not newline and len(head) == _SNIFF_BYTES:
        return whole, start[:1] == b"["  # one very long line
    try:
        value = parse(line.strip())
    except ValueError:
        # Pretty-printed values break inside; a damaged line is followed by whole ones.
        return whole, line.strip() in (b"{", b"[") or not _has_whole_line(rest)
    if rest.strip():
        return whole, False
    return whole, isinstance(value, list) or _holds_messages(value)


def _has_whole_line(rest: bytes) -> bool:
    for line in rest.split(b"\n", 20)[:20]:
        line = line.strip()
        if line.startswith(b"{") and line.endswith(b"}"):
            try:
                parse(line)
            except ValueError:
                continue
            return True
    return False


def _holds_messages(value: Any) -> bool:
    return isinstance(value, dict) and any(
        isinstance(value.get(key), list) for key in LISTS
    )


def joined(head: bytes, rest: BinaryIO) -> BinaryIO:
    """`head` that was read to look at it, and then the rest of the stream."""
    return io.BufferedReader(_Joined(head, rest), 1 << 18)


class _Joined(io.RawIOBase):
    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = io.BytesIO(head)
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._head.read(len(buffer)) or self._rest.read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)
