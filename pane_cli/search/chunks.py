"""Documents packed for an index: 128 neighbours of one session are one row of it.

A row's posting of a term says in which of its documents, in which field and how often:
three bytes each. An index has so 100 times fewer rows than there are documents, and a
term is looked up once for all fields.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from pane_cli.search.documents import (
    BODY,
    DAY,
    KINDS,
    ROLES,
    Document,
    Text,
    day_of,
    session_of,
)
from pane_cli.search.engine import MOST, Occurrence
from pane_cli.text.terms import Terms

LAYOUT = f"1-{sys.byteorder}"
"""Changes with whatever is written here: an index of another layout is rebuilt."""

DAY_MARK = "@"
"""Before a day, which so can't be a word."""

_SIZE = 128


class _Facts(NamedTuple):
    """What is kept of a chunk's documents, each field a column."""

    first: int
    """Key of the first document; the others follow it."""
    offsets: bytes
    chars: bytes
    codes: bytes
    times: bytes
    tools: bytes
    copies: bytes
    names: tuple[str, ...]
    """Tools, by number."""


_decoder = msgspec.msgpack.Decoder(_Facts)


class Chunk:
    """Documents on their way into an index. All of one session, in order."""

    def __init__(self, terms: Terms) -> None:
        self.postings: dict[str, bytearray] = {}
        self._terms = terms
        self._documents: list[Document] = []

    def __len__(self) -> int:
        return len(self._documents)

    def takes(self, key: int) -> bool:
        """Whether the document with this key may be the next one."""
        if not self._documents:
            return True
        last = self._documents[-1].key
        return key == last + 1 and len(self) < _SIZE

    def add(self, text: Text) -> None:
        """The next document."""
        place = len(self._documents)
        self._documents.append(text.document())
        for field, content in ((BODY, text.body), *text.fields):
            for term, count in self._terms.counts(content).items():
                self._post(term, place, field, min(count, MOST))
        day = day_of(text.entry.ts or "")
        if day:
            self._post(DAY_MARK + day, place, DAY, 1)

    def facts(self) -> bytes:
        """The documents, to be stored beside the row."""
        rows = self._documents
        names = tuple(dict.fromkeys(d.tool for d in rows))
        return msgspec.msgpack.encode(
            _Facts(
                rows[0].key,
                array("Q", (d.offset for d in rows)).tobytes(),
                array("I", (d.chars for d in rows)).tobytes(),
                bytes(KINDS.index(d.kind) * 8 + ROLES.index(d.role) for d in rows),
                array("q", (d.time for d in rows)).tobytes(),
                bytes(names.index(d.tool) for d in rows),
                array("Q", (d.copy for d in rows)).tobytes(),
                names,
            )
        )

    def _post(self, term: str, place: int, field: int, count: int) -> None:
        posting = self.postings.get(term)
        if posting is None:
            posting = self.postings[term] = bytearray()
        posting += bytes((place, field, count))


class Stored:
    """A chunk as it is read back."""

    def __init__(self, facts: bytes) -> None:
        self._facts = _decoder.decode(facts)
        self.first = self._facts.first
        self._chars = array("I", self._facts.chars)
        self._columns: tuple[array[int], array[int], array[int]] | None = None

    def __len__(self) -> int:
        return len(self._chars)

    @property
    def session(self) -> int:
        """The number of its session."""
        return session_of(self.first)

    def hits(self, posting: bytes) -> Iterator[Occurrence]:
        """The occurrences in a posting of `Chunk`."""
        first, chars = self.first, self._chars
        for i in range(0, len(posting), 3):
            place = posting[i]
            yield first + place, posting[i + 1], posting[i + 2], chars[place]

    def document(self, key: int) -> Document | None:
        """The document with this key, if it is in this chunk."""
        place = key - self.first
        if not 0 <= place < len(self):
            return None
        facts = self._facts
        if self._columns is None:
            offsets, times = array("Q", facts.offsets), array("q", facts.times)
            self._columns = offsets, times, array("Q", facts.copies)
        offsets, times, copies = self._columns
        kind, role = divmod(facts.codes[place], 8)
        return Document(
            key,
            offsets[place],
            self._chars[place],
            KINDS[kind],
            ROLES[role],
            times[place],
            facts.names[facts.tools[place]],
            copies[place],
        )
