"""The engine over a Whoosh index.

An index never makes an answer wrong: `parts` say how far each session is in it, and
who searches looks at the rest itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from pathlib import Path

import msgspec

from pane_cli.search.chunks import Stored, Worth
from pane_cli.search.documents import Document, place_of, session_of
from pane_cli.search.engine import (
    DAY_MARK,
    Aim,
    Best,
    Occurrence,
    Passes,
    Read,
    Unusable,
)
from pane_cli.search.index import open_index
from pane_cli.search.state import state_of

_SAMPLED = 7
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
        self._found: dict[str, list[tuple[Stored, bytes]]] = {}
        self._by_session: dict[int, list[Stored]] = {}
        self._among: Set[int] | None = None
        self._spots: dict[int, tuple[Stored, int]] = {}
        """Where the documents are that were asked for last."""
        self._chosen: dict[int, bytearray] = {}
        self.documents = 0
        self.characters = 0

    def limit(self, sessions: Iterable[str], read: Read) -> None:
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
        by_row: dict[int, tuple[Stored, list[tuple[bytes, Worth]]]] = {}
        for term, worth in aim.gains.items():
            for row, posting in self._find(term):
                by_row.setdefault(id(row), (row, []))[1].append((posting, worth))
        with damage():
            found = [
                (row, _passing(row.scores(postings), row, aim.passes))
                for row, postings in by_row.values()
            ]
        total = sum(len(scores) - scores.count(0.0) for _, scores in found)
        least = _least([scores for _, scores in found], total, aim.most)
        best = {
            row.key(place): gain
            for row, scores in found
            for place, gain in _raised(scores, least, aim)
        }
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

    def _find(self, term: str) -> list[tuple[Stored, bytes]]:
        """The rows a term is in, and where in them; looked up once."""
        found = self._found.get(term)
        if found is None:
            found = self._found[term] = [
                (self._row(i, row), posting)
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
                chosen = self._chosen.setdefault(id(row), bytearray(len(row)))
                chosen[place] = 1

    def _read_all(self) -> None:
        for i, segment in enumerate(self._segments):
            for number in range(segment.rows):
                row = self._row(i, number)
                for session in row.sessions():
                    self._by_session.setdefault(session, []).append(row)


def _passing(scores: list[float], row: Stored, passes: Passes | None) -> list[float]:
    if passes is None:
        return scores
    return [
        score if score and passes(row.at(place)) else 0.0
        for place, score in enumerate(scores)
    ]


def _least(found: list[list[float]], total: int, most: int) -> float:
    """About what the best `most` of all gain at least: one in seven is looked at."""
    if total <= most:
        return 0.0
    some = sorted(gain for scores in found for gain in scores[::_SAMPLED] if gain)
    rank = most // _SAMPLED
    return some[-rank] if rank < len(some) else 0.0


def _raised(scores: list[float], least: float, aim: Aim) -> Iterator[tuple[int, float]]:
    """Places that gain enough, with what they gain by those beside them too.

    Neighbours in a row are of one session, but for its first and last.
    """
    edge = [0.0] * aim.reach
    padded = [*edge, *scores, *edge]
    steps = [aim.reach + sign * n for n in range(1, aim.reach + 1) for sign in (-1, 1)]
    good = [place for place, own in enumerate(scores) if own and own >= least]
    for place in good:
        beside = sum([padded[place + step] for step in steps])
        yield place, scores[place] + aim.near * beside


@contextmanager
def damage() -> Iterator[None]:
    """What reading damaged facts or postings raises, as Unusable."""
    try:
        yield
    except _DAMAGE as error:
        raise _unusable(error) from error


def _unusable(error: Exception) -> Unusable:
    return Unusable(f"{type(error).__name__}: {error}")
