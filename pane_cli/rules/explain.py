"""What a key or a section means, in words, with what is in effect."""

from __future__ import annotations

from pane_cli.rules.document import (
    accepts,
    item_lines,
    origin_of,
    place,
    value_lines,
    value_of,
)
from pane_cli.rules.keys import Knob, Section, knobs, rows, sections
from pane_cli.rules.load import to_yaml
from pane_cli.rules.merge import Loaded


def explain_key(loaded: Loaded, key: str) -> str:
    """Return doc, type, unit, range, default, and the value with its layer."""
    knob = knobs()[key]
    value = value_of(loaded, key)
    default = value_lines("  default:", knob.default) if value != knob.default else ()
    lines = [
        *value_lines(f"{key}:", value),
        f"  {knob.doc}",
        f"  takes: {accepts(knob)}",
        *(f"    {line}" for line in item_lines(knob)),
        *(default or ["  default: as above"]),
        f"  set by: {place(origin_of(loaded, key))}",
    ]
    return "\n".join(lines) + "\n"


def explain_section(loaded: Loaded, key: str) -> str:
    """Return the section's doc and its keys, a line each; the empty key is all."""
    within = f"{key}." if key else ""
    shown = [row for row in rows() if row.key.startswith(within) and row.key]
    lines = [f"{key}: {sections()[key].doc}"] if key else []
    return "\n".join(lines + [_line(loaded, row) for row in shown]) + "\n"


def _line(loaded: Loaded, row: Knob | Section) -> str:
    if isinstance(row, Section):
        return f"{row.key}: {row.doc}"
    value = to_yaml(value_of(loaded, row.key))
    shown = value if len(value) <= 24 else f"{value[:23]}…"
    return f"  {row.key}: {shown}  {row.doc}"
