"""How sure a score is: whether the hit stands when the question is put otherwise.

The question is asked again without each of its words. What scores as well every time is
a sure hit; what lives from a single word is not, and gets a second, dearer look: the
encoder, where there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import pstdev

from pane_cli.rules.schema import Recall
from pane_cli.search.engine import Searched
from pane_cli.search.rank import Question, Scored, rank

Look = Callable[[list[Scored]], list[Scored]]


def variants(question: Question, most: int) -> list[Question]:
    """The question without each of its words in turn, the first `most` of them."""
    words = [terms for _, terms in question.words if terms]
    if len(words) < 2:
        return []
    found = []
    for left_out in words[:most]:
        rest = dict.fromkeys(
            t for terms in words if terms is not left_out for t in terms
        )
        found.append(question._replace(terms=tuple(rest)))
    return found


def with_confidence(
    question: Question, scored: list[Scored], engine: Searched, rules: Recall
) -> list[Scored]:
    """The same, each with how sure it is: 1 less twice the deviation of its scores.

    Scores are shares of the best one of each variant; 0 where it is not found.
    """
    asked = variants(question, rules.variants)
    if not asked or not scored:
        return scored
    keys = {one.document.key for one in scored}
    again = [rank(variant, engine, rules, keys=keys) for variant in asked]
    columns = list(map(_shares, [scored, *again]))
    return [
        one._replace(
            sure=_sure([shares.get(one.document.key, 0.0) for shares in columns])
        )
        for one in scored
    ]


def second_look(scored: list[Scored], look: Look, certain: float) -> list[Scored]:
    """Those that are not sure are looked at again; the others keep their scores."""
    sure = [one for one in scored if one.sure >= certain]
    unsure = [one for one in scored if one.sure < certain]
    again = look(unsure)
    return sorted([*sure, *again], key=lambda one: -one.score)


def _shares(scored: Sequence[Scored]) -> dict[int, float]:
    best = max((one.score for one in scored), default=0.0)
    return {one.document.key: one.score / best for one in scored} if best else {}


def _sure(shares: Sequence[float]) -> float:
    return round(max(0.0, 1.0 - 2.0 * pstdev(shares)), 3)
