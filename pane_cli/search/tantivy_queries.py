"""What a Tantivy index is asked, and what it answers: documents by their keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import tantivy
from tantivy import Occur, Query

from pane_cli.search.documents import BODY
from pane_cli.search.engine import field_and_count
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
    term_of,
)
from pane_cli.search.worth import Posting

Words = Iterable[tuple[str, float]]
"""What is in the index, and what each is worth."""


class Queries:
    """Asks one index, of all its sessions or some; damage raises Unusable."""

    def __init__(self, index: tantivy.Index) -> None:
        self._schema, self._searcher = index.schema, index.searcher()
        self._codes: dict[str, dict[int, int]] = {}
        self._frequencies: dict[str, int] = {}
        self._only: Query | None = None

    def limit(self, sessions: Sequence[int] | None) -> None:
        """Ask of the sessions with these numbers only; None: of all."""
        self._only, self._frequencies = None, {}
        if sessions is not None:
            self._only = Query.term_set_query(self._schema, SESSION, list(sessions))

    def frequency(self, term: str) -> int:
        """How many documents hold `term`; counted once."""
        if term not in self._frequencies:
            self._frequencies[term] = self._count(term)
        return self._frequencies[term]

    def _count(self, term: str) -> int:
        codes = self.codes(term)
        if self._only is None and all(field_of(code) == BODY for code in codes):
            return sum(codes.values())
        asked = self.holding((coded(term, code), 1.0) for code in codes)
        with damage():
            return int(self._search(asked, 1).count)

    def codes(self, term: str) -> dict[int, int]:
        """The codes of a term in whatever session, and the documents with each."""
        codes = self._codes.get(term)
        if codes is None:
            with damage():
                codes = self._codes[term] = codes_of(self._searcher, term)
        return codes

    def words(self, head: str) -> set[str]:
        """Terms that begin with `head`, in whatever session."""
        with damage():
            found = self._searcher.terms_with_prefix(TERMS, head)
            return {term_of(word) for word, _ in found}

    def holding(self, words: Words) -> Query:
        """Documents with any of the words, which are worth so much together."""
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
        return query if self._only is None else both(query, self._only)

    def beside(self, keys: Iterable[int]) -> Query:
        """The blocks of these documents."""
        return self._each(BLOCK, {key >> BLOCK_BITS for key in keys})

    def of_sessions(self, numbers: Iterable[int]) -> Query:
        """The documents of the sessions with these numbers."""
        return self._each(SESSION, numbers)

    def scores(self, query: Query, most: int) -> tuple[dict[int, float], int]:
        """What the best `most` documents are worth, by key; how many there are."""
        with damage():
            found = self._search(query, most)
            places = [place for _, place in found.hits]
            keys: list[Any] = self._searcher.fast_field_values(KEY, places)
            gains = (gain for gain, _ in found.hits)
            return dict(zip(keys, gains, strict=True)), found.count

    def posting(self, term: str, near: Query | None, most: int) -> Posting:
        """Where a term is, by key, in at most so many documents of those `near`."""
        by_field: dict[int, list[int]] = {}
        for code in self.codes(term):
            by_field.setdefault(field_of(code), []).append(code)
        posting = Posting([], [], [], [])
        for field, codes in by_field.items():
            # A document has one word of a term in a field: its score says which.
            asked = self.holding(
                (coded(term, code), 1.0 + i) for i, code in enumerate(codes)
            )
            found, _ = self.scores(asked if near is None else both(asked, near), most)
            keys, its_codes = posting[:2] if field == BODY else posting[2:]
            keys += found
            its_codes += [codes[int(number) - 1] for number in found.values()]
        return posting

    def facts(self, keys: set[int]) -> Iterator[Sequence[int]]:
        """What is kept of documents, as `FACTS` has it."""
        with damage():
            found = self._search(self.beside(keys), len(keys) << BLOCK_BITS).hits
            places = [place for _, place in found]
            columns = [self._searcher.fast_field_values(f, places) for f in FACTS]
            yield from (row for row in zip(*columns, strict=True) if row[0] in keys)

    def _search(self, query: Query, most: int) -> Any:
        return self._searcher.search(query, limit=most, count=True)

    def _each(self, field: str, values: Iterable[int]) -> Query:
        """What has any of the values; a query each is quicker than one for a set."""
        schema = self._schema
        each = (Query.term_query(schema, field, value, "basic") for value in values)
        return Query.boolean_query([(Occur.Should, one) for one in each])


def both(asked: Query, only: Query) -> Query:
    """What is in both; `only` adds nothing to scores."""
    rest = Query.const_score_query(only, 0.0)
    return Query.boolean_query([(Occur.Must, asked), (Occur.Must, rest)])


def field_of(code: int) -> int:
    """The field that a code is of."""
    return field_and_count(code)[0]
