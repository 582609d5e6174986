"""Looking for a text or a regular expression in one body after the other."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple

from pane_cli.text.pieces import compose

Span = tuple[int, int]

Guard = Callable[[], AbstractContextManager[None]]
"""Ends what runs within it by raising `TooSlow`; the clock is the caller's."""


class TooSlow(Exception):
    """A regular expression took longer than it may."""


class Pattern(NamedTuple):
    """Finds itself in a text."""

    mode: str
    find: Callable[[str], Span | None]


def literal(text: str, any_case: bool = False) -> Pattern:
    """The text itself; of characters written in two ways, either."""
    wanted = compose(text)
    if any_case:
        return Pattern("literal", _any_case(wanted))

    def find(body: str) -> Span | None:
        at = body.find(wanted)
        return (at, at + len(wanted)) if at >= 0 else None

    return Pattern("literal", find)


def regex(expression: str) -> Pattern:
    """A Python regular expression, `^` and `$` at every line; raises re.error."""
    with warnings.catch_warnings():
        # What a later Python may read otherwise is no news to who searches now.
        warnings.simplefilter("ignore", FutureWarning)
        compiled = re.compile(expression, re.MULTILINE)
    return Pattern("regex", _searcher(compiled))


def found_by(pattern: Pattern) -> Callable[[str], list[Span]]:
    """From a text to where the pattern stands in it first."""

    def spans(body: str) -> list[Span]:
        span = pattern.find(body)
        return [span] if span else []

    return spans


def guarded(pattern: Pattern, guard: Guard) -> Callable[[str], list[Span]]:
    """The same in time: it may take for ever on the redacted text."""

    def spans(body: str) -> list[Span]:
        try:
            with guard():
                span = pattern.find(body)
        except TooSlow:
            return []
        return [span] if span else []

    return spans


def _any_case(wanted: str) -> Callable[[str], Span | None]:
    compiled, folded = re.compile(re.escape(wanted), re.IGNORECASE), wanted.casefold()

    def find(body: str) -> Span | None:
        if folded not in body.casefold():  # many times faster than the expression
            return None
        match = compiled.search(body)
        return match.span() if match else (0, 0)

    return find


def _searcher(compiled: re.Pattern[str]) -> Callable[[str], Span | None]:
    def find(body: str) -> Span | None:
        match = compiled.search(body)
        return match.span() if match else None

    return find
