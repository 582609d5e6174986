"""What an agent brought back, seen in its own calls."""

from __future__ import annotations

import pytest
from story_evict import call, edit, read, run
from story_lines import session

from pane_cli.rules.schema import DEFAULT
from pane_cli.session.types import Mark
from pane_cli.view.recalls import returns

OUT = Mark("evict", 1, entries=((1, 3),), after=3)
FIRST = ["user: one", read("a.py"), "result: text of a", "user: two"]


@pytest.mark.parametrize(
    ("lines", "turns"),
    [
        pytest.param([run("pane recall c0ffee00#2-3")], [1], id="an address"),
        pytest.param([run("pane recall '#2' - < x")], [1], id="a plain address"),
        pytest.param([run("pane recall t1 --store s")], [1], id="a turn"),
        pytest.param([run("pane recall c0ffee00#t1")], [1], id="a turn of a session"),
        pytest.param([run("cd x && pane recall '#2-3' | head")], [1], id="in a line"),
        pytest.param([run("pane recall deadbeef#2")], [], id="of another session"),
        pytest.param([run("echo '#2'")], [], id="no recall"),
        pytest.param([run("pane recall '#900'")], [], id="beyond the end"),
        pytest.param(
            [run("pane recall 'text of a'"), "result: c0ffee00#3 t1 Read"],
            [1],
            id="the hits of a query",
        ),
        pytest.param(
            [call("mcp__pane__recall", query="#2")], [1], id="by a tool of that name"
        ),
        pytest.param([read("a.py"), "result: text of a"], [1], id="read again"),
        pytest.param(
            [edit("a.py"), "result: ok", read("a.py"), "result: other"],
            [],
            id="read again because it changed",
        ),
    ],
)
def test_returns(lines: list[str], turns: list[int]) -> None:
    view = session("\n".join([*FIRST, *lines]), DEFAULT, OUT).view
    found = returns(view)
    assert [back.turn for back in found] == turns
    assert all(back.mark == OUT for back in found)


def test_what_was_in_context_was_not_out() -> None:
    lines = [*FIRST, run("pane recall '#2-3'"), "result: it"]
    [back] = returns(session("\n".join(lines)).view)
    assert (back.n, back.turn, back.mark) == (5, 1, None)
