"""Fold: texts that somebody wrote to stand in place of entries that are out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pane_cli.session.types import Mark
from pane_cli.text.tokens import estimate


class StandIn(NamedTuple):
    """A text that somebody wrote to stand in place of entries."""

    first: int
    last: int
    text: str
    by: str


def stand_ins(out: dict[int, Mark]) -> dict[int, StandIn]:
    """Entry number to what stands in its place, of those that are out."""
    found: dict[int, StandIn] = {}
    for mark in {id(mark): mark for mark in out.values() if mark.stands}.values():
        for first, last, text in mark.stands:
            stand = StandIn(first, last, text, mark.by)
            found |= {n: stand for n in range(first, last + 1) if out.get(n) is mark}
    return found


def stands_tokens(stands: Mapping[int, StandIn], chars_per_token: float | None) -> int:
    """Tokens of the texts."""
    return sum(estimate(s.text, chars_per_token) for s in set(stands.values()))
