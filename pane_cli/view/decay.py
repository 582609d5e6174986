"""Decay: what a turn weighs, by how long ago anything last referred to it.

    weight = 0.5 ** (age / half-life)

Age counts turns since the last one that touched the same file or recalled the entry.
The half-life is that of the entry's domain (code, prose, numbers); each time that
something comes back after it left, it lasts longer, and what nothing touches for long
fades faster. Nothing is ever deleted for its weight: it only says what leaves first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from pane_cli.rules.decay import Decay
from pane_cli.view.recalls import returns
from pane_cli.view.rows import Row
from pane_cli.view.view import View


class Standing(NamedTuple):
    """What a session's use says of its entries."""

    newest: int
    """The running turn."""
    touched: dict[int, int]
    """Entry to the last turn that touched the same file or recalled it."""
    rescues: Counter[int]
    """Turn to how often it was recalled, or read again, after it had left."""


def standing(view: View) -> Standing:
    """The references in a session, up to its last line."""
    touched: dict[int, int] = {}
    results = view.shape.results
    for use in view.files:
        numbers = use.reads + use.writes
        last = max(view.row(n).turn for n in numbers)
        for n in numbers:
            for one in (n, results.get(n, n)):
                touched[one] = max(touched.get(one, 0), last)
    rescues: Counter[int] = Counter()
    for back in returns(view):
        turn = view.turn(back.turn)
        rescues[back.turn] += back.mark is not None
        for n in range(turn.first, turn.last + 1) if turn else ():
            touched[n] = max(touched.get(n, 0), view.row(back.n).turn)
    return Standing(view.newest.number if view.newest else 0, touched, rescues)


def weight(view: View, found: Standing, numbers: Iterable[int]) -> float:
    """What entries weigh together, from 0 to 1: the mean over their tokens."""
    rules = view.rules.decay
    total = tokens = 0.0
    for n in numbers:
        row = view.row(n)
        if not view.is_in(n) or not row.tokens:
            continue
        age = found.newest - max(row.turn, found.touched.get(n, 0))
        life = half_life(rules, row, found.rescues[row.turn])
        total += row.tokens * remaining(rules, age, life)
        tokens += row.tokens
    return total / tokens if tokens else 0.0


def domain(rules: Decay, row: Row) -> str:
    """`code`, `prose` or `numbers`: what an entry mostly is."""
    if row.chars and row.digits >= rules.numeric * row.chars:
        return "numbers"
    return "prose" if row.kind in ("text", "thinking", "note") else "code"


def half_life(rules: Decay, row: Row, rescues: int) -> float:
    """Turns in which an entry halves its weight; each rescue makes them more.

    The second rescue adds more than the first: what comes back again and again was
    never done with.
    """
    life: float = getattr(rules, domain(rules, row))
    for earlier in range(rescues):
        life *= rules.friction + rules.escalation * earlier
    return life


def remaining(rules: Decay, age: int, life: float) -> float:
    """The share of its weight that is left after `age` turns.

    >>> remaining(Decay(), 10, 10.0)
    0.5
    """
    stale = max(0, age - rules.stale_turns)
    return float(0.5 ** ((age - stale + stale / rules.stale) / life))
