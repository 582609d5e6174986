"""Source bytes by entry: each record's bytes once, shared out among its blocks.

    one record of 1,000 bytes with a text of 100 and an image of 700 as base64
        ->  text 125, image 875

The rest of a record (ids, usage, a second copy of a result or of its image) goes with
its blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from pane_cli.session.types import Entry, Src

#: What a reader leaves of an image inside a result: `[image image/png, 7500 bytes]`.
_STUB = re.compile(r"^\[[a-z_]+ [\w/+.*-]+, (\d{1,12}) bytes\]$", re.MULTILINE)


class Share(msgspec.Struct):
    """Bytes of the source that an entry stands for, and those of images in it."""

    n: int
    bytes: int
    images: int


class Records:
    """Fold: entries in, shares out; the last record's come when it is closed."""

    def __init__(self) -> None:
        self._src: Src | None = None
        self._blocks: list[tuple[int, int, int]] = []
        """Number, weight and image bytes of each block of the running record."""
        self._container: Share | None = None
        """The document that the running record lies in, until it is over."""
        self._container_end = 0

    def step(self, entry: Entry) -> Iterator[Share]:
        """Take an entry in; shares of the record before it."""
        if entry.src is None:
            return
        if entry.src != self._src:
            yield from self._finish(entry.src)
            self._src = entry.src
        images = _image_bytes(entry)
        self._blocks.append((entry.n, _weight(entry) + images, images))

    def close(self) -> Iterator[Share]:
        """Shares of the last record."""
        yield from self._finish(None)
        if self._container is not None:
            yield self._container
            self._container = None

    def _finish(self, following: Src | None) -> Iterator[Share]:
        if self._src is None:
            return
        _, offset, length = self._src
        shares = list(_shared(self._blocks, length))
        self._src, self._blocks = None, []
        if following is not None and offset <= following[1] < offset + length:
            # A document: the messages in it are records of their own.
            first = shares[0]
            self._container = Share(first.n, length, first.images)
            self._container_end = offset + length
            return
        yield from shares
        if self._container is not None:
            self._container.bytes -= length
            if following is None or following[1] >= self._container_end:
                yield self._container
                self._container = None


def _shared(blocks: list[tuple[int, int, int]], length: int) -> Iterator[Share]:
    left, weights = length, sum(weight for _, weight, _ in blocks)
    for n, weight, images in blocks:
        part = left * weight // weights if weights else left
        left, weights = left - part, weights - weight
        yield Share(n, part, part * images // weight)


def _weight(entry: Entry) -> int:
    """About the bytes of a block in its record; at least 1."""
    size = len(entry.text) + len(entry.signature or "") + len(entry.data or "")
    if entry.args:
        size += len(msgspec.json.encode(entry.args))
    return size + 1


def _image_bytes(entry: Entry) -> int:
    """Bytes of base64 that stand for images: four for every three."""
    if entry.kind == "image":
        return _base64(entry.bytes or 0)
    if entry.kind != "result" or " bytes]" not in entry.text:
        return 0
    return sum(_base64(int(size)) for size in _STUB.findall(entry.text))


def _base64(size: int) -> int:
    return (size + 2) // 3 * 4
