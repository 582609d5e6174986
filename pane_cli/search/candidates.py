"""Which documents are ranked in full: a few hundred of however many match.

What the words of a document, its neighbours and its session gain, without regard to
their lengths, picks them; `rank.py` then weighs them and all that stands near them.
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Iterable

from pane_cli.rules.schema import Recall
from pane_cli.search.documents import Document, session_of
from pane_cli.search.engine import Aim, Engine, Gains, Occurrence, Passes
from pane_cli.search.rank import (
    BEST_OF_SESSION,
    Question,
    days_asked,
    field_weights,
    rarity,
)

_POOL = 10
"""Times as many documents are looked at as are ranked."""


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
    return around(engine, chosen, reach, best.total)


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

    def __init__(self, rarity: float, rules: Recall) -> None:
        super().__init__()
        self._rarity = rarity
        self._k1 = rules.weights.k1
        self._fields = field_weights(rules.weights)

    def __missing__(self, code: int) -> float:
        weight = self._fields[code & 255] * (code >> 8)
        worth = self._rarity * weight * (self._k1 + 1) / (self._k1 + weight)
        self[code] = worth
        return worth


def _gains(question: Question, engine: Engine, rules: Recall) -> Gains:
    count = engine.documents
    gains = {
        term: _Worth(rarity(count, engine.frequency(term)), rules)
        for term in question.terms
    }
    for days in days_asked(question, engine):
        worth = _Worth(rarity(count, sum(map(engine.frequency, days))), rules)
        gains.update(dict.fromkeys(days, worth))
    return gains
