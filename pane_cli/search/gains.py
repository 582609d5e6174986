"""Which documents of an index's rows are looked at closer, and what those gain."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from pane_cli.search.engine import Aim, Passes
from pane_cli.search.stored import Stored
from pane_cli.search.worth import Found, estimates

_SAMPLED = 7
"""One in so many is looked at to tell what the best gain."""


def passing(scores: list[float], row: Stored, passes: Passes | None) -> list[float]:
    """The scores at places, 0 where the document does not pass."""
    if passes is None:
        return scores
    return [
        score if score and passes(row.at(place)) else 0.0
        for place, score in enumerate(scores)
    ]


def least_of(found: list[list[float]], total: int, most: int) -> float:
    """About what the best `most` of all gain at least: one in seven is looked at."""
    if total <= most:
        return 0.0
    some = sorted(gain for scores in found for gain in scores[::_SAMPLED] if gain)
    rank = most // _SAMPLED
    return some[-rank] if rank < len(some) else 0.0


def estimated(
    row: Stored, found: list[Found], own: list[float], wanted: list[int], aim: Aim
) -> Iterator[tuple[int, float]]:
    """The keys of places, with what the documents gain where they gain anything."""
    holding = {place for place in wanted if own[place]}
    scores = estimates(wanted, holding, found, len(row), aim.rules)
    for place, score in zip(wanted, scores, strict=True):
        if score:
            yield row.key(place), score


def looked_at(own: list[float], least: float, hot: float, reach: int) -> list[int]:
    """Places that gain `least`, and all near those that gain more."""
    least = least or sys.float_info.min  # 0: all that gain anything
    good = [place for place, gain in enumerate(own) if gain >= least]
    steps = range(-reach, reach + 1)
    near = {place + step for place in good if own[place] >= hot for step in steps}
    return [*good, *(p for p in near.difference(good) if 0 <= p < len(own))]
