"""Hindsight: contexts for the past of a session, scored by what came after.

Each session is cut at some shares of its calls. Every contestant writes a context of
the past, at every budget; its score is the share of what the agent then used, and could
not have seen again, that this context holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pane_cli.evaluate.contestants import CONTESTANTS
from pane_cli.evaluate.score import Case, Score, case_at, mean_scores, score
from pane_cli.evaluate.subject import Subject

#: Characters that the measure calls a token, whatever the script.
CHARS = 4


class Trial(NamedTuple):
    """One context that was written and scored."""

    contestant: str
    budget: int
    """Tokens."""
    cut: int
    """Last entry before the cut."""
    score: Score
    is_unfit: bool
    """There was no context: the budget does not hold what must be whole."""


class Hindsight(NamedTuple):
    """What one session shows."""

    name: str
    calls: int
    needed: list[int]
    """Things that were needed, of each cut that could be used."""
    trials: list[Trial]


class Standing(NamedTuple):
    """A contestant at a budget, over all sessions."""

    contestant: str
    budget: int
    score: Score
    unfit: int


def hindsight(
    subject: Subject, shares: Sequence[float], budgets: Sequence[int]
) -> Hindsight:
    """All contestants on one session, at all cuts and budgets."""
    cases = [case for cut in subject.cuts(shares) if (case := case_at(subject, cut))]
    return Hindsight(
        subject.name,
        len(subject.calls),
        [len(case.needs) for case in cases],
        [trial for case in cases for trial in _trials(case, budgets)],
    )


def standings(found: Sequence[Hindsight], budgets: Sequence[int]) -> list[Standing]:
    """The mean over sessions of the mean over their cuts, a row each."""
    rows = []
    for budget in budgets:
        for name in CONTESTANTS:
            wanted = (name, budget)
            groups = [[t for t in h.trials if t[:2] == wanted] for h in found]
            means = [mean_scores(t.score for t in group) for group in groups if group]
            unfit = sum(trial.is_unfit for group in groups for trial in group)
            rows.append(Standing(name, budget, mean_scores(means), unfit))
    return rows


def _trials(case: Case, budgets: Sequence[int]) -> Iterator[Trial]:
    cut = case.past.view.last
    for budget in budgets:
        for name, write in CONTESTANTS.items():
            text = write(case.past, budget * CHARS)
            yield Trial(name, budget, cut, score(case, text), not text)
