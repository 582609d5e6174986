"""Which numbers of entries there are, in little space."""

from __future__ import annotations

from array import array
from bisect import bisect_left


class Ranges:
    """A set of numbers that mostly come in rows, as first and last of each row."""

    def __init__(self) -> None:
        self._firsts, self._lasts = array("Q"), array("Q")

    def __contains__(self, n: object) -> bool:
        if not isinstance(n, int):
            return False
        index = bisect_left(self._lasts, n)
        return index < len(self._lasts) and self._firsts[index] <= n

    def add(self, first: int, last: int) -> None:
        """Put `first` to `last` in, both included."""
        if self._lasts and self._lasts[-1] + 1 == first:
            self._lasts[-1] = last
            return
        low = bisect_left(self._lasts, max(first - 1, 0))
        high = low
        while high < len(self._firsts) and self._firsts[high] <= last + 1:
            first = min(first, self._firsts[high])
            last = max(last, self._lasts[high])
            high += 1
        self._firsts[low:high] = array("Q", [first])
        self._lasts[low:high] = array("Q", [last])


class Numbers:
    """Entry numbers."""

    def __init__(self) -> None:
        self.last = 0
        """The highest."""
        self.known = Ranges()

    def step(self, n: int) -> None:
        """Take a number in."""
        if n > 0:
            self.known.add(n, n)
            self.last = max(self.last, n)

    def missing(self, spans: tuple[tuple[int, int], ...]) -> tuple[int, int] | None:
        """The first span with an end that is no entry."""
        for first, last in spans:
            if first not in self.known or last not in self.known or first > last:
                return first, last
        return None
