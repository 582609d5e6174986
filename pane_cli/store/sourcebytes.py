"""A source's unpacked bytes: from any offset, remembered until they are archived."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from pane_cli.transcripts.source import is_packed, open_source

WINDOW = 4096
_BUFFER = 1 << 18


class Tee(io.RawIOBase):
    """Passes on the bytes from `base` of the source, and keeps them until `take`."""

    def __init__(self, stream: BinaryIO, base: int = 0) -> None:
        self._stream = stream
        self._kept = bytearray()
        self._base = base

    @property
    def base(self) -> int:
        """Offset in the source of the first byte that is kept."""
        return self._base

    @classmethod
    def buffered(cls, stream: BinaryIO, base: int = 0) -> tuple[Tee, BinaryIO]:
        """The tee, and the stream to read from."""
        tee = cls(stream, base)
        return tee, io.BufferedReader(tee, _BUFFER)

    def readable(self) -> bool:
        """Reading is all that it does."""
        return True

    def readinto(self, buffer: Any) -> int:
        """The next bytes, which are kept as well."""
        piece = self._stream.read(len(buffer))
        buffer[: len(piece)] = piece
        self._kept += piece
        return len(piece)

    def peek(self, offset: int, length: int) -> bytes:
        """Kept bytes of a record."""
        start = offset - self._base
        return bytes(self._kept[start : start + length])

    def kept(self, end: int) -> int:
        """How many bytes before `end` wait to be taken."""
        return end - self._base

    def take(self, end: int) -> tuple[int, bytes]:
        """Where the kept bytes begin, and those before `end`, which are let go."""
        start, count = self._base, end - self._base
        body = bytes(self._kept[:count])
        del self._kept[:count]
        self._base += len(body)
        return start, body

    def rest(self) -> bytes:
        """What has been read and not taken."""
        return bytes(self._kept)


class Chain(io.RawIOBase):
    """Pieces of bytes, then a stream."""

    def __init__(self, pieces: Iterator[bytes], rest: BinaryIO) -> None:
        self._pieces, self._rest, self._left = pieces, rest, b""

    def readable(self) -> bool:
        """Reading is all that it does."""
        return True

    def readinto(self, buffer: Any) -> int:
        """The next bytes of a piece, and of the stream when they have run out."""
        while not self._left:
            piece = next(self._pieces, None)
            if piece is None:
                self._left = self._rest.read(len(buffer))
                break
            self._left = piece
        count = min(len(buffer), len(self._left))
        buffer[:count] = self._left[:count]
        self._left = self._left[count:]
        return count


def chained(pieces: Iterator[bytes], rest: BinaryIO) -> BinaryIO:
    """Pieces and then a stream, as one stream."""
    return io.BufferedReader(Chain(pieces, rest), _BUFFER)


def open_at(path: Path, offset: int) -> BinaryIO:
    """A source's unpacked bytes from `offset` on; nothing where it is shorter."""
    if not is_packed(path):
        plain = path.open("rb", buffering=_BUFFER)
        plain.seek(offset)
        return plain
    stream = open_source(path, final=False)
    while offset > 0 and (skipped := stream.read(min(offset, _BUFFER))):
        offset -= len(skipped)
    return stream


class Windows(NamedTuple):
    """What is compared to tell a source that grew from one that changed."""

    consumed: int
    head: str
    """Hash of the first 4 KiB of the consumed bytes."""
    tail: str
    """Hash of their last 4 KiB."""


def windows(path: Path, consumed: int) -> Windows:
    """The windows of the first `consumed` bytes, of fewer where there are no more."""
    start = max(0, consumed - WINDOW)
    with open_at(path, 0) as stream:
        first = stream.read(min(WINDOW, consumed))
    with open_at(path, start) as stream:
        last = stream.read(consumed - start)
    if len(first) < min(WINDOW, consumed) or len(last) < consumed - start:
        length = _length(path)
        return windows(path, length) if length < consumed else windows(path, consumed)
    return Windows(consumed, digest(first), digest(last))


def _length(path: Path) -> int:
    with open_at(path, 0) as stream:
        return sum(map(len, iter(lambda: stream.read(_BUFFER), b"")))


def digest(body: bytes) -> str:
    """A short name for bytes."""
    return hashlib.sha256(body).hexdigest()[:16]


NOTHING_SEEN = Windows(0, digest(b""), digest(b""))
