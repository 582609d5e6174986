"""The clock: `--now`, else the real one. Nothing below the commands reads it."""

from __future__ import annotations

from datetime import datetime, timezone

from pane_cli.errors import PaneError
from pane_cli.session.times import format_time, parse_time


def now(fixed: str | None = None) -> datetime:
    """The time a command acts at; raises where `--now` is no time."""
    if fixed is None:
        return datetime.now(timezone.utc)
    when = parse_time(fixed)
    if when is None:
        raise PaneError(f"--now {fixed}: no time", "--now 2026-03-01T09:00:00Z")
    return when


def stamp(fixed: str | None = None) -> str:
    """The time a mark carries."""
    return format_time(now(fixed))
