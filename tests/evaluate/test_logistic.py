"""Fits whose answers are known."""

from __future__ import annotations

import math
from itertools import product

import pytest

from pane_cli.evaluate.logistic import Sample, fit, solve

#: Of things without the feature three in four are needed, of those with it one in four.
HALVES = [
    Sample((0.0,), True, 3.0),
    Sample((0.0,), False, 1.0),
    Sample((1.0,), True, 1.0),
    Sample((1.0,), False, 3.0),
]


def test_two_groups_have_their_log_odds() -> None:
    assert fit(HALVES, 0.0, [0.0]) == pytest.approx(
        [math.log(3), -2 * math.log(3)], abs=1e-6
    )


def test_a_weight_is_as_many_samples() -> None:
    copies = [s._replace(weight=1.0) for s in HALVES for _ in range(int(s.weight))]
    assert fit(copies, 40.0, [0.0]) == pytest.approx(fit(HALVES, 40.0, [0.0]))


def test_a_model_is_found_again_from_what_it_says() -> None:
    """Every point comes both ways, as often as the model has it."""
    true = [-1.5, 2.0, -0.25]
    samples = []
    for a, b in product((0.0, 0.5, 1.0, 3.0), (-2.0, 7.0, 10.0)):
        chance = 1 / (1 + math.exp(-(true[0] + true[1] * a + true[2] * b)))
        samples.append(Sample((a, b), True, chance))
        samples.append(Sample((a, b), False, 1 - chance))
    assert fit(samples, 0.0, [0.0, 0.0]) == pytest.approx(true, abs=1e-6)
    assert fit(samples, 0.0, [9.0, -9.0]) == pytest.approx(true, abs=1e-6)


def test_the_unit_of_a_column_does_not_matter() -> None:
    thousands = [s._replace(values=(s.values[0] * 1000,)) for s in HALVES]
    base, slope = fit(HALVES, 5.0, [0.0])
    assert fit(thousands, 5.0, [0.0]) == pytest.approx([base, slope / 1000])


@pytest.mark.parametrize(
    "penalty, slope",
    [
        pytest.param(1e9, 0.7, id="few samples keep what is known"),
        pytest.param(1e-9, -2 * math.log(3), id="many samples win"),
    ],
)
def test_a_penalty_draws_to_what_is_known(penalty: float, slope: float) -> None:
    assert fit(HALVES, penalty, [0.7])[1] == pytest.approx(slope, abs=1e-5)


def test_a_column_that_never_changes_keeps_its_weight() -> None:
    samples = [s._replace(values=(*s.values, 1.0)) for s in HALVES]
    assert fit(samples, 40.0, [0.0, 1.25])[2] == pytest.approx(1.25, abs=1e-4)


def test_perfectly_told_apart_stays_finite() -> None:
    samples = [Sample((0.0,), False, 1.0), Sample((1.0,), True, 1.0)]
    assert all(map(math.isfinite, fit(samples, 0.01, [0.0])))


def test_solve() -> None:
    assert solve([[0.0, 2.0], [1.0, 1.0]], [4.0, 5.0]) == [3.0, 2.0]
