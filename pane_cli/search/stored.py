"""A row of an index as it is read back: many documents, and where terms are in them.

`chunks.py` says how they are packed.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import compress, pairwise
from operator import mul

import msgspec

from pane_cli.search.chunks import HALF_BITS
from pane_cli.search.documents import KINDS, ROLES, Document, session_of
from pane_cli.search.engine import Occurrence, field_and_count
from pane_cli.search.worth import Found, Posting


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

    def hits(
        self, posting: Posting, among: Sequence[int] | None
    ) -> Iterator[Occurrence]:
        """The occurrences in a posting; `among`: at these places alone, in order."""
        keys, chars, shown = self._keys, self._chars, self._shown
        for places, codes in (posting[:2], posting[2:]):
            pairs: Iterable[tuple[int, int]] = zip(places, codes, strict=True)
            if among is not None:
                pairs = _at(among, places, codes)
            elif shown is not None:
                pairs = compress(pairs, map(shown.__getitem__, places))
            for place, code in pairs:
                field, count = field_and_count(code)
                yield keys[place], field, count, chars[place]

    def frequency(self, posting: Posting) -> int:
        """How many of the documents that are searched a posting names."""
        if self._shown is None:
            return posting.frequency()
        return sum(map(self._shown.__getitem__, posting.documents()))

    def gains(self, found: Iterable[Found]) -> list[float]:
        """What each document gains, if each field of it were alone."""
        gains = [0.0] * len(self._keys)
        for posting, worth in found:
            for places, codes in (posting[:2], posting[2:]):
                each = map(worth.gains.__getitem__, codes)
                for place, gain in zip(places, each, strict=True):
                    gains[place] += gain
        if self._shown is not None:
            return list(map(mul, gains, self._shown))
        return gains

    def of_sessions(self, numbers: Container[int]) -> Iterator[int]:
        """The places of the documents of these sessions."""
        ends = dict(pairwise([*sorted(self._places), len(self)]))
        for first, place in zip(self._firsts, self._places, strict=True):
            if session_of(first) in numbers:
                yield from range(place, ends[place])

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


def unpacked(posting: bytes) -> Posting:
    """A posting of `Chunk` as lists: faster to walk than what is packed."""
    numbers = memoryview(posting).cast("H").tolist()
    start = 2 + 2 * (numbers[0] | numbers[1] << HALF_BITS)
    others, bodies = numbers[2:start], numbers[start:]
    return Posting(bodies[::2], bodies[1::2], others[::2], others[1::2])


def _at(
    wanted: Sequence[int], places: Sequence[int], codes: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """The wanted ones of places, which are in order, each with its code."""
    start, end = 0, len(places)
    for place in wanted:
        start = bisect_left(places, place, start)
        while start < end and places[start] == place:
            yield place, codes[start]
            start += 1
