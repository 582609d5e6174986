"""The folds, on sessions that can be read."""

from __future__ import annotations

import pytest
from story_lines import HEADER, LONG, session

from pane_cli.rules.schema import DEFAULT
from pane_cli.session.types import Amend, Entry, Header, Mark
from pane_cli.view.command_lines import command_key, command_line, covers
from pane_cli.view.view import View, fold, ranges


def test_turns_and_steps() -> None:
    view = session(LONG).view
    assert [(t.number, t.first, t.last) for t in view.turns] == [
        (1, 1, 11),
        (2, 12, 15),
        (3, 16, 20),
    ]
    assert [step.entries for step in view.steps][:3] == [[2, 3, 4], [5, 6], [7, 8]]


def test_files_failures_and_commands() -> None:
    work = session(LONG).view.work
    assert {p: (u.reads, u.writes) for p, u in work.files.items()} == {
        "auth.py": ([3], [7]),
        "export.py": ([], [13]),
        "src/x.py": ([19], []),
    }
    [failure] = work.failures
    assert (failure.what, failure.call, failure.fixed) == (
        "pytest -q tests/test_auth.py",
        5,
        10,
    )
    assert work.open_failures() == []


def test_a4_a_host_summary_is_no_request() -> None:
    view = session("user: a\nnote: compact-summary The user asked for b\nuser: c").view
    assert view.requests == [1, 3]


def test_at_is_the_view_as_it_was() -> None:
    made = session(LONG)
    marks = [Mark("evict", 1, entries=((1, 11),), after=15)]
    lines = [*made.log.entries(), *marks]
    assert len(fold(HEADER, lines, DEFAULT).out) == 11
    early = fold(HEADER, lines, DEFAULT, at=14)
    assert (early.last, early.out) == (14, {})


def _entry(n: int, id: str, parent: str | None, role: str = "user") -> Entry:
    return Entry("text", n, n, role, text=id, id=id, parent=parent)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("agent", "records", "off"),
    [
        pytest.param(
            "claude-code",
            [
                ("a", None, "user"),
                ("b", "a", "assistant"),
                ("c", "b", "user"),
                ("d", "c", "assistant"),
                ("e", "b", "user"),
            ],
            {3, 4},
            id="an edited request loses its answer too",
        ),
        pytest.param(
            "claude-code",
            [
                ("a", None, "user"),
                ("b", "a", "assistant"),
                ("c", "a", "assistant"),
                ("d", "c", "user"),
            ],
            set(),
            id="parallel answers are no branch",
        ),
        pytest.param(
            "claude-code",
            [("a", None, "user"), ("b", "gone", "assistant"), ("c", "b", "user")],
            set(),
            id="a parent that was never written",
        ),
        pytest.param(
            "pi",
            [("a", None, "user"), ("b", "a", "assistant"), ("c", "a", "assistant")],
            {2},
            id="a tree goes up from its leaf",
        ),
        pytest.param(
            "pi",
            [("a", "b", "user"), ("b", "a", "assistant")],
            set(),
            id="a cycle ends",
        ),
    ],
)
def test_branches(
    agent: str, records: list[tuple[str, str | None, str]], off: set[int]
) -> None:
    header = Header("session", 1, "x", agent)
    lines = [_entry(n, *record) for n, record in enumerate(records, 1)]
    assert fold(header, lines, DEFAULT).off == off


def test_amends_take_off_and_others_do_not() -> None:
    lines = [_entry(1, "a", None), _entry(2, "b", "a"), _entry(3, "c", "b")]
    rewound = fold(HEADER, [*lines, Amend("amend", ((2, 3),), "rewound")], DEFAULT)
    assert rewound.off == {2, 3}
    inherited = fold(HEADER, [*lines, Amend("amend", ((1, 2),), "inherited")], DEFAULT)
    assert inherited.off == set()


@pytest.mark.parametrize(
    ("args", "line"),
    [
        ({"command": "ls"}, "ls"),
        ({"command": ["bash", "-lc", "ls -l"]}, "ls -l"),
        ({"cmd": ["ls", "-l"]}, "ls -l"),
        ({"action": {"command": ["ls"]}}, "ls"),
        ({"path": "x"}, ""),
        (None, ""),
    ],
)
def test_command_line(args: dict[str, object] | None, line: str) -> None:
    assert command_line(args) == line


LINES = "Why it is so, at length.\n" * 20


@pytest.mark.parametrize(
    ("passed", "failed", "covered"),
    [
        ("pytest -q tests/a.py", "pytest -q tests/a.py", True),
        ("python -m pytest", "TZ=UTC python -m pytest -x tests/a.py", True),
        ("python -m pytest tests/b.py", "python -m pytest tests/a.py", False),
        ("git status", "git commit -m x", False),
        ("git add -f b && git commit --amend", "git add a && git commit -m x", True),
        ("make && git commit -m x", "git commit -m y", False),
        (f"git add a && git commit -F - <<'E'\n{LINES}", "git commit -m x", True),
        (f"git add a && git commit -m '{LINES}", "git commit -m x", False),
        ("git commit -m 'a && b'", "git commit -m x", True),
        ("ls", "ls missing", False),
    ],
)
def test_covers(passed: str, failed: str, covered: bool) -> None:
    assert covers(command_key(passed), command_key(failed)) is covered


def test_ranges() -> None:
    assert ranges([5, 1, 2, 9, 3]) == [(1, 3), (5, 5), (9, 9)]


def test_pins_of_the_user_stand_against_an_agent() -> None:
    marks = [
        Mark("pin", 1, name="sso", text="never touch SSO", by="user"),
        Mark("pin", 2, name="sso", text="SSO is fine", by="agent"),
        Mark("unpin", 3, name="sso", by="agent"),
        Mark("pin", 4, text="no name"),
    ]
    view = View(HEADER, DEFAULT)
    for mark in marks:
        view.step(mark)
    assert [(pin.name, pin.text) for pin in view.pins] == [
        ("sso", "never touch SSO"),
        ("note-4", "no name"),
    ]


def test_a_call_id_used_again_belongs_to_the_newest_call() -> None:
    lines = [
        Entry("text", 1, 1, "user", text="a"),
        Entry("call", 2, 1, "assistant", tool="Bash", args={}, call="c0"),
        Entry("result", 3, 1, "tool", call="c0", text="FIRST"),
        Entry("text", 4, 2, "user", text="b"),
        Entry("call", 5, 2, "assistant", tool="Bash", args={}, call="c0"),
        Entry("result", 6, 2, "tool", call="c0", text="SECOND"),
    ]
    view = fold(HEADER, lines, DEFAULT)
    assert view.shape.results == {2: 3, 5: 6}
    assert [step.entries for step in view.steps] == [[2, 3], [5, 6]]


def test_a_result_that_comes_after_its_call_left_is_out_with_it() -> None:
    lines = [
        Entry("text", 1, 1, "user", text="a"),
        Entry("call", 2, 1, "assistant", tool="Bash", args={}, call="c0"),
        Entry("text", 3, 2, "user", text="b"),
        Mark("evict", 1, entries=((1, 2),), after=3),
        Entry("result", 4, 2, "tool", call="c0", text="LATE"),
    ]
    assert set(fold(HEADER, lines, DEFAULT).out) == {1, 2, 4}


def test_at_does_not_see_later_amends() -> None:
    lines = [_entry(1, "a", None), _entry(2, "b", "a"), _entry(3, "c", "b")]
    lines.append(Amend("amend", ((1, 2),), "rewound"))  # type: ignore[arg-type]
    lines.append(_entry(4, "d", "c"))
    assert fold(HEADER, lines, DEFAULT, at=3).off == {1, 2}
    assert fold(HEADER, lines, DEFAULT, at=2).off == set()


def test_work_on_an_abandoned_branch_is_not_reported() -> None:
    lines = [
        *session('user: a\ncall: Bash {"command": "make"}\nfailed: no').log.entries(),
        Amend("amend", ((1, 3),), "rewound"),
    ]
    view = fold(HEADER, lines, DEFAULT)
    assert view.work.open_failures() != []
    assert view.open_failures == []
