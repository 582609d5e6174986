"""Findings in rules files: what the loader refuses, and findings that are none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pane_cli.check.finding import Hit, Spot
from pane_cli.check.seen import Seen
from pane_cli.rules.merge import Fault, Setting

_NAMES = ("select", "ignore", "severity")


def rules_fault(item: Setting | Fault, seen: Seen) -> Iterator[Hit]:
    """What makes the file unusable."""
    if isinstance(item, Fault):
        said = ": ".join(part for part in (item.key, item.message) if part)
        yield Hit(Spot(max(item.line, 1)), said)


def rules_no_finding(item: Setting | Fault, seen: Seen) -> Iterator[Hit]:
    """Names of findings that are none."""
    from pane_cli.check.row import unknown
    from pane_cli.check.table import ROWS  # which has the row of this function

    if isinstance(item, Setting):
        for part in unknown(ROWS, named(item)):
            key = ".".join(item.path[:2])
            yield Hit(Spot(item.line), f"{key}: no finding is called {part}")


def named(item: Setting) -> Iterable[str]:
    """Names of findings that a setting has."""
    section, *below = item.path
    if section != "check" or not below or below[0] not in _NAMES:
        return ()
    if below[0] == "severity":
        return below[1:]
    return [part for part in item.value if isinstance(part, str)]
