"""Which documents are looked at closer, where only what each gains in all is known."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from pane_cli.search.engine import Aim
from pane_cli.search.rank import NEAR_TERMS
from pane_cli.search.sessions import best_beside, with_session
from pane_cli.search.worth import beside

_IN_VIEW = 100
"""Of so many of these, the best of their sessions are, too."""
_OF_SESSION = 12
"""Documents of such a session."""
_HOT = 8
"""Of one in so many of the best documents those near it are looked at, too."""
_FULL = 0.9
"""Share of all that terms can give a document from which it counts as full."""


def closer(gains: Mapping[int, float], aim: Aim) -> set[int]:
    """The documents to look at closer, by what each gains without those near it."""
    scores = _lifted(gains, aim, aim.most // _HOT)
    share = aim.rules.weights.session
    totals = with_session(scores, share)
    best = heapq.nlargest(aim.most, totals, key=totals.__getitem__)
    seen = best[:_IN_VIEW] if share else ()
    return {*best, *best_beside(seen, scores, _OF_SESSION)}


def _lifted(gains: Mapping[int, float], aim: Aim, hot: int) -> dict[int, float]:
    """About what documents gain with those near them, from what each gains alone.

    Which terms these are is not known: the more of all terms a document holds, the less
    those near it add, as each term saturates. Those near the `hot` best count, too.
    """
    most = sum(worth.scale for _, worth in aim.worth)
    reach, near = aim.rules.neighbours, aim.rules.weights.near
    steps = [step for step in range(-reach, reach + 1) if step]
    shares = {key: min(gain / most, _FULL) for key, gain in gains.items() if gain}
    weights = {key: near * most * part / (1 - part) for key, part in shares.items()}
    of = weights.get
    best = heapq.nlargest(hot, shares, key=shares.__getitem__)
    some = beside(best, reach) if len(aim.worth) >= NEAR_TERMS else set[int]()
    scores = {}
    for key in some.union(shares):
        added = sum([of(key + step, 0.0) for step in steps])
        part = shares.get(key)
        if part is None:
            scores[key] = most * added / (most + added)
        else:
            scores[key] = gains[key] + added * (1 - part) ** 2
    return scores
