"""Scores of documents and of the sessions that they are in."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping

from pane_cli.search.documents import session_of
from pane_cli.search.rank import BEST_OF_SESSION

_LEADING = 20
"""Of so many of the best documents the sessions' scores matter most."""


def leading(scores: Mapping[int, float], share: float) -> set[int]:
    """The numbers of the sessions of the best documents."""
    totals = with_session(scores, share)
    return {session_of(k) for k in heapq.nlargest(_LEADING, totals, totals.__getitem__)}


def with_session(scores: Mapping[int, float], share: float) -> dict[int, float]:
    """As `rank.py` does it: a share of what the best of its session have."""
    best: dict[int, list[float]] = {}
    for key, gain in scores.items():
        best.setdefault(session_of(key), []).append(gain)
    own = {
        session: share * sum(heapq.nlargest(BEST_OF_SESSION, gains)) / BEST_OF_SESSION
        for session, gains in best.items()
    }
    return {key: gain + own[session_of(key)] for key, gain in scores.items()}


def best_beside(
    chosen: Iterable[int], scores: Mapping[int, float], count: int
) -> Iterator[int]:
    """The best `count` of each session of the `chosen`: what makes its score."""
    best: dict[int, list[tuple[float, int]]] = {session_of(key): [] for key in chosen}
    for key, gain in scores.items():
        own = best.get(session_of(key))
        if own is not None:
            own.append((gain, key))
    for own in best.values():
        yield from (key for _, key in heapq.nlargest(count, own))
