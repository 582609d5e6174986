"""The ranking: BM25F over fields, what stands near, and the session as a whole.

Pure: a question, an engine and rules give scored documents, best first. A term's weight
is summed over the fields before it saturates, so that a word in the body and in the
path is one strong match, not two.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Set
from typing import NamedTuple

from pane_cli.rules.schema import Recall, RecallWeights
from pane_cli.search.dates import DayTest, days_in
from pane_cli.search.documents import (
    BODY,
    SPEAKER,
    Document,
    session_of,
)
from pane_cli.search.engine import DAY_MARK, Occurrence, Searched
from pane_cli.text.terms import Terms

BEST_OF_SESSION = 3
"""A session's own score is the mean of this many of its best documents."""
NEAR_TERMS = 2
"""A document without any term is found where this many different ones are near."""
_CODE = ("call", "result")
_DAY = 24 * 3600 * 1000.0
_DIGITS = 9
"""Scores closer than this are equal, whatever order their parts were added in."""

Hits = Iterable[Occurrence]


class Question(NamedTuple):
    """What is asked for, as terms and as days."""

    terms: tuple[str, ...]
    days: tuple[DayTest, ...] = ()
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The words that were asked, each with its terms."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look for."""
        return not self.terms and not self.days


class Scored(NamedTuple):
    """A document and how well it answers."""

    document: Document
    score: float
    is_near: bool
    """It holds none of the terms; its neighbours do."""
    sure: float = 1.0
    """How sure the score is, from 0 to 1: whether it stands when less is asked."""


def question_of(text: str, terms: Terms) -> Question:
    """Read a question. Any text is one; none raises."""
    words = terms.words(text)
    asked = dict.fromkeys(term for own in words.values() for term in own)
    return Question(tuple(asked), days_in(text), tuple(words.items()))


def rank(
    question: Question,
    engine: Searched,
    rules: Recall,
    order: Callable[[int], int] = lambda session: session,
    keys: Set[int] | None = None,
) -> list[Scored]:
    """Every document that matches, best first; or those of them with these keys."""
    return in_order(finished(weighed(question, engine, rules, keys), rules), order)


def finished(scored: list[Scored], rules: Recall) -> list[Scored]:
    """Raised by age, if that counts, and by their sessions' own scores."""
    if rules.weights.recency:
        scored = _newer_first(scored, rules)
    return _with_sessions(scored, rules.weights.session)


def in_order(scored: Iterable[Scored], order: Callable[[int], int]) -> list[Scored]:
    """The best first.

    Of equals, the one whose session comes first by `order`, then the earlier one.
    """

    def place(one: Scored) -> tuple[float, int, int]:
        key = one.document.key
        return -one.score, order(session_of(key)), key

    return sorted(scored, key=place)


def weighed(
    question: Question, engine: Searched, rules: Recall, keys: Set[int] | None = None
) -> list[Scored]:
    """Documents with what they and those beside them gain; without their sessions."""
    tally = _Tally(rules, engine, keys)
    for hits, found in _searches(question, engine):
        tally.take(hits, found)
    return list(_known(tally, engine, rules.weights))


def shares(
    question: Question, engine: Searched, rules: Recall, keys: Iterable[int]
) -> dict[int, list[float]]:
    """What each term, then each part of a date, adds to documents before factors."""
    found: dict[int, list[float]] = {key: [] for key in keys}
    tally = _Tally(rules, engine, found.keys())
    for hits, count in _searches(question, engine):
        tally.take(hits, count)
        for key, parts in found.items():
            parts.append(tally.scores.get(key, 0.0) - sum(parts))
    return found


def rarity(documents: int, found: int) -> float:
    """What a term is worth that `found` of all documents hold."""
    return math.log(1 + (documents - found + 0.5) / (found + 0.5))


def field_weights(weights: RecallWeights) -> tuple[float, ...]:
    """What a word counts in each field, in the order of their numbers."""
    return 1.0, weights.tool, weights.path, weights.speaker, weights.day


def days_asked(question: Question, engine: Searched) -> Iterator[list[str]]:
    """For each day that was asked for, the terms of those that are meant."""
    known = list(engine.days()) if question.days else []
    for test in question.days:
        yield [DAY_MARK + day for day in known if test.accepts(day)]


def _searches(question: Question, engine: Searched) -> Iterator[tuple[Hits, int]]:
    """Occurrences of what is asked for, and how many documents have it in all."""
    for term in question.terms:
        yield engine.postings(term), engine.frequency(term)
    for days in days_asked(question, engine):
        hits = (hit for day in days for hit in engine.postings(day))
        yield hits, sum(map(engine.frequency, days))


def _known(tally: _Tally, engine: Searched, weights: RecallWeights) -> Iterator[Scored]:
    factors = {"thinking": weights.thinking, "note": weights.note}
    for key, score in tally.scores.items():
        is_near = key not in tally.own
        if is_near and tally.near_terms[key] < NEAR_TERMS:
            continue
        document = engine.document(key)
        if document is None:  # beyond the first or last of its session
            continue
        score *= factors.get(document.kind, 1.0)
        if key in tally.named:
            score *= weights.named
        yield Scored(document, score, is_near)


def _newer_first(scored: list[Scored], rules: Recall) -> list[Scored]:
    """Raised by age, that of the newest one being 0: no clock is needed."""
    newest = max((one.document.time for one in scored), default=0)

    def raised(one: Scored) -> Scored:
        is_code = one.document.kind in _CODE
        days = rules.half_life_days_code if is_code else rules.half_life_days
        age = (newest - one.document.time) / (days * _DAY)
        part = rules.weights.recency * 0.5**age if one.document.time else 0.0
        return one._replace(score=one.score * (1 + part))

    return list(map(raised, scored))


class _Tally:
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


def _with_sessions(scored: list[Scored], share: float) -> list[Scored]:
    """Every document with a share of its session's own score, rounded."""
    best: dict[int, list[float]] = {}
    for document, score, *_ in scored:
        best.setdefault(session_of(document.key), []).append(score)
    own = {
        session: share * sum(heapq.nlargest(BEST_OF_SESSION, all_)) / BEST_OF_SESSION
        for session, all_ in best.items()
    }
    return [
        one._replace(
            score=round(one.score + own[session_of(one.document.key)], _DIGITS)
        )
        for one in scored
    ]
