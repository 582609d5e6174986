"""The ranking: BM25F over fields, what stands near, and the session as a whole.

Pure: a question, an engine and rules give scored documents, best first. What each term
is worth in them sums up `tally.py`.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Set
from typing import NamedTuple

from pane_cli.rules.schema import Recall, RecallWeights
from pane_cli.search.dates import DayTest, days_in
from pane_cli.search.documents import Document, session_of
from pane_cli.search.engine import DAY_MARK, Searched
from pane_cli.search.tally import Hits, Tally
from pane_cli.text.terms import Terms

BEST_OF_SESSION = 3
"""A session's own score is the mean of this many of its best documents."""
NEAR_TERMS = 2
"""A document without any term is found where this many different ones are near."""
_CODE = ("call", "result")
_DAY = 24 * 3600 * 1000.0
_DIGITS = 9
"""Scores closer than this are equal, whatever order their parts were added in."""


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
    tally = Tally(rules, engine, keys)
    for hits, found in _searches(question, engine):
        tally.take(hits, found)
    return list(_known(tally, engine, rules.weights))


def shares(
    question: Question, engine: Searched, rules: Recall, keys: Iterable[int]
) -> dict[int, list[float]]:
    """What each term, then each part of a date, adds to documents before factors."""
    found: dict[int, list[float]] = {key: [] for key in keys}
    tally = Tally(rules, engine, found.keys())
    for hits, count in _searches(question, engine):
        tally.take(hits, count)
        for key, parts in found.items():
            parts.append(tally.scores.get(key, 0.0) - sum(parts))
    return found


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


def _known(tally: Tally, engine: Searched, weights: RecallWeights) -> Iterator[Scored]:
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
