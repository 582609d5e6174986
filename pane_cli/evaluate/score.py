"""The score of a context: how much of what was needed after a cut it holds.

Each needed thing weighs by its rarity before the cut: what is in every entry weighs
little.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

from pane_cli.evaluate.need import Company, Need, company, needs
from pane_cli.evaluate.shown import Shown, plain, plain_command
from pane_cli.evaluate.subject import Past, Subject, command_of

#: Calls after the cut that count as near.
NEAR = 20
#: A cut after which fewer things are needed says nothing.
LEAST = 5
#: Of a request, what must stand word for word; of the newest, all of it.
_REQUEST_CHARS = 600


class Case(NamedTuple):
    """A cut, and what a context is measured by; see `case_at`."""

    past: Past
    needs: dict[str, Need]
    company: Company
    commands: frozenset[str]
    requests: tuple[str, ...]


class Score(NamedTuple):
    """Shares between 0 and 1; None: there was nothing to hold."""

    held: float | None
    """Of what was needed, in a form that says what it is."""
    near: float | None
    """Of what was needed within the next calls, be it a bare name."""
    all: float | None
    """Of what was needed at all, be it a bare name."""
    commands: float | None
    """Of the distinct shell commands before the cut, word for word."""
    requests: float | None
    """Of the user's requests before the cut, word for word."""
    newest: float | None
    """Whether the newest request is whole."""


def case_at(subject: Subject, cut: int, last: int | None = None) -> Case | None:
    """The case of one cut, seen from entry `last` (None: the end).

    None where too little was needed for a score to mean anything.
    """
    past = subject.past(cut)
    needed = needs(past.events, subject.after(cut, last))
    if len(needed) < LEAST:
        return None
    lines = (plain_command(command_of(event)) for event in past.events)
    return Case(
        past,
        needed,
        company(past.events, needed),
        frozenset(line for line in lines if line),
        tuple(past.fetch(n).text for n in past.view.requests if _says(past, n)),
    )


def score(case: Case, text: str) -> Score:
    """What a context is worth."""
    shown = Shown(text, case.past.view.work.cwd)
    near = {thing: need for thing, need in case.needs.items() if need.calls <= NEAR}
    requests = [plain(request[:_REQUEST_CHARS]) for request in case.requests]
    return Score(
        _share(case.needs, lambda thing: shown.holds(thing, case.company)),
        _share(near, shown.shows) if len(near) >= LEAST else None,
        _share(case.needs, shown.shows),
        _mean([shown.says(line) for line in case.commands]),
        _mean([shown.says(request) for request in requests]),
        _mean([shown.says(plain(request)) for request in case.requests[-1:]]),
    )


def mean_scores(scores: Iterable[Score]) -> Score:
    """The mean of each share, over those that have it."""
    columns = zip(*scores, strict=True)
    return Score(*(_mean([x for x in column if x is not None]) for column in columns))


def _share(needed: dict[str, Need], held: Callable[[str], bool]) -> float:
    total = math.fsum(need.weight for need in needed.values())
    found = math.fsum(need.weight for thing, need in needed.items() if held(thing))
    return found / total if total else 0.0


def _mean(values: Iterable[float]) -> float | None:
    found = list(values)
    return math.fsum(found) / len(found) if found else None


def _says(past: Past, n: int) -> bool:
    return bool(past.view.is_context(n) and past.fetch(n).text.strip())
