"""A JSON document (one value over the whole file) becomes records with byte spans.

`{"system": ..., "messages": [a, b]}` gives three records: the document without its
list, then `a`, then `b`, each with the span of its own bytes. A tree of messages, which
some keep as an object of nodes by id, gives its nodes in the order of `trees.py`.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import Any

from pane_cli.session.places import Item, Places
from pane_cli.session.records import Record
from pane_cli.session.scanning import (
    Broken,
    char_at,
    closed,
    decode_at,
    each_member,
    list_items,
    next_item,
    skip_space,
)
from pane_cli.session.trees import in_tree_order
from pane_cli.session.values import NO_OBJECT, clean, text_from

#: Keys that hold the records of a document.
LISTS = (
    "messages",
    "input",
    "output",
    "items",
    "loglines",
    "history",
    "requests",
    "trajectory",
    "chat_messages",
    "conversations",
    "conversation",
    "responses",
)
#: Keys that hold a tree: an object of nodes by id.
TREES = ("mapping",)
#: A document, or a list of records, is whole or broken; all else is none.
_BEGUN = re.compile(rb"[\s\0\xef\xbb\xbf]*(?:\{|\[\s*(?:[\[{]|$)|$)")
#: What says again what another list of the same document says.
_REPEATS = {"trajectory": "history"}


def lists_of(value: Any) -> list[str]:
    """Keys under which a document's records are.

    A message or a tool's output with such a key is a record itself.
    """
    if not isinstance(value, dict) or "role" in value or "call_id" in value:
        return []
    return records_in(value)


def records_in(value: dict[str, Any]) -> list[str]:
    """Keys of an object under which there may be records, whatever it is."""
    lists = [key for key in LISTS if isinstance(value.get(key), list)]
    return lists + [key for key in TREES if isinstance(value.get(key), dict)]


def held_by(value: dict[str, Any], key: str) -> list[Any]:
    """What a document holds under one of its keys."""
    held = value[key]
    return list(held.values()) if isinstance(held, dict) else held


def may_begin(body: bytes) -> bool:
    """Whether a source that goes on from these bytes may hold records."""
    return _BEGUN.match(body) is not None


def document_records(
    body: bytes, offset: int = 0, recover: bool = False
) -> Iterator[Record]:
    """Records of every top-level value in `body`; damage where reading must stop.

    `recover`: an object that breaks off gives what is before; no more will be added.
    """
    text = text_from(body)
    places = Places(text, offset)
    position = skip_space(text, 0)
    try:
        while position < len(text):
            position = yield from _value_records(text, position, places, recover)
            position = skip_space(text, position)
    except Broken as broken:
        start, length = places.span(broken.position, len(text))
        problem = str(broken) if may_begin(body) else f"{NO_OBJECT} text"
        yield Record(None, start, length, places.line(broken.position), problem)


def _value_records(
    text: str, start: int, places: Places, recover: bool
) -> Generator[Record, None, int]:
    position = start
    if text[start] == "[":
        while (item := next_item(text, position, start)) is not None:
            yield _record(item, places)
            position = item.end
        return closed(text, position, start)
    if text[start] != "{":
        raise Broken(start, "neither an object nor a list")
    rest, held, end, broken = _members(text, start)
    if broken is not None and not (recover and any(held.values())):
        raise Broken(start, broken.args[0].removeprefix("not JSON: "))
    yield _record(Item(rest, start, end), places)
    for key, items in held.items():
        records = (_record(item, places) for item in items)
        yield from in_tree_order(records, rest) if key in TREES else records
    if broken is not None:
        raise broken
    return end


def _members(
    text: str, start: int
) -> tuple[dict[str, Any], dict[str, list[Item]], int, Broken | None]:
    """A document without its lists, what they hold, where it ends or breaks off."""
    rest: dict[str, Any] = {}
    held: dict[str, list[Item]] = {}

    def take(key: str, position: int) -> int:
        opening = char_at(text, position, start)
        if key in LISTS and opening == "[":
            return list_items(text, position, held.setdefault(key, []))
        if key in TREES and opening == "{":
            return _tree(text, position, held.setdefault(key, []))
        rest[key], end = decode_at(text, position)
        return end

    broken, end = None, len(text)
    try:
        end = each_member(text, start, take)
    except Broken as error:
        broken = error
    for again, first in _REPEATS.items():
        if held.get(first) and again in held:
            rest[again] = [item.value for item in held.pop(again)]
    return rest, held, end, broken


def _tree(text: str, start: int, items: list[Item]) -> int:
    """The nodes of a tree."""

    def take(id: str, position: int) -> int:
        item, end = _node(text, position, id)
        items.append(item)
        return end

    return each_member(text, start, take)


def _node(text: str, start: int, id: str) -> tuple[Item, int]:
    """A node, and where it ends. Its span is its message, which no reply changes."""
    if char_at(text, start, start) != "{":
        value, end = decode_at(text, start)
        return Item(value, start, end), end
    node: dict[str, Any] = {"id": id}
    spans: list[tuple[int, int]] = []

    def take(key: str, position: int) -> int:
        node[key], end = decode_at(text, position)
        if key == "message" and isinstance(node[key], dict):
            spans[:] = [(position, end)]
        return end

    end = each_member(text, start, take)
    return Item(node, *(spans[0] if spans else (start, end))), end


def _record(item: Item, places: Places) -> Record:
    offset, length = places.span(item.start, item.end)
    line = places.line(item.start)
    if isinstance(item.value, dict):
        return Record(clean(item.value), offset, length, line)
    problem = f"{NO_OBJECT} {type(item.value).__name__}"
    return Record(None, offset, length, line, problem)
