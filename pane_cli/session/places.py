"""Where in a document's bytes the characters of its text are."""

from __future__ import annotations

from typing import Any, NamedTuple


class Item(NamedTuple):
    """A value of a document, and the characters that it spans."""

    value: Any
    start: int
    end: int


class Places:
    """Characters to bytes and lines, walking forward only once."""

    def __init__(self, text: str, base: int) -> None:
        self._text, self._base, self._ascii = text, base, text.isascii()
        self._character, self._byte = 0, 0
        self._line_at, self._line = 0, 1

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Offset and length in bytes."""
        first, last = self._offset(start), self._offset(end)
        return self._base + first, last - first

    def line(self, position: int) -> int:
        """The line, from 1, that a character is in."""
        if position < self._line_at:
            self._line_at, self._line = 0, 1
        self._line += self._text.count("\n", self._line_at, position)
        self._line_at = position
        return self._line

    def _offset(self, character: int) -> int:
        if self._ascii:
            return character
        if character < self._character:
            self._character, self._byte = 0, 0
        piece = self._text[self._character : character]
        self._byte += len(piece.encode("utf-8", "surrogateescape"))
        self._character = character
        return self._byte
