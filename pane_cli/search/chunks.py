"""Documents packed for an index: all that are written at once are one row of it.

A row's posting of a term says in which of its documents, in which field, how often and
in how long a body: four bytes each, those in bodies last, behind how many others there
are. So a term costs an index once for thousands of documents, and is looked up once for
all fields.
"""

from __future__ import annotations

import struct
from array import array
from collections import defaultdict

import msgspec

from pane_cli.search.documents import (
    BODY,
    DAY,
    KINDS,
    ROLES,
    Document,
    Text,
    day_of,
)
from pane_cli.search.engine import (
    DAY_MARK,
    MOST,
    code_of,
)
from pane_cli.text.terms import Terms

SIZE = 25_000
"""Documents of a row at most: what bounds the memory of whoever writes one."""

_posting = struct.Struct("=HH")
HALF_BITS = 16
"""Of how many others there are, which stands in two halves, the low one first."""


class Chunk:
    """Documents on their way into an index; those of one session come in order."""

    def __init__(self, terms: Terms) -> None:
        self._bodies: defaultdict[str, bytearray] = defaultdict(bytearray)
        self._others: defaultdict[str, bytearray] = defaultdict(bytearray)
        self._terms = terms
        self._documents: list[Document] = []

    def __len__(self) -> int:
        return len(self._documents)

    @property
    def is_full(self) -> bool:
        """Whether no more documents should be added."""
        return len(self) >= SIZE

    def add(self, text: Text) -> None:
        """The next document."""
        place = len(self._documents)
        self._documents.append(text.document())
        self._post(self._terms.counts(text.body), place, BODY, len(text.body))
        for field, content in text.fields:
            self._post(self._terms.counts(content), place, field)
        day = day_of(text.entry.ts or "")
        if day:
            self._post({DAY_MARK + day: 1}, place, DAY)

    def postings(self) -> dict[str, bytes]:
        """Where each term is."""
        none = bytearray()
        found = {}
        for term in self._bodies.keys() | self._others.keys():
            others = self._others.get(term, none)
            count = len(others) // _posting.size
            head = _posting.pack(count & (1 << HALF_BITS) - 1, count >> HALF_BITS)
            found[term] = head + others + self._bodies.get(term, none)
        return found

    def facts(self) -> bytes:
        """The documents, to be stored beside the row."""
        rows = self._documents
        numbers = {
            tool: i for i, tool in enumerate(dict.fromkeys(d.tool for d in rows))
        }
        keys = array("Q", (d.key for d in rows))
        columns = (
            _runs(keys),
            keys,
            array("Q", (d.offset for d in rows)),
            array("I", (d.chars for d in rows)),
            bytes(KINDS.index(d.kind) * 8 + ROLES.index(d.role) for d in rows),
            array("q", (d.time for d in rows)),
            array("H", (numbers[d.tool] for d in rows)),
            array("Q", (d.copy for d in rows)),
        )
        return msgspec.msgpack.encode((*(bytes(c) for c in columns), tuple(numbers)))

    def _post(
        self, counts: dict[str, int], place: int, field: int, chars: int = 0
    ) -> None:
        postings = self._bodies if field == BODY else self._others
        once = _posting.pack(place, code_of(field, 1, chars))
        for term, count in counts.items():
            posting = postings[term]
            if count == 1:
                posting += once
            else:
                code = code_of(field, min(count, MOST), chars)
                posting += _posting.pack(place, code)


def _runs(keys: array[int]) -> array[int]:
    """Where keys follow each other: the first of each run and its place, sorted."""
    firsts = (
        (key, place)
        for place, key in enumerate(keys)
        if not place or keys[place - 1] + 1 != key
    )
    return array("Q", (number for pair in sorted(firsts) for number in pair))
