"""What terms are worth in documents, by the ranking's own sums, from codes.

As exact as the lengths in the codes of `engine.py` are, and quick for thousands: it
tells which documents are ranked.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from pane_cli.rules.schema import Recall
from pane_cli.search.documents import BODY, SPEAKER
from pane_cli.search.engine import Aim, field_and_count, length_in
from pane_cli.search.rank import NEAR_TERMS
from pane_cli.search.tally import field_weights


class Worth:
    """What an occurrence of a term is worth, by `code_of` field and count."""

    def __init__(self, rarity: float, average: float, rules: Recall) -> None:
        """`rarity` of the term; `average` characters of a body."""
        self.scale = rarity * (rules.weights.k1 + 1)
        self.weights = _Weights(average, rules)
        """Before it saturates."""
        self.gains = _Gains(self, rules.weights.k1)
        """If it is all that there is of the term."""


class Posting(NamedTuple):
    """Where a term is: documents, by place or key, and a code for each."""

    places: list[int]
    codes: list[int]
    """In bodies."""
    other_places: list[int]
    other_codes: list[int]
    """In other fields."""

    def documents(self) -> set[int]:
        """Those that hold it."""
        return {*self.places, *self.other_places}

    def joined(self, other: Posting) -> Posting:
        """What is in either, in no order."""
        columns: list[list[int]] = []
        for mine, its in ((self[:2], other[:2]), (self[2:], other[2:])):
            pairs = {*zip(*mine, strict=True), *zip(*its, strict=True)}
            columns += [[place for place, _ in pairs], [code for _, code in pairs]]
        return Posting(*columns)

    def frequency(self) -> int:
        """How many documents hold it; those of bodies must be in order."""
        places, count = self.places, len(self.places)
        for place in set(self.other_places):
            at = bisect_left(places, place)
            count += at == len(places) or places[at] != place
        return count


Found = tuple[Posting, Worth]
"""Where a term is, and what it is worth there."""


def estimates(
    wanted: Sequence[int],
    holding: Container[int],
    found: Iterable[Found],
    size: int,
    rules: Recall,
) -> list[float]:
    """What each of the `wanted`, places below `size`, gains, by those near it, too.

    Those that are not among the `holding`, which have a term, need several near.
    """
    k1, near, reach = rules.weights.k1, rules.weights.near, rules.neighbours
    span, rest = 2 * reach + 1, 1 - near
    scores, named = [0.0] * len(wanted), set[int]()
    lonely = {i: 0 for i, place in enumerate(wanted) if place not in holding}
    for posting, worth in found:
        bodies = [0.0] * (size + 2 * reach)
        weights = map(worth.weights.__getitem__, posting.codes)
        for place, weight in zip(posting.places, weights, strict=True):
            bodies[place + reach] = weight
        sums = [
            near * sum(bodies[place : place + span]) + rest * bodies[place + reach]
            for place in wanted
        ]
        if posting.other_places:
            others = _others(posting, worth, named)
            sums = [
                weight + others.get(place, 0.0)
                for weight, place in zip(sums, wanted, strict=True)
            ]
        scale = worth.scale
        scores = [
            score + scale * weight / (k1 + weight)
            for score, weight in zip(scores, sums, strict=True)
        ]
        for i in lonely:
            lonely[i] += sums[i] > 0
    for i, terms in lonely.items():
        scores[i] *= terms >= NEAR_TERMS
    if named:
        return [
            score * rules.weights.named if place in named else score
            for score, place in zip(scores, wanted, strict=True)
        ]
    return scores


def estimated(
    postings: Mapping[str, Posting],
    wanted: Iterable[int],
    holding: Container[int],
    aim: Aim,
) -> dict[int, float]:
    """What documents that are wanted gain, by key, as `estimates` does by place.

    `postings`: where the terms are, by key; at least in these and in those near them.
    """
    reach, keys = aim.rules.neighbours, list(wanted)
    places = _places(sorted(beside(keys, reach)), reach)
    placed = {term: _placed(own, places) for term, own in postings.items()}
    found = [(placed[term], worth) for term, worth in aim.worth]
    scores = estimates(
        [places[key] for key in keys],
        {places[key] for key in keys if key in holding},
        found,
        max(places.values(), default=0) + 1,
        aim.rules,
    )
    return {key: gain for key, gain in zip(keys, scores, strict=True) if gain}


def beside(keys: Iterable[int], reach: int) -> set[int]:
    """The keys and those near them."""
    steps = range(-reach, reach + 1)
    return {key + step for key in keys for step in steps}


def _places(keys: Iterable[int], reach: int) -> dict[int, int]:
    """Places for keys in order: what is near stays as near, all else is not."""
    places: dict[int, int] = {}
    last, place = 0, 0
    for key in keys:
        place += min(key - last, reach + 1)
        places[key], last = place, key
    return places


def _placed(posting: Posting, places: Mapping[int, int]) -> Posting:
    columns = []
    for keys, codes in (posting[:2], posting[2:]):
        known = [
            (places[key], code)
            for key, code in zip(keys, codes, strict=True)
            if key in places
        ]
        columns += [[place for place, _ in known], [code for _, code in known]]
    return Posting(*columns)


def _others(posting: Posting, worth: Worth, named: set[int]) -> dict[int, float]:
    """Weights in fields other than bodies; adds where it is the speaker to `named`."""
    weights: dict[int, float] = {}
    for place, code in zip(posting.other_places, posting.other_codes, strict=True):
        weights[place] = weights.get(place, 0.0) + worth.weights[code]
        if field_and_count(code)[0] == SPEAKER:
            named.add(place)
    return weights


class _Weights(dict[int, float]):
    """By code, worked out once."""

    def __init__(self, average: float, rules: Recall) -> None:
        super().__init__()
        self._fields = field_weights(rules.weights)
        self._base = 1 - rules.weights.b
        self._slope = rules.weights.b / average

    def __missing__(self, code: int) -> float:
        field, count = field_and_count(code)
        weight = self._fields[field] * count
        if field == BODY:
            weight /= self._base + self._slope * length_in(code)
        self[code] = weight
        return weight


class _Gains(dict[int, float]):
    """By code, worked out once."""

    def __init__(self, worth: Worth, k1: float) -> None:
        super().__init__()
        self._worth, self._k1 = worth, k1

    def __missing__(self, code: int) -> float:
        weight = self._worth.weights[code]
        gain = self._worth.scale * weight / (self._k1 + weight)
        self[code] = gain
        return gain
