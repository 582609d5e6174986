"""The sizes that an eviction works with, in tokens, all shares of one window."""

from __future__ import annotations

from typing import NamedTuple

from pane_cli.evict.pointers import joined
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
    """The sizes for this session's window."""
    rules, window = view.rules.evict, view.window
    trigger = int(rules.trigger * window)
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
