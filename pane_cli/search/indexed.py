"""The engine over a Whoosh index.

An index never makes an answer wrong: `parts` say how far each session is in it, and
who searches looks at the rest itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from pathlib import Path

import msgspec

from pane_cli.search.documents import Document, place_of, session_of
from pane_cli.search.engine import (
    DAY_MARK,
    Aim,
    Best,
    Occurrence,
    Unusable,
)
from pane_cli.search.gains import estimated, least_of, looked_at, passing
from pane_cli.search.index import open_index
from pane_cli.search.sessions import leading
from pane_cli.search.state import state_of
from pane_cli.search.stored import Stored, unpacked
from pane_cli.search.worth import Found, Posting

_NEAR = 8
"""Of one in so many of the best documents those near it are looked at, too."""
_DAMAGE = (msgspec.MsgspecError, ValueError, TypeError, LookupError)


class Indexed:
    """An engine over the index in a folder, for some of its sessions.

    Whatever it finds damaged raises Unusable.
    """

    def __init__(self, folder: Path, version: str) -> None:
        """Raises Unusable: none, damaged, or of another version."""
        generation, self._segments = open_index(folder)
        self.state = state_of(folder, generation, version)
        self._places: dict[int, int] = {}
        """Documents of each session that is searched, by number."""
        self._rows: dict[tuple[int, int], Stored] = {}
        self._found: dict[str, list[tuple[Stored, Posting]]] = {}
        self._by_session: dict[int, list[Stored]] = {}
        self._among: Set[int] | None = None
        self._spots: dict[int, tuple[Stored, int]] = {}
        """Where the documents are that were asked for last."""
        self._chosen: dict[int, list[int]] = {}
        self.documents = 0
        self.characters = 0

    def limit(self, sessions: Iterable[str]) -> None:
        """Search these sessions only; those that are not in the index don't matter."""
        parts = [self.state.parts[s] for s in sessions if s in self.state.parts]
        self._places = {part.number: part.reading.place for part in parts}
        self.documents = sum(part.documents for part in parts)
        self.characters = sum(part.characters for part in parts)
        self._rows, self._found, self._by_session = {}, {}, {}
        self._among, self._spots, self._chosen = None, {}, {}

    def frequency(self, term: str) -> int:
        """How many documents hold `term`."""
        with damage():
            return sum(row.frequency(posting) for row, posting in self._find(term))

    def best(self, aim: Aim) -> Best:
        """The documents that gain most."""
        by_row: dict[int, tuple[Stored, list[Found]]] = {}
        for term, worth in aim.worth:
            for row, posting in self._find(term):
                by_row.setdefault(id(row), (row, []))[1].append((posting, worth))
        with damage():
            gains = [
                (row, found, passing(row.gains(found), row, aim.passes))
                for row, found in by_row.values()
            ]
            total = sum(len(own) - own.count(0.0) for _, _, own in gains)
            least = least_of([own for _, _, own in gains], total, aim.most)
            hot = least_of([own for _, _, own in gains], total, aim.most // _NEAR)
            best: dict[int, float] = {}
            for row, found, own in gains:
                wanted = looked_at(own, least, hot, aim.rules.neighbours)
                best.update(estimated(row, found, own, wanted, aim))
            if aim.rules.weights.session:
                sessions = leading(best, aim.rules.weights.session)
                for row, found, own in gains:
                    more = [p for p in row.of_sessions(sessions) if own[p]]
                    best.update(estimated(row, found, own, more, aim))
        return Best(best, total)

    def postings(self, term: str, among: Set[int] | None = None) -> list[Occurrence]:
        """Every occurrence of `term`, or those in the documents with these keys."""
        with damage():
            if among is None:
                return [hit for row, p in self._find(term) for hit in row.hits(p, None)]
            self._look_up(among)
            return [
                hit
                for row, posting in self._find(term)
                if id(row) in self._chosen
                for hit in row.hits(posting, self._chosen[id(row)])
            ]

    def words(self, head: str) -> set[str]:
        """Terms that begin with `head`, in whatever session."""
        return {term for segment in self._segments for term in segment.terms(head)}

    def days(self) -> list[str]:
        """The days on which documents were written."""
        return sorted(day[len(DAY_MARK) :] for day in self.words(DAY_MARK))

    def document(self, key: int) -> Document | None:
        """What is known of a document."""
        spot = self._spots.get(key) or self._spot(key)
        if spot is None:
            return None
        try:
            return spot[0].at(spot[1])
        except _DAMAGE as error:
            raise _unusable(error) from error

    def _find(self, term: str) -> list[tuple[Stored, Posting]]:
        """The rows a term is in, and where in them; looked up once."""
        found = self._found.get(term)
        if found is None:
            with damage():
                found = self._found[term] = [
                    (self._row(i, row), unpacked(posting))
                    for i, segment in enumerate(self._segments)
                    for row, posting in segment.postings(term)
                ]
        return found

    def _row(self, segment: int, number: int) -> Stored:
        row = self._rows.get((segment, number))
        if row is None:
            facts = self._segments[segment].facts(number)
            with damage():
                row = self._rows[segment, number] = Stored(facts, self._places)
        return row

    def _spot(self, key: int) -> tuple[Stored, int] | None:
        """The row a document is in, and where there."""
        session = session_of(key)
        if place_of(key) >= self._places.get(session, 0):
            return None
        if not self._by_session:
            self._read_all()
        for row in self._by_session.get(session, ()):
            place = row.place(key)
            if place is not None:
                return row, place
        return None

    def _look_up(self, among: Set[int]) -> None:
        """Find the documents with these keys, once for all their terms."""
        if self._among is among:
            return
        self._among, self._spots, self._chosen = among, {}, {}
        for key in among:
            spot = self._spot(key)
            if spot is not None:
                row, place = self._spots[key] = spot
                self._chosen.setdefault(id(row), []).append(place)
        for places in self._chosen.values():
            places.sort()

    def _read_all(self) -> None:
        for i, segment in enumerate(self._segments):
            for number in range(segment.rows):
                row = self._row(i, number)
                for session in row.sessions():
                    self._by_session.setdefault(session, []).append(row)


@contextmanager
def damage() -> Iterator[None]:
    """What reading damaged facts or postings raises, as Unusable."""
    try:
        yield
    except _DAMAGE as error:
        raise _unusable(error) from error


def _unusable(error: Exception) -> Unusable:
    return Unusable(f"{type(error).__name__}: {error}")
