"""The engine over a Tantivy index: for stores past what Whoosh serves well.

It counts, and gives the best candidates by its own BM25; these, and what stands near
them, are then read and searched in memory: so they are ranked as without an index.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from pathlib import Path
from typing import Any

import tantivy
from tantivy import Occur, Query

from pane_cli.search.documents import (
    KINDS,
    ROLES,
    Document,
    place_of,
    session_of,
)
from pane_cli.search.engine import (
    DAY_MARK,
    Aim,
    Best,
    Engine,
    Occurrence,
    Read,
    best_of,
)
from pane_cli.search.state import state_of
from pane_cli.search.tantivy_index import (
    FACTS,
    KEY,
    SESSION,
    TERMS,
    damage,
    generation_of,
)


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
        self._read: Read | None = None
        self._near: tuple[Set[int] | None, Engine | None] = None, None
        self._wanted: list[str] = []
        """What `best` was asked for last."""
        self._only: Query | None = None
        self.documents = 0
        self.characters = 0

    def limit(self, sessions: Iterable[str], read: Read) -> None:
        """Search these sessions only; those that are not in the index don't matter."""
        parts = [self.state.parts[s] for s in sessions if s in self.state.parts]
        self._places = {part.number: part.reading.place for part in parts}
        self._read, self._near = read, (None, None)
        self.documents = sum(part.documents for part in parts)
        self.characters = sum(part.characters for part in parts)
        self._only = None
        if len(parts) < self.state.next:
            # Those that were replaced are in it still.
            self._only = self._any(SESSION, list(self._places))

    def frequency(self, term: str) -> int:
        """How many documents hold `term`."""
        with damage():
            if self._only is None:
                return int(self._searcher.doc_freq(TERMS, term))
            return int(self._search(self._holding([term]), 1).count)

    def best(self, aim: Aim) -> Best:
        """The documents that gain most."""
        if not aim.gains or not self.documents:
            return Best({}, 0)
        self._wanted = list(aim.gains)
        asked = self._holding(self._wanted)
        if aim.passes is None:
            scores, total = self._scores(asked, min(aim.most, self.documents))
            return best_of(scores, aim, total)
        scores, _ = self._scores(asked, self.documents)
        self._learn(scores)
        scores = {key: scores[key] for key in scores if aim.passes(self._known[key])}
        return best_of(scores, aim, len(scores))

    def postings(
        self, term: str, among: Set[int] | None = None
    ) -> Iterable[Occurrence]:
        """Every occurrence of `term`, or those in the documents with these keys."""
        if not self.documents:
            return ()
        if among is None:
            found, _ = self._scores(self._holding([term]), self.documents)
            return self._scan(found, [term]).postings(term)
        if self._near[0] is not among:
            self._near = among, self._scan(among, self._wanted)
        assert self._near[1] is not None
        return self._near[1].postings(term)

    def words(self, head: str) -> set[str]:
        """Terms that begin with `head`, in whatever session."""
        with damage():
            return {word for word, _ in self._searcher.terms_with_prefix(TERMS, head)}

    def days(self) -> list[str]:
        """The days on which documents were written."""
        return sorted(day[len(DAY_MARK) :] for day in self.words(DAY_MARK))

    def document(self, key: int) -> Document | None:
        """What is known of a document."""
        if key not in self._known:
            self._learn([key])
        return self._known.get(key)

    def _scan(self, keys: Iterable[int], terms: list[str]) -> Engine:
        listed = [key for key in sorted(keys) if self._is_in(key)]
        self._learn(listed)
        assert self._read is not None, "it is limited before it is asked"
        if not listed:
            return self._read((), terms)
        here = (Occur.Must, Query.const_score_query(self._any(KEY, listed), 0.0))
        asked = Query.boolean_query([(Occur.Must, self._holding(terms)), here])
        holding, _ = self._scores(asked, len(listed))
        return self._read(
            (self._known[key] for key in sorted(holding) if key in self._known), terms
        )

    def _learn(self, keys: Iterable[int]) -> None:
        """Look up what is kept of documents."""
        new = [key for key in keys if key not in self._known and self._is_in(key)]
        if not new:
            return
        with damage():
            found = self._search(self._any(KEY, new), len(new)).hits
            places = [place for _, place in found]
            columns = [self._searcher.fast_field_values(f, places) for f in FACTS]
            for row in zip(*columns, strict=True):
                self._known[row[0]] = self._document(row)

    def _document(self, row: Sequence[int]) -> Document:
        key, offset, chars, code, time, tool, copy = row
        kind, role = divmod(code, 8)
        name = self.state.tools[tool]
        return Document(key, offset, chars, KINDS[kind], ROLES[role], time, name, copy)

    def _is_in(self, key: int) -> bool:
        return place_of(key) < self._places.get(session_of(key), 0)

    def _scores(self, query: Query, most: int) -> tuple[dict[int, float], int]:
        with damage():
            found = self._search(query, most)
            places = [place for _, place in found.hits]
            keys: list[Any] = self._searcher.fast_field_values(KEY, places)
            gains = (gain for gain, _ in found.hits)
            return dict(zip(keys, gains, strict=True)), found.count

    def _search(self, query: Query, most: int) -> Any:
        return self._searcher.search(query, limit=most, count=True)

    def _holding(self, terms: list[str]) -> Query:
        """Documents with any of the terms, in what is searched."""
        schema = self._schema
        words = [Query.term_query(schema, TERMS, term, "freq") for term in terms]
        asked = Query.boolean_query([(Occur.Should, word) for word in words])
        if self._only is None:
            return asked
        only = Query.const_score_query(self._only, 0.0)
        return Query.boolean_query([(Occur.Must, asked), (Occur.Must, only)])

    def _any(self, field: str, values: list[int]) -> Query:
        return Query.term_set_query(self._schema, field, values)
