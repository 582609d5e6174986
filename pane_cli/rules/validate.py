"""A tree of YAML values with their lines -> the rules it sets, and what is wrong.

evict: {shar: 0.3}  ->  Problem(1, "evict.shar", "unknown key; ... `evict.share`")
"""

from __future__ import annotations

import difflib
import math
import re
import reprlib
from collections.abc import Iterator
from typing import Any

import msgspec

from pane_cli.rules import hints
from pane_cli.rules.hints import Path
from pane_cli.rules.keys import expects, is_regex, rows
from pane_cli.rules.tree import Leaf, Problem, Tree

#: Keys that are less alike are not offered for one another.
_NEAR = 0.6


def read(
    tree: Tree, hint: Any, path: Path = (), line: int = 0
) -> Iterator[Leaf | Problem]:
    """Yield what `tree` sets below `path`, whose type is `hint`, in its order."""
    line = line or tree.line
    struct = hints.struct(hint)
    if struct is None and hints.value(hint) is None:
        problems = list(_wrong(tree, hint, path))
        yield from problems
        if not problems:
            yield Leaf(path, _plain(tree), line)
    elif tree.is_null:
        return  # a section whose keys are all commented out
    elif tree.pairs is None:
        yield _unexpected(tree, hint, path)
    else:
        yield from _keys(tree.pairs, hint, path)


def _keys(pairs: Any, hint: Any, path: Path) -> Iterator[Leaf | Problem]:
    for key, line, child, below in _known(pairs, hint, path):
        if isinstance(child, Problem):
            yield child
        else:
            yield from read(child, below, (*path, key), line)


def _known(pairs: Any, hint: Any, path: Path) -> Iterator[tuple[str, int, Any, Any]]:
    """Yield key, line, tree and type; a Problem in place of what is not known."""
    owner, seen = hints.struct(hint), dict[str, int]()
    fields = None if owner is None else hints.fields(owner)
    for key, line, child in pairs:
        dotted = ".".join((*path, key))
        below = hints.value(hint) if fields is None else fields.get(key)
        if key in seen:
            message = f"given twice, first on line {seen[key]}"
            yield key, line, Problem(line, dotted, message), None
        elif below is None:
            yield key, line, Problem(line, dotted, _unknown(dotted, fields)), None
        else:
            yield key, line, child, below
        seen.setdefault(key, line)


def _wrong(tree: Tree, hint: Any, path: Path) -> Iterator[Problem]:
    """Yield what keeps `tree` from being one value of type `hint`."""
    below = _choose(tree, hint)
    if tree.problem:
        yield Problem(tree.line, ".".join(path), tree.problem)
    elif tree.items is not None and (item := hints.item(below)) is not None:
        for index, child in enumerate(tree.items):
            yield from _wrong(child, item, (*path[:-1], f"{path[-1]}[{index}]"))
    elif tree.pairs is not None and hints.struct(below) is not None:
        yield from _wrong_item(tree, below, path)
    elif not _fits(tree, hint):
        yield _unexpected(tree, hint, path)


def _wrong_item(tree: Tree, hint: Any, path: Path) -> Iterator[Problem]:
    given = set()
    for key, _, child, below in _known(tree.pairs, hint, path):
        given.add(key)
        if isinstance(child, Problem):
            yield child
        else:
            yield from _wrong(child, below, (*path, key))
    owner = hints.struct(hint)
    for field in msgspec.structs.fields(owner) if owner else ():
        if field.required and field.name not in given:
            yield Problem(tree.line, ".".join(path), f"needs a `{field.name}`")


def _fits(tree: Tree, hint: Any) -> bool:
    if tree.pairs is not None or tree.items is not None:
        return False
    value = tree.value
    if isinstance(value, float) and not math.isfinite(value):
        return False
    try:
        msgspec.convert(value, hint)
        if isinstance(value, str) and is_regex(hint):
            re.compile(value)
    except (msgspec.ValidationError, re.error, OverflowError):
        return False
    return True


def _unexpected(tree: Tree, hint: Any, path: Path) -> Problem:
    given = "a mapping" if tree.pairs is not None else "a list"
    if tree.pairs is None and tree.items is None:
        given = "null" if tree.value is None else reprlib.repr(tree.value)
    message = tree.problem or f"expected {expects(hint)}, not {given}"
    return Problem(tree.line, ".".join(path), message)


def _unknown(dotted: str, fields: Any) -> str:
    above, _, last = dotted.rpartition(".")
    if "[" in above:  # in an item of a list, only its own keys are near
        near = difflib.get_close_matches(last, list(fields), 1, 0)
        return f"unknown key; the nearest known one is `{above}.{near[0]}`"
    known = [row.key for row in rows() if not f"{dotted}.".startswith(f"{row.key}.")]
    near = difflib.get_close_matches(dotted, [key for key in known if key], 1, _NEAR)
    if near:
        return f"unknown key; the nearest known one is `{near[0]}`"
    beside: list[str] = []
    while not beside:
        beside = [key for key in known if key and key.rpartition(".")[0] == above]
        above = above.rpartition(".")[0]
    return f"unknown key; there are {', '.join(beside)}"


def unknown(dotted: str) -> str:
    """Say that there is no such key, and which one is nearest."""
    return _unknown(dotted, None)


def _plain(tree: Tree) -> Any:
    if tree.pairs is not None:
        return {key: _plain(child) for key, _, child in tree.pairs}
    if tree.items is not None:
        return [_plain(child) for child in tree.items]
    return tree.value


def _choose(tree: Tree, hint: Any) -> Any:
    """Return the member of a union that has the tree's shape."""
    for member in hints.alternatives(hint):
        if tree.items is not None and hints.item(member) is not None:
            return member
        if tree.pairs is not None and hints.struct(member) is not None:
            return member
    return hint
