"""A budget in tokens, characters, or both."""

from __future__ import annotations

from typing import NamedTuple

from pane_cli.text.tokens import estimate


class Budget(NamedTuple):
    """Limits of a context; None: no limit of that kind."""

    tokens: int | None = None
    chars: int | None = None
    chars_per_token: float | None = None

    def holds(self, text: str) -> bool:
        """Whether `text` fits."""
        if self.chars is not None and len(text) > self.chars:
            return False
        return self.tokens is None or self.cost(text) <= self.tokens

    def cost(self, text: str) -> int:
        """Tokens of `text`, by an estimate that errs high."""
        return estimate(text, self.chars_per_token)

    def excess(self, text: str) -> int:
        """Characters by which `text` is about too long; 0 where it fits."""
        over = 0
        if self.chars is not None:
            over = max(over, len(text) - self.chars)
        if self.tokens is not None:
            cost = self.cost(text)
            # By what this text takes a token: scripts differ by a factor of three.
            over = max(over, (cost - self.tokens) * len(text) // max(cost, 1) + 1)
        return 0 if self.holds(text) else max(over, 1)

    def size(self) -> int:
        """The budget in characters, to plan with; `holds` has the last word."""
        sizes = []
        if self.chars is not None:
            sizes.append(self.chars)
        if self.tokens is not None:
            sizes.append(int(self.tokens * (self.chars_per_token or _PLANNED_CHARS)))
        return min(sizes)


#: Characters a token that planning starts from where none were measured; too many, and
#: the plan is cut down.
_PLANNED_CHARS = 3.4
