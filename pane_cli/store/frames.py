"""The frames of an original: what each one says of itself, read without unpacking."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pane_cli.errors import PaneError

_MAGIC = 0x184D2A50
#: Magic and payload size of a skippable frame; then generation, offset, raw length,
#: compressed length.
HEADER = struct.Struct("<II4Q")
_PAYLOAD = 32


class Frame(NamedTuple):
    """One span of a generation, and where its compressed bytes are."""

    generation: int
    offset: int
    length: int
    position: int
    size: int

    @property
    def end(self) -> int:
        """Offset behind the span."""
        return self.offset + self.length


class Damaged(PaneError):
    """A frame that can't be unpacked."""

    def __init__(self, path: Path, frame: Frame) -> None:
        span = f"bytes {frame.offset:,} to {frame.end:,} of generation"
        super().__init__(
            f"{path}: damaged at byte {frame.position:,}, {span} {frame.generation}",
            "put a copy of this file back; pane doctor --files says what else is lost",
        )


def frame_head(generation: int, offset: int, length: int, packed: int) -> bytes:
    """The skippable frame in front of a span's compressed bytes."""
    return HEADER.pack(_MAGIC, _PAYLOAD, generation, offset, length, packed)


def read_frames(path: Path) -> Iterator[Frame]:
    """The whole frames of a file."""
    try:
        stream = path.open("rb")
    except FileNotFoundError:
        return
    with stream:
        size = os.fstat(stream.fileno()).st_size
        position = 0
        while len(head := stream.read(HEADER.size)) == HEADER.size:
            magic, payload, generation, offset, length, packed = HEADER.unpack(head)
            start = position + HEADER.size
            if (magic, payload) != (_MAGIC, _PAYLOAD) or start + packed > size:
                return
            yield Frame(generation, offset, length, start, packed)
            position = start + packed
            stream.seek(position)


def read_fully(stream: BinaryIO, length: int) -> bytes:
    """`length` bytes, fewer only at the end."""
    found = stream.read(length)
    while found and len(found) < length:
        more = stream.read(length - len(found))
        if not more:
            break
        found += more
    return found


def common_length(a: bytes, b: bytes) -> int:
    """Length of the common beginning."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
