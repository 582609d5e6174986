"""What is known of the model in use: its window, and what it charges for a token.

From this session's own requests, else from what earlier ones taught (`learned.models`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pane_cli.rules.schema import Learned
from pane_cli.text import tokens

if TYPE_CHECKING:
    from pane_cli.view.view import View

_FOREIGN_TOKENS = 2
"""Tokens of a character beyond ASCII, at most."""


def model(view: View) -> str | None:
    """The model that answered last."""
    answers = view.answers.answers
    return answers[-1].model if answers else None


def learned(view: View) -> Learned | None:
    """What other sessions taught of it."""
    name = model(view)
    known = (one for one in view.rules.learned.models if one.name == name)
    return next(known, None)


def window(view: View) -> int:
    """Tokens of the window: the host's or by rule, or less where an error proved it.

    A limit that was learned elsewhere falls when a larger prompt is accepted here.
    """
    name, known = model(view) or "", learned(view)
    limit = view.windows.limits.get(name) or (known.window if known else None)
    stated = view.rules.hosts.of(view.header.agent).window or view.rules.tokens.window
    if limit is None or view.windows.accepted.get(name, 0) > limit:
        return stated
    return min(limit, stated)


def trigger(view: View) -> float:
    """The share of the window past which `--auto` evicts: before the host compacts."""
    size = window(view)
    at = view.rules.hosts.of(view.header.agent).compacts_at(size)
    share = view.rules.evict.trigger
    return share if at is None else min(share, at / size)


def chars_per_token(view: View) -> float | None:
    """By rule, else as measured; None: by the kind of text."""
    by_rule = view.rules.tokens.chars_per_token
    if by_rule is not None or not view.answers.answers:
        return by_rule
    measured = view.calibration.chars_per_token(model(view))
    known = learned(view)
    return measured or (known.chars_per_token if known else None)


def scale(view: View) -> float:
    """What the model charges for a token of our estimate.

    Less than 1 only for what is surely ASCII: other scripts cost what they cost.
    """
    rate = chars_per_token(view)
    if rate is None or view.rules.tokens.chars_per_token is not None:
        return 1.0
    factor = tokens.scale(rate)
    if factor >= 1:
        return factor
    rows = (row for row in view.rows if view.is_in(row.n))
    plain = sum(max(0, r.tokens - _FOREIGN_TOKENS * r.foreign) for r in rows)
    return 1.0 - plain / max(view.tokens_in, 1) * (1.0 - factor)
