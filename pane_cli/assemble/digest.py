"""Which lines of what is not shown whole are worth their place.

A line is worth the things that it adds, per character that it costs, its head counted
once an entry. Lines are taken greedily and shown in session order.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from pane_cli.assemble.candidates import Candidate
from pane_cli.assemble.context import Show, Shown

Taken = dict[int, list[int]]
"""Entry to indexes of its lines; one below 0 is its head."""


def choose(
    candidates: Sequence[Candidate],
    values: Mapping[str, float],
    room: int,
    shown: Iterable[str],
    taken: Mapping[int, Sequence[int]] = MappingProxyType({}),
    again: float = 0.0,
) -> Taken:
    """`taken`, and in `room` characters the lines that are worth most per character.

    `shown` are things that stand elsewhere already; they are worth nothing here. Once
    a thing is shown, it is worth `again` times as much in each line after.
    """
    left = dict(values)
    for thing in shown:
        left.pop(thing, None)
    offers = [offer for item in candidates for offer in _offers(item, left)]
    chosen = {n: list(indexes) for n, indexes in taken.items()}
    heap = [
        (-offer.score(left, offer.n in chosen), *offer[:2], offer) for offer in offers
    ]
    heapq.heapify(heap)
    while heap and room > 0:
        _, n, index, offer = heapq.heappop(heap)
        opened = n in chosen
        now = offer.score(left, opened)
        if now <= 0 or (index == _HEAD and opened):
            continue
        if heap and now < -heap[0][0] - _SAME:
            heapq.heappush(heap, (-now, n, index, offer))
            continue
        cost = offer.cost(opened)
        if cost > room:
            continue
        room -= cost
        for thing in offer.gains(opened):
            if thing in left:
                left[thing] *= again
        chosen.setdefault(n, []).append(index)
    return chosen


def picked(candidates: Iterable[Candidate], taken: Taken) -> Show:
    """Entries of which something was taken, by that, in session order."""
    return {
        item.n: _shown(item, [i for i in sorted(taken[item.n]) if i != _HEAD])
        for item in sorted(candidates, key=lambda item: item.n)
        if item.n in taken
    }


_HEAD = -1
"""Index of the offer to show an entry's head alone."""
_SAME = 1e-12


class _Offer(NamedTuple):
    """A line that may be shown, or a head alone; things sorted: sums have an order."""

    n: int
    line_index: int
    line: tuple[str, ...]
    head: tuple[str, ...]
    """What the head adds, where no line of the entry is shown yet."""
    chars: int
    head_chars: int

    def score(self, left: Mapping[str, float], opened: bool) -> float:
        """Worth per character of what it adds."""
        gain = sum([left.get(thing, 0.0) for thing in self.gains(opened)])
        return gain / self.cost(opened) if gain else 0.0

    def gains(self, opened: bool) -> tuple[str, ...]:
        """Things that it shows."""
        return self.line if opened else self.line + self.head

    def cost(self, opened: bool) -> int:
        """Characters that it takes."""
        return self.chars if opened else self.chars + self.head_chars


def _offers(item: Candidate, values: Mapping[str, float]) -> Iterator[_Offer]:
    """Lines that hold something of worth, and the head."""
    named = sorted(thing for thing in item.named if thing in values)
    head_chars = len(item.head) + 1
    if named:
        yield _Offer(item.n, _HEAD, (), tuple(named), 0, head_chars)
    for index, line in enumerate(item.lines):
        found = sorted(thing for thing in line.things if thing in values)
        if found:
            more = tuple(t for t in named if t not in line.things) if named else ()
            cost = len(line.text) + 1
            before = len(_typed(item.n)) if item.is_typed(index) else head_chars
            yield _Offer(item.n, index, tuple(found), more, cost, before)


def _shown(item: Candidate, indexes: Sequence[int]) -> Shown:
    """Some lines under their head; a command is its own: `#10 $ git log`."""
    texts = [item.lines[index].text for index in indexes]
    if indexes and item.is_typed(indexes[0]):
        return Shown(_typed(item.n) + texts[0], tuple(texts[1:]))
    return Shown(item.head, tuple(texts))


def _typed(n: int) -> str:
    return f"#{n} $ "
