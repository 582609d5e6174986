"""Which documents are ranked in full: a few hundred of however many match.

About what the words of a document, its neighbours and its session gain picks them;
`rank.py` then weighs them and all that stands near them.
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Iterable

from pane_cli.rules.schema import Recall
from pane_cli.search.documents import BODY, Document, session_of
from pane_cli.search.engine import (
    Aim,
    Engine,
    Gains,
    Occurrence,
    Passes,
    field_and_count,
    length_in,
)
from pane_cli.search.rank import (
    BEST_OF_SESSION,
    Question,
    days_asked,
    field_weights,
    rarity,
)

_POOL = 10
"""Times as many documents are looked at as are ranked."""
_IN_VIEW = 100
"""Of so many of the best documents the sessions' scores are made sure of."""
_OF_SESSION = BEST_OF_SESSION + 2
"""Documents of such a session that are ranked: one of these may not be its best."""


class Narrowed:
    """An engine of which only some documents, and what stands near them, is ranked."""

    def __init__(self, engine: Engine, keys: frozenset[int], total: int) -> None:
        self._engine = engine
        self._keys = keys
        self.total = total
        """Documents that hold any of the terms, ranked or not."""
        self.documents = engine.documents
        self.characters = engine.characters

    def frequency(self, term: str) -> int:
        """How many documents hold `term`, ranked or not."""
        return self._engine.frequency(term)

    def postings(self, term: str) -> Iterable[Occurrence]:
        """Occurrences in what is ranked."""
        return self._engine.postings(term, self._keys)

    def days(self) -> Iterable[str]:
        """The days on which documents were written."""
        return self._engine.days()

    def document(self, key: int) -> Document | None:
        """What is known of a document; None where it is not ranked."""
        return self._engine.document(key) if key in self._keys else None


def narrow(
    question: Question,
    engine: Engine,
    rules: Recall,
    most: int,
    passes: Passes | None = None,
) -> Narrowed:
    """The engine with about `most` documents worth ranking, of those that pass."""
    weights, reach = rules.weights, rules.neighbours
    gains = _gains(question, engine, rules)
    best = engine.best(Aim(gains, _POOL * most, reach, weights.near, passes))
    scores = _with_session(best.scores, weights.session)
    chosen = heapq.nlargest(most, scores, key=scores.__getitem__)
    rest = _best_beside(chosen[:_IN_VIEW], best.scores) if weights.session else ()
    return around(engine, {*chosen, *rest}, reach, best.total)


def around(
    engine: Engine, chosen: Iterable[int], reach: int, total: int = 0
) -> Narrowed:
    """The engine with the `chosen` documents, and those up to `reach` beside them."""
    keys = {key + step for key in chosen for step in range(-reach, reach + 1)}
    return Narrowed(engine, frozenset(keys), total)


def breadth(depth: int | None, candidates: int) -> int:
    """How many documents are ranked for the first `depth` hits; None: for all.

    The same for every page of the first few, so that these are of one ranking.
    """
    if depth is None:
        return sys.maxsize // _POOL
    return candidates * max(1, -(-2 * depth // candidates))


def _best_beside(chosen: Iterable[int], scores: dict[int, float]) -> Iterable[int]:
    """The best of the sessions of the `chosen`: what makes those sessions' scores."""
    best: dict[int, list[tuple[float, int]]] = {session_of(key): [] for key in chosen}
    for key, gain in scores.items():
        own = best.get(session_of(key))
        if own is not None:
            own.append((gain, key))
    for own in best.values():
        yield from (key for _, key in heapq.nlargest(_OF_SESSION, own))


def _with_session(scores: dict[int, float], share: float) -> dict[int, float]:
    """As `rank.py` does it: a share of what the best of its session have."""
    best: dict[int, list[float]] = {}
    for key, gain in scores.items():
        best.setdefault(session_of(key), []).append(gain)
    own = {
        session: share * sum(heapq.nlargest(BEST_OF_SESSION, gains)) / BEST_OF_SESSION
        for session, gains in best.items()
    }
    return {key: gain + own[session_of(key)] for key, gain in scores.items()}


class _Worth(dict[int, float]):
    """What an occurrence is worth, by `code_of` field and count."""

    def __init__(self, rarity: float, average: float, rules: Recall) -> None:
        super().__init__()
        self._rarity = rarity
        self._base = 1 - rules.weights.b
        self._slope = rules.weights.b / average
        self._k1 = rules.weights.k1
        self._fields = field_weights(rules.weights)

    def __missing__(self, code: int) -> float:
        field, count = field_and_count(code)
        weight = self._fields[field] * count
        if field == BODY:
            weight /= self._base + self._slope * length_in(code)
        worth = self._rarity * weight * (self._k1 + 1) / (self._k1 + weight)
        self[code] = worth
        return worth


def _gains(question: Question, engine: Engine, rules: Recall) -> Gains:
    count = engine.documents
    average = max(engine.characters / max(count, 1), 1.0)
    gains = {
        term: _Worth(rarity(count, engine.frequency(term)), average, rules)
        for term in question.terms
    }
    for days in days_asked(question, engine):
        found = sum(map(engine.frequency, days))
        worth = _Worth(rarity(count, found), average, rules)
        gains.update(dict.fromkeys(days, worth))
    return gains
