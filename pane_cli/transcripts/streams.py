"""A FILE or a pipe, be it a transcript or a session, becomes session lines.

The first line decides. Lines of a session are passed on byte for byte; a transcript is
transcribed on the way.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple, Protocol

import msgspec

from pane_cli.session.codec import decode, encode, kind_of
from pane_cli.session.records import Record, read_records
from pane_cli.session.types import Entry, Header, Line
from pane_cli.transcripts.transcribe import (
    Skip,
    Transcriber,
    UnknownFormat,
    choose,
    joined,
    transcribe,
)

#: Entries that a filter upstream may have taken out; a larger gap is damage.
_LARGEST_GAP = 1_000_000


class RawLine(NamedTuple):
    """A session line: the bytes to forward, and what they say."""

    raw: bytes
    line: Line


class Watch(Protocol):
    """Is shown the records of a transcript, and what read them."""

    def record(self, record: Record) -> None:
        """The next record."""

    def done(self, transcriber: Transcriber) -> None:
        """All of one session was read."""


def read_lines(
    stream: BinaryIO,
    name: str,
    source: str | None = None,
    agent: str | None = None,
    watch: Watch | None = None,
) -> Iterator[Line | Skip]:
    """As `session_lines`, for who needs no bytes; `watch` looks on at a transcript."""
    head = stream.readline()
    if kind_of(head) != "session":
        look, done = (watch.record, watch.done) if watch else (None, None)
        yield from transcribe(
            joined(head, stream),
            name,
            source=source,
            agent=agent,
            look=look,
            done=done,
        )
        return
    for item in _pass_on(head, stream, source or name):
        yield item if isinstance(item, Skip) else item.line


def require_known(stream: BinaryIO, name: str, agent: str | None = None) -> None:
    """Raise where the stream is of no known format; reads no more than that takes."""
    head = stream.readline()
    if kind_of(head) == "session":
        return
    first = list(read_records(io.BytesIO(head)))
    try:
        if first and choose(first, name, agent) is not None:
            return
    except UnknownFormat:
        pass  # its first record does not say, or is no whole one
    next(transcribe(joined(head, stream), name, agent=agent), None)


def session_lines(
    stream: BinaryIO, name: str, source: str | None = None, agent: str | None = None
) -> Iterator[RawLine | Skip]:
    """Every session line in `stream`; a Skip for each piece that could not be read."""
    head = stream.readline()
    if kind_of(head) == "session":
        yield from _pass_on(head, stream, source or name)
        return
    for item in transcribe(joined(head, stream), name, source=source, agent=agent):
        yield item if isinstance(item, Skip) else RawLine(encode(item), item)


def _numbered(line: Line, last: int) -> int:
    """The last number after `line`; raises DecodeError where its own can't be true."""
    if isinstance(line, Header):
        return 0
    if not isinstance(line, Entry):
        return last
    if not last < line.n <= last + _LARGEST_GAP:
        raise msgspec.DecodeError(f"entry #{line.n} can't stand behind #{last}")
    return line.n


def _pass_on(head: bytes, stream: BinaryIO, source: str) -> Iterator[RawLine | Skip]:
    offset, raw, number = 0, head, 1
    last = 0
    while raw:
        whole = raw if raw.endswith(b"\n") else raw + b"\n"
        if raw.strip():
            try:
                line = decode(raw)
                last = _numbered(line, last)
                yield RawLine(whole, line)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                yield Skip(source, number, str(error), offset, len(raw))
        offset, raw, number = offset + len(raw), stream.readline(), number + 1
