"""What leaves, by selection."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from story_lines import LONG, session

from pane_cli.errors import PaneError
from pane_cli.evict.marks import evict_mark, restore_mark, undo_mark
from pane_cli.evict.plan import plan, target_tokens
from pane_cli.rules.schema import DEFAULT, Evict
from pane_cli.view.view import numbers


@pytest.mark.parametrize(
    ("selection", "to", "leaves"),
    [
        pytest.param(None, None, [(1, 11)], id="bare: the oldest half of the turns"),
        pytest.param("1", None, [(1, 11)], id="one turn"),
        pytest.param("2", None, [(1, 15)], id="two turns are one range"),
        pytest.param("9", None, [(1, 15)], id="more than there are: never the running"),
        pytest.param("all", None, [(1, 15), (17, 18)], id="all: older steps too"),
        pytest.param("t2", None, [(12, 15)], id="a turn by its name"),
        pytest.param("#4-4", None, [(2, 4)], id="a result takes its step along"),
        pytest.param("#5-6", None, [(5, 6)], id="a step"),
        pytest.param("#16-18", None, [(17, 18)], id="the newest request stays"),
        pytest.param("#12-20", None, [(12, 15), (17, 18)], id="the newest step stays"),
        pytest.param(None, "1%", [(1, 15), (17, 18)], id="a target none can reach"),
        pytest.param(None, "100%", [], id="a target that is met"),
    ],
)
def test_selection(selection: str | None, to: str | None, leaves: list[object]) -> None:
    assert list(plan(session(LONG).view, selection, to).entries) == leaves


@pytest.mark.parametrize(
    ("text", "now", "tokens"),
    [("50%", 1000, 500), ("0.5", 1000, 500), ("4000", 9, 4000), ("4k", 9, 4000)],
)
def test_target(text: str, now: int, tokens: int) -> None:
    assert target_tokens(text, now) == tokens


@pytest.mark.parametrize("selection", ["#99", "t9", "#0", "nonsense", "#16", "#19-20"])
def test_refused(selection: str) -> None:
    with pytest.raises(PaneError):
        plan(session(LONG).view, selection)


def test_one_long_turn_loses_its_older_steps() -> None:
    steps = 'call: Bash {"command": "ls"}\nresult: a b c\n' * 6
    view = session("user: go on until it is done\n" + steps).view
    assert list(plan(view).entries) == [(2, 7)]


def test_protected_tools_and_paths_stay_unless_named() -> None:
    rules = msgspec.structs.replace(DEFAULT, evict=Evict(protect_paths=("auth.*",)))
    view = session(LONG, rules).view
    assert list(plan(view, "all").entries) == [(12, 15), (17, 18)]
    assert list(plan(view, "t1").entries) == [(1, 11)]


LINES = st.sampled_from(
    [
        "user: and now this",
        "say: hm",
        'call: Bash {"command": "make"}',
        "note: progress",
    ]
)


@st.composite
def sessions(draw: st.DrawFn) -> str:
    """Random sessions: every call is answered, sooner or later, some by an error."""
    lines, waiting = ["user: first"], 0
    for line in draw(st.lists(LINES, max_size=30)):
        lines.append(line)
        waiting += line.startswith("call")
        while waiting and draw(st.booleans()):
            lines.append(draw(st.sampled_from(["result: ok", "failed: no"])))
            waiting -= 1
    return "\n".join(lines)


@given(sessions(), st.integers(0, 9), st.sampled_from(["N", "all", "--to"]))
def test_a_call_never_leaves_without_its_result(text: str, n: int, how: str) -> None:
    view = session(text).view
    selection = {"N": str(n), "all": "all"}.get(how)
    planned = plan(view, selection, None if selection else f"{n * 10}%")
    out = set(numbers(planned.entries))
    for call, result in view.shape.results.items():
        assert (call in out) == (result in out)
    assert view.newest is None or not out & set(view.newest.requests)


@given(sessions(), st.lists(st.sampled_from(["evict", "restore", "undo"]), max_size=8))
def test_undo_takes_back_exactly_the_last_decision(text: str, kinds: list[str]) -> None:
    made = session(text)
    states = [dict(made.view.out)]
    for kind in kinds:
        view = session(text, DEFAULT, *made.view.decisions.marks).view
        try:
            if kind == "evict":
                spans = plan(view, "1").entries
                mark = evict_mark(view, spans, note="", by="user", ts=None)
            elif kind == "restore":
                mark = restore_mark(view, frozenset(view.out), "user", None)
            else:
                mark = undo_mark(view, "user", None)
        except PaneError:
            continue
        made.view.step(mark)
        now = session(text, DEFAULT, *made.view.decisions.marks).view
        if kind == "undo":
            states.pop()
            assert set(now.out) == set(states[-1])
        else:
            states.append(dict(now.out))
