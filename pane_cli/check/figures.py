"""Findings in the figures of raw records: sums of usage, and times that are none.

A reader takes what it needs of these and is silent about the rest, so they are looked
at before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

from pane_cli.check.faults import Fault, FaultAt
from pane_cli.check.finding import Hit, Spot
from pane_cli.check.seen import Seen
from pane_cli.rules.schema import Severity
from pane_cli.session.records import Record
from pane_cli.session.times import to_rfc3339

#: Where records of the formats keep the usage of an answer.
_PATHS = (
    ("message", "usage"),
    ("usage",),
    ("tokens",),
    ("response", "usage"),
    ("payload", "usage"),
    ("payload", "info", "last_token_usage"),
    ("payload", "info", "total_token_usage"),
)
_TOTALS = ("total_tokens", "totalTokens", "total")
_INPUTS = ("input_tokens", "prompt_tokens", "inputTokens", "input")
_OUTPUTS = ("output_tokens", "completion_tokens", "outputTokens", "output")
#: What formats may or may not count into the total, each as its makers see fit.
_MORE = (
    "cached_input_tokens",
    "cache_read_input_tokens",
    "cache_creation_input_tokens",
    "cacheRead",
    "cacheWrite",
    "cached",
    "reasoning_output_tokens",
    "thoughts",
    "tool",
)
_TIMES = ("timestamp", "ts")


class Figures:
    """Looks at one record after the other."""

    def __init__(self) -> None:
        self._total = 0

    def look(self, record: Record) -> Iterator[Fault]:
        """What is wrong with the figures of one record."""
        value = record.value
        if value is None:
            return
        for path in _PATHS:
            usage = _at(value, path) if path[0] in value else None
            if isinstance(usage, dict):
                name = ".".join(path)
                for problem in _problems(usage):
                    yield _fault("usage", record, f"{name}: {problem}")
                for problem in self._running(usage, path):
                    yield _fault("total", record, f"{name}: {problem}")
        for key in _TIMES:
            when = value.get(key)
            if when and not isinstance(when, dict) and to_rfc3339(when) is None:
                yield _fault("time", record, f"{key} {str(when)[:40]!r}")

    def _running(self, usage: dict[str, Any], path: tuple[str, ...]) -> Iterator[str]:
        if path[-1] == "total_token_usage":
            total = _first(usage, _TOTALS)
            if total < self._total:
                yield f"the running total fell from {self._total:,} to {total:,}"
            self._total = total


def usage_sum(item: FaultAt, seen: Seen) -> Iterator[Hit]:
    """A total that is not the sum of its parts, a figure below zero, a total that fell.

    Codex counts anew when it resumes: an info.
    """
    fault, n = item
    if fault.sort in ("usage", "total"):
        severity: Severity | None = "info" if fault.sort == "total" else None
        yield Hit(Spot(fault.line, n, fault.offset), fault.what, severity)


def _problems(usage: dict[str, Any]) -> Iterator[str]:
    wrong = [key for key, value in usage.items() if _number(value) < 0]
    total = _first(usage, _TOTALS)
    if wrong:
        yield f"{wrong[0]} is {usage[wrong[0]]}"
    elif total and not _adds_up(usage, total):
        parts = _first(usage, _INPUTS) + _first(usage, _OUTPUTS)
        yield f"the total is {total:,}, input and output are {parts:,}"


def _adds_up(usage: dict[str, Any], total: int) -> bool:
    """Whether the total is input and output with some of what may count or not."""
    least = _first(usage, _INPUTS) + _first(usage, _OUTPUTS)
    if not least:
        return True  # a total alone
    more = [_number(usage.get(key)) for key in _MORE if _number(usage.get(key)) > 0]
    sets = chain.from_iterable(combinations(more, k) for k in range(len(more) + 1))
    return any(least + sum(chosen) == total for chosen in sets)


def _at(value: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value


def _first(usage: dict[str, Any], keys: tuple[str, ...]) -> int:
    return next((_number(usage[key]) for key in keys if key in usage), 0)


def _number(value: Any) -> int:
    is_count = isinstance(value, int) and not isinstance(value, bool)
    return value if is_count else 0


def _fault(sort: str, record: Record, what: str) -> Fault:
    return Fault(sort, record.line, record.offset, 1, what)
