"""Drift by an encoder: how far the last turns are from all that was before them.

Turns of one session are alike by its language and its trade, and vectors say that first
of all. So what its turns have in common is taken away, as common words are where drift
is measured on terms.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

Vector = Sequence[float]
Encode = Callable[[Sequence[str]], Sequence[Vector]]
"""Texts to a vector each, of length one, or all zeros where it says nothing."""


def far(
    vectors: Mapping[int, Vector], least: float, last: int, before: int
) -> tuple[frozenset[int], float]:
    """Turns farther than `least` from the `last` ones, and how far those have gone.

    `vectors`: turn to its vector, in any order. Distances are 1 less the cosine, from 0
    to 2, once the mean of all turns is taken away. The last turns have gone as far as
    they are from the nearest of the `before` turns just before them; no turn is off
    topic where that is no more than `least`.
    """
    turns = sorted(turn for turn, vector in vectors.items() if any(vector))
    if len(turns) <= last:
        return frozenset(), 0.0
    mean = _mean(vectors[turn] for turn in turns)
    apart = {turn: _unit(_minus(vectors[turn], mean)) for turn in turns}
    recent = _unit(_mean(apart[turn] for turn in turns[-last:]))
    distance = {turn: 1 - _product(recent, apart[turn]) for turn in turns[:-last]}
    drift = min(distance[turn] for turn in turns[:-last][-before:])
    if drift <= least:
        return frozenset(), drift
    return frozenset(turn for turn in distance if distance[turn] > least), drift


def _mean(vectors: Iterable[Vector]) -> list[float]:
    listed = list(vectors)
    return [math.fsum(column) / len(listed) for column in zip(*listed, strict=True)]


def _minus(one: Vector, other: Vector) -> list[float]:
    return [a - b for a, b in zip(one, other, strict=True)]


def _unit(vector: Vector) -> list[float]:
    length = math.sqrt(_product(vector, vector))
    return [value / length for value in vector] if length else list(vector)


def _product(one: Vector, other: Vector) -> float:
    return math.fsum(a * b for a, b in zip(one, other, strict=True))
