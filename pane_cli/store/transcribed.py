"""Transcripts that were read from FILEs, kept as session lines for the next command.

It is trusted only where the FILE is the one that was read, and the code the one that
read it. Of a FILE that only grew, what is new is read.
"""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import BinaryIO

import msgspec

from pane_cli.search.listed import Listed
from pane_cli.session.log import Log
from pane_cli.session.records import Record, read_records
from pane_cli.session.times import sortable
from pane_cli.session.types import Amend, Entry, Header, Line
from pane_cli.transcripts.formats import named
from pane_cli.transcripts.source import plain_name
from pane_cli.transcripts.transcribe import SNIFF_RECORDS, Transcriber

#: Bytes at either end of what was read that must still be there.
WINDOW = 4096
#: Nanoseconds in which a FILE can change again and keep its time and size.
YOUNG = 2_000_000_000
_encoder = msgspec.json.Encoder()
_READERS = ("transcripts", "session", "text", "search", "store")


class Seen(msgspec.Struct, frozen=True, array_like=True):
    """A FILE as it was when it was read."""

    inode: int
    size: int
    changed: int
    """Time of its last change, in ns; the next one is that of its inode."""
    noted: int
    ends: int
    """Checksum of its first bytes and of its last ones."""

    @property
    def is_young(self) -> bool:
        """Whether it may change again and be seen as the same."""
        return self.changed > time.time_ns() - YOUNG


def look_at(path: Path) -> Seen | None:
    """A FILE as it is now; None where it can't be read."""
    try:
        with path.open("rb") as stream:
            stat = os.fstat(stream.fileno())
            ends = _ends(stream, stat.st_size)
    except OSError:
        return None
    times = stat.st_mtime_ns, stat.st_ctime_ns
    return Seen(stat.st_ino, stat.st_size, *times, ends)


class Kept(msgspec.Struct, array_like=True):
    """What a FILE became."""

    code: int
    """A mark of the code that read it."""
    seen: Seen
    format: str
    state: bytes
    """Of the transcriber behind the last record."""
    count: int
    """Lines of the FILE."""
    header: Header
    last: str = ""
    """The time of the last message."""
    offsets: list[int] = []
    lengths: list[int] = []
    listed: Listed = msgspec.field(default_factory=Listed)
    amends: list[Amend] = []
    lines: bytes = b""
    """Of the entries."""

    def take(self, lines: list[Line]) -> int:
        """Add entries and amends behind those that are there; how many entries."""
        entries = [line for line in lines if isinstance(line, Entry)]
        self.amends += [line for line in lines if isinstance(line, Amend)]
        self.listed.add(entries)
        self.append(entries)
        return len(entries)

    def append(self, entries: Iterable[Entry]) -> None:
        """Add the lines of entries that are listed already."""
        new = _encoder.encode_lines(entries)
        end = len(self.lines)
        for line in new.split(b"\n")[:-1]:
            self.offsets.append(end)
            self.lengths.append(len(line) + 1)
            end += len(line) + 1
        self.lines += new


class Watch:
    """Looks on while a FILE is read: whether it can be kept, and from where to go on.

    It must be lines of one session, all of them whole; else there is nothing to keep.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seen = look_at(path)
        self.count = 0
        self.transcriber: Transcriber | None = None
        self._records = 0
        self._end = 0
        self._is_whole = True

    def record(self, record: Record) -> None:
        """The next record."""
        if not self._records:
            self._is_whole = (record.offset, record.line) == (0, 1)
        self._is_whole = self._is_whole and record.problem is None
        self._records += 1
        self.count, self._end = record.line, record.offset + record.length + 1

    def done(self, transcriber: Transcriber) -> None:
        """All of one session was read."""
        self.transcriber = transcriber

    def kept(self, log: Log, last: str, listed: Listed) -> Kept | None:
        """What is to be kept of what was read; None where it can't be."""
        done, seen = self.transcriber, self.seen
        is_read = self._records >= SNIFF_RECORDS and self.count > 1
        if not (is_read and self._is_whole and done and not done.held and seen):
            return None
        if self._end != seen.size or seen != look_at(self.path) or seen.is_young:
            return None
        state = done.save()
        kept = Kept(code(), seen, done.format, state, self.count, log.header, last)
        kept.listed, kept.amends = listed, log.amends
        kept.append(log.entries())
        return kept


def grow(kept: Kept, path: Path, seen: Seen) -> int | None:
    """Read what is new; how many entries. None: the FILE has not just grown."""
    row, old = named(kept.format), kept.seen
    if row is None or seen.inode != old.inode or seen.size <= old.size:
        return None
    with path.open("rb") as stream:
        if _ends(stream, old.size) != old.ends:
            return None
        transcriber = Transcriber(row, plain_name(path))
        transcriber.restore(kept.state)
        stream.seek(old.size)
        lines: list[Line] = []
        end = old.size
        for record in read_records(stream, old.size, kept.count, final=False):
            if record.problem is not None:
                return None
            lines += transcriber.feed(record)
            kept.count, end = record.line, record.offset + record.length + 1
    if end != seen.size or look_at(path) != seen:
        return None
    kept.seen, kept.state = seen, transcriber.save()
    for line in lines:
        if isinstance(line, Entry) and line.kind != "note" and line.ts:
            kept.last = max(kept.last, line.ts, key=sortable)
    return kept.take(lines)


def _ends(stream: BinaryIO, size: int) -> int:
    """Of the first `size` bytes."""
    stream.seek(0)
    first = stream.read(min(WINDOW, size))
    stream.seek(max(0, size - WINDOW))
    return zlib.crc32(stream.read(min(WINDOW, size)), zlib.crc32(first))


@cache
def code() -> int:
    """A mark of the code that reads: another version may read otherwise."""
    root, sum_ = Path(__file__).parent.parent, 0
    for name in _READERS:
        for entry in sorted(os.scandir(root / name), key=lambda entry: entry.name):
            if entry.name.endswith(".py"):
                stat = entry.stat()
                mark = f"{entry.name} {stat.st_mtime_ns} {stat.st_size}"
                sum_ = zlib.crc32(mark.encode(), sum_)
    return sum_
