"""YAML with its lines, without YAML: what the loader hands to the validator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec


class Tree(msgspec.Struct, frozen=True):
    """One YAML node: a scalar's value, or a mapping's pairs, or a list's items."""

    line: int
    value: Any = None
    pairs: tuple[tuple[str, int, Tree], ...] | None = None
    """Key, its line, what it holds; in the file's order, repeated keys too."""
    items: tuple[Tree, ...] | None = None
    problem: str = ""
    """Why the node can't be read at all."""

    @property
    def is_null(self) -> bool:
        """Whether nothing stands here."""
        return self == Tree(self.line)


class Leaf(msgspec.Struct, frozen=True):
    """One key that a layer sets; the value is plain: it fits JSON."""

    path: tuple[str, ...]
    value: Any
    line: int


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a layer, and where."""

    line: int
    key: str
    message: str


def grow(node: Any, scalar: Callable[[Any], Any], grown: dict[int, Tree]) -> Tree:
    """Return the tree of a composed node; `scalar` gives a value or a ValueError.

    `grown` holds each node's tree: however often a node is shared, it grows once.
    """
    if id(node) not in grown:
        line = node.start_mark.line + 1
        # What a node holds of itself, through an alias, is this.
        grown[id(node)] = Tree(line, problem="no YAML: a value within itself")
        grown[id(node)] = _grow(node, line, scalar, grown)
    return grown[id(node)]


def _grow(node: Any, line: int, scalar: Any, grown: dict[int, Tree]) -> Tree:
    if node.id == "mapping":
        return Tree(line, pairs=tuple(_pairs(node, scalar, grown)))
    if node.id == "sequence":
        items = [grow(child, scalar, grown) for child in node.value]
        return Tree(line, items=tuple(items))
    try:
        return Tree(line, scalar(node))
    except ValueError as error:
        return Tree(line, problem=f"no YAML: {error}")


def _pairs(node: Any, scalar: Any, grown: Any) -> Iterator[tuple[str, int, Tree]]:
    for key, child in node.value:
        name = key.value if isinstance(key.value, str) else "(a key of many parts)"
        yield name, key.start_mark.line + 1, grow(child, scalar, grown)
