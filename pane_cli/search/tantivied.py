"""The engine over a Tantivy index: for stores past what Whoosh serves well.

It sums up what the terms in a document are worth, and so gives the best of however many
hold them. Of those that are ranked it says where each term is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path

import tantivy
from tantivy import Query

from pane_cli.search.closer import closer
from pane_cli.search.documents import (
    KINDS,
    ROLES,
    Document,
    place_of,
    session_of,
)
from pane_cli.search.engine import DAY_MARK, Aim, Best, Occurrence, field_and_count
from pane_cli.search.sessions import leading
from pane_cli.search.state import state_of
from pane_cli.search.tantivy_index import coded, damage, generation_of
from pane_cli.search.tantivy_queries import Queries, both
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
            self._queries = Queries(index)
        self._places: dict[int, int] = {}
        """Documents of each session that is searched, by number."""
        self._known: dict[int, Document] = {}
        self._among: Set[int] = frozenset()
        """Keys of documents of which is known where terms are in them."""
        self._near: Query | None = None
        """Documents with these keys; made when a term needs it."""
        self._found: dict[str, Posting] = {}
        self.documents = 0
        self.characters = 0

    def limit(self, sessions: Iterable[str]) -> None:
        """Search these sessions only; those that are not in the index don't matter."""
        parts = [self.state.parts[s] for s in sessions if s in self.state.parts]
        self._places = {part.number: part.reading.place for part in parts}
        self._among, self._near, self._found = frozenset(), None, {}
        self.documents = sum(part.documents for part in parts)
        self.characters = sum(part.characters for part in parts)
        # Those that were replaced are in it still.
        is_all = len(parts) == self.state.next
        self._queries.limit(None if is_all else list(self._places))

    def frequency(self, term: str) -> int:
        """How many documents hold `term`."""
        return self._queries.frequency(term)

    def best(self, aim: Aim) -> Best:
        """The documents that gain most."""
        if not aim.worth or not self.documents:
            return Best({}, 0)
        queries = self._queries
        asked = queries.holding(
            (coded(term, code), worth.gains[code])
            for term, worth in aim.worth
            for code in queries.codes(term)
        )
        most = _DEEPER * aim.most if aim.passes is None else self.documents
        gains, total = queries.scores(asked, min(most, self.documents))
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
        only = self._queries.of_sessions(numbers)
        gains, _ = self._queries.scores(both(asked, only), self.documents)
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
            is_rare = sum(self._queries.codes(term).values()) < _RARE
            if self._near is None and not is_rare:
                self._near = self._queries.beside(filter(self._is_in, self._among))
            self._found[term] = self._posting(term, None if is_rare else self._near)
        return self._found[term]

    def _posting(self, term: str, near: Query | None) -> Posting:
        return self._queries.posting(term, near, self.documents)

    def words(self, head: str) -> set[str]:
        """Terms that begin with `head`, in whatever session."""
        return self._queries.words(head)

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
        with damage():
            for row in self._queries.facts(new) if new else ():
                self._known[row[0]] = self._document(row)

    def _document(self, row: Sequence[int]) -> Document:
        key, offset, chars, code, time, tool, copy = row
        kind, role = divmod(code, 8)
        name = self.state.tools[tool]
        return Document(key, offset, chars, KINDS[kind], ROLES[role], time, name, copy)

    def _is_in(self, key: int) -> bool:
        return place_of(key) < self._places.get(session_of(key), 0)


def _estimated(
    found: dict[str, Posting], wanted: Iterable[int], aim: Aim
) -> dict[int, float]:
    holding = {key for own in found.values() for key in own.documents()}
    return estimated(found, wanted, holding, aim)
