"""Which lines of what is not shown whole are worth their place.

A line is worth the things that it adds, per character that it costs, its head counted
once an entry. Lines are taken greedily and shown in session order.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from typing import NamedTuple

from pane_cli.assemble.candidates import Candidate


class Shown(NamedTuple):
    """What is shown of an entry that is not whole: its head, and lines below it."""

    head: str
    lines: tuple[str, ...]
    """None of them: the head alone."""

    def cost(self) -> int:
        """Characters, line ends included."""
        return len(self.head) + 1 + sum(len(line) + 1 for line in self.lines)


Show = dict[int, Shown]
"""By number of the entry."""


def choose(
    candidates: Sequence[Candidate],
    values: dict[str, float],
    room: int,
    shown: set[str],
) -> Show:
    """The lines worth most per character, in at most `room` characters.

    `shown` are things that stand elsewhere already; they are worth nothing here.
    """
    heap: list[tuple[float, int, int, Candidate]] = []
    for item in candidates:
        for index in range(-1, len(item.lines)):
            score = _score(item, index, values, shown, opened=False)
            if score > 0:
                heap.append((-score, item.n, index, item))
    heapq.heapify(heap)
    taken: dict[int, set[int]] = {}
    while heap and room > 0:
        score, n, index, item = heapq.heappop(heap)
        opened = n in taken
        now = _score(item, index, values, shown, opened)
        if now <= 0 or (index == -1 and opened):
            continue
        if heap and now < -heap[0][0] - 1e-12:
            heapq.heappush(heap, (-now, n, index, item))
            continue
        cost = _cost(item, index, opened)
        if cost > room:
            continue
        room -= cost
        shown |= _gains(item, index, opened)
        taken.setdefault(n, set())
        if index >= 0:
            taken[n].add(index)
    by_number = {item.n: item for item in candidates}
    return {
        n: _shown(by_number[n], [by_number[n].lines[i].text for i in sorted(indexes)])
        for n, indexes in sorted(taken.items())
    }


def fill(candidates: Sequence[Candidate], show: Show, room: int) -> Show:
    """`show`, and in what is left of `room` the newest words, entry by entry.

    Prose holds few things, and in many languages none: its newest lines still tell what
    was said.
    """
    left = room - sum(shown.cost() for shown in show.values())
    filled = dict(show)
    for item in reversed([item for item in candidates if item.own]):
        texts: list[str] = []
        cost = len(item.head) + 1
        for line in item.lines if item.n not in show else ():
            if cost + len(line.text) + 1 > left:
                break
            texts.append(line.text)
            cost += len(line.text) + 1
        if texts:
            filled[item.n] = _shown(item, texts)
            left -= cost
    return dict(sorted(filled.items()))


def _shown(item: Candidate, texts: Sequence[str]) -> Shown:
    return Shown(item.head, tuple(texts))


def _gains(item: Candidate, index: int, opened: bool) -> frozenset[str]:
    found = item.lines[index].things if index >= 0 else frozenset()
    return found if opened else found | item.named


def _cost(item: Candidate, index: int, opened: bool) -> int:
    cost = 0 if opened else len(item.head) + 1
    return cost + (len(item.lines[index].text) + 1 if index >= 0 else 0)


def _score(
    item: Candidate, index: int, values: dict[str, float], shown: set[str], opened: bool
) -> float:
    new = (thing for thing in _gains(item, index, opened) if thing not in shown)
    gain = math.fsum(values.get(thing, 0.0) for thing in new)  # sets have no order
    return gain / _cost(item, index, opened) if gain else 0.0
