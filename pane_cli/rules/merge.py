"""What layers set, put one over the other: records and pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from pane_cli.rules.layers import LayerName
from pane_cli.rules.schema import DEFAULT, Rules


class Setting(msgspec.Struct, frozen=True, array_like=True):
    """One key that a layer set; the value is plain: it fits JSON."""

    path: tuple[str, ...]
    value: Any
    layer: LayerName
    file: str
    line: int
    """1-based; 0 for `--set`."""


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong with a layer; reads `file:line: key: message`."""

    file: str
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return ": ".join(part for part in (place, self.key, self.message) if part)


class Origin(msgspec.Struct, frozen=True):
    """The value of one key and where it was set: no file and line 0 for defaults."""

    value: Any
    layer: LayerName
    file: str
    line: int


class Loaded(msgspec.Struct, frozen=True):
    """Merged rules, and what the layers set beyond the defaults."""

    rules: Rules = DEFAULT
    settings: tuple[Setting, ...] = ()

    @property
    def layers(self) -> dict[str, Origin]:
        """Where every leaf's value comes from, by its dotted key."""
        from pane_cli.rules.keys import knobs

        found = {k: Origin(row.default, "default", "", 0) for k, row in knobs().items()}
        for row in self.settings:
            origin = Origin(row.value, row.layer, row.file, row.line)
            found[".".join(row.path)] = origin
        return found


_ADDED_UP = {("redact", "extra")}
"""Lists that a project's rules add to: to replace them could let secrets through."""

_PROJECT_MAY_NOT: dict[tuple[str, ...], str] = {
    ("redact",): "could let secrets through",
    ("search", "encoder"): "names code to load",
    ("search", "model"): "names a model to load",
    ("search", "second_encoder"): "names code to load",
    ("search", "second_model"): "names a model to load",
}
"""Sections and rules that a project can't set, but for the lists it adds to."""


def distrusted(row: Setting) -> Fault | None:
    """Return why this layer may not set this: a project's, or what was learned."""
    if row.layer == "learned":
        key = ".".join(row.path)
        only = "pane writes this file, and only `learned` belongs here; delete the file"
        return (
            None if row.path[0] == "learned" else Fault(row.file, row.line, key, only)
        )
    why = _PROJECT_MAY_NOT.get(row.path[:1]) or _PROJECT_MAY_NOT.get(row.path[:2])
    if why is None or row.path in _ADDED_UP:
        return None
    message = (
        f"a project's rules can't set this: it {why}. Set it in the user's rules.yaml, "
        "the store's rules.yaml, a --rules FILE or --set"
    )
    return Fault(row.file, row.line, ".".join(row.path), message)


def over(below: Iterable[Setting], above: Iterable[Setting]) -> list[Setting]:
    """Return the settings of two layers; the one above wins."""
    merged = {row.path: row for row in below}
    for row in above:
        before = merged.get(row.path)
        if before is not None and row.layer == "project" and row.path in _ADDED_UP:
            row = msgspec.structs.replace(row, value=[*before.value, *row.value])
        merged[row.path] = row
    return list(merged.values())


def build(settings: Iterable[Setting]) -> Rules:
    """Return the rules; msgspec.ValidationError: the settings don't fit the schema."""
    nested: dict[str, Any] = {}
    for row in settings:
        name, *below = row.path
        if name not in nested:
            nested[name] = msgspec.to_builtins(getattr(DEFAULT, name, {}))
        nested[name] = _with(nested[name], below, row.value)
    return _converted(nested)


def _with(value: Any, path: Sequence[str], leaf: Any) -> Any:
    if not path:
        return leaf
    name, *below = path
    return {**value, name: _with(value.get(name, {}), below, leaf)}


def _converted(nested: dict[str, Any]) -> Rules:
    """Return the rules with some sections replaced.

    Only these are converted: msgspec learns a type at its first use, and to learn all
    of `Rules` costs milliseconds at every prompt.
    """
    sections = {}
    for name, value in nested.items():
        if not hasattr(DEFAULT, name):
            raise msgspec.ValidationError(f"unknown section `{name}`")
        sections[name] = msgspec.convert(value, type(getattr(DEFAULT, name)))
    return msgspec.structs.replace(DEFAULT, **sections)
