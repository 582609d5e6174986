"""The engine over an index, and what keeps the index current.

An index never makes an answer wrong: `parts` say how far each session is in it, and
who searches looks at the rest itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from pane_cli.search.chunks import DAY_MARK, Chunk, Stored
from pane_cli.search.documents import Document, Text, place_of, session_of
from pane_cli.search.engine import Occurrence, Unusable
from pane_cli.search.index import Segment, Writer, open_index
from pane_cli.search.state import Part, State, read_state, state_path
from pane_cli.text.terms import Terms

SEGMENT = 8_000
"""Documents of a segment: what bounds the memory of whoever writes it."""


class Indexed:
    """An engine over the index in a folder, for some of its sessions."""

    def __init__(self, folder: Path, version: str) -> None:
        """Raises Unusable: none, damaged, or of another version."""
        generation, segments = open_index(folder)
        self.state = _state(folder, generation, version)
        self._shelves = [_Shelf(segment) for segment in segments]
        self._places: dict[int, int] = {}
        """Documents of each session that is searched, by number."""
        self.documents = 0
        self.characters = 0

    def limit(self, sessions: Iterable[str]) -> None:
        """Search these sessions only; those that are not in the index don't matter."""
        parts = [self.state.parts[s] for s in sessions if s in self.state.parts]
        self._places = {part.number: part.reading.place for part in parts}
        self.documents = sum(part.documents for part in parts)
        self.characters = sum(part.characters for part in parts)

    def postings(self, term: str) -> list[Occurrence]:
        """Every occurrence of `term` in order; raises Unusable where damaged."""
        found: list[Occurrence] = []
        for shelf in self._shelves:
            for chunk, payload in shelf.postings(term):
                if chunk.session in self._places:
                    found.extend(chunk.hits(payload))
        found.sort()
        return found

    def words(self, head: str) -> set[str]:
        """Terms that begin with `head`, in whatever session."""
        return {term for shelf in self._shelves for term in shelf.terms(head)}

    def days(self) -> list[str]:
        """The days on which documents were written."""
        marked = {day for shelf in self._shelves for day in shelf.terms(DAY_MARK)}
        return sorted(day[len(DAY_MARK) :] for day in marked)

    def on_day(self, day: str) -> list[Occurrence]:
        """The documents of a day."""
        return self.postings(DAY_MARK + day)

    def document(self, key: int) -> Document | None:
        """What is known of a document."""
        if place_of(key) >= self._places.get(session_of(key), 0):
            return None
        session = session_of(key)
        likely = [shelf for shelf in self._shelves if session in shelf.sessions]
        for shelf in likely:
            document = shelf.near(key)
            if document is not None:
                return document
        for shelf in self._shelves:
            document = shelf.anywhere(key)
            if document is not None:
                return document
        return None


class _Shelf:
    """A segment and the rows of it that were read."""

    def __init__(self, segment: Segment) -> None:
        self._segment = segment
        self._chunks: dict[int, Stored] = {}
        self._firsts: list[tuple[int, int]] = []
        self.sessions: set[int] = set()
        """Those of the rows that were read."""

    def postings(self, term: str) -> Iterator[tuple[Stored, bytes]]:
        for row, payload in self._segment.postings(term):
            yield self._chunk(row), payload

    def terms(self, head: str) -> list[str]:
        return self._segment.terms(head)

    def near(self, key: int) -> Document | None:
        """A document in a row that was read, or next to one."""
        if len(self._firsts) != len(self._chunks):
            self._firsts = sorted((c.first, row) for row, c in self._chunks.items())
        at = bisect_right(self._firsts, (key, self._segment.rows)) - 1
        row = self._firsts[at][1] if at >= 0 else -1
        next_row = self._firsts[at + 1][1] if at + 1 < len(self._firsts) else row + 1
        for near in dict.fromkeys((row, row + 1, next_row - 1)):
            if 0 <= near < self._segment.rows:
                document = self._chunk(near).document(key)
                if document is not None:
                    return document
        return None

    def anywhere(self, key: int) -> Document | None:
        """A document in any row: reads all of them, once."""
        for row in range(self._segment.rows):
            self._chunk(row)
        return self.near(key)

    def _chunk(self, row: int) -> Stored:
        chunk = self._chunks.get(row)
        if chunk is None:
            try:
                chunk = self._chunks[row] = Stored(self._segment.facts(row))
            except (msgspec.MsgspecError, ValueError) as error:
                raise Unusable(str(error)) from error
            self.sessions.add(chunk.session)
        return chunk


class Writing:
    """Writes documents into an index. Use `with`; raises Locked or Unusable."""

    def __init__(self, folder: Path, version: str, terms: Terms) -> None:
        self._folder = folder
        self._terms = terms
        self._writer = Writer(folder)
        self._chunk = Chunk(terms)
        self._waiting = 0
        self.added = 0
        """Documents since the beginning."""
        generation = self._writer.generation
        try:
            self.state = _state(folder, generation, version, is_new=generation == 0)
        except Unusable:
            self._writer.close()
            raise

    def __enter__(self) -> Writing:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()

    @property
    def is_full(self) -> bool:
        """Whether a commit is due."""
        return self._waiting >= SEGMENT

    def add(self, part: Part, text: Text) -> None:
        """The next document of a session."""
        if not self._chunk.takes(text.key):
            self._flush()
        self._chunk.add(text)
        part.documents += 1
        part.characters += len(text.body)
        self._waiting += 1
        self.added += 1

    def commit(self) -> None:
        """Write what was added, with the state as it is now."""
        self._flush()
        # The state is there before the generation it belongs to: whoever dies between
        # the two leaves the old generation with its own state.
        path = state_path(self._folder, self._writer.generation + 1)
        path.write_bytes(msgspec.json.encode(self.state))
        self._writer.commit(merge=self._waiting < SEGMENT // 4)
        self._waiting = 0
        for old in self._folder.glob("state-*.json"):
            if old != path:
                old.unlink(missing_ok=True)

    def _flush(self) -> None:
        if len(self._chunk):
            self._writer.add(self._chunk.postings, self._chunk.facts())
            self._chunk = Chunk(self._terms)


def _state(folder: Path, generation: int, version: str, is_new: bool = False) -> State:
    if is_new:
        return State(version)
    state = read_state(state_path(folder, generation), version)
    if state is None:
        raise Unusable("no state, or one of another version")
    return state
