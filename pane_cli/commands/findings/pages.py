"""`pane check --list` and `--explain`: the table of findings, as text."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill

from pane_cli.check.table import ROWS, Row
from pane_cli.errors import PaneError

_WIDTH = 80
_INDENT = "  "


def listing() -> Iterator[str]:
    """A line a finding: id, name, severity, and whether `--fix` mends it."""
    widest = max(len(row.name) for row in ROWS)
    for row in ROWS:
        end = "  --fix" if row.fix else ""
        yield f"{row.id}  {row.name:<{widest}}  {row.severity:<7}{end}".rstrip() + "\n"


def pages(part: str) -> Iterator[str]:
    """The page of every finding that `part` names; `all`: of every one."""
    rows = [row for row in ROWS if part == "all" or row.matches(part)]
    if not rows:
        raise PaneError(f"no finding {part}", "see: pane check --list")
    for number, row in enumerate(rows):
        yield ("\n" if number else "") + _page(row)


def what_to_explain() -> str:
    """How to ask for a page, and for which."""
    ids = " ".join(row.id for row in ROWS)
    return f"pane check --explain ID, a part of it, or all; ids: {ids}"


def _page(row: Row) -> str:
    fix = row.fix or "leaves it"
    parts = [
        f"{row.id} {row.name} ({row.severity})",
        _paragraph(row.means),
        _paragraph(f"Why it matters: {row.why}"),
        f"{_INDENT}Example: {row.example}",
        _paragraph(f"What to do: {row.todo}"),
        _paragraph(f"--fix {fix}."),
    ]
    return "\n".join(parts) + "\n"


def _paragraph(text: str) -> str:
    return fill(text, _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)
