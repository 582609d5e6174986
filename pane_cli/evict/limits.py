"""The sizes that an eviction works with, in tokens, all shares of one window."""

from __future__ import annotations

from typing import NamedTuple

from pane_cli.evict.pointers import joined
from pane_cli.view import measured
from pane_cli.view.view import View

#: What the pointer that stands in for a range costs.
POINTER_TOKENS = 60


class Limits(NamedTuple):
    """Tokens."""

    window: int
    trigger: int
    """`--auto` acts past this."""
    target: int
    """It evicts down to this."""
    large: int
    """A result of this size leaves alone."""
    tail: int
    """What the newest turns and steps that leave last may hold."""
    slack: int
    """What may leave beyond the target."""


def limits(view: View) -> Limits:
    """The sizes for this session's window, in tokens of our estimate.

    A model that charges less for what we count as a token holds more of them.
    """
    return within(view, int(measured.window(view) / measured.scale(view)))


def down_to(view: View, target: int) -> Limits:
    """The sizes that go with a target: those of the window whose target it is."""
    share = view.rules.evict.target
    window = limits(view).window
    scaled = min(window, int(target / share)) if share else window
    return within(view, scaled)._replace(target=target)


def within(view: View, window: int) -> Limits:
    """The sizes for a window of so many tokens."""
    rules = view.rules.evict
    trigger = int(measured.trigger(view) * window)
    return Limits(
        window,
        trigger,
        int(min(rules.target, rules.trigger) * window),
        int(rules.large * trigger),
        int(rules.tail * window),
        int(rules.slack * window),
    )


def tokens_in(view: View) -> int:
    """Tokens in context: the entries that are in, and a pointer a range that is out."""
    return view.tokens_in + POINTER_TOKENS * len(joined(view, set(view.out)))
