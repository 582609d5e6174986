"""Whatever is evicted, restored, undone and said next: messages stay valid."""

from __future__ import annotations

import json
from typing import Any

from assemble.test_assemble import ask
from evict.test_plan import sessions
from hypothesis import given, settings
from hypothesis import strategies as st
from story_evict import read, run, words
from story_lines import session

from pane_cli.assemble.assemble import assemble
from pane_cli.commands.shared.inputs import Session
from pane_cli.errors import PaneError
from pane_cli.evict.decide import Request, decide
from pane_cli.evict.units import untouchable
from pane_cli.rules.schema import Evict, Rules, Tokens
from pane_cli.session.types import Mark
from pane_cli.view.view import fold

#: So small that a few entries are past the trigger, and every reason has its turn.
RULES = Rules(
    tokens=Tokens(window=2_000),
    evict=Evict(minimum=1, alone=1, failed_turns=1, tail=0.1, horizon=100_000),
)
REQUESTS = [
    Request(auto=True),
    Request("1"),
    Request("all"),
    Request(to="30%"),
    Request(restore=True),
    Request("t1", restore=True),
    Request("#2-3"),
    Request(undo=True),
]
MORE = [
    f"user: more\n{read('a.py')}\nresult: {words(90, 'a')}",
    f"{run('make')}\nfailed: {words(80, 'make')}",
    f"{run('make ' + words(60, 'flag'))}\nfailed: no",
    f"{read('a.py')}\nresult: {words(90, 'a')}",
    "user: what was it?\n" + run("pane recall t1") + "\nresult: it",
    f"say: {words(60, 'said')}",
]

Step = Request | str
steps = st.lists(st.sampled_from([*REQUESTS, *MORE]), max_size=10)


def after(text: str, taken: list[Step]) -> list[tuple[Request | None, Session]]:
    """The session after each step that could be taken, and what was asked."""
    marks: list[Mark] = []
    states: list[tuple[Request | None, Session]] = [(None, session(text, RULES))]
    for step in taken:
        if isinstance(step, str):
            text += "\n" + step
        else:
            try:
                mark = decide(states[-1][1].view, step).mark
            except PaneError:
                continue
            if mark is None:
                continue
            marks.append(mark)
        asked = None if isinstance(step, str) else step
        # Marks stand behind the entries that they knew: all of them, in one file.
        states.append((asked, session(text, RULES, *marks)))
    return states


@settings(max_examples=60, deadline=None)
@given(sessions(), steps)
def test_messages_stay_valid(text: str, taken: list[Step]) -> None:
    for _, made in after(text, taken):
        for form in ("openai", "anthropic"):
            printed = assemble(ask(made, form, tokens=1_000_000)).text
            valid(json.loads(printed))


def valid(messages: list[dict[str, Any]]) -> None:
    """Every call is answered by exactly one result, in the message behind it."""
    waiting: list[str] = []
    for message in messages:
        results = [message["tool_call_id"]] if message["role"] == "tool" else []
        calls = [call["id"] for call in message.get("tool_calls") or ()]
        content = message["content"] if isinstance(message["content"], list) else []
        for block in content:
            if block["type"] == "tool_result":
                results.append(block["tool_use_id"])
                assert block["content"]
            elif block["type"] == "tool_use":
                calls.append(block["id"])
        assert all(result in waiting for result in results)
        waiting = [call for call in waiting if call not in results]
        assert not (calls and waiting)
        waiting += calls
    assert not waiting


@settings(max_examples=100, deadline=None)
@given(sessions(), steps)
def test_the_newest_request_and_step_never_leave(text: str, taken: list[Step]) -> None:
    before: Session | None = None
    for asked, made in after(text, taken):
        if asked is not None and before is not None:
            never = {n for n in untouchable(before.view) if before.view.is_in(n)}
            assert not never & set(made.view.out)
        before = made


@settings(max_examples=100, deadline=None)
@given(sessions(), steps)
def test_undo_gives_back_exactly_what_was(text: str, taken: list[Step]) -> None:
    made = after(text, taken)[-1][1]
    for request in (Request(auto=True), Request("all"), Request(restore=True)):
        try:
            mark = decide(made.view, request).mark
        except PaneError:
            continue
        if mark is None:
            continue
        undo = Mark("undo", mark.mark + 1, undoes=mark.mark, after=mark.after)
        lines = (*made.log.entries(), *made.view.decisions.marks, mark, undo)
        assert fold(made.view.header, lines, RULES).out == made.view.out
