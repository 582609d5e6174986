"""What a turn weighs: every part of decay acts, worked out by hand."""

from __future__ import annotations

import msgspec
import pytest
from story_lines import session

from pane_cli.rules.decay import Decay
from pane_cli.rules.schema import DEFAULT, Rules
from pane_cli.session.types import Mark
from pane_cli.view.decay import domain, half_life, remaining, standing, weight
from pane_cli.view.view import View

RULES = Decay(
    code=4, prose=2, numbers=1, friction=2, escalation=1, stale_turns=6, stale=0.5
)


def of(text: str, *marks: Mark, **decay: float) -> View:
    changed = msgspec.structs.replace(RULES, **decay)
    rules: Rules = msgspec.structs.replace(DEFAULT, decay=changed)
    return session(text, rules, *marks).view


@pytest.mark.parametrize(
    ("line", "is_"),
    [
        pytest.param("say: it is in the harbour", "prose", id="words"),
        pytest.param('call: Bash {"command": "make all"}', "code", id="a call"),
        pytest.param("say: 12 34 567 89 and 1", "numbers", id="mostly digits"),
        pytest.param("say: there are 12 berths in the harbour", "prose", id="a number"),
    ],
)
def test_a_domain(line: str, is_: str) -> None:
    view = of(f"user: go\n{line}")
    assert domain(RULES, view.row(2)) == is_


@pytest.mark.parametrize(
    ("age", "left"),
    [
        pytest.param(0, 1.0, id="new"),
        pytest.param(2, 0.5, id="one half-life"),
        pytest.param(6, 0.125, id="not stale yet"),
        pytest.param(8, 0.03125, id="stale: two turns count as four"),
    ],
)
def test_age(age: int, left: float) -> None:
    assert remaining(RULES, age, 2.0) == left


@pytest.mark.parametrize(
    ("rescues", "life"), [(0, 2.0), (1, 4.0), (2, 12.0), (3, 48.0)]
)
def test_each_rescue_adds_more_than_the_one_before(rescues: int, life: float) -> None:
    view = of("user: go\nsay: it is in the harbour")
    assert half_life(RULES, view.row(2), rescues) == life


TWO = "user: one\nsay: it is in the harbour\nuser: two\nsay: yes\nuser: three"


def test_age_counts_turns() -> None:
    view = of(TWO)
    assert weight(view, standing(view), [2]) == 0.5
    assert weight(view, standing(view), [4]) == pytest.approx(0.5**0.5)


def test_a_touched_file_is_young_again() -> None:
    read = 'call: Read {"file_path": "/repo/a.py"}\nresult: x = 1'
    untouched = of(f"user: one\n{read}\nuser: two\nuser: three")
    touched = of(f"user: one\n{read}\nuser: two\nuser: three\n{read}")
    assert weight(untouched, standing(untouched), [2, 3]) == pytest.approx(0.5**0.5)
    assert weight(touched, standing(touched), [2, 3]) == 1.0


RECALL = 'call: Bash {"command": "pane recall c0ffee00#1-2"}\nresult: it is'
OUT = Mark("evict", 1, entries=((1, 2),), after=4)
BACK = Mark("restore", 2, entries=((1, 2),), after=7)


def test_what_is_recalled_after_it_left_lasts_longer() -> None:
    text = f"{TWO}\n{RECALL}\nuser: four\nuser: five"
    view = of(text, OUT, BACK)
    assert standing(view).rescues == {1: 1}
    assert weight(view, standing(view), [2]) == pytest.approx(0.5 ** (2 / 4))
    in_context = of(text)
    assert standing(in_context).rescues == {1: 0}
    assert weight(in_context, standing(in_context), [2]) == 0.5


def test_what_is_out_weighs_nothing() -> None:
    view = of(TWO, OUT)
    assert weight(view, standing(view), [1, 2]) == 0.0
