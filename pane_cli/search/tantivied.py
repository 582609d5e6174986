"""The engine over a Tantivy index: for stores past what Whoosh serves well.

It sums up what the terms in a document are worth, and so gives the best of however many
hold them. Of those that are ranked it says where each term is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path
from typing import Any

import tantivy
from tantivy import Occur, Query

from pane_cli.search.closer import closer
from pane_cli.search.documents import (
    BODY,
    KINDS,
    ROLES,
    Document,
    place_of,
    session_of,
)
from pane_cli.search.engine import DAY_MARK, Aim, Best, Occurrence, field_and_count
from pane_cli.search.sessions import leading
from pane_cli.search.state import state_of
from pane_cli.search.tantivy_index import (
    BLOCK,
    BLOCK_BITS,
    FACTS,
    KEY,
    SESSION,
    TERMS,
    coded,
    codes_of,
    damage,
    generation_of,
    term_of,
)
from pane_cli.search.worth import Posting, beside, estimated

_DEEPER = 2
"""Times as many documents are looked at as Whoosh looks at."""
_RARE = 10_000
"""All documents with such a term are found sooner than those among a thousand."""


class Tantivied:
    """An engine over the index in a folder, for some of its sessions.

    Whatever it finds damaged raises Unusable.
    """

    def __init__(self, folder: Path, version: str) -> None:
        """Raises Unusable: none, damaged, or of another version."""
        with damage():
            self.state = state_of(folder, generation_of(folder), version)
            index = tantivy.Index.open(str(folder))
            self._schema, self._searcher = index.schema, index.searcher()
        self._places: dict[int, int] = {}
        """Documents of each session that is searched, by number."""
        self._known: dict[int, Document] = {}
        self._codes: dict[str, dict[int, int]] = {}
        self._among: Set[int] = frozenset()
        """Keys of documents of which is known where terms are in them."""
        self._near: Query | None = None
        """Documents with these keys; made when a term needs it."""
        self._found: dict[str, Posting] = {}
        self._only: Query | None = None
        self._frequencies: dict[str, int] = {}
        self.documents = 0
        self.characters = 0

    def limit(self, sessions: Iterable[str]) -> None:
        """Search these sessions only; those that are not in the index don't matter."""
        parts = [self.state.parts[s] for s in sessions if s in self.state.parts]
        self._places = {part.number: part.reading.place for part in parts}
        self._among, self._near, self._found = frozenset(), None, {}
        self.documents = sum(part.documents for part in parts)
        self.characters = sum(part.characters for part in parts)
        self._only, self._frequencies = None, {}
        if len(parts) < self.state.next:
            # Those that were replaced are in it still.
            numbers = list(self._places)
            self._only = Query.term_set_query(self._schema, SESSION, numbers)

    def frequency(self, term: str) -> int:
        """How many documents hold `term`; counted once."""
        if term not in self._frequencies:
            self._frequencies[term] = self._count(term)
        return self._frequencies[term]

    def _count(self, term: str) -> int:
        codes = self._codes_of(term)
        if self._only is None and all(_field(code) == BODY for code in codes):
            return sum(codes.values())
        asked = self._holding((coded(term, code), 1.0) for code in codes)
        with damage():
            return int(self._search(asked, 1).count)

    def best(self, aim: Aim) -> Best:
        """The documents that gain most."""
        if not aim.worth or not self.documents:
            return Best({}, 0)
        asked = self._holding(
            (coded(term, code), worth.gains[code])
            for term, worth in aim.worth
            for code in self._codes_of(term)
        )
        most = _DEEPER * aim.most if aim.passes is None else self.documents
        gains, total = self._scores(asked, min(most, self.documents))
        if aim.passes is not None:
            self._learn(gains)
            gains = {key: gains[key] for key in gains if aim.passes(self._known[key])}
            total = len(gains)
        wanted = closer(gains, aim)
        among = beside(wanted, aim.rules.neighbours)
        self._look_at(among)
        found = {term: self._find(term) for term, _ in aim.worth}
        scores = _estimated(found, wanted, aim)
        if aim.rules.weights.session:
            sessions = leading(scores, aim.rules.weights.session)
            scores.update(self._in_sessions(sessions, asked, aim))
        return Best(scores, total)

    def _in_sessions(
        self, numbers: Iterable[int], asked: Query, aim: Aim
    ) -> dict[int, float]:
        """What the documents of these sessions gain."""
        reach = aim.rules.neighbours
        only = self._each(SESSION, numbers)
        gains, _ = self._scores(_both(asked, only), self.documents)
        found = {term: self._posting(term, only) for term in self._found}
        for term, posting in found.items():
            self._found[term] = self._found[term].joined(posting)
        self._among, self._near = self._among | beside(gains, reach), None
        return _estimated(found, gains, aim)

    def postings(
        self, term: str, among: Set[int] | None = None
    ) -> Iterator[Occurrence]:
        """Every occurrence of `term`, or those in the documents with these keys."""
        if among is not None:
            self._look_at(among)
        found = self._posting(term, None) if among is None else self._find(term)
        keys = found.documents() if among is None else among
        self._learn(keys)
        for places, codes in (found[:2], found[2:]):
            for key, code in zip(places, codes, strict=True):
                if key in keys and key in self._known:
                    field, count = field_and_count(code)
                    yield key, field, count, self._known[key].chars

    def _look_at(self, among: Set[int]) -> None:
        """Find terms in the documents with these keys from now on."""
        if not among <= self._among:
            self._among, self._near, self._found = among, None, {}

    def _find(self, term: str) -> Posting:
        """Where a term is in the documents that are looked at, and in others."""
        if term not in self._found:
            is_rare = sum(self._codes_of(term).values()) < _RARE
            if self._near is None and not is_rare:
                self._near = self._any(filter(self._is_in, self._among))
            self._found[term] = self._posting(term, None if is_rare else self._near)
        return self._found[term]

    def _posting(self, term: str, near: Query | None) -> Posting:
        by_field: dict[int, list[int]] = {}
        for code in self._codes_of(term):
            by_field.setdefault(_field(code), []).append(code)
        posting = Posting([], [], [], [])
        for field, codes in by_field.items():
            # A document has one word of a term in a field: its score says which.
            asked = self._holding(
                (coded(term, code), 1.0 + i) for i, code in enumerate(codes)
            )
            if near is not None:
                asked = _both(asked, near)
            found, _ = self._scores(asked, self.documents)
            places, its_codes = posting[:2] if field == BODY else posting[2:]
            places += found
            its_codes += [codes[int(number) - 1] for number in found.values()]
        return posting

    def words(self, head: str) -> set[str]:
        """Terms that begin with `head`, in whatever session."""
        with damage():
            found = self._searcher.terms_with_prefix(TERMS, head)
            return {term_of(word) for word, _ in found}

    def days(self) -> list[str]:
        """The days on which documents were written."""
        return sorted(day[len(DAY_MARK) :] for day in self.words(DAY_MARK))

    def document(self, key: int) -> Document | None:
        """What is known of a document."""
        if key not in self._known:
            self._learn([key])
        return self._known.get(key)

    def _learn(self, keys: Iterable[int]) -> None:
        """Look up what is kept of documents."""
        new = {key for key in keys if key not in self._known and self._is_in(key)}
        if not new:
            return
        with damage():
            found = self._search(self._any(new), len(new) << BLOCK_BITS).hits
            places = [place for _, place in found]
            columns = [self._searcher.fast_field_values(f, places) for f in FACTS]
            for row in zip(*columns, strict=True):
                if row[0] in new:
                    self._known[row[0]] = self._document(row)

    def _document(self, row: Sequence[int]) -> Document:
        key, offset, chars, code, time, tool, copy = row
        kind, role = divmod(code, 8)
        name = self.state.tools[tool]
        return Document(key, offset, chars, KINDS[kind], ROLES[role], time, name, copy)

    def _is_in(self, key: int) -> bool:
        return place_of(key) < self._places.get(session_of(key), 0)

    def _codes_of(self, term: str) -> dict[int, int]:
        codes = self._codes.get(term)
        if codes is None:
            with damage():
                codes = self._codes[term] = codes_of(self._searcher, term)
        return codes

    def _scores(self, query: Query, most: int) -> tuple[dict[int, float], int]:
        with damage():
            found = self._search(query, most)
            places = [place for _, place in found.hits]
            keys: list[Any] = self._searcher.fast_field_values(KEY, places)
            gains = (gain for gain, _ in found.hits)
            return dict(zip(keys, gains, strict=True)), found.count

    def _search(self, query: Query, most: int) -> Any:
        return self._searcher.search(query, limit=most, count=True)

    def _holding(self, words: Iterable[tuple[str, float]]) -> Query:
        """Documents with any of the words, each worth so much, in what is searched."""
        schema = self._schema
        terms = (
            (Query.term_query(schema, TERMS, word, "basic"), worth)
            for word, worth in words
        )
        asked = [
            (Occur.Should, Query.const_score_query(term, worth))
            for term, worth in terms
        ]
        query = Query.boolean_query(asked)
        return query if self._only is None else _both(query, self._only)

    def _any(self, keys: Iterable[int]) -> Query:
        """The blocks of these documents."""
        return self._each(BLOCK, {key >> BLOCK_BITS for key in keys})

    def _each(self, field: str, values: Iterable[int]) -> Query:
        """What has any of the values; a query each is quicker than one for a set."""
        schema = self._schema
        each = (Query.term_query(schema, field, value, "basic") for value in values)
        return Query.boolean_query([(Occur.Should, one) for one in each])


def _estimated(
    found: dict[str, Posting], wanted: Iterable[int], aim: Aim
) -> dict[int, float]:
    holding = {key for own in found.values() for key in own.documents()}
    return estimated(found, wanted, holding, aim)


def _field(code: int) -> int:
    return field_and_count(code)[0]


def _both(asked: Query, only: Query) -> Query:
    """What is in both; `only` adds nothing to scores."""
    rest = Query.const_score_query(only, 0.0)
    return Query.boolean_query([(Occur.Must, asked), (Occur.Must, rest)])
