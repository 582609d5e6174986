"""A JSON document (one value over the whole file) becomes records with byte spans.

`{"system": ..., "messages": [a, b]}` gives three records: the document without its
list, then `a`, then `b`, each with the span of its own bytes.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

from pane_cli.session.records import Record
from pane_cli.session.values import clean, scan, text_from

#: Keys that hold the records of a document.
LISTS = ("messages", "input", "output", "items", "loglines", "history", "requests")
_SPACE = " \t\r\n\0\ufeff"


class _Item(NamedTuple):
    value: Any
    start: int
    end: int


class _Broken(ValueError):
    """The document can't be read further."""

    def __init__(self, position: int, problem: object) -> None:
        super().__init__(f"not JSON: {problem}")
        self.position = position


def lists_of(value: Any) -> list[str]:
    """Keys under which a document's records are.

    A message or a tool's output with such a key is a record itself.
    """
    if not isinstance(value, dict) or "role" in value or "call_id" in value:
        return []
    return [key for key in LISTS if isinstance(value.get(key), list)]


def document_records(
    body: bytes, offset: int = 0, recover: bool = False
) -> Iterator[Record]:
    """Records of every top-level value in `body`; damage where reading must stop.

    `recover`: an object that breaks off gives what is before; no more will be added.
    """
    text = text_from(body)
    places = _Places(text, offset)
    position = _skip(text, 0)
    try:
        while position < len(text):
            position = yield from _value_records(text, position, places, recover)
            position = _skip(text, position)
    except _Broken as broken:
        start, length = places.span(broken.position, len(text))
        yield Record(None, start, length, places.line(broken.position), str(broken))


def _value_records(
    text: str, start: int, places: _Places, recover: bool
) -> Generator[Record, None, int]:
    position = start
    if text[start] == "[":
        while (item := _next_item(text, position, start)) is not None:
            yield _record(item, places)
            position = item.end
        return _close(text, position, start)
    if text[start] != "{":
        raise _Broken(start, "neither an object nor a list")
    rest, items, end, broken = _members(text, start)
    if broken is not None and not (recover and items):
        raise _Broken(start, broken.args[0].removeprefix("not JSON: "))
    yield _record(_Item(rest, start, end), places)
    for item in items:
        yield _record(item, places)
    if broken is not None:
        raise broken
    return end


def _members(
    text: str, start: int
) -> tuple[dict[str, Any], list[_Item], int, _Broken | None]:
    """A document without its lists, what they hold, where it ends or breaks off."""
    rest: dict[str, Any] = {}
    items: list[_Item] = []
    position = _skip(text, start + 1)
    try:
        while _at(text, position, start) != "}":
            key, position = _decode(text, position)
            position = _skip(text, position)
            if not isinstance(key, str) or _at(text, position, start) != ":":
                raise _Broken(position, "no key")
            position = _skip(text, position + 1)
            if key in LISTS and _at(text, position, start) == "[":
                position = _list(text, position, items)
            else:
                rest[key], position = _decode(text, position)
            position = _comma(text, position, "}", start)
    except _Broken as broken:
        return rest, items, len(text), broken
    return rest, items, position + 1, None


def _list(text: str, start: int, items: list[_Item]) -> int:
    position = start
    while (item := _next_item(text, position, start)) is not None:
        if isinstance(item.value, list):  # pairs of records
            _list(text, item.start, items)
        else:
            items.append(item)
        position = item.end
    return _close(text, position, start)


def _next_item(text: str, position: int, start: int) -> _Item | None:
    """The item of a list behind `position`, where its bracket or the last item ends."""
    if position != start:
        position = _comma(text, position, "]", start)
    position = _skip(text, position + (position == start))
    if _at(text, position, start) == "]":
        return None
    value, end = _decode(text, position)
    return _Item(value, position, end)


def _close(text: str, position: int, start: int) -> int:
    """Behind the bracket that closes a list."""
    return _comma(text, position + (position == start), "]", start) + 1


def _record(item: _Item, places: _Places) -> Record:
    offset, length = places.span(item.start, item.end)
    line = places.line(item.start)
    if isinstance(item.value, dict):
        return Record(clean(item.value), offset, length, line)
    problem = f"not an object but {type(item.value).__name__}"
    return Record(None, offset, length, line, problem)


def _decode(text: str, position: int) -> tuple[Any, int]:
    try:
        return scan.raw_decode(text, position)
    except (ValueError, RecursionError) as error:
        raise _Broken(position, error) from error


def _at(text: str, position: int, start: int) -> str:
    if position >= len(text):
        raise _Broken(start, "it breaks off")
    return text[position]


def _comma(text: str, position: int, closing: str, start: int) -> int:
    position = _skip(text, position)
    found = _at(text, position, start)
    if found == ",":
        return _skip(text, position + 1)
    if found != closing:
        raise _Broken(position, f"no comma at character {position}")
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
