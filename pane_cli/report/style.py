"""Colours of a page, or none."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

Paint = Callable[[str], str]


def _in(code: str) -> Paint:
    def paint(text: str) -> str:
        # Each line by itself: a pager forgets colours at the end of a line.
        return "\n".join(f"\x1b[{code}m{line}\x1b[0m" for line in text.split("\n"))

    return paint


class Style(NamedTuple):
    """How the parts of a page are painted."""

    heading: Paint = str
    mark: Paint = str
    user: Paint = str
    call: Paint = str
    failure: Paint = str
    dim: Paint = str

    def by_kind(self, kind: str, role: str) -> Paint:
        """The paint of an entry."""
        if kind == "text" and role == "user":
            return self.user
        if kind == "call":
            return self.call
        return self.dim if kind in ("result", "thinking", "note") else str


PLAIN = Style()
COLOURS = Style(_in("1;36"), _in("2"), _in("1"), _in("33"), _in("31"), _in("2"))
