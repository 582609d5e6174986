"""Rules written out: the shipped `default.yaml`, what is in effect, the JSON Schema.

python -m pane_cli.rules.document > rules/default.yaml
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from pane_cli.rules.keys import Knob, Section, knobs, rows
from pane_cli.rules.load import to_yaml
from pane_cli.rules.merge import Loaded, Origin
from pane_cli.rules.schema import Rules

_HEAD = """\
# Every rule of pane, with its default. Generated from the schema; a test keeps it so.
#
# Take what you want to change into a file of your own. Later wins: the user's
# ~/.config/pane/rules.yaml, the store's rules.yaml, a project's .pane/rules.yaml,
# `--rules FILE`, `--set evict.share=0.3`. Mappings merge by key; a list replaces the
# whole list below it. A project's `redact.extra` adds to the list, and is all that a
# project may say of redaction.
"""

_WIDTH = 88


def default_yaml() -> str:
    """Return every rule with its doc, what it accepts, and its default."""
    defaults = {key: row.default for key, row in knobs().items()}
    return _HEAD + "\n" + "\n".join(_lines(defaults, _doc, lambda key: "")) + "\n"


def merged_yaml(loaded: Loaded) -> str:
    """Return the rules in effect, the layer of each as a comment behind it."""
    values = {key: value_of(loaded, key) for key in knobs()}
    lines = _lines(
        values,
        lambda row, width: [],
        lambda key: f"  # {place(origin_of(loaded, key))}",
    )
    return "\n".join(lines) + "\n"


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema that editors check rule files with."""
    schema = msgspec.json.schema(Rules)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def value_of(loaded: Loaded, key: str) -> Any:
    """Return the value in effect of a dotted key, as YAML and JSON hold it."""
    value: Any = loaded.rules
    for part in key.split("."):
        value = getattr(value, part)
    return msgspec.json.decode(msgspec.json.encode(value))


def origin_of(loaded: Loaded, key: str) -> Origin:
    """Return where the value of a leaf was set last."""
    within = f"{key}."
    found = loaded.layers
    # A free mapping is set key by key: the last of them speaks for the whole.
    return [o for k, o in found.items() if k == key or k.startswith(within)][-1]


def place(origin: Origin) -> str:
    """Say where a value comes from: `project .pane/rules.yaml:3`."""
    if not origin.line:
        return {"set": "--set"}.get(origin.layer, origin.layer)
    return f"{origin.layer} {origin.file}:{origin.line}"


def accepts(knob: Knob) -> str:
    """Say what a key takes: `a whole number above 0 (tokens)`."""
    return f"{knob.expects} ({knob.unit})" if knob.unit else knob.expects


def item_lines(knob: Knob) -> Iterator[str]:
    """Say what each item of a list of mappings holds, a line each."""
    for field in knob.fields:
        name = field.key.rpartition(".")[2]
        default = "needed" if field.is_required else f"default {to_yaml(field.default)}"
        yield f"{name}: {field.doc} Takes {accepts(field)}; {default}."


def value_lines(head: str, value: Any, comment: str = "") -> Iterator[str]:
    """Write `head` and a value: a list or mapping takes a line an item, below it."""
    if not isinstance(value, list | dict) or not value:
        yield f"{head} {to_yaml(value)}{comment}"
        return
    yield f"{head}{comment}"
    indent = " " * (len(head) - len(head.lstrip()) + 2)
    if isinstance(value, dict):
        for name, item in value.items():
            yield f"{indent}{to_yaml(name)}: {to_yaml(item)}"
        return
    for item in value:
        yield f"{indent}- {to_yaml(item)}"


def _doc(row: Section | Knob, width: int) -> list[str]:
    if isinstance(row, Section):
        return textwrap.wrap(row.doc, width)
    lines = textwrap.wrap(row.doc, width) + textwrap.wrap(
        f"takes {accepts(row)}", width
    )
    for line in item_lines(row):
        lines += textwrap.wrap(
            line, width, initial_indent="  ", subsequent_indent="    "
        )
    return lines


def _lines(
    values: dict[str, Any],
    before: Callable[[Section | Knob, int], list[str]],
    after: Callable[[str], str],
) -> Iterator[str]:
    for row in rows():
        above, _, name = row.key.rpartition(".")
        indent = "  " * (above.count(".") + 1 if above else 0)
        if not row.key:
            continue
        if isinstance(row, Section) and not above:
            yield ""
        for line in before(row, _WIDTH - len(indent) - 2):
            yield f"{indent}# {line}"
        if isinstance(row, Section):
            yield f"{indent}{name}:"
        else:
            yield from value_lines(f"{indent}{name}:", values[row.key], after(row.key))


if __name__ == "__main__":
    print(default_yaml(), end="")
