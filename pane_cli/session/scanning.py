"""The text of a JSON document, value by value: what is where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pane_cli.session.places import Item
from pane_cli.session.values import scan

_SPACE = " \t\r\n\0\ufeff"


class Broken(ValueError):
    """The document can't be read further."""

    def __init__(self, position: int, problem: object) -> None:
        super().__init__(f"not JSON: {problem}")
        self.position = position


def each_member(text: str, start: int, take: Callable[[str, int], int]) -> int:
    """Every member of an object: `take` gets its key, and says where its value ends."""
    position = skip_space(text, start + 1)
    while char_at(text, position, start) != "}":
        key, position = decode_at(text, position)
        position = skip_space(text, position)
        if not isinstance(key, str) or char_at(text, position, start) != ":":
            raise Broken(position, "no key")
        position = take(key, skip_space(text, position + 1))
        position = behind_comma(text, position, "}", start)
    return position + 1


def list_items(text: str, start: int, items: list[Item]) -> int:
    """Take the items of a list, and of lists in it; where it ends."""
    position = start
    while (item := next_item(text, position, start)) is not None:
        if isinstance(item.value, list):  # pairs of records
            list_items(text, item.start, items)
        else:
            items.append(item)
        position = item.end
    return closed(text, position, start)


def next_item(text: str, position: int, start: int) -> Item | None:
    """The item of a list behind `position`, where its bracket or the last item ends."""
    if position != start:
        position = behind_comma(text, position, "]", start)
    position = skip_space(text, position + (position == start))
    if char_at(text, position, start) == "]":
        return None
    value, end = decode_at(text, position)
    return Item(value, position, end)


def closed(text: str, position: int, start: int) -> int:
    """Behind the bracket that closes a list."""
    return behind_comma(text, position + (position == start), "]", start) + 1


def decode_at(text: str, position: int) -> tuple[Any, int]:
    """The value that begins there, and where it ends."""
    try:
        return scan(text, position)
    except (ValueError, RecursionError) as error:
        raise Broken(position, error) from error


def char_at(text: str, position: int, start: int) -> str:
    """The character there; raises Broken where the text ends before it."""
    if position >= len(text):
        raise Broken(start, "it breaks off")
    return text[position]


def behind_comma(text: str, position: int, closing: str, start: int) -> int:
    """Behind the comma there, or at the `closing` bracket."""
    position = skip_space(text, position)
    found = char_at(text, position, start)
    if found == ",":
        return skip_space(text, position + 1)
    if found != closing:
        raise Broken(position, f"no comma at character {position}")
    return position


def skip_space(text: str, position: int) -> int:
    """The next character that is no white space."""
    while position < len(text) and text[position] in _SPACE:
        position += 1
    return position
