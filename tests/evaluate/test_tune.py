"""What weights are fitted to, and what is said of them."""

from __future__ import annotations

import pytest
from evaluate.test_score import CUT, past, subject

from pane_cli.evaluate.need import needs
from pane_cli.evaluate.render import as_rules, verdict
from pane_cli.evaluate.score import Case
from pane_cli.evaluate.tune import COLUMNS, Taught, Tuned, samples_of


@pytest.fixture
def case() -> Case:
    made = subject()
    needed = needs(past(made).events, made.after(CUT))
    return Case(past(made), needed, {}, frozenset(), ())


def test_a_sample_is_a_thing_before_the_cut(case: Case) -> None:
    """Five things, of which three are needed."""
    samples = samples_of(case, most=100)
    assert sorted(sample.is_needed for sample in samples) == [False] * 2 + [True] * 3
    commands = [dict(zip(COLUMNS, s.values, strict=True))["command"] for s in samples]
    assert commands.count(1.0) == 1


def test_what_is_left_out_is_weighed_by_what_stays(case: Case) -> None:
    """One of two that are not needed stands for both; the needed ones all stay."""
    few, all_of_them = samples_of(case, most=1), samples_of(case, most=100)
    assert len(few) == 4
    assert [s for s in few if s.is_needed] == [s for s in all_of_them if s.is_needed]
    one = next(s for s in few if not s.is_needed)
    same = next(s for s in all_of_them if s.values == one.values)
    assert one.weight == 2 * same.weight


TUNED = Tuned(
    {"base": 1.25, "own": -0.5}, Taught(2, 9, 900), 1, 3, 0.70049, 0.7116, False
)


@pytest.mark.parametrize(
    "tuned, gain, said",
    [
        pytest.param(
            TUNED,
            0.012,
            "Held at 4,000 tokens, 1 other session (3 cuts): fitted .712, in force .700"
            " (+.012)",
            id="better",
        ),
        pytest.param(
            TUNED._replace(fitted=0.5, judges=2),
            -0.2,
            "Held at 4,000 tokens, 2 other sessions (3 cuts): fitted .500, in force"
            " .700 (-.200)",
            id="worse",
        ),
        pytest.param(
            TUNED._replace(fitted=0.7, is_alone=True, cuts=1),
            0.0,
            "Held at 4,000 tokens, later in it (1 cut): fitted .700, in force .700"
            " (.000)",
            id="no better",
        ),
    ],
)
def test_what_is_said(tuned: Tuned, gain: float, said: str) -> None:
    assert tuned.gain == gain
    assert verdict(tuned) == said


def test_rules() -> None:
    assert list(as_rules(TUNED))[2:] == [
        "assemble:",
        "  likelihood:",
        "    base: 1.250",
        "    own: -0.500",
    ]
