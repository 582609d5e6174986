"""Which documents are ranked: a few hundred of however many match.

About what the words of a document, its neighbours and its session gain picks them;
`rank.py` then weighs them exactly.
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Iterable, Iterator

from pane_cli.rules.schema import Recall
from pane_cli.search.documents import Document
from pane_cli.search.engine import Aim, Engine, Occurrence, Passes
from pane_cli.search.rank import BEST_OF_SESSION, Question, days_asked
from pane_cli.search.sessions import best_beside, with_session
from pane_cli.search.tally import rarity
from pane_cli.search.worth import Worth

_POOL = 25
"""Times as many documents are looked at as are ranked."""
_IN_VIEW = 50
"""Of so many of the best documents the sessions' scores are made sure of."""
_OF_SESSION = BEST_OF_SESSION + 5
"""Documents of such a session that are ranked: one of these may not be its best."""


class Narrowed:
    """An engine of which only some documents, and what stands near them, is known."""

    def __init__(
        self, engine: Engine, keys: Iterable[int], reach: int, total: int = 0
    ) -> None:
        self._engine = engine
        steps = range(-reach, reach + 1)
        self.keys = frozenset(keys)
        """Those that are ranked."""
        self._known = frozenset(key + step for key in keys for step in steps)
        self.total = total
        """Documents that hold any of the terms, ranked or not."""
        self.documents = engine.documents
        self.characters = engine.characters

    def frequency(self, term: str) -> int:
        """How many documents hold `term`, ranked or not."""
        return self._engine.frequency(term)

    def postings(self, term: str) -> Iterable[Occurrence]:
        """Occurrences in what is known."""
        return self._engine.postings(term, self._known)

    def days(self) -> Iterable[str]:
        """The days on which documents were written."""
        return self._engine.days()

    def document(self, key: int) -> Document | None:
        """What is known of a document."""
        return self._engine.document(key) if key in self._known else None


def narrow(
    question: Question,
    engine: Engine,
    rules: Recall,
    count: int | None,
    passes: Passes | None = None,
) -> Narrowed:
    """The engine with about `count` documents to rank, of those that pass.

    None: all of them.
    """
    most = sys.maxsize if count is None else count
    share = rules.weights.session
    worth = list(_worth(question, engine, rules))
    best = engine.best(Aim(worth, rules, _POOL * most, passes))
    scores = with_session(best.scores, share)
    chosen = heapq.nlargest(most, scores, key=scores.__getitem__)
    seen = chosen[:_IN_VIEW] if share else ()
    rest = best_beside(seen, best.scores, _OF_SESSION)
    return Narrowed(engine, {*chosen, *rest}, rules.neighbours, best.total)


def _worth(
    question: Question, engine: Engine, rules: Recall
) -> Iterator[tuple[str, Worth]]:
    count = engine.documents
    average = max(engine.characters / max(count, 1), 1.0)
    for term in question.terms:
        found = engine.frequency(term)
        yield term, Worth(rarity(count, found), average, rules)
    for days in days_asked(question, engine):
        found = sum(map(engine.frequency, days))
        worth = Worth(rarity(count, found), average, rules)
        yield from ((day, worth) for day in days)
