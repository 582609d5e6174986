"""A JSON document (one value over the whole file) becomes records with byte spans.

`{"system": ..., "messages": [a, b]}` gives three records: the document without its
list, then `a`, then `b`, each with the span of its own bytes.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from typing import Any

from pane_cli.session.records import Record, clean

#: Keys that hold the records of a document, the first that is a list wins.
LISTS = ("messages", "input", "output", "items", "loglines")
_SPACE = " \t\r\n"
_scan = json.JSONDecoder()


def document_records(body: bytes, offset: int = 0) -> Iterator[Record]:
    """Records of every top-level value in `body`; damage where reading must stop."""
    text = body.decode("utf-8", "replace").removeprefix("\ufeff")
    places = _Places(text, offset + (3 if body.startswith(b"\xef\xbb\xbf") else 0))
    position = _skip(text, 0)
    while position < len(text):
        try:
            position = yield from _value_records(text, position, places)
        except (ValueError, RecursionError, IndexError) as error:
            start, length = places.span(position, len(text))
            problem = f"not JSON: {error}"
            yield Record(None, start, length, places.line(position), problem)
            return
        position = _skip(text, position)


def _value_records(
    text: str, start: int, places: _Places
) -> Generator[Record, None, int]:
    if text[start] == "[":
        return (yield from _items(text, start, places))
    if text[start] != "{":
        raise ValueError("neither an object nor a list")
    rest: dict[str, Any] = {}
    lists: list[int] = []
    position = _skip(text, start + 1)
    while text[position] != "}":
        key, position = _scan.raw_decode(text, position)
        position = _skip(text, position)
        if text[position] != ":":
            raise ValueError(f"no colon at character {position}")
        position = _skip(text, position + 1)
        begin = position
        value, position = _scan.raw_decode(text, position)
        if key in LISTS and isinstance(value, list):
            lists.append(begin)
        else:
            rest[key] = value
        position = _comma(text, position, "}")
    position += 1
    offset, length = places.span(start, position)
    yield Record(clean(rest), offset, length, places.line(start))
    for begin in lists:
        yield from _items(text, begin, places)
    return position


def _items(text: str, start: int, places: _Places) -> Generator[Record, None, int]:
    position = _skip(text, start + 1)
    while text[position] != "]":
        begin = position
        value, position = _scan.raw_decode(text, position)
        offset, length = places.span(begin, position)
        if isinstance(value, dict):
            yield Record(clean(value), offset, length, places.line(begin))
        else:
            problem = f"not an object but {type(value).__name__}"
            yield Record(None, offset, length, places.line(begin), problem)
        position = _comma(text, position, "]")
    return position + 1


def _comma(text: str, position: int, closing: str) -> int:
    position = _skip(text, position)
    if text[position] == ",":
        return _skip(text, position + 1)
    if text[position] != closing:
        raise ValueError(f"no comma at character {position}")
    return position


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in _SPACE:
        position += 1
    return position


class _Places:
    """Characters to bytes and lines, walking forward only once."""

    def __init__(self, text: str, base: int) -> None:
        self._text, self._base, self._ascii = text, base, text.isascii()
        self._character, self._byte = 0, 0
        self._line_at, self._line = 0, 1

    def span(self, start: int, end: int) -> tuple[int, int]:
        first, last = self._offset(start), self._offset(end)
        return self._base + first, last - first

    def line(self, position: int) -> int:
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
        self._byte += len(piece.encode("utf-8", "surrogatepass"))
        self._character = character
        return self._byte
