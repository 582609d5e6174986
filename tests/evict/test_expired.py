"""Turns of topics that have had their time: asked for, or first to leave by rule."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from evict.test_auto import fresh
from evict.test_order import names, rules, view
from story_evict import STORY, words
from story_lines import session

from pane_cli.errors import PaneError
from pane_cli.evict.decide import BY_TTL, Request, decide
from pane_cli.evict.plan import automatic
from pane_cli.rules.schema import DEFAULT, Rules
from pane_cli.view.view import View, numbers

ASKED = Request(expired=True, force=True)


def turn(topic: str, size: int = 40) -> str:
    """A request, and an answer that says what it was about."""
    block = f'```turn.json\\n{{"entities": ["{topic}"], "categories": ["x"]}}\\n```'
    return f"user: go on\nsay: {words(size, topic)}\\n\\n{block}"


def talk(
    topics: Sequence[str], tail: float = 0.0, ttl: int = 2, **more: object
) -> View:
    evict = msgspec.structs.replace(DEFAULT.evict, tail=tail, **more)
    lives = msgspec.structs.replace(DEFAULT.topics, ttl=ttl)
    under = msgspec.structs.replace(DEFAULT, evict=evict, topics=lives)
    return session("\n".join(map(turn, topics)), under).view


def turns_out(of: View) -> list[int]:
    return sorted({of.row(n).turn for n in fresh(of).out})


@pytest.mark.parametrize(
    ("topics", "out"),
    [
        pytest.param("aabbb", [1, 2], id="a had two turns, and they are over"),
        pytest.param("abab", [], id="what it came back to is loaded"),
        pytest.param("abbbaa", [2, 3, 4], id="b is not"),
        pytest.param("aaaa", [], id="the topic at hand never"),
    ],
)
def test_what_ran_out_leaves(topics: str, out: list[int]) -> None:
    of = talk(topics)
    mark = decide(of, ASKED).mark
    if mark is not None:
        assert (mark.by, mark.after) == (BY_TTL, of.last)
        of.step(mark)
    assert turns_out(of) == out


def test_the_protected_tail_stays() -> None:
    assert decide(talk("aabbb", tail=1.0), ASKED).mark is None


def test_rules_that_keep_a_turn_keep_it() -> None:
    of = talk("aabbb", protect_turns=(1,))
    of.step(decide(of, ASKED).mark)  # type: ignore[arg-type]
    assert turns_out(of) == [2]


def test_one_mark_and_one_undo() -> None:
    of = talk("aabbb")
    of.step(decide(of, ASKED).mark)  # type: ignore[arg-type]
    of.step(decide(fresh(of), Request(undo=True)).mark)  # type: ignore[arg-type]
    assert turns_out(of) == []


def test_what_would_not_pay_is_held() -> None:
    decision = decide(talk("aabbb", horizon=1), Request(expired=True))
    assert (decision.mark, decision.message[:5]) == (None, "held:")


def test_with_another_wish_it_is_refused() -> None:
    with pytest.raises(PaneError, match="exclude each other"):
        Request(expired=True, auto=True).check()


def short(first: bool) -> Rules:
    lives = msgspec.structs.replace(DEFAULT.topics, ttl=4)
    return msgspec.structs.replace(rules(expired_first=first), topics=lives)


def left(of: View) -> set[int]:
    return set(numbers(automatic(of).entries))


def test_by_default_nothing_else_leaves() -> None:
    without = tuple(r for r in DEFAULT.evict.order if r != "expired")
    assert left(view()) == left(view(rules(order=without)))
    assert names("expired", view(short(False))) == []


def test_by_rule_what_ran_out_leaves_first() -> None:
    of = view(short(True), [*STORY, "user: and now?", "say: well"])
    first, later = names("expired", of), names("turn", of)
    assert first and later
    assert not set(first) & set(later)
    assert {"expired"} == {
        item.why.partition(":")[0] for item in automatic(of).items if item.name in first
    }
