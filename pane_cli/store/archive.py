"""The original of a session: its source's bytes, kept so that any span can be read.

The file is a row of independent zstd frames of at most 1 MiB of source bytes, each
behind a skippable frame that says which span it holds; `zstd -d` unpacks it. A span
of which nothing is compressed (length 0) is the same as in the generation before.
"""

from __future__ import annotations

import itertools
import os
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Literal

from pane_cli.store.frames import (
    HEADER,
    Damaged,
    Frame,
    common_length,
    frame_head,
    read_frames,
    read_fully,
)
from pane_cli.store.place import naming, open_private

FRAME = 1 << 20
Ended = Literal["stream", "archive", "neither"]


class Archive:
    """The original at `path`, be it there or not. Appending needs the session lock."""

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
        for frame in read_frames(self.path):
            self._add(frame)

    def end(self, generation: int) -> int:
        """Where the archived bytes of a generation end."""
        spans = self._spans.get(generation)
        return spans[-1].end if spans else 0

    def check(self) -> None:
        """Drop the last frame where a power cut left no whole one."""
        last = max(self._all(), default=None, key=lambda frame: frame.position)
        if last is None or last.size == 0:
            return
        try:
            self._unpack(last)
        except Damaged:
            with self.path.open("r+b") as stream:
                stream.truncate(last.position - HEADER.size)
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
        """A span's bytes; raises KeyError where not all are archived, or damaged."""
        found, position = [], offset
        for frame, start, end in self._pieces(generation, offset, offset + length):
            if start != position:
                break
            try:
                body = self._unpack(frame)
            except Damaged:
                break
            found.append(body[start - frame.offset : end - frame.offset])
            position = end
        if position != offset + length:
            raise KeyError((generation, offset, length))
        return b"".join(found)

    def chunks(self, generation: int, fill: bool = False) -> Iterator[bytes]:
        """All bytes of a generation from its beginning.

        Raises Damaged, or with `fill` gives NULs for what can't be unpacked.
        """
        for frame, start, end in self._pieces(generation, 0, self.end(generation)):
            try:
                body = self._unpack(frame)
            except Damaged:
                if not fill:
                    raise
                body = bytes(frame.length)
            yield body[start - frame.offset : end - frame.offset]

    def common(self, generation: int, stream: BinaryIO) -> tuple[int, Ended]:
        """How many bytes `stream` and the generation begin with, and which ended there.

        Where both ended, `stream` is named.
        """
        count = 0
        for chunk in self.chunks(generation):
            other = read_fully(stream, len(chunk))
            if other != chunk:
                equal = common_length(chunk, other)
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
            try:
                body = zstandard.ZstdDecompressor().decompress(packed)
            except zstandard.ZstdError as error:
                raise Damaged(self.path, frame) from error
            self._cached = (frame.position, body)
        return self._cached[1]

    def _write(self, generation: int, offset: int, length: int, packed: bytes) -> None:
        head = frame_head(generation, offset, length, len(packed))
        flags = os.O_RDWR | os.O_CREAT
        with (
            naming(self.path),
            os.fdopen(open_private(self.path, flags), "r+b") as stream,
        ):
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
