"""When `--auto` acts, when it is held, and what comes back."""

from __future__ import annotations

import msgspec
import pytest
from evict.test_order import rules, view
from story_evict import STORY, run, words
from story_lines import session

from pane_cli.errors import PaneError
from pane_cli.evict.decide import BY_RULE, Request, decide
from pane_cli.evict.limits import limits, tokens_in
from pane_cli.rules.schema import DEFAULT, Prices, Tokens
from pane_cli.session.types import Mark
from pane_cli.view import measured
from pane_cli.view.view import View, numbers

AUTO = Request(auto=True)


def test_below_the_trigger_nothing_leaves() -> None:
    decision = decide(view(rules(trigger=1.0)), AUTO)
    assert decision.mark is None
    assert "the trigger is 20,000" in decision.message


def test_past_the_trigger_it_leaves_down_to_the_target() -> None:
    of = view()
    assert tokens_in(of) > limits(of).trigger
    decision = decide(of, AUTO)
    assert decision.mark is not None
    assert decision.mark.by == BY_RULE
    assert decision.mark.after == of.last
    of.step(decision.mark)
    assert tokens_in(fresh(of)) <= limits(of).target


def fresh(of: View) -> View:
    """The same view, its cached answers forgotten."""
    for name in ("out", "tokens_in"):
        of.__dict__.pop(name, None)
    return of


def test_less_than_the_minimum_is_held() -> None:
    decision = decide(view(rules(minimum=19_000)), AUTO)
    assert decision.mark is None
    assert "evict.minimum is 19,000" in decision.message
    forced = decide(view(rules(minimum=19_000)), AUTO._replace(force=True))
    assert forced.mark is not None


@pytest.mark.parametrize(
    ("request_", "leaves"),
    [
        pytest.param(Request("1"), True, id="the user said how many"),
        pytest.param(Request("1", force=True), True, id="--force"),
        pytest.param(Request("t1"), True, id="the user named it"),
        pytest.param(Request("t1", by="agent"), False, id="the agent named it"),
        pytest.param(Request("1", by="agent"), False, id="the agent said how many"),
    ],
)
def test_what_costs_more_than_it_saves_is_held(request_: Request, leaves: bool) -> None:
    decision = decide(view(rules(horizon=20)), request_)
    assert (decision.mark is not None) == leaves
    if not leaves:
        assert "held: breaks 15,980 cached tokens" in decision.message
        assert "pane evict '#1-16' would pay, or --force" in decision.message


def test_the_run_that_is_said_to_pay_pays() -> None:
    agent = Request("#1-16", by="agent")
    assert decide(view(rules(horizon=20)), agent).mark is not None


def test_past_the_window_nothing_is_held() -> None:
    tight = msgspec.structs.replace(rules(horizon=1), tokens=Tokens(window=15_000))
    assert decide(view(tight), AUTO).mark is not None


def test_without_a_cache_everything_pays_at_once() -> None:
    free = Prices(cache_read=1.0, cache_write=1.0)
    decision = decide(view(rules(horizon=1, prices=free)), Request("1"))
    assert "it breaks no cached prefix" in decision.message


def test_models_are_skipped() -> None:
    decision = decide(view(rules(skip_models=("model-*",))), AUTO)
    assert decision.mark is None
    assert "evict.skip_models" in decision.message


@pytest.mark.parametrize("other", [{"to": "50%"}, {"undo": True}, {"restore": True}])
def test_one_thing_at_a_time(other: dict[str, str]) -> None:
    with pytest.raises(PaneError):
        AUTO._replace(**other).check()
    with pytest.raises(PaneError):
        AUTO._replace(selection="3").check()


def recalled(times: int) -> View:
    """t1 is out, and was recalled so many times; the prompt is large, t1 is small."""
    lines = ["user: one", "say: " + words(40, "small"), "user: two"]
    lines += ["say: " + words(900, "large")] * 5
    made = "\n".join(lines)
    mark = Mark("evict", 1, entries=((1, 2),), after=8)
    of = session(made, DEFAULT, mark).view
    more = "\n".join(
        line for _ in range(times) for line in (run("pane recall t1"), "result: it")
    )
    for entry in session(f"{made}\nuser: three\n{more}" if times else made).log.entries(
        9
    ):
        of.step(entry)
    return of


@pytest.mark.parametrize(
    ("times", "comes"),
    [
        pytest.param(0, False, id="never recalled"),
        pytest.param(3, False, id="a few recalls cost less"),
        pytest.param(40, True, id="many recalls cost more than its place"),
    ],
)
def test_a_turn_comes_back_when_its_recalls_cost_more(times: int, comes: bool) -> None:
    of = recalled(times)
    decision = decide(of, AUTO)
    if not comes:
        assert decision.mark is None
        return
    assert decision.mark is not None
    assert decision.mark.kind == "restore"
    assert set(numbers(decision.mark.entries)) == {1, 2}
    assert f"recalled {times} times" in decision.message


def test_an_overflow_error_lowers_the_window() -> None:
    error = "prompt is too long: 15100 tokens > 15000 maximum"
    lines = [*STORY[:-1], "note: error " + error, STORY[-1]]
    of = view(rules(), lines)
    assert measured.window(of) == 15_000
    assert limits(of).trigger == int(0.85 * 15_000)
