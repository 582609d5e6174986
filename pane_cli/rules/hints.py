"""Types of the schema, taken apart: struct, list or free mapping, at a dotted key."""

from __future__ import annotations

import types
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

Path = tuple[str, ...]


def struct(hint: Any) -> type[msgspec.Struct] | None:
    """Return the struct that `hint` is, if it is one."""
    bare = without_annotations(hint)
    is_struct = isinstance(bare, type) and issubclass(bare, msgspec.Struct)
    return bare if is_struct else None


@cache
def fields(owner: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the type of each field, with its annotations."""
    return get_type_hints(owner, include_extras=True)


def value(hint: Any) -> Any:
    """Return the type of the values of a free mapping; None: it is none."""
    bare = without_annotations(hint)
    return get_args(bare)[1] if get_origin(bare) is dict else None


def item(hint: Any) -> Any:
    """Return the type of the items of a list; None: it is none."""
    bare = without_annotations(hint)
    return get_args(bare)[0] if get_origin(bare) in (tuple, list) else None


def without_annotations(hint: Any) -> Any:
    """Return the type below any `Annotated`."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def alternatives(hint: Any) -> tuple[Any, ...]:
    """Return the members of a union, or the one type there is."""
    bare = without_annotations(hint)
    if get_origin(bare) in (Union, types.UnionType):
        return tuple(member for arg in get_args(bare) for member in alternatives(arg))
    return (hint,)


def at(parts: Path, hint: Any) -> tuple[Path, Any] | None:
    """Return the path and type that `parts` name below `hint`; None: nothing.

    The keys of a free mapping may hold dots: the rest is then one key.
    """
    if not parts:
        return (), hint
    if (below := value(hint)) is not None:
        return (".".join(parts),), below
    owner = struct(hint)
    below = None if owner is None else fields(owner).get(parts[0])
    found = None if below is None else at(parts[1:], below)
    return None if found is None else ((parts[0], *found[0]), found[1])
