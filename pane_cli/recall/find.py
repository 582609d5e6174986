"""A request and a corpus give matches: ranked, filtered, copies shown once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from pane_cli.recall.filters import Filter
from pane_cli.recall.patterns import (
    Guard,
    Pattern,
    Span,
    TooSlow,
    literal,
    regex,
)
from pane_cli.rules.schema import Recall
from pane_cli.search.corpus import Corpus, Shelf
from pane_cli.search.documents import Document, session_of
from pane_cli.search.engine import Engine
from pane_cli.search.rank import Question, rank
from pane_cli.text.pieces import compose


class Match(NamedTuple):
    """A document that was found."""

    document: Document
    score: float
    tier: str
    """`terms`: holds words of the query. `near`: beside entries that do. `literal`,
    `regex`, `address`: what it says. `filter`: nothing was asked for."""


class Found(NamedTuple):
    """All that was found, best first, and how to find it in a text again."""

    matches: list[Match]
    spans: Callable[[str], list[Span]]
    remarks: tuple[str, ...] = ()
    """What a person should know of how it was found."""


class Finder:
    """Answers requests over one corpus."""

    def __init__(self, corpus: Corpus, engine: Engine | None, rules: Recall) -> None:
        """`engine` is needed for `by_terms` alone."""
        self._corpus = corpus
        self._engine = engine
        self._rules = rules
        self._shelves = corpus.shelves()
        self._ranks = {number: i for i, number in enumerate(self._shelves)}

    def by_terms(
        self,
        text: str,
        question: Question,
        filter_: Filter,
        spans: Callable[[str], list[Span]],
    ) -> Found:
        """Ranked; where no entry holds a term, those that hold the text itself."""
        matches: list[Match] = []
        if self._engine is not None and not question.is_empty:
            order = self._ranks.__getitem__
            matches = [
                Match(one.document, one.score, "near" if one.is_near else "terms")
                for one in rank(question, self._engine, self._rules, order)
                if filter_.passes(one.document)
            ]
        if matches or not text.strip():
            return Found(self._once(matches), spans)
        found = self.by_literal(text, filter_)
        if found.matches and question.terms:
            remark = "no entry has these words; these have the text itself"
            return found._replace(remarks=(remark, *found.remarks))
        return found

    def by_literal(self, text: str, filter_: Filter) -> Found:
        """Those that hold the text; where there are none, in any case of letters."""
        exact = literal(text)
        matches = self._scan(exact, filter_)
        if matches:
            return Found(matches, _one(exact))
        loose = literal(text, any_case=True)
        matches = self._scan(loose, filter_)
        remark = (f"nothing has {text!r}; these differ in upper and lower case",)
        return Found(matches, _one(loose), remark if matches else ())

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
                return Found(self._once(matches), _guarded(pattern, guard))
            remark = "--regex matches nothing; searched as text"
        except TooSlow:
            remark = f"--regex took longer than {self._rules.regex_seconds:g} s"
            if matches:
                spans = _guarded(pattern, guard)
                return Found(
                    self._once(matches), spans, (f"{remark}: not all is here",)
                )
            remark += "; searched as text"
        return self._as_text(text, filter_, remark)

    def by_filter(self, filter_: Filter) -> Found:
        """Every document that passes, in order."""
        return Found(
            self._scan(Pattern("filter", lambda body: (0, 0)), filter_), lambda body: []
        )

    def _as_text(self, text: str, filter_: Filter, remark: str) -> Found:
        found = self.by_literal(text, filter_)
        return found._replace(remarks=(remark, *found.remarks))

    def _scan(self, pattern: Pattern, filter_: Filter) -> list[Match]:
        return self._once(self._matches(pattern, filter_))

    def _matches(self, pattern: Pattern, filter_: Filter) -> Iterator[Match]:
        for text in self._corpus.texts():
            if pattern.find(compose(text.body)) is None:
                continue
            document = text.document()
            if filter_.passes(document):
                yield Match(document, 1.0, pattern.mode)

    def _once(self, matches: Iterable[Match]) -> list[Match]:
        """Of copies in several sessions, the one in the session they come from."""
        listed = list(matches)
        origins: dict[int, int] = {}
        for match in listed:
            copy, session = match.document.copy, session_of(match.document.key)
            known = origins.setdefault(copy, session)
            if session != known and self._age(session) < self._age(known):
                origins[copy] = session
        return [
            match
            for match in listed
            if not match.document.copy
            or origins[match.document.copy] == session_of(match.document.key)
        ]

    def _age(self, session: int) -> tuple[bool, str, str]:
        shelf: Shelf = self._shelves[session]
        return shelf.age


def _one(pattern: Pattern) -> Callable[[str], list[Span]]:
    def spans(body: str) -> list[Span]:
        span = pattern.find(body)
        return [span] if span else []

    return spans


def _guarded(pattern: Pattern, guard: Guard) -> Callable[[str], list[Span]]:
    """What matched once may still take for ever on the redacted text."""

    def spans(body: str) -> list[Span]:
        try:
            with guard():
                span = pattern.find(body)
        except TooSlow:
            return []
        return [span] if span else []

    return spans
