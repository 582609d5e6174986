"""Why each item is in a summary or not, which rule decided, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pane_cli.session.address import format_range
from pane_cli.summarize.summarize import Summary


class Reason(NamedTuple):
    """One item."""

    at: str
    section: str
    chars: int
    why: str


def reasons(summary: Summary) -> Iterator[Reason]:
    """A reason for every item of every section, those that are in first."""
    for part in summary.parts:
        for item in part.items:
            chars = len(item.text) + len(item.body)
            at = format_range(item.first, item.last)
            yield Reason(at, part.name, chars, f"in: {item.why}")
        for item in part.out:
            at = format_range(item.first, item.last)
            yield Reason(at, part.name, 0, f"out by {item.why}")
