"""Words that stand together: what says `merge conflict`, before what has both words.

Only the first hits are weighed so, as their texts must be read for it, and of these
texts only the places where both words may be are analyzed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from pane_cli.search.documents import Document, body_of
from pane_cli.search.engine import Searched
from pane_cli.search.rank import Question, Scored
from pane_cli.search.sieve import Sieve, needles_of
from pane_cli.search.tally import rarity
from pane_cli.session.types import Entry
from pane_cli.text.pieces import compose, pattern_for
from pane_cli.text.terms import Terms

LOOKED_AT = 40
"""Hits whose texts are read: eight pages. With 150, LoCoMo's figures are the same."""
_REACH = 2
"""Words stand together in one identifier, side by side, or with one word between them;
1 and 4 find as much in LoCoMo."""
_ENOUGH = 200_000
"""Characters of one text that are looked at."""
_WIDE = 120
"""Characters in which two such words and what joins them stand."""

Read = Callable[[Document], Entry]


class Pair(NamedTuple):
    """Two words that stand side by side in a question, no stop word between them."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    """Their terms."""
    worth: float
    """What the commoner one is worth."""


class Adjacency:
    """Raises hits that have words of the question side by side, in its order."""

    def __init__(self, terms: Terms, weight: float, read: Read) -> None:
        """`weight`: what two such words count, in what the commoner one is worth."""
        self._terms, self._weight, self._read = terms, weight, read

    def raised(
        self, text: str, question: Question, scored: list[Scored], engine: Searched
    ) -> list[Scored]:
        """The same documents, the first of them in their new order."""
        finders = [
            _Finder(pair, self._terms) for pair in _pairs_of(text, question, engine)
        ]
        if not finders or not self._weight:
            return scored
        head = [
            one if one.is_near else self._with(one, finders)
            for one in scored[:LOOKED_AT]
        ]
        head.sort(key=lambda one: -one.score)
        return head + scored[LOOKED_AT:]

    def _with(self, one: Scored, finders: list[_Finder]) -> Scored:
        body = body_of(self._read(one.document))[:_ENOUGH]
        lower = body.lower()
        gain = sum(find.pair.worth for find in finders if find.is_in(body, lower))
        return one._replace(score=one.score + self._weight * gain) if gain else one


class _Finder:
    """Tells whether the words of a pair stand together in a text."""

    def __init__(self, pair: Pair, terms: Terms) -> None:
        self.pair = pair
        self._sieve = Sieve(terms, (*pair.first, *pair.second))
        self._first, self._second = (
            _needles(own, terms.language) for own in (pair.first, pair.second)
        )

    def is_in(self, body: str, lower: str) -> bool:
        """`lower` is the text in lower case."""
        return any(map(self._is_together, self._windows(body, lower)))

    def _is_together(self, window: str) -> bool:
        places = self._sieve.places(window)
        first, second = (
            {place for term in own for place in places.get(term, ())}
            for own in (self.pair.first, self.pair.second)
        )
        return any(
            not second.isdisjoint(range(place, place + 1 + _REACH)) for place in first
        )

    def _windows(self, body: str, lower: str) -> Iterator[str]:
        """Where both words may be near each other; the whole text if none can tell."""
        if not self._first or not self._second or len(lower) != len(body):
            yield body
            return
        if not any(needle in lower for needle in self._second):
            return
        for needle in self._first:
            begin = end = 0
            at = lower.find(needle)
            while at >= 0:
                until = at + _WIDE
                if any(lower.find(other, at, until) >= 0 for other in self._second):
                    if at >= end:  # of what overlaps nothing is analyzed twice
                        yield body[begin:end]
                        space = max(lower.rfind(" ", 0, at), lower.rfind("\n", 0, at))
                        begin = max(space + 1, at - _WIDE)
                    end = until
                at = lower.find(needle, at + 1)
            yield body[begin:end]


def _pairs_of(text: str, question: Question, engine: Searched) -> Iterator[Pair]:
    own = dict(question.words)
    said = [own.get(word, ()) for word in pattern_for(text).findall(compose(text))]
    for first, second in pairwise(said):
        if first and second and first != second:
            worth = (_worth(terms, engine) for terms in (first, second))
            yield Pair(first, second, min(worth))


def _worth(terms: tuple[str, ...], engine: Searched) -> float:
    return max(rarity(engine.documents, engine.frequency(term)) for term in terms)


def _needles(terms: tuple[str, ...], language: str) -> list[str]:
    """What a word with one of these terms has in it; none: there is no telling."""
    if not "".join(terms).isascii():
        return []
    needles = needles_of(frozenset(terms), language) or []
    # `y` may become `i`: nothing of it is sure to be in its words.
    return [needle.decode("ascii") for needle in needles] if all(needles) else []
