"""Turns that belong together, and where a run of leaving turns may end.

A later turn is linked to an earlier one whose file it changes again, or whose failure
it fixes. In a real session nearly every turn is so linked to the next: to move whatever
is linked would move everything or nothing. So links have a say only at the border
between what leaves and what stays. Of all borders from the first that reaches the
target to the last that leaves no more than `evict.slack` beyond it, the one that cuts
the fewest links is taken; of equals the first. The target is always reached, and a
chain that fits the slack is never cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pane_cli.evict.units import Unit
from pane_cli.view.view import View

Link = tuple[int, int]


def links(view: View) -> set[Link]:
    """Pairs of turns, the earlier first; of many that change one file, neighbours."""
    found: set[Link] = set()
    for use in view.files:
        turns = sorted({view.row(n).turn for n in use.writes})
        found.update(pairwise(turns))
    for failure in view.work.failures:
        if failure.fixed:
            found.add((view.row(failure.call).turn, view.row(failure.fixed).turn))
    return {link for link in found if link[0] != link[1]}


def cut(found: set[Link], out: set[int]) -> int:
    """How many links have one end among the turns that are `out`."""
    return sum((first in out) != (last in out) for first, last in found)


def border(
    view: View, turns: Sequence[Unit], taken: int, out: set[int], slack: int
) -> int:
    """How many of `turns` leave: `taken` at least, and at most `slack` tokens more.

    `out` are turns that are out already.
    """
    found = links(view)
    leaving = out | {unit.turn for unit in turns[:taken]}
    best, fewest = taken, cut(found, leaving)
    for index in range(taken, len(turns)):
        slack -= turns[index].tokens
        if slack < 0 or not fewest:
            break
        leaving.add(turns[index].turn)
        crossing = cut(found, leaving)
        if crossing < fewest:
            best, fewest = index + 1, crossing
    return best
