"""The original of a session: its source's bytes, kept so that any span can be read.

The file is a row of independent zstd frames of at most 1 MiB of source bytes, each
behind a skippable frame that says which span it holds; `zstd -d` unpacks it. A span
without a frame of its own (compressed length 0) is the same as in the generation before.
"""

from __future__ import annotations

import itertools
import os
import struct
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

from pane_cli.store.place import open_private

FRAME = 1 << 20
_MAGIC = 0x184D2A50
#: Magic and payload size of a skippable frame; then generation, offset, raw length,
#: compressed length.
_HEADER = struct.Struct("<II4Q")
_PAYLOAD = 32

Ended = Literal["stream", "archive", "neither"]


class Frame(NamedTuple):
    """One span of a generation, and where its compressed bytes are."""

    generation: int
    offset: int
    length: int
    position: int
    size: int

    @property
    def end(self) -> int:
        return self.offset + self.length


class Archive:
    """The original at `path`, be it there or not. Appending needs the session's lock."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._load()

    def _load(self) -> None:
        self._cached: tuple[int, bytes] = (-1, b"")
        self._spans: dict[int, list[Frame]] = {}
        self.generation = 0
        """The current generation of the source."""
        self.size = 0
        """Bytes of the archive file that are whole frames."""
        for frame in _index(self.path):
            self._add(frame)

    def end(self, generation: int) -> int:
        """Where the archived bytes of a generation end."""
        spans = self._spans.get(generation)
        return spans[-1].end if spans else 0

    def check(self) -> None:
        """Drop the last frame where a power cut left no whole one."""
        import zstandard

        last = max(self._all(), default=None, key=lambda frame: frame.position)
        if last is None or last.size == 0:
            return
        try:
            self._unpack(last)
        except zstandard.ZstdError:
            with self.path.open("r+b") as stream:
                stream.truncate(last.position - _HEADER.size)
            self._load()

    def append(self, generation: int, offset: int, body: bytes) -> None:
        """Archive a span, so that it survives a power cut when this returns."""
        import zstandard

        compressor = zstandard.ZstdCompressor(write_checksum=True)
        for start in range(0, len(body), FRAME):
            piece = body[start : start + FRAME]
            packed = compressor.compress(piece)
            self._write(generation, offset + start, len(piece), packed)
        self._sync()

    def repeat(self, generation: int, length: int) -> None:
        """Say that a generation begins with `length` bytes of the one before."""
        self._write(generation, 0, length, b"")
        self._sync()

    def read(self, generation: int, offset: int, length: int) -> bytes:
        """A span's bytes; raises KeyError where they are not all archived."""
        found, position = [], offset
        for frame, start, end in self._pieces(generation, offset, offset + length):
            if start != position:
                break
            found.append(self._unpack(frame)[start - frame.offset : end - frame.offset])
            position = end
        if position != offset + length:
            raise KeyError((generation, offset, length))
        return b"".join(found)

    def chunks(self, generation: int) -> Iterator[bytes]:
        """All bytes of a generation from its beginning."""
        for frame, start, end in self._pieces(generation, 0, self.end(generation)):
            yield self._unpack(frame)[start - frame.offset : end - frame.offset]

    def common(self, generation: int, stream: BinaryIO) -> tuple[int, Ended]:
        """How many bytes `stream` and the generation begin with, and which ended there.

        Where both ended, `stream` is named.
        """
        count = 0
        for chunk in self.chunks(generation):
            other = _read(stream, len(chunk))
            if other != chunk:
                equal = _equal(chunk, other)
                return count + equal, "stream" if equal == len(other) else "neither"
            count += len(chunk)
        return count, "archive" if stream.read(1) else "stream"

    def clear(self) -> None:
        """Drop everything: what was archived for a session that has no line."""
        self.path.unlink(missing_ok=True)
        self._load()

    def _pieces(
        self, generation: int, start: int, end: int
    ) -> list[tuple[Frame, int, int]]:
        """Frames with bytes that make up [start, end), clipped to it, in order."""
        found: list[tuple[Frame, int, int]] = []
        while start < end and generation >= 0:
            spans = self._spans.get(generation, [])
            first = bisect_right(spans, start, key=lambda frame: frame.end)
            reach = start
            for frame in itertools.islice(spans, first, None):
                if frame.offset >= end:
                    break
                clip = (max(start, frame.offset), min(end, frame.end))
                if frame.size:
                    found.append((frame, *clip))
                else:
                    reach = clip[1]
            end, generation = reach, generation - 1
        return sorted(found, key=lambda piece: piece[1])

    def _all(self) -> Iterator[Frame]:
        return itertools.chain.from_iterable(self._spans.values())

    def _add(self, frame: Frame) -> None:
        self._spans.setdefault(frame.generation, []).append(frame)
        self.generation = frame.generation
        self.size = frame.position + frame.size

    def _unpack(self, frame: Frame) -> bytes:
        if self._cached[0] != frame.position:
            import zstandard

            with self.path.open("rb") as stream:
                stream.seek(frame.position)
                packed = stream.read(frame.size)
            body = zstandard.ZstdDecompressor().decompress(packed)
            self._cached = (frame.position, body)
        return self._cached[1]

    def _write(self, generation: int, offset: int, length: int, packed: bytes) -> None:
        head = _HEADER.pack(_MAGIC, _PAYLOAD, generation, offset, length, len(packed))
        with open(open_private(self.path, os.O_RDWR | os.O_CREAT), "r+b") as stream:
            stream.truncate(self.size)
            stream.seek(self.size)
            stream.write(head + packed)
        position = self.size + len(head)
        self._add(Frame(generation, offset, length, position, len(packed)))

    def _sync(self) -> None:
        if self.path.exists():
            descriptor = os.open(self.path, os.O_RDWR)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def _index(path: Path) -> Iterator[Frame]:
    """The whole frames of a file."""
    try:
        stream = path.open("rb")
    except FileNotFoundError:
        return
    with stream:
        size = os.fstat(stream.fileno()).st_size
        position = 0
        while len(head := stream.read(_HEADER.size)) == _HEADER.size:
            magic, payload, generation, offset, length, packed = _HEADER.unpack(head)
            start = position + _HEADER.size
            if (magic, payload) != (_MAGIC, _PAYLOAD) or start + packed > size:
                return
            yield Frame(generation, offset, length, start, packed)
            position = start + packed
            stream.seek(position)


def _read(stream: BinaryIO, length: int) -> bytes:
    """`length` bytes, fewer only at the end."""
    found = stream.read(length)
    while found and len(found) < length:
        more = stream.read(length - len(found))
        if not more:
            break
        found += more
    return found


def _equal(a: bytes, b: bytes) -> int:
    """Length of the common beginning."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
