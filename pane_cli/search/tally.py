"""What documents gain, summed up term by term: BM25F over fields, and what stands near.

A term's weight is summed over the fields before it saturates, so that a word in the
body and in the path is one strong match, not two.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Set

from pane_cli.rules.schema import Recall, RecallWeights
from pane_cli.search.documents import BODY, SPEAKER
from pane_cli.search.engine import Occurrence, Searched

Hits = Iterable[Occurrence]


def rarity(documents: int, found: int) -> float:
    """What a term is worth that `found` of all documents hold."""
    return math.log(1 + (documents - found + 0.5) / (found + 0.5))


def field_weights(weights: RecallWeights) -> tuple[float, ...]:
    """What a word counts in each field, in the order of their numbers."""
    return 1.0, weights.tool, weights.path, weights.speaker, weights.day


class Tally:
    """Scores so far, term by term; of documents with these `keys`, None: of all."""

    def __init__(
        self, rules: Recall, engine: Searched, keys: Set[int] | None = None
    ) -> None:
        self.scores: dict[int, float] = {}
        self.own: set[int] = set()
        self.named: set[int] = set()
        self.near_terms: dict[int, int] = {}
        self._weights = rules.weights
        self._steps = [step for i in range(1, rules.neighbours + 1) for step in (-i, i)]
        self._keys = keys
        self._documents = engine.documents
        average = max(engine.characters / max(engine.documents, 1), 1.0)
        self._base = 1 - rules.weights.b
        self._slope = rules.weights.b / average

    def take(self, hits: Hits, found: int) -> None:
        """The occurrences of one term, which `found` documents hold in all."""
        fields = field_weights(self._weights)
        own: dict[int, float] = {}
        bodies: dict[int, float] = {}
        for key, field, count, chars in hits:
            if field == BODY:
                weight = count / (self._base + self._slope * chars)
                bodies[key] = weight
            else:
                weight = count * fields[field]
                if field == SPEAKER:
                    self.named.add(key)
            own[key] = own.get(key, 0.0) + weight
        self.own |= own.keys()
        self._score(own, bodies, rarity(self._documents, found))

    def _score(
        self, own: dict[int, float], bodies: dict[int, float], rarity: float
    ) -> None:
        k1, near, body = self._weights.k1, self._weights.near, bodies.get
        for key in self._reached(own, bodies):
            beside = sum([body(key + step, 0.0) for step in self._steps])
            if not beside and key not in own:
                continue
            weight = own.get(key, 0.0) + near * beside
            gain = rarity * weight * (k1 + 1) / (k1 + weight)
            self.scores[key] = self.scores.get(key, 0.0) + gain
            if key not in own:
                self.near_terms[key] = self.near_terms.get(key, 0) + 1

    def _reached(
        self, own: dict[int, float], bodies: dict[int, float]
    ) -> Iterable[int]:
        if self._keys is not None:
            return self._keys
        beside = {key + step for key in bodies for step in self._steps}
        return beside.union(own)
