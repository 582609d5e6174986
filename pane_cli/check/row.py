"""What the table of findings is made of: one row is one finding, and its page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pane_cli.check.finding import Hit
from pane_cli.check.seen import Seen
from pane_cli.rules.schema import Severity


class Row(NamedTuple):
    """One sort of finding. The texts are its page: `pane check --explain ID`."""

    id: str
    name: str
    severity: Severity
    places: tuple[str, ...]
    """What `find` is shown: `skip`, `bytes`, `secret`, `record`, lines by kind, `end`,
    `lossless` or `rules`."""
    find: Callable[[Any, Seen], Iterable[Hit]]
    means: str
    """What it is."""
    why: str
    """Why it matters, and to whom."""
    example: str
    """What it looks like in a file."""
    todo: str
    """What to do about it."""
    fix: str = ""
    """What `--fix` does; empty: nothing."""

    def matches(self, part: str) -> bool:
        """Whether `part` begins its id or its name."""
        part = part.lower()
        return self.id.lower().startswith(part) or self.name.startswith(part)


def chosen(
    rows: Iterable[Row], select: Sequence[str], ignore: Sequence[str]
) -> list[Row]:
    """The rows to report: those selected (none: all), but not those ignored."""
    return [
        row
        for row in rows
        if (not select or any(row.matches(part) for part in select))
        and not any(row.matches(part) for part in ignore)
    ]


def unknown(rows: Sequence[Row], parts: Iterable[str]) -> Iterator[str]:
    """Parts that name no row."""
    for part in parts:
        if not any(row.matches(part) for row in rows):
            yield part


def judged(rows: Iterable[Row], severity: dict[str, Severity]) -> dict[str, Severity]:
    """The severity that the rules give to ids; the longest name of a row decides.

    {"P4": "warning", "P402": "info"}  ->  {"P401": "warning", "P402": "info", ...}
    """
    found: dict[str, Severity] = {}
    for row in rows:
        parts = [part for part in severity if row.matches(part)]
        if parts:
            found[row.id] = severity[max(parts, key=len)]
    return found
