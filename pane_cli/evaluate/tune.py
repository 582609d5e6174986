"""Tuning: the weights of `assemble.likelihood` fitted to sessions, judged on others.

Every second session teaches; the rest judge. A single session teaches by what happened
up to its first judged cut, and is judged from there on.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec

from pane_cli.assemble.likelihood import features, uses
from pane_cli.errors import PaneError
from pane_cli.evaluate.contestants import pane
from pane_cli.evaluate.hindsight import CHARS
from pane_cli.evaluate.logistic import Sample, fit
from pane_cli.evaluate.score import Case, Score, case_at, mean_scores, score
from pane_cli.evaluate.subject import Subject
from pane_cli.rules.schema import Likelihood, Rules

#: Tokens of the contexts that judge.
BUDGET = 4_000
#: What is not fitted: the constant is, but multiplies nothing.
_NO_COLUMN = ("base", "commands")
COLUMNS = tuple(n for n in Likelihood.__struct_fields__ if n not in _NO_COLUMN)
_TAUGHT = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_JUDGED = (0.4, 0.6, 0.8)
_JUDGED_ALONE = (0.6, 0.8)
_PENALTY = 40.0
#: Samples of all cuts together: more take longer and teach little.
_SAMPLES = 20_000
#: What all samples of one cut weigh together: long sessions count as short ones do.
_CUT_WEIGHT = 500.0

Read = Callable[[], Iterator[Subject]]
"""The sessions, in order; called again for each pass, so that one is held at a time."""


class Taught(NamedTuple):
    """What the weights were fitted to."""

    sessions: int
    cuts: int
    samples: int


class Tuned(NamedTuple):
    """Fitted weights, and what both they and those in force hold elsewhere."""

    weights: dict[str, float]
    taught: Taught
    judges: int
    """Sessions."""
    cuts: int
    in_force: float
    fitted: float
    is_alone: bool
    """One session taught and judged."""

    @property
    def gain(self) -> float:
        """By how much the fitted weights are better, as far as three digits tell."""
        return round(round(self.fitted, 3) - round(self.in_force, 3), 3)


def tune(read: Read, rules: Rules) -> Tuned:
    """Fit and judge; raises PaneError (status 1) where there is too little."""
    count = sum(1 for _ in read())
    weights, taught = _teach(read, count, rules.assemble.likelihood)
    likelihood = msgspec.structs.replace(rules.assemble.likelihood, **weights)
    assemble = msgspec.structs.replace(rules.assemble, likelihood=likelihood)
    fitted = msgspec.structs.replace(rules, assemble=assemble)
    before: list[Score] = []
    after: list[Score] = []
    cuts = 0
    for cases in _judging(read, count):
        cuts += len(cases)
        before.append(mean_scores(_judged(case, rules) for case in cases))
        after.append(mean_scores(_judged(case, fitted) for case in cases))
    if not cuts:
        raise _too_little()
    in_force, now = (mean_scores(scores).held or 0.0 for scores in (before, after))
    return Tuned(weights, taught, len(before), cuts, in_force, now, count == 1)


def samples_of(case: Case, most: int) -> list[Sample]:
    """Each thing before a cut, and whether it was needed.

    What was needed is all there; of the rest every so many, which weigh for the others.
    """
    candidates = case.past.candidates()
    count = len(candidates)
    found = sorted(uses(candidates).items())
    rest = [thing for thing, _ in found if thing not in case.needs]
    kept = set(rest[:: max(1, math.ceil(len(rest) / most))])
    for_others = len(rest) / len(kept) if kept else 1.0
    samples = []
    for thing, used in found:
        is_needed = thing in case.needs
        if not is_needed and thing not in kept:
            continue
        rarity = math.log((count + 1) / (used.own + used.printed)) / math.log(count + 1)
        weight = rarity * _CUT_WEIGHT / len(found) * (1 if is_needed else for_others)
        values = dict(features(thing, used, count))
        columns = tuple(values.get(name, 0.0) for name in COLUMNS)
        samples.append(Sample(columns, is_needed, weight))
    return samples


def _teach(
    read: Read, count: int, known: Likelihood
) -> tuple[dict[str, float], Taught]:
    teachers = (count + 1) // 2
    most = max(1, _SAMPLES // max(1, teachers * len(_TAUGHT)))
    cuts = [samples_of(case, most) for case in _teaching(read, count)]
    samples = [sample for found in cuts for sample in found]
    if len({sample.is_needed for sample in samples}) < 2:
        raise _too_little()
    fitted = fit(samples, _PENALTY, [getattr(known, name) for name in COLUMNS])
    base, *slopes = (round(weight, 3) for weight in fitted)
    weights = {"base": base, **dict(zip(COLUMNS, slopes, strict=True))}
    return weights, Taught(teachers, len(cuts), len(samples))


def _teaching(read: Read, count: int) -> Iterator[Case]:
    for index, subject in enumerate(read()):
        if count == 1:
            last = next(iter(subject.cuts(_JUDGED_ALONE)), 0)
            earlier = (cut for cut in subject.cuts(_TAUGHT) if cut < last)
            yield from _cases(subject, earlier, last)
        elif index % 2 == 0:
            yield from _cases(subject, subject.cuts(_TAUGHT))


def _judging(read: Read, count: int) -> Iterator[list[Case]]:
    """The cases of each session that judges, where it has any."""
    shares = _JUDGED_ALONE if count == 1 else _JUDGED
    for index, subject in enumerate(read()):
        if index % 2 or count == 1:
            cases = list(_cases(subject, subject.cuts(shares)))
            if cases:
                yield cases


def _cases(
    subject: Subject, cuts: Iterable[int], last: int | None = None
) -> Iterator[Case]:
    for cut in cuts:
        case = case_at(subject, cut, last)
        if case is not None:
            yield case


def _judged(case: Case, rules: Rules) -> Score:
    view = copy.copy(case.past.view)  # its folds do not look at these rules
    view.rules = rules
    return score(case, pane(case.past._replace(view=view), BUDGET * CHARS))


def _too_little() -> PaneError:
    return PaneError(
        "too little was needed after the cuts to fit weights and to judge them",
        "name more sessions, or take shorter ones too: --min-calls 20",
        1,
    )
