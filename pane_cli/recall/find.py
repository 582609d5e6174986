"""A request and a corpus give matches: ranked, filtered, copies shown once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from pane_cli.recall.filters import Filter
from pane_cli.recall.matches import Found, Match, once
from pane_cli.recall.patterns import (
    Guard,
    Pattern,
    TooSlow,
    found_by,
    guarded,
    literal,
    regex,
)
from pane_cli.recall.ranked import WORDS, Looks, Ranked
from pane_cli.recall.remarks import (
    AS_TEXT,
    KEPT_OUT,
    absent,
    has_any,
    nearest,
    of_phrase,
)
from pane_cli.recall.words import word_spans
from pane_cli.rules.schema import Recall
from pane_cli.search.corpus import Corpus, Near
from pane_cli.search.documents import Document, Text
from pane_cli.search.engine import Engine
from pane_cli.search.rank import Question
from pane_cli.text.pieces import compose
from pane_cli.text.terms import Terms


class Finder:
    """Answers requests over one corpus."""

    def __init__(
        self,
        corpus: Corpus,
        engine: Engine | None,
        terms: Terms,
        rules: Recall,
        width: int,
        branch: bool = False,
        looks: Looks = WORDS,
    ) -> None:
        """`engine` is needed for `by_terms` alone; `width` is that of a snippet.

        With `branch`, only what is on the active branch of its session is found.
        """
        self._corpus = corpus
        self._engine = engine
        self._terms = terms
        self._rules = rules
        self._width = width
        self._ranking = Ranked(corpus, rules, looks, terms)
        self._branches = None
        if branch:
            from pane_cli.recall.branches import Branches

            self._branches = Branches(corpus)

    def by_terms(
        self, text: str, question: Question, filter_: Filter, depth: int | None = None
    ) -> Found:
        """Ranked; where no entry holds a term, whatever comes nearest.

        First those that hold the text itself, then those with words that begin as it
        does, then those with words that are nearly the same. `depth`: how many
        hits are wanted; None: all of them.
        """
        engine = self._engine
        if engine is None or not text.strip():
            return Found([], lambda body: [])
        found = self._ranked(text, question, engine, filter_, "terms", depth)
        if found.total:
            remarks = (*of_phrase(text), *absent(question, engine, self._terms))
            return found._replace(remarks=remarks)
        if has_any(question.terms, engine):
            return found._replace(remarks=(KEPT_OUT,))
        pattern = literal(text, any_case=True)
        likely = self._corpus.likely() if question.terms else self._corpus.texts()
        matches = self._once(self._matches(pattern, filter_, likely))
        if matches:
            remarks = (AS_TEXT,) if question.terms else ()
            return Found(matches, found_by(pattern), remarks)
        return self._widened(text, question, filter_) or found

    def by_literal(self, text: str, filter_: Filter) -> Found:
        """Those that hold the text; where there are none, in any case of letters."""
        exact = literal(text)
        matches = self._scan(exact, filter_)
        if matches:
            return Found(matches, found_by(exact))
        loose = literal(text, any_case=True)
        matches = self._scan(loose, filter_)
        remark = (f"nothing has {text!r}; these differ in upper and lower case",)
        return Found(matches, found_by(loose), remark if matches else ())

    def by_regex(self, text: str, filter_: Filter, guard: Guard) -> Found:
        """Those that match; where there are none, those that hold it as a text."""
        try:
            pattern = regex(text)
        except (re.error, RecursionError, OverflowError) as error:
            remark = f"--regex: {error}; searched as text"
            return self._as_text(text, filter_, remark)
        matches: list[Match] = []
        try:
            with guard():
                for match in self._matches(pattern, filter_):
                    matches.append(match)  # kept when time runs out
            if matches:
                return Found(
                    once(matches, self._corpus.shelves()), guarded(pattern, guard)
                )
            remark = "--regex matches nothing; searched as text"
        except TooSlow:
            remark = f"--regex took longer than {self._rules.regex_seconds:g} s"
            if matches:
                matches = self._once(matches)
                remarks = (f"{remark}: not all is here",)
                return Found(matches, guarded(pattern, guard), remarks)
            remark += "; searched as text"
        return self._as_text(text, filter_, remark)

    def by_filter(self, filter_: Filter) -> Found:
        """Every document that passes, in order."""
        every = Pattern("filter", lambda body: (0, 0))
        return Found(self._scan(every, filter_), lambda body: [])

    def _ranked(
        self,
        text: str,
        question: Question,
        engine: Engine,
        filter_: Filter,
        tier: str,
        depth: int | None = None,
    ) -> Found:
        passes = None if self._passes_all(filter_) else partial(self._passes, filter_)
        scored, beyond = self._ranking.best(text, question, engine, depth, passes)
        matches = [
            Match(one.document, one.score, "near" if one.is_near else tier, one.sure)
            for one in scored
        ]
        spans = word_spans(question.terms, self._terms, self._width)
        return Found(once(matches, self._corpus.shelves()), spans, beyond=beyond)

    def _widened(self, text: str, question: Question, filter_: Filter) -> Found | None:
        """Entries with words that come near those asked for; None where there are none.

        What comes near a mistyped word is not what was asked for.
        """
        for tier in ("prefix", "fuzzy"):
            wider = self._near(tier, question)
            if wider:
                asked = Question(tuple(wider))
                engine = self._corpus.engine([asked])
                found = self._ranked(text, asked, engine, filter_, tier)
                if found.matches:
                    return found._replace(remarks=(nearest(tier, list(wider)),))
        return None

    def _near(self, tier: str, question: Question) -> dict[str, None]:
        """Words that begin as those of the question do, or that may be meant."""
        from pane_cli.search.widen import beginning, is_mistyped, meant_by, mistyped

        terms, typos = question.terms, self._rules.typos
        if tier == "prefix":
            known = self._corpus.vocabulary(terms, likely=True)
            return {word: None for term in terms for word in beginning(term, known)}
        terms = tuple(term for term in terms if is_mistyped(term, typos))
        if not terms:
            return {}
        heads = tuple(dict.fromkeys(term[0] for term in terms))
        meant = meant_by(question.words, self._terms)

        def nearest(term: str, known: Iterable[str]) -> list[str]:
            return mistyped(term, known, typos, meant.get(term, frozenset()))

        near = Near(terms, lambda word: any(nearest(t, (word,)) for t in terms))
        known = self._corpus.vocabulary(heads, near=near)
        return {word: None for term in terms for word in nearest(term, known)}

    def _as_text(self, text: str, filter_: Filter, remark: str) -> Found:
        found = self.by_literal(text, filter_)
        return found._replace(remarks=(remark, *found.remarks))

    def _passes_all(self, filter_: Filter) -> bool:
        return filter_.is_empty and self._branches is None

    def _passes(self, filter_: Filter, document: Document) -> bool:
        if not filter_.passes(document):
            return False
        return self._branches is None or self._branches.holds(document)

    def _scan(self, pattern: Pattern, filter_: Filter) -> list[Match]:
        return self._once(self._matches(pattern, filter_))

    def _once(self, matches: Iterable[Match]) -> list[Match]:
        listed = list(matches)  # reading them may make more sessions known
        return once(listed, self._corpus.shelves())

    def _matches(
        self, pattern: Pattern, filter_: Filter, texts: Iterable[Text] | None = None
    ) -> Iterator[Match]:
        for text in self._corpus.texts() if texts is None else texts:
            if pattern.find(compose(text.body)) is None:
                continue
            document = text.document()
            if self._passes(filter_, document):
                yield Match(document, 1.0, pattern.mode)
