"""Turns that come back: those whose further recalls would cost more.

A turn that was recalled k times since it left is taken to be recalled k times more.
Each recall costs one request that reads the whole prompt, and the turn's tokens written
anew. To bring it back breaks the cached prefix behind it once, writes its tokens, and
reads them in each request within the horizon.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from pane_cli.evict.limits import Limits, tokens_in
from pane_cli.evict.units import members
from pane_cli.session.address import format_range
from pane_cli.view.recalls import returns
from pane_cli.view.view import View, ranges


class Back(NamedTuple):
    """A turn, or what of it is out, that comes back."""

    turn: int
    entries: frozenset[int]
    tokens: int
    recalls: int
    """Since it left."""

    @property
    def name(self) -> str:
        """`t4 #12-40`."""
        spans = ranges(self.entries)
        return f"t{self.turn} {format_range(spans[0][0], spans[-1][1])}"


def comes_back(view: View, sizes: Limits) -> list[Back]:
    """Turns that pay for their place, and after which the trigger is not reached."""
    found: list[Back] = []
    room = sizes.trigger - tokens_in(view)
    for back in _recalled(view):
        if back.tokens <= room and _pays(view, back):
            found.append(back)
            room -= back.tokens
    return found


def _recalled(view: View) -> list[Back]:
    """What is out and was recalled since, most recalls first."""
    out = set(view.out)
    counts = Counter(
        back.turn
        for back in returns(view)
        if back.mark is not None and back.mark in view.out.values()
    )
    found = []
    for number, recalls in counts.most_common():
        turn = view.turn(number)
        if turn is None:
            continue
        entries = frozenset(members(view, turn) & out)
        tokens = sum(view.row(n).tokens for n in entries if view.is_context(n))
        if tokens:
            found.append(Back(number, entries, tokens, recalls))
    return found


def _pays(view: View, back: Back) -> bool:
    rules = view.rules.evict
    read, write = rules.prices.cache_read, rules.prices.cache_write
    behind = sum(
        row.tokens for row in view.rows[min(back.entries) :] if view.is_in(row.n)
    )
    stays = behind * (write - read) + back.tokens * (write + read * rules.horizon)
    recalls = back.recalls * (back.tokens * write + view.tokens_in * read)
    return recalls > stays
