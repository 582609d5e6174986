"""The best entries for a question: a few hundred, of all that match, ranked in full."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from pane_cli.rules.schema import Recall
from pane_cli.search.candidates import narrow
from pane_cli.search.corpus import Corpus
from pane_cli.search.documents import Document
from pane_cli.search.engine import Engine, Passes, Searched
from pane_cli.search.rank import Question, Scored, rank
from pane_cli.session.types import Entry
from pane_cli.text.terms import Terms

_SPARE = 4
"""Times as many entries are ranked as hits are wanted: copies give way."""

Rerank = Callable[[str, list[Scored], Callable[[Document], list[Entry]]], list[Scored]]
"""Orders what was found for a question anew, by the entries at and around each."""


class Looks(NamedTuple):
    """By what hits are ordered beside their words: an encoder, and a dearer one."""

    encoder: Rerank | None = None
    second: Rerank | None = None
    """Of hits that are not sure; without it, `encoder` has only those to look at."""

    def by(self, asks_again: bool) -> Looks:
        """Who looks at all hits and who at unsure ones, where any are told apart."""
        if not asks_again:
            return Looks(self.encoder)
        return self if self.second else Looks(second=self.encoder)


WORDS = Looks()
"""By their words alone."""


class Ranked:
    """Ranks what engines find in one corpus."""

    def __init__(
        self,
        corpus: Corpus,
        rules: Recall,
        looks: Looks,
        terms: Terms | None = None,
    ) -> None:
        """With `terms`, words that stand together count: texts are read for that."""
        self._corpus, self._rules, self._terms = corpus, rules, terms
        self._looks = looks.by(asks_again=rules.variants > 0)

    def best(
        self,
        text: str,
        question: Question,
        engine: Engine,
        depth: int | None,
        passes: Passes | None,
    ) -> tuple[list[Scored], int]:
        """Enough for `depth` hits, None: all; and how many more hold the words."""
        rules = self._rules
        if rules.weights.recency:
            depth = None  # the newest may be raised from anywhere
        count = None if depth is None else max(_SPARE * depth, rules.candidates)
        narrowed = narrow(question, engine, rules, count, passes)
        shelves = self._corpus.shelves()
        order = {number: i for i, number in enumerate(shelves)}.__getitem__
        scored = [
            one
            for one in rank(question, narrowed, rules, order, narrowed.keys)
            if passes is None or passes(one.document)
        ]
        beyond = narrowed.total - sum(not one.is_near for one in scored)
        if rules.variants:
            from pane_cli.recall.confidence import with_confidence  # who asks for it

            scored = with_confidence(question, scored, narrowed, rules)
        if self._terms is not None and rules.weights.adjacent:
            from pane_cli.recall.adjacent import Adjacency  # reads texts

            weight, read = rules.weights.adjacent, self._corpus.entry
            adjacency = Adjacency(self._terms, weight, read)
            scored = adjacency.raised(text, question, scored, narrowed)
        return self._looked_at(text, scored, narrowed), beyond

    def _looked_at(
        self, text: str, scored: list[Scored], engine: Searched
    ) -> list[Scored]:
        """Ordered by meaning, too, where there is an encoder: of unsure ones, if told.

        Nobody can be sure of a hit whose question was asked only once.
        """
        first, second = self._looks

        def look(rerank: Rerank, some: list[Scored]) -> list[Scored]:
            return rerank(text, some, lambda d: self._around(d, engine))

        if first is not None:
            scored = look(first, scored)
        if second is None:
            return scored
        from pane_cli.recall.confidence import second_look

        return second_look(scored, partial(look, second), self._rules.certain)

    def _around(self, document: Document, engine: Searched) -> list[Entry]:
        reach, key = self._rules.neighbours, document.key
        near = (engine.document(key + step) for step in range(-reach, reach + 1))
        return [self._corpus.entry(found) for found in near if found is not None]
