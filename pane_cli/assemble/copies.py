"""Copies: of results that say the same, one stands, and the others point to it.

A text is a copy only where every line of it stands in the other, one after the other;
blank lines and blanks at line ends aside. So numbers, paths and negations never get
lost: whatever the copy says, the one that stands says word for word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Printed(NamedTuple):
    """What a tool printed."""

    head: str
    """What else must be the same: whether it failed, and how."""
    text: str


def copies(
    printed: Mapping[int, Printed], least: int, backwards: bool = False
) -> dict[int, int]:
    """Entries that point, each to the one that stands: it holds all that they say.

    Texts below `least` characters stand anyway. An entry points to an earlier one, so
    that nothing changes when more comes; with `backwards`, to a later one, too, if that
    says more. What is pointed to always stands.
    """
    found: dict[int, int] = {}
    standing: list[tuple[int, str, str, frozenset[str]]] = []
    texts = {n: _lines(one.text) for n, one in sorted(printed.items())}
    order = [n for n, lines in texts.items() if sum(map(len, lines)) >= least]
    if backwards:
        order.sort(key=lambda n: (-sum(map(len, texts[n])), n))
    for n in order:
        head, lines = printed[n].head, texts[n]
        body, longest = _body(lines), max(lines, key=len)
        same = (
            other
            for other, its_head, its_body, known in standing
            if its_head == head and longest in known and body in its_body
        )
        of = next(same, None)
        if of is None:
            standing.append((n, head, body, frozenset(lines)))
        else:
            found[n] = of
    return dict(sorted(found.items()))


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def _body(lines: list[str]) -> str:
    """Between line ends, so that half a line is in none."""
    return "\n" + "\n".join(lines) + "\n"
