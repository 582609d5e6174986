"""What the agent really used after a cut, and in what company it stood before.

A thing is needed where the agent names it after the cut, it had occurred before, and
nothing showed it again in between: then only the context could have told. Error lines
are needed where they come back.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pane_cli.assemble.things import sort_of
from pane_cli.evaluate.subject import Event

_WORD = re.compile(r"[a-z]{3,}")
#: Words that keep everything company, and so nothing.
_COMMON = frozenset(
    """
    the and for with this that from you are was not can has have but will its all let
    now into use call result user assistant bash read edit write
    """.split()  # noqa: SIM905 - prose, not a list
)
#: Other words that make a line say what a name or number is for.
COMPANY = 2


class Need(NamedTuple):
    """A thing that is needed."""

    weight: float
    """Its rarity over the events before the cut, 1 where it occurred once."""
    calls: int
    """Calls after the cut up to its first use."""


Company = dict[str, set[frozenset[str]]]
"""A name or number to the other words of each place that held it."""


def needs(before: Sequence[Event], after: Iterable[Event]) -> dict[str, Need]:
    """What is needed after a cut."""
    held = Counter(thing for event in before for thing in event.things)
    most = math.log(len(before) + 1)
    found: dict[str, Need] = {}
    shown: set[str] = set()
    calls = 0
    for event in after:
        calls += event.entry.kind == "call"
        for thing in sorted(event.things):
            used = thing not in shown if event.is_agent else thing[0] == "!"
            if used and thing in held and thing not in found:
                weight = math.log((len(before) + 1) / held[thing]) / most
                found[thing] = Need(weight, calls)
        shown |= event.things
    return found


def company(before: Iterable[Event], needed: Iterable[str]) -> Company:
    """Where names and numbers among `needed` stood; those that stood alone are out."""
    wanted = {thing for thing in needed if wants_company(thing)}
    found: Company = {}
    for event in before:
        if wanted.isdisjoint(event.things):
            continue
        for index, line in enumerate(event.candidate.lines):
            for thing in wanted & (line.things | line.alone):
                head = "" if index else event.title
                others = words(f"{head} {line.text}") - words(thing)
                if len(others) >= COMPANY:
                    found.setdefault(thing, set()).add(others)
    return found


def wants_company(thing: str) -> bool:
    """Whether it says nothing alone: names and numbers do, links and paths do not."""
    return sort_of(thing) in ("name", "number") and "://" not in thing


def words(text: str) -> frozenset[str]:
    """The words of a text that tell it from others."""
    return frozenset(_WORD.findall(text.lower())) - _COMMON
