"""Signs of a request, the tier that they reach, and where in it the budget lies."""

from __future__ import annotations

import pytest

from pane_cli.assemble.routing import route, signs
from pane_cli.rules.routes import Routes, Tier

FENCE = "```\nx\n```\n"
TIERS = (Tier("small", 0, 1000, 3000), Tier("large", 3, 4000, 6000))
RULES = Routes(tiers=TIERS, patterns=("how (does|do)",))


@pytest.mark.parametrize(
    ("request_", "turn", "points"),
    [
        pytest.param("hi", 1, 0, id="nothing"),
        pytest.param("Refactor this, refactor!", 1, 1, id="a word counts once"),
        pytest.param("refactored", 1, 0, id="a whole word"),
        pytest.param("review and compare", 1, 2, id="two words"),
        pytest.param("How does it work?", 1, 1, id="a pattern, any case"),
        pytest.param(FENCE * 2, 1, 0, id="two blocks"),
        pytest.param(FENCE * 3, 1, 2, id="three blocks"),
        pytest.param("x" * 501, 1, 1, id="length"),
        pytest.param("hi", 31, 1, id="late in the session"),
    ],
)
def test_points(request_: str, turn: int, points: int) -> None:
    assert sum(sign.points for sign in signs(request_, turn, RULES)) == points


@pytest.mark.parametrize(
    ("scores", "budget"),
    [
        pytest.param([], 4000, id="nothing relevant"),
        pytest.param([(9.0, 1.0), (5.0, 1.0)], 4200, id="one near the best"),
        pytest.param([(9.0, 1.0), (8.0, 0.5)], 4300, id="as sure as it is"),
        pytest.param([(9.0, 1.0)] * 40, 6000, id="never over the range"),
    ],
)
def test_a_budget(scores: list[tuple[float, float]], budget: int) -> None:
    found = route("refactor, debug, audit", 1, scores, RULES)
    assert found is not None
    assert (found.tier.name, found.budget) == ("large", budget)


def test_without_a_tier_there_is_no_route() -> None:
    assert route("refactor", 1, [], Routes()) is None
    assert route("hi", 1, [], Routes(tiers=TIERS[1:])) is None
