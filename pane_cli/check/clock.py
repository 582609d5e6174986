"""Findings in the times of records."""

from __future__ import annotations

from collections.abc import Iterator

from pane_cli.check.faults import FaultAt
from pane_cli.check.finding import Hit, Spot
from pane_cli.check.seen import Seen

#: Agents and APIs whose transcripts may have no times at all.
_WITHOUT_TIMES = frozenset(
    (
        "anthropic-messages",
        "continue",
        "cursor",
        "grok",
        "langchain",
        "mini-swe-agent",
        "openai-chat",
        "openai-responses",
        "openhands",
        "sharegpt",
        "swe-agent",
        "windsurf",
    )
)


def time_backwards(item: None, seen: Seen) -> Iterator[Hit]:
    """One hit a session, at the first."""
    for hit in seen.times.backwards:
        count = seen.times.count_backwards
        more = f", and {count - 1:,} more like it" if count > 1 else ""
        yield Hit(hit.spot, f"{hit.message}{more}: file order counts")


def time_missing(item: None, seen: Seen) -> Iterator[Hit]:
    """One hit a session, at the first."""
    times, header = seen.times, seen.header
    if times.last is None and header is not None and header.agent in _WITHOUT_TIMES:
        return
    if times.first_missing is not None:
        entries = "entry has" if times.count_missing == 1 else "entries have"
        yield Hit(times.first_missing, f"{times.count_missing:,} {entries} no time")


def time_impossible(item: FaultAt | None, seen: Seen) -> Iterator[Hit]:
    """One hit a session, at the first."""
    if item is not None:
        fault, n = item
        if fault.sort == "time":
            seen.times.refuse(Spot(fault.line, n, fault.offset), fault.what)
        return
    wrong = seen.times.impossible
    if wrong is not None:
        more = f", and {wrong.times - 1:,} more" if wrong.times > 1 else ""
        yield Hit(wrong.spot, f"{wrong.what} can't be a time of this session{more}")
