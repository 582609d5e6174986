"""Why a hit has its place: what each term gave, and what was added (`--explain`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pane_cli.recall.matches import Match
from pane_cli.recall.results import Hit
from pane_cli.rules.schema import Recall
from pane_cli.search.candidates import Narrowed
from pane_cli.search.dates import DayTest
from pane_cli.search.engine import Engine
from pane_cli.search.rank import Question, shares

_FACTORS = ("thinking", "note")
_LEAST = 0.005


def why(
    question: Question,
    engine: Engine,
    rules: Recall,
    shown: Sequence[tuple[Match, Hit]],
) -> Iterator[str]:
    """A line for each hit: what its score is made of, the largest part first.

    `4d5611e5#12 terms 5.31: token 2.40, refresh 1.10; session, ... words together 1.81`
    """
    names = [*question.terms, *map(_day, question.days)]
    keys = [match.document.key for match, _ in shown]
    parts = shares(question, Narrowed(engine, keys, rules.neighbours), rules, keys)
    for match, hit in shown:
        own = zip(parts[match.document.key], names, strict=True)
        ordered = sorted(((-part, name) for part, name in own if part >= _LEAST))
        said = ", ".join(f"{name} {-part:.2f}" for part, name in ordered)
        factor = 1.0
        if match.document.kind in _FACTORS:
            factor = getattr(rules.weights, match.document.kind)
            said += f"; as {match.document.kind} x{factor:g}"
        rest = match.score + factor * sum(part for part, _ in ordered)
        if rest >= _LEAST:
            said += f"; session, speaker, age, words together {rest:.2f}"
        if match.sure < 1:
            said += f"; sure {match.sure:.2f}"
        yield f"{hit.address} {hit.tier} {match.score:.2f}: {said}"


def _day(test: DayTest) -> str:
    parts = (("year", test.year), ("month", test.month), ("day", test.day))
    return " ".join(f"{name} {part}" for name, part in parts if part is not None)
