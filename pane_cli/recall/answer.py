"""Answers to queries over one corpus: addresses, words, text, expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pane_cli.recall.filters import Filter
from pane_cli.recall.find import Finder
from pane_cli.recall.hits import Page, Shower
from pane_cli.recall.matches import Found, Match
from pane_cli.recall.patterns import Guard
from pane_cli.recall.ranked import WORDS, Looks
from pane_cli.recall.results import VERSION, Answer, Hit
from pane_cli.rules.schema import Recall
from pane_cli.search.corpus import Corpus
from pane_cli.search.documents import session_of
from pane_cli.search.rank import Question, question_of
from pane_cli.text.terms import Terms

if TYPE_CHECKING:
    from pane_cli.recall.addresses import FileAddress
    from pane_cli.session.address import Address


class Query(NamedTuple):
    """What was asked: `text` None asks for all that passes the filter."""

    text: str | None
    id: str | int | None = None


class Manner(NamedTuple):
    """How queries are answered."""

    mode: str
    """`terms`, `literal` or `regex`."""
    filter: Filter
    page: Page
    guard: Guard
    redact: Callable[[str], str]
    only: str = ""
    """`count` or `sessions`: no hits, only how many, or where."""
    room: int = 0
    """Characters of a range at most; 0: no limit."""
    explain: bool = False
    branch: bool = False
    """Only what is on the active branch of its session."""


class Answerer:
    """Answers queries; all of them must be known before the first is answered."""

    def __init__(
        self,
        corpus: Corpus,
        queries: Sequence[Query],
        manner: Manner,
        terms: Terms,
        rules: Recall,
        looks: Looks = WORDS,
    ) -> None:
        self._corpus, self._manner, self._rules = corpus, manner, rules
        self._places = {q: self._place(q) for q in queries}
        self._questions = {
            query: question_of(query.text, terms)
            for query in queries
            if query.text and manner.mode == "terms" and not self._places[query]
        }
        self._engine = None
        if self._questions:
            self._engine = corpus.engine(self._questions.values())
        width, branch = manner.page.width, manner.branch
        self._finder = Finder(corpus, self._engine, terms, rules, width, branch, looks)
        self._shower = Shower(corpus, manner.redact, manner.page)

    def answer(self, query: Query) -> Answer:
        """One answer; raises PaneError for an address that is nowhere."""
        place = self._places[query]
        answer = self._searched(query) if place is None else self._addressed(place)
        return msgspec.structs.replace(answer, query=query.text or "", id=query.id)

    def form(self, query: Query) -> str:
        """How an answer is shown: as a `file`, entries `whole`, or `hits`."""
        place = self._places[query]
        if place is None:
            return "hits"
        return "file" if _is_file(place) else "whole"

    def _place(self, query: Query) -> Address | FileAddress | None:
        if query.text is None or self._manner.mode != "terms":
            return None
        if not any(map(str.isdigit, query.text)):
            return None  # an address has a number
        from pane_cli.recall.addresses import read_address, read_file_at

        file = read_file_at(query.text, self._corpus)
        return file or read_address(query.text, self._corpus)

    def _addressed(self, place: Address | FileAddress) -> Answer:
        # Imported here: who asks for words needs neither.
        from pane_cli.recall.addresses import FileAddress

        manner = self._manner
        if isinstance(place, FileAddress):
            from pane_cli.recall.files import Files

            return Files(self._corpus, self._shower, manner.redact).answer(place)
        from pane_cli.recall.ranges import Ranges

        ranges = Ranges(
            self._corpus, self._shower, manner.redact, manner.filter, manner.room
        )
        return ranges.answer(place, shown=not manner.only)

    def _searched(self, query: Query) -> Answer:
        found, manner = self._find(query), self._manner
        text = query.text or ""
        matches = [] if manner.only else self._shower.matches(found, text)
        hits = self._shower.hits(matches, found.spans, text)
        return Answer(
            VERSION,
            "",
            found.total,
            hits,
            page=manner.page.number,
            nearest=found.nearest,
            sessions=self._sessions(found),
            remarks=found.remarks,
            why=self._why(query, matches, hits) if manner.explain else (),
        )

    def _find(self, query: Query) -> Found:
        text, manner = query.text, self._manner
        if text is None:
            return self._finder.by_filter(manner.filter)
        if manner.mode == "regex":
            return self._finder.by_regex(text, manner.filter, manner.guard)
        if manner.mode == "literal":
            return self._finder.by_literal(text, manner.filter)
        question: Question = self._questions.get(query) or Question(())
        page = manner.page
        depth = None if manner.only == "sessions" else page.end
        return self._finder.by_terms(text, question, manner.filter, depth)

    def _sessions(self, found: Found) -> tuple[str, ...]:
        if self._manner.only != "sessions":
            return ()
        shelves = self._corpus.shelves()
        hit = {session_of(m.document.key) for m in found.matches if m.is_found}
        named = (s.file or s.id for number, s in shelves.items() if number in hit)
        return tuple(dict.fromkeys(named))

    def _why(
        self, query: Query, matches: list[Match], hits: tuple[Hit, ...]
    ) -> tuple[str, ...]:
        asked, engine = self._questions.get(query), self._engine
        if asked is None or engine is None:
            return ()
        from pane_cli.recall.why import why

        shown = list(zip(matches, hits, strict=True))
        return tuple(why(asked, engine, self._rules, shown))


def _is_file(place: Address | FileAddress) -> bool:
    from pane_cli.recall.addresses import FileAddress

    return isinstance(place, FileAddress)
