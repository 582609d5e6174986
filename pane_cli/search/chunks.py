"""Documents packed for an index: all that are written at once are one row of it.

A row's posting of a term says in which of its documents, in which field, how often and
in how long a body: four bytes each. So a term costs an index once for thousands of
documents, and is looked up once for all fields.
"""

from __future__ import annotations

import struct
from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import compress

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
from pane_cli.search.engine import (
    DAY_MARK,
    MOST,
    Occurrence,
    code_of,
    field_and_count,
)
from pane_cli.text.terms import Terms

SIZE = 25_000
"""Documents of a row at most: what bounds the memory of whoever writes one."""

Worth = Mapping[int, float]
"""Of an occurrence, by `code_of` field and count."""

_posting = struct.Struct("=HH")


class _Facts(msgspec.Struct, array_like=True):
    """What is kept of a row's documents, each field a column."""

    runs: memoryview
    """Keys that no key before them is one less than, and their places: where to look
    a key up."""
    keys: memoryview
    offsets: memoryview
    chars: memoryview
    codes: memoryview
    times: memoryview
    tools: memoryview
    copies: memoryview
    names: tuple[str, ...]
    """Tools, by number."""


_decoder = msgspec.msgpack.Decoder(_Facts)


class Chunk:
    """Documents on their way into an index; those of one session come in order."""

    def __init__(self, terms: Terms) -> None:
        self.postings: defaultdict[str, bytearray] = defaultdict(bytearray)
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
        postings, once = self.postings, _posting.pack(place, code_of(field, 1, chars))
        for term, count in counts.items():
            posting = postings[term]
            if count == 1:
                posting += once
            else:
                code = code_of(field, min(count, MOST), chars)
                posting += _posting.pack(place, code)


class Stored:
    """A row as it is read back, of which some sessions are searched."""

    def __init__(self, facts: bytes, searched: Container[int]) -> None:
        """Raises msgspec.DecodeError, ValueError or TypeError where damaged."""
        self._facts = found = _decoder.decode(facts)
        self._keys = found.keys.cast("Q")
        self._chars = found.chars.cast("I")
        pairs = found.runs.cast("Q")
        self._firsts = list(pairs[::2])
        self._places = list(pairs[1::2])
        self._columns: tuple[memoryview, ...] | None = None
        self._shown = self._mask(searched)

    def sessions(self) -> set[int]:
        """The numbers of the sessions it has documents of."""
        return {session_of(key) for key in self._firsts}

    def hits(self, posting: bytes, among: bytearray | None) -> Iterator[Occurrence]:
        """The occurrences in a posting of `Chunk`; `among`: 1 for who is asked for."""
        keys, chars = self._keys, self._chars
        chosen = self._shown if among is None else among
        places, codes = _unpacked(posting)
        pairs: Iterable[tuple[int, int]] = zip(places, codes, strict=True)
        if chosen is not None:
            pairs = compress(pairs, map(chosen.__getitem__, places))
        for place, code in pairs:
            field, count = field_and_count(code)
            yield keys[place], field, count, chars[place]

    def frequency(self, posting: bytes) -> int:
        """How many documents a posting names."""
        places = set(_unpacked(posting)[0])
        shown = self._shown
        return len(places) if shown is None else sum(map(shown.__getitem__, places))

    def scores(self, postings: Iterable[tuple[bytes, Worth]]) -> list[float]:
        """What each document gains by what it holds."""
        scores = [0.0] * len(self._keys)
        for posting, worth in postings:
            for place, code in zip(*_unpacked(posting), strict=True):
                scores[place] += worth[code]
        if self._shown is not None:
            return [
                score * shown for score, shown in zip(scores, self._shown, strict=True)
            ]
        return scores

    def key(self, place: int) -> int:
        """The key of the document at a place."""
        return int(self._keys[place])

    def _mask(self, searched: Container[int]) -> bytearray | None:
        """1 for each document of a session that is searched; None: all are."""
        if all(session_of(first) in searched for first in self._firsts):
            return None
        return bytearray(session_of(key) in searched for key in self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def place(self, key: int) -> int | None:
        """Where the document with this key is, if it is in this row."""
        run = bisect_right(self._firsts, key) - 1
        if run < 0:
            return None
        place = self._places[run] + key - self._firsts[run]
        is_there = place < len(self._keys) and self._keys[place] == key
        return place if is_there else None

    def at(self, place: int) -> Document:
        """The document at a place."""
        if self._columns is None:
            self._columns = self._cast()
        offsets, times, tools, copies = self._columns
        kind, role = divmod(self._facts.codes[place], 8)
        return Document(
            self._keys[place],
            offsets[place],
            self._chars[place],
            KINDS[kind],
            ROLES[role],
            times[place],
            self._facts.names[tools[place]],
            copies[place],
        )

    def _cast(self) -> tuple[memoryview, ...]:
        facts = self._facts
        return (
            facts.offsets.cast("Q"),
            facts.times.cast("q"),
            facts.tools.cast("H"),
            facts.copies.cast("Q"),
        )


def _unpacked(posting: bytes) -> tuple[list[int], list[int]]:
    """Places and codes, each as a list: faster to walk than what is packed."""
    numbers = memoryview(posting).cast("H").tolist()
    return numbers[::2], numbers[1::2]


def _runs(keys: array[int]) -> array[int]:
    """Where keys follow each other: the first of each run and its place, sorted."""
    firsts = (
        (key, place)
        for place, key in enumerate(keys)
        if not place or keys[place - 1] + 1 != key
    )
    return array("Q", (number for pair in sorted(firsts) for number in pair))
