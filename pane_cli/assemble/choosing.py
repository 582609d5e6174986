"""What is shown of each entry, and in which form, for contexts of any size."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from pane_cli.assemble.context import Choice
from pane_cli.assemble.far import is_far
from pane_cli.assemble.forms import standing
from pane_cli.assemble.layout import Layout
from pane_cli.assemble.pointing import pointing, saved
from pane_cli.view.view import View

if TYPE_CHECKING:
    from pane_cli.assemble.candidates import Candidate


class Choices:
    """The choices for one layout; sizes are in characters."""

    def __init__(
        self, layout: Layout, candidates: Callable[[], list[Candidate]] | None
    ) -> None:
        self._view, self._layout = layout.view, layout
        self._at_hand = candidates
        self.must = dict.fromkeys(
            _newest_request(self._view), "the newest request never leaves"
        )

    def settled(self, size: int) -> Choice | None:
        """All that is in, whole, and what was decided to show of what is out.

        None where it does not fit. What is shown depends on nothing later than the
        last eviction: so the stable part only grows, until the next.
        """
        whole = {
            n: "is in, and fits" for n in self._layout.numbers if self._view.is_in(n)
        }
        if self._is_far_beyond(whole, size):
            return None
        same = pointing(self._layout, whole)
        if sum(map(self._size, whole)) - saved(self._layout, same) > size:
            return None
        show = standing(self._view, self._layout.fetch)
        quoted = frozenset(show) & frozenset(self._view.requests)
        return Choice(whole, show, quoted, same=same)

    def _is_far_beyond(self, whole: Iterable[int], size: int) -> bool:
        """Whether so much can't fit, rendered or not: to render it all takes long.

        A copy of a result may become a pointer, and secrets and colours go.
        """
        if is_far(self._view, whole, size):
            return True
        rows = map(self._view.row, whole)
        return sum(row.chars for row in rows if row.kind != "result") > 2 * size

    def squeezed(self, size: int, room: int) -> Choice:
        """The newest steps whole, and of the rest what is worth most.

        `size` are the characters of the context, `room` those that are left in it.
        """
        from pane_cli.assemble.picking import chars, pick  # what fits needs none of it

        rules = self._view.rules.assemble
        # What picked lines may not take goes to more whole steps.
        share = rules.digest.share
        picked = int(share * chars(self._candidates)) if share else 0
        tail = self._tail(max(int(rules.tail * size), room - picked), room)
        same = pointing(self._layout, {*self.must, *tail}, backwards=True)
        room -= sum(map(self._size, tail)) - saved(self._layout, same)
        why = dict.fromkeys(sorted(tail), "newest steps, assemble.tail")
        whole = {**self.must, **why}
        if not share:
            return Choice(whole, {}, is_tight=True, same=same)
        # Of what was rewritten no line is shown.
        stands = self._view.stands
        hidden = [c for c in self._candidates if c.n not in whole and c.n not in stands]
        known = [item for item in self._candidates if item.n in whole]
        room = min(room, int(share * chars(hidden)))
        asked = int(rules.asked * size)
        show, quoted = pick(self._view, self._values, hidden, known, room, asked)
        return Choice(whole, show, quoted, is_tight=True, same=same)

    @cached_property
    def _candidates(self) -> list[Candidate]:
        """Entries as lines; made only where not everything fits."""
        if self._at_hand is not None:
            return self._at_hand()
        from pane_cli.assemble.picking import candidates

        return candidates(self._view, self._layout.fetch, self._layout.numbers)

    @cached_property
    def _values(self) -> dict[str, float]:
        """What each thing in them is worth."""
        from pane_cli.assemble.likelihood import worth

        return worth(self._candidates, self._view.rules.assemble.likelihood)

    def _tail(self, share: int, room: int) -> set[int]:
        """The newest steps that fit, whole and without a gap: one is one more pointer.

        A newest step that is too large stands by its best lines, as the others do.
        """
        left = min(share, room)
        tail: set[int] = set()
        for step in reversed(self._view.steps):
            members = [
                n for n in step.entries if self._view.is_in(n) and n not in self.must
            ]
            cost = sum(map(self._size, members))
            if cost > left:
                break
            tail.update(members)
            left -= cost
        return tail

    def _size(self, n: int) -> int:
        return len(self._layout.whole(n)) + 1


def _newest_request(view: View) -> list[int]:
    if view.newest is None:
        return []
    return [n for n in view.newest.requests if view.is_context(n)]
