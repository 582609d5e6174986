"""Times as people say them."""

from __future__ import annotations

from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import pytest

from pane_cli.errors import PaneError
from pane_cli.recall.times import since, until
from pane_cli.session.times import format_time

NOW = datetime(2026, 3, 30, 12, 0, tzinfo=timezone.utc)
BERLIN = ZoneInfo("Europe/Berlin")


def said(milliseconds: int) -> str:
    return format_time(datetime.fromtimestamp(milliseconds / 1000, timezone.utc))


@pytest.mark.parametrize(
    ("text", "begin", "end"),
    [
        ("today", "2026-03-29T22:00:00Z", "2026-03-30T22:00:00Z"),
        # The night in which the clocks go forward: that day has 23 hours.
        ("yesterday", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
        ("2026-02-10", "2026-02-09T23:00:00Z", "2026-02-10T23:00:00Z"),
        ("2026-02-10T09:30", "2026-02-10T08:30:00Z", "2026-02-10T08:30:00Z"),
        ("2026-02-10T09:30:00Z", "2026-02-10T09:30:00Z", "2026-02-10T09:30:00Z"),
        ("2026-02-10t09:30:00+02:00", "2026-02-10T07:30:00Z", "2026-02-10T07:30:00Z"),
        ("3d", "2026-03-27T12:00:00Z", "2026-03-27T12:00:00Z"),
        ("12h", "2026-03-30T00:00:00Z", "2026-03-30T00:00:00Z"),
        ("2w ago", "2026-03-16T12:00:00Z", "2026-03-16T12:00:00Z"),
        (" Yesterday ", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
    ],
)
def test_times(text: str, begin: str, end: str) -> None:
    assert said(since(text, NOW, BERLIN)) == begin
    assert said(until(text, NOW, BERLIN)) == end


@pytest.mark.parametrize("text", ["", "soon", "3 parsecs", "2026-13-01", "999999w"])
def test_no_times(text: str) -> None:
    with pytest.raises(PaneError, match="--since"):
        since(text, NOW, BERLIN)
