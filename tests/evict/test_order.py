"""Each reason to leave, and the order in which a session's parts do."""

from __future__ import annotations

import msgspec
import pytest
from story_evict import MODEL, STORY, story, words
from story_lines import HEADER, session

from pane_cli.evict.limits import limits, tokens_in
from pane_cli.evict.order import ORDER, material
from pane_cli.evict.plan import automatic, down_to
from pane_cli.rules.schema import DEFAULT, Evict, Learned, Lessons, Rules, Tokens
from pane_cli.session.types import Mark
from pane_cli.view.view import View, fold, numbers

SIZE = Tokens(window=20_000)


def rules(**evict: object) -> Rules:
    changed = msgspec.structs.replace(DEFAULT.evict, **evict)
    return msgspec.structs.replace(DEFAULT, tokens=SIZE, evict=changed)


def view(with_rules: Rules | None = None, lines: list[str] = STORY) -> View:
    return fold(HEADER, story(lines), with_rules or rules())


def names(reason: str, of: View) -> list[str]:
    found = ORDER[reason](material(of, limits(of)))
    return [unit.name for unit in found]


@pytest.mark.parametrize(
    ("reason", "leaves"),
    [
        pytest.param("large-result", ["t1 #3"], id="over a sixteenth of the trigger"),
        pytest.param("duplicate", ["t5 #19"], id="word for word in context"),
        pytest.param(
            "superseded-read", ["t3 #11", "t3 #13"], id="a file, a command that prints"
        ),
        pytest.param("failed-input", ["t2 #7"], id="the input; its error stays"),
        pytest.param("turn", ["t1", "t2", "t4", "t5", "t6", "t7"], id="oldest first"),
        pytest.param("recalled-turn", ["t3"], id="recalled in the last three turns"),
        pytest.param("dear-turn", [], id="without evidence none is dear"),
        pytest.param(
            "step",
            ["t8 #41-42", "t8 #43-44", "t8 #45-46", "t8 #47-48", "t8 #49-50"],
            id="of the running turn what is not its tail",
        ),
    ],
)
def test_a_reason(reason: str, leaves: list[str]) -> None:
    assert names(reason, view()) == leaves


def test_every_reason_is_in_the_table_and_in_the_rules() -> None:
    assert set(ORDER) == set(Evict().order)


def test_the_newest_request_and_step_never_leave() -> None:
    of = view(rules(target=0.0, trigger=0.0))
    out = set(numbers(automatic(of).entries))
    assert not out & {40, *of.steps[-1].entries}
    assert out | {40, *of.steps[-1].entries} == set(range(1, of.last + 1))


def test_kinds_that_are_recalled_often_leave_after_the_others() -> None:
    seen = Learned(MODEL, read_left=20, read_recalled=2, failed_left=10)
    lessons = Lessons((msgspec.structs.replace(seen, failed_recalled=5),))
    of = view(msgspec.structs.replace(rules(), learned=lessons))
    assert names("dear-turn", of) == ["t2"]
    assert "t2" not in names("turn", of)


def test_a_partial_read_is_superseded_only_by_the_same_part_or_the_whole() -> None:
    text = "word " * 300
    lines = [
        "user: read",
        'call: Read {"file_path": "/repo/a.py", "offset": 10}',
        f"result: {text} one",
        'call: Read {"file_path": "/repo/a.py", "offset": 90}',
        f"result: {text} two",
        "user: again",
        'call: Read {"file_path": "/repo/a.py", "offset": 10}',
        f"result: {text} three",
        "user: " + text * 5,
        "say: ok",
    ]
    of = view(rules(tail=0.0), lines)
    assert names("superseded-read", of) == ["t1 #3"]
    whole = [*lines[:8], 'call: Read {"file_path": "/repo/a.py"}', "result: all"]
    of = view(rules(tail=0.0), [*whole, *lines[8:]])
    assert names("superseded-read", of) == ["t1 #3", "t1 #5", "t2 #8"]


def test_a_turn_larger_than_needed_gives_its_older_steps() -> None:
    steps = [
        line
        for n in range(30)
        for line in (
            f'call: Bash {{"command": "make {n}"}}',
            "result: " + words(60, f"w{n}"),
        )
    ]
    of = session("\n".join(["user: go", *steps, "user: on", "say: ok"]), rules()).view
    planned = down_to(of, tokens_in(of) // 2)
    out = set(numbers(planned.entries))
    assert 1 not in out, "the request stays with what stays of its turn"
    assert min(out) == 2
    assert out == set(range(2, max(out) + 1))
    assert planned.after > tokens_in(of) // 3


@pytest.mark.parametrize(
    ("slack", "border"),
    [
        pytest.param(0.05, 2, id="no slack: the first border that reaches the target"),
        pytest.param(0.5, 3, id="slack: what changes the same file goes along"),
    ],
)
def test_linked_turns_leave_together(slack: float, border: int) -> None:
    lines = [
        "user: one",
        "say: " + words(90, "one"),
        "user: two",
        'call: Write {"file_path": "/repo/a.py", "content": "1"}',
        "result: " + words(90, "two"),
        "user: three",
        'call: Edit {"file_path": "/repo/a.py", "old_string": "1", "new_string": "2"}',
        "result: " + words(90, "three"),
        "user: four",
        "say: " + words(90, "four"),
        "user: five",
        "say: ok",
    ]
    of = session("\n".join(lines), rules(slack=slack, tail=0.0, large=1.0)).view
    two = sum(of.row(n).tokens for n in range(1, 6))
    planned = down_to(of, tokens_in(of) - two + 60)
    turns = {of.row(n).turn for n in numbers(planned.entries)}
    assert turns == set(range(1, border + 1))


@pytest.mark.parametrize("kind", ["call", "result"])
def test_of_a_pair_that_is_skipped_nothing_leaves(kind: str) -> None:
    of = view(rules(skip_kinds=(kind,)), [*STORY[:5], "say: " + words(99, "w"), *STORY])
    kinds = {of.row(n).kind for n in numbers(down_to(of, 0).entries)}
    assert kinds == {"text"}


def test_a_mark_undone_brings_back_exactly_what_left() -> None:
    of = view()
    spans = automatic(of).entries
    out = Mark("evict", 1, entries=spans, after=of.last)
    undo = Mark("undo", 2, undoes=1, after=of.last)
    assert set(fold(HEADER, [*story(), out], rules()).out) == set(numbers(spans))
    assert not fold(HEADER, [*story(), out, undo], rules()).out
