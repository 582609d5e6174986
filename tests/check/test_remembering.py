"""What a check remembers in little space is what plain sets and walks would say."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator

import pytest
from check.made import record
from hypothesis import given
from hypothesis import strategies as st

from pane_cli.check.check import check
from pane_cli.check.finding import Spot
from pane_cli.check.numbers import Ranges
from pane_cli.check.seen import Family
from pane_cli.check.table import ROWS
from pane_cli.check.watched import Watched
from pane_cli.session.types import Entry

numbers = st.integers(0, 30)


@given(st.lists(st.tuples(numbers, numbers)))
def test_ranges_are_a_set(spans: list[tuple[int, int]]) -> None:
    ranges, plain = Ranges(), set[int]()
    for one, other in spans:
        first, last = sorted((one, other))
        ranges.add(first, last)
        plain.update(range(first, last + 1))
    assert {n for n in range(40) if n in ranges} == plain


@given(st.lists(st.integers(-1, 8), min_size=1, max_size=8))
def test_circles_are_where_a_walk_does_not_end(parents: list[int]) -> None:
    """Record `i` has the parent `parents[i]`, earlier, later or itself; -1: none."""
    family, found = Family(), False
    for own, parent in enumerate(parents):
        name = None if parent < 0 else f"r{parent}"
        entry = Entry("text", own + 1, 1, "user", id=f"r{own}", parent=name)
        found = found or family.closes_circle(entry)
        family.step(entry, Spot(own + 1))
    assert found == any(_never_ends(start, parents) for start in range(len(parents)))
    gone = {f"r{parent}" for parent in parents if parent >= len(parents)}
    assert {waiting[0][1] for waiting in family.awaited.values()} == gone


def _never_ends(start: int, parents: list[int]) -> bool:
    at = start
    for _ in range(len(parents) + 1):
        if not 0 <= at < len(parents):
            return False
        at = parents[at]
    return True


#: What lines are made of here: good bytes, bad bytes, and the ends of escapes.
PIECES = (b"a", b"\n", b"\\", b"\\ud99c", b"\\ude00", b"\xff", b"\xc3", b"\xa4")


@given(st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join), st.integers(1, 7))
def test_faults_do_not_depend_on_how_bytes_come(body: bytes, size: int) -> None:
    whole, cut = Watched(io.BytesIO(body)), Watched(io.BytesIO(body))
    assert whole.opened().read() == body
    buffer = bytearray(size)
    while cut.readinto(buffer):
        pass
    assert list(cut.faults) == list(whole.faults)
    starts = [i + 1 for i, byte in enumerate(body) if byte == 10]
    assert [cut.line_of(i) for i in starts] == list(range(2, len(starts) + 2))
    for fault in whole.faults:
        line = body.split(b"\n")[fault.line - 1]
        assert body[fault.offset] == line[fault.column - 1]


class _Endless(io.RawIOBase):
    """So many records, made as they are read."""

    def __init__(self, count: int) -> None:
        self._lines = self._made(count)
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        self._rest = self._rest or next(self._lines, b"")
        piece, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)

    def _made(self, count: int) -> Iterator[bytes]:
        for number in range(1, count + 1):
            line = record(number % 3000, "word " * 800, uuid=f"u-{number}")
            yield (line + "\n").encode()


@pytest.mark.parametrize("count", [400, 4000], ids=["1.7 MB", "17 MB"])
def test_memory_does_not_follow_the_file(count: int) -> None:
    tracemalloc.start()
    rows = [row for row in ROWS if row.id != "P302"]
    check(io.BufferedReader(_Endless(count), 1 << 16), "in.jsonl", rows)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 << 20
