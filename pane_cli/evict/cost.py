"""What an eviction saves, what it breaks, and when it pays.

Every later request reads fewer tokens. But the provider's cache holds a prefix: behind
the first entry that leaves, what stays is written into the cache anew.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from pane_cli.rules.schema import Prices
from pane_cli.text.counts import counted
from pane_cli.view.view import View


class Cost(NamedTuple):
    """In tokens; `pays_after` in requests, None: never."""

    saves: int
    """Tokens that each later request does without."""
    breaks: int
    """Tokens behind the first that leaves, which are cached anew, once."""
    pays_after: int | None

    def __str__(self) -> str:
        if self.pays_after == 0:
            return "it breaks no cached prefix"
        when = "never pays back"
        if self.pays_after is not None:
            when = f"pays back after {counted(self.pays_after, 'request')}"
        return f"breaks {self.breaks:,} cached tokens, {when}"

    def pays_within(self, requests: int) -> bool:
        """Whether it costs less than it saves by then."""
        return self.pays_after is not None and self.pays_after <= requests


def cost(view: View, out: set[int], saves: int) -> Cost:
    """What it costs that `out` leaves, which saves `saves` tokens a request."""
    first = min((n for n in out if view.is_in(n)), default=view.last + 1)
    rest = range(first, view.last + 1)
    breaks = sum(view.row(n).tokens for n in rest if view.is_in(n) and n not in out)
    return Cost(saves, breaks, pays_after(saves, breaks, view.rules.evict.prices))


def pays_after(saves: int, breaks: int, prices: Prices) -> int | None:
    """Requests after which what was saved has paid for what was broken."""
    price = breaks * (prices.cache_write - prices.cache_read)
    gain = saves * prices.cache_read
    if price <= 0:
        return 0
    return math.ceil(price / gain) if gain > 0 else None
