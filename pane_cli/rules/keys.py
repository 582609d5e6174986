"""What the schema says of each key: doc, type in words, unit, default.

knobs()["evict.share"].expects  ->  "a number from 0 to 1"
"""

from __future__ import annotations

import inspect as python_inspect
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from pane_cli.rules.schema import Rules


class Knob(NamedTuple):
    """One leaf of the rules."""

    key: str
    doc: str
    expects: str
    """Type and range in words."""
    unit: str
    """Empty where the value counts nothing."""
    default: Any
    """As YAML and JSON hold it."""
    is_required: bool = False
    """Only of what an item of a list holds: there is no default."""
    fields: tuple[Knob, ...] = ()
    """For a list of mappings: what an item holds."""


class Section(NamedTuple):
    """One mapping of the rules; the empty key is the whole."""

    key: str
    doc: str


@cache
def rows() -> tuple[Section | Knob, ...]:
    """Return every section, each before its keys, in the schema's order."""
    return tuple(_walk(Rules, ""))


def knobs() -> dict[str, Knob]:
    """Return every leaf by its dotted key."""
    return {row.key: row for row in rows() if isinstance(row, Knob)}


def sections() -> dict[str, Section]:
    """Return every mapping by its dotted key."""
    return {row.key: row for row in rows() if isinstance(row, Section)}


def expects(hint: Any) -> str:
    """Say in words what a type accepts."""
    return _words(inspect.type_info(hint))


def is_regex(hint: Any) -> bool:
    """Whether the schema marks this text as a regular expression."""
    return _unwrap(inspect.type_info(hint))[1].get("format") == "regex"


def _walk(struct: type, prefix: str) -> Iterator[Section | Knob]:
    yield Section(prefix, python_inspect.getdoc(struct) or "")
    for field in _struct_type(struct).fields:
        key = f"{prefix}.{field.name}" if prefix else field.name
        bare, _, _ = _unwrap(field.type)
        if isinstance(bare, inspect.StructType):
            yield from _walk(bare.cls, key)
        else:
            yield _knob(key, field)


def _struct_type(struct: type) -> inspect.StructType:
    found = inspect.type_info(struct)
    assert isinstance(found, inspect.StructType)
    return found


def _unwrap(kind: inspect.Type) -> tuple[inspect.Type, dict[str, Any], dict[str, Any]]:
    """Return a type without its metadata, its JSON Schema extras and its extras."""
    if isinstance(kind, inspect.Metadata):
        return kind.type, kind.extra_json_schema or {}, kind.extra or {}
    return kind, {}, {}


def _knob(key: str, field: inspect.Field) -> Knob:
    bare, schema, extra = _unwrap(field.type)
    doc, unit = schema.get("description", ""), extra.get("unit", "")
    items = _fields(key, bare)
    default, required = _default(field), field.required
    return Knob(key, doc, _words(field.type), unit, default, required, items)


def _default(field: inspect.Field) -> Any:
    if field.required:
        return None
    factory = field.default_factory
    value = factory() if callable(factory) else field.default
    return msgspec.json.decode(msgspec.json.encode(value))


def _fields(key: str, kind: inspect.Type) -> tuple[Knob, ...]:
    if not isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return ()
    item, _, _ = _unwrap(kind.item_type)
    if not isinstance(item, inspect.StructType):
        return ()
    return tuple(_knob(f"{key}[].{field.name}", field) for field in item.fields)


def _words(kind: inspect.Type) -> str:
    bare, schema, _ = _unwrap(kind)
    if schema.get("format") == "regex":
        return "a regular expression"
    if isinstance(bare, inspect.UnionType):
        return " or ".join(_words(member) for member in bare.types)
    if isinstance(bare, inspect.IntType | inspect.FloatType):
        return _number(bare)
    if isinstance(bare, inspect.LiteralType):
        return " or ".join(str(value) for value in bare.values)
    if isinstance(bare, inspect.VarTupleType | inspect.ListType):
        return f"a list, each item {_words(bare.item_type)}"
    if isinstance(bare, inspect.StructType):
        return f"a mapping of {', '.join(field.name for field in bare.fields)}"
    if isinstance(bare, inspect.DictType):
        return f"a mapping, each value {_words(bare.value_type)}"
    return _SIMPLE[type(bare)]


_SIMPLE: dict[type, str] = {
    inspect.StrType: "text",
    inspect.BoolType: "true or false",
    inspect.NoneType: "null",
}


def _number(kind: inspect.IntType | inspect.FloatType) -> str:
    noun = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
    if kind.ge is not None and kind.le is not None:
        return f"{noun} from {kind.ge} to {kind.le}"
    limits = (
        ("of at least", kind.ge),
        ("above", kind.gt),
        ("of at most", kind.le),
        ("below", kind.lt),
    )
    said = [f"{word} {limit}" for word, limit in limits if limit is not None]
    return f"{noun} {' and '.join(said)}" if said else noun
