"""What texts mean, beside what words they have: a part of the ranking, if asked for.

The words' score stays the measure; likeness of meaning is added to it in its unit, the
standard deviation of the scores that are compared. Ranks are not fused: the weaker of
two rankings would pull the better one down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean, pstdev
from typing import NamedTuple

from pane_cli.rules.schema import Search
from pane_cli.search.documents import Document, body_of, speaker_of
from pane_cli.search.rank import Scored
from pane_cli.session.types import Entry

_CHARS = 1_000
"""Of each entry are read: a long result would drown those beside it."""


class Meaning(NamedTuple):
    """Compares entries, with those around them, with a question."""

    encode: Callable[[Sequence[str]], Sequence[Sequence[float]]]
    """A vector for each text."""
    rules: Search

    def rerank(
        self,
        question: str,
        scored: list[Scored],
        around: Callable[[Document], list[Entry]],
    ) -> list[Scored]:
        """The best `search.encoded` of them, ordered anew; the rest stays below."""
        best = scored[: self.rules.encoded]
        if len(best) < 2:
            return scored
        texts = ["\n".join(map(_text, around(one.document))) for one in best]
        asked, *found = self.encode([question, *texts])
        likeness = [_product(asked, vector) for vector in found]
        raised = fuse([one.score for one in best], likeness, self.rules.encoder_weight)
        moved = [
            one._replace(score=round(score, 9))
            for one, score in zip(best, raised, strict=True)
        ]
        moved.sort(key=lambda one: -one.score)
        return moved + scored[len(best) :]


def fuse(
    scores: Sequence[float], likeness: Sequence[float], weight: float
) -> list[float]:
    """Scores with `weight` times the z-scores of `likeness`, in the unit of scores.

    >>> fuse([3.0, 1.0], [0.1, 0.3], 0.5)
    [2.5, 1.5]
    """
    spread, unit = pstdev(likeness), pstdev(scores)
    if not spread:
        return list(scores)
    mean = fmean(likeness)
    return [
        score + weight * unit * (like - mean) / spread
        for score, like in zip(scores, likeness, strict=True)
    ]


def _text(entry: Entry) -> str:
    speaker, body = speaker_of(entry), body_of(entry)[:_CHARS]
    return f"{speaker}: {body}" if speaker else body


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
