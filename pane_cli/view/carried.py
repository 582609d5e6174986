"""The user's decisions that hold for every session of a store, and when they were made.

They stand in the store's own session `user`: named pins, facts, and what takes either
away. In a session's view they are among its own by time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from pane_cli.session.times import sortable
from pane_cli.session.types import Mark

if TYPE_CHECKING:
    from pane_cli.view.decisions import Pin
    from pane_cli.view.view import View

T = TypeVar("T")


def is_carried(mark: Mark) -> bool:
    """Whether a mark of the session `user` holds for the others: only the user's do."""
    if mark.by != "user" or not mark.name:
        return False
    return mark.kind in ("pin", "unpin", "fact", "forget")


def carried(view: View) -> list[Mark]:
    """What was decided by the time of the view."""
    until = view.until
    if until is None:
        return list(view.carried)
    return [mark for mark in view.carried if sortable(mark.ts) < sortable(until)]


def in_time(
    own: Iterable[T], carried: Sequence[Mark], time: Callable[[T], str | None]
) -> list[tuple[T | Mark, bool]]:
    """A session's own in their order, what is carried between them; True: carried.

    What has no time is as old as what comes before it.
    """
    found: list[tuple[T | Mark, bool]] = []
    taken, clock = 0, ""
    for item in own:
        clock = max(clock, sortable(time(item)))
        while taken < len(carried) and sortable(carried[taken].ts) < clock:
            found.append((carried[taken], True))
            taken += 1
        found.append((item, False))
    return found + [(mark, True) for mark in carried[taken:]]


def named(pin: Pin) -> str:
    """What a pin is called where it is shown: one that is carried says so."""
    return f"{pin.name} (every session)" if pin.is_carried else pin.name
