r"""A stream watched while others read it: where lines begin, which bytes are bad.

What a reader repairs in silence is looked for here: lone surrogates (`"\ud99c"`), bytes
that are no UTF-8, carriage returns, a byte order mark; and, if asked, what `look` finds
in whole lines. Memory: 8 bytes a line.
"""

from __future__ import annotations

import io
import re
from array import array
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator
from typing import Any, BinaryIO

from pane_cli.check.faults import Fault, Look
from pane_cli.session.records import BOM

_BUFFER = 1 << 18
_MAYBE_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
#: Escapes one after the other, so that an escaped backslash escapes nothing; whole
#: pairs first, and what is left of surrogates is in the group.
_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)


class Watched(io.RawIOBase):
    """The bytes of `stream`, seen on their way."""

    def __init__(
        self,
        stream: BinaryIO,
        look: Look | None = None,
    ) -> None:
        self._stream, self._look = stream, look
        self._starts = array("Q", [0])
        self._rest: list[bytes] = []
        self._at = 0
        self.faults: deque[Fault] = deque()
        """Found in what was read so far, in order; whoever uses them takes them out."""

    def opened(self) -> BinaryIO:
        """The stream to read from."""
        return io.BufferedReader(self, _BUFFER)

    def line_of(self, offset: int) -> int:
        """The line of a byte that was read, from 1."""
        return bisect_right(self._starts, offset)

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read on, and look."""
        piece = self._stream.read(len(buffer))
        buffer[: len(piece)] = piece
        self._see(piece)
        return len(piece)

    def _see(self, piece: bytes) -> None:
        if not piece:
            self._block(b"".join(self._rest))
            self._rest.clear()
            return
        whole, newline, rest = piece.rpartition(b"\n")
        if newline:
            self._block(b"".join([*self._rest, whole, newline]))
            self._rest.clear()
        if rest:
            self._rest.append(rest)

    def _block(self, block: bytes) -> None:
        """Whole lines."""
        first = len(self._starts)
        position = block.find(b"\n") + 1
        while position:
            self._starts.append(self._at + position)
            position = block.find(b"\n", position) + 1
        found: list[Fault] = []
        if _is_suspicious(block) or (self._at == 0 and block.startswith(BOM)):
            found += _lines(block, first, self._at)
        if self._look is not None:
            found += self._look(block, first, self._at)
        self.faults.extend(sorted(found, key=lambda fault: fault.offset))
        self._at += len(block)


def _lines(block: bytes, number: int, offset: int) -> Iterator[Fault]:
    if offset == 0 and block.startswith(BOM):
        yield Fault("bom", 1, 0)
    for line in block.split(b"\n"):
        for sort, position, what, count in _faults(line):
            at = offset + position
            yield Fault(sort, number, at, position + 1, what, count)
        offset += len(line) + 1
        number += 1


def _is_suspicious(block: bytes) -> bool:
    has_escape = _MAYBE_SURROGATE.search(block) is not None
    has_return = b"\r" in block and b"\r\n" in block  # one byte is found faster
    return has_escape or has_return or not _is_utf8(block)


def without_surrogates(line: bytes) -> bytes:
    r"""The line with `\ufffd` for each lone surrogate: the same length."""
    if not _MAYBE_SURROGATE.search(line):
        return line
    return _ESCAPE.sub(lambda match: rb"\ufffd" if match[1] else match[0], line)


def _faults(line: bytes) -> Iterator[tuple[str, int, str, int]]:
    lone = [match for match in _ESCAPE.finditer(line) if match.group(1)]
    if lone:
        what = "\\" + lone[0].group(1).decode("ascii")
        yield "surrogate", lone[0].start(), what, len(lone)
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as error:
        what = line[error.start : error.end].hex(" ")
        count = line.decode("utf-8", "replace").count("\ufffd")
        yield "utf-8", error.start, what, count - line.count(b"\xef\xbf\xbd")
    if line.endswith(b"\r"):
        yield "return", len(line) - 1, "\\r", 1


def _is_utf8(block: bytes) -> bool:
    if block.isascii():
        return True
    try:
        block.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
