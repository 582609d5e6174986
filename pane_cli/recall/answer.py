"""Answers to queries over one corpus: addresses, words, text, expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pane_cli.recall.addresses import entries_of, read_address, resolve
from pane_cli.recall.filters import Filter
from pane_cli.recall.find import Finder, Found
from pane_cli.recall.hits import VERSION, Answer, Hit, Page, Shower
from pane_cli.recall.patterns import Guard
from pane_cli.recall.whole import whole_text
from pane_cli.recall.words import word_spans
from pane_cli.rules.schema import Recall
from pane_cli.search.corpus import Corpus
from pane_cli.search.documents import Document, milliseconds, role_of, session_of
from pane_cli.search.rank import Question, question_of
from pane_cli.session.address import Address, format_range
from pane_cli.session.types import Entry
from pane_cli.text.terms import Terms


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


class Answerer:
    """Answers queries; all of them must be known before the first is answered."""

    def __init__(
        self,
        corpus: Corpus,
        queries: Sequence[Query],
        manner: Manner,
        terms: Terms,
        rules: Recall,
    ) -> None:
        self._corpus, self._manner, self._rules = corpus, manner, rules
        self._terms = terms
        self._addresses = {q: self._address(q) for q in queries}
        self._questions = {
            query: question_of(query.text, terms)
            for query in queries
            if query.text and manner.mode == "terms" and not self._addresses[query]
        }
        engine = corpus.engine(self._questions.values()) if self._questions else None
        self._finder = Finder(corpus, engine, rules)
        self._shower = Shower(corpus, manner.redact, manner.page)

    def answer(self, query: Query) -> Answer:
        """One answer; raises PaneError for an address that is nowhere."""
        address = self._addresses[query]
        if address is not None:
            return self._at(query, address)
        found = self._find(query)
        hits = () if self._manner.only else self._shower.hits(found)
        return Answer(
            VERSION,
            query.text or "",
            len(found.matches),
            hits,
            id=query.id,
            page=self._manner.page.number,
            sessions=self._sessions(found),
            remarks=found.remarks,
        )

    def is_address(self, query: Query) -> bool:
        """Whether the query names entries, so that they are printed whole."""
        return self._addresses[query] is not None

    def _address(self, query: Query) -> Address | None:
        if query.text is None or self._manner.mode != "terms":
            return None
        return read_address(query.text, self._corpus)

    def _find(self, query: Query) -> Found:
        text, manner = query.text, self._manner
        if text is None:
            return self._finder.by_filter(manner.filter)
        if manner.mode == "regex":
            return self._finder.by_regex(text, manner.filter, manner.guard)
        if manner.mode == "literal":
            return self._finder.by_literal(text, manner.filter)
        question: Question = self._questions.get(query) or Question(())
        spans = word_spans(question.terms, self._terms, manner.page.width)
        return self._finder.by_terms(text, question, manner.filter, spans)

    def _sessions(self, found: Found) -> tuple[str, ...]:
        if self._manner.only != "sessions":
            return ()
        shelves = self._corpus.shelves()
        hit = {session_of(match.document.key) for match in found.matches}
        named = (s.file or s.id for number, s in shelves.items() if number in hit)
        return tuple(dict.fromkeys(named))

    def _at(self, query: Query, address: Address) -> Answer:
        span = resolve(address, self._corpus)
        passed = [
            entry
            for entry in entries_of(span, self._corpus)
            if self._manner.filter.passes(_document(entry))
        ]
        hits, rest = self._capped(span.session, passed)
        remarks: tuple[str, ...] = ()
        last = len(self._corpus.log(span.session))
        if span.turn is None and span.first > last:
            remarks = (f"no entry #{span.first}: entries go from #1 to #{last}",)
        elif span.turn is not None and not passed:
            remarks = (f"nothing in t{span.turn}: pane show lists the turns",)
        if rest:
            shelf = self._corpus.shelves()[span.session]
            left = shelf.command(format_range(rest[0].n, rest[-1].n))
            remarks = (f"{len(rest)} more entries: {left}",)
        if self._manner.only:
            hits = []
        return Answer(
            VERSION,
            query.text or "",
            len(passed),
            tuple(hits),
            query.id,
            remarks=remarks,
        )

    def _capped(
        self, session: int, entries: list[Entry]
    ) -> tuple[list[Hit], list[Entry]]:
        """Entries until `recall.max_chars` is full, at least one; and the rest."""
        hits: list[Hit] = []
        room = self._rules.max_chars
        for i, entry in enumerate(entries):
            text = self._manner.redact(whole_text(entry))
            room -= len(text)
            if self._rules.max_chars and room < 0 and hits:
                return hits, entries[i:]
            hits.append(self._shower.whole(session, entry, text))
        return hits, []


def _document(entry: Entry) -> Document:
    """What a filter needs of an entry that was asked for by address."""
    role, time = role_of(entry), milliseconds(entry.ts)
    return Document(0, 0, 0, entry.kind, role, time, entry.tool or "", 0)
