"""The measure on a session small enough to work it out by hand."""

from __future__ import annotations

import math

import pytest
from entries_made import call, entry

from pane_cli.evaluate.contestants import elided, last
from pane_cli.evaluate.need import company, needs
from pane_cli.evaluate.score import Case, Score, case_at, mean_scores, score
from pane_cli.evaluate.shown import plain_command
from pane_cli.evaluate.subject import Past, Subject
from pane_cli.rules.schema import DEFAULT
from pane_cli.session.types import Entry, Header

CUT = 4
HEADER = Header("session", 1, "5d1c9a70", "test", cwd="/repo")
RULES = DEFAULT


def say(n: int, text: str) -> Entry:
    return entry(n, text, role="assistant")


def result(n: int, of: int, text: str) -> Entry:
    return entry(n, text, kind="result", role="tool", call=f"c{of}")


BEFORE = [
    entry(1, "Fix token_refresh in ferry/auth.py please"),
    call(2, "Bash", command="cd /repo && pytest -q ferry/tests 2>&1 | tail -5"),
    result(3, 2, "ferry/auth.py: token_refresh got 403 twice"),
    say(4, "The harbour_key is stale since 403 came"),
]
AFTER = [
    entry(5, "And is harbour_key read?"),
    # harbour_key was shown again: no context is needed for it.
    say(6, "harbour_key is read, token_refresh gives 403"),
    call(7, "Bash", command="pytest -q ferry/tests"),
    # The path comes back before the agent names it.
    result(8, 7, "ferry/auth.py is fine"),
    call(9, "Read", path="/repo/ferry/auth.py"),
    result(10, 9, "not_seen_before = 1"),
    say(11, "not_seen_before is new"),
]
#: log(5 / 2) / log(5): in two of the four entries before the cut.
TWICE = 0.5693234
ALL = 2 * TWICE + 1


def subject(entries: list[Entry] = BEFORE + AFTER) -> Subject:
    return Subject("s", HEADER, entries, RULES, str, "pane recall 5d1c9a70{span} -")


def past(made: Subject) -> Past:
    return made.past(CUT)


@pytest.fixture
def case() -> Case:
    made = subject()
    needed = needs(past(made).events, made.after(CUT))
    return Case(
        past(made),
        needed,
        company(past(made).events, needed),
        frozenset(["pytest -q ferry/tests"]),
        ("Fix token_refresh in ferry/auth.py please",),
    )


def test_what_is_needed_and_what_it_weighs(case: Case) -> None:
    assert {thing: need.calls for thing, need in case.needs.items()} == {
        "token_refresh": 0,
        "403": 0,
        "$pytest -q ferry/tests": 1,
    }
    assert math.isclose(case.needs["403"].weight, TWICE, abs_tol=1e-6)
    assert case.needs["$pytest -q ferry/tests"].weight == 1.0


def test_the_company_of_each_place(case: Case) -> None:
    assert case.company == {
        "token_refresh": {
            frozenset(["fix", "ferry", "auth", "please"]),
            frozenset(["ferry", "auth", "got", "twice"]),
        },
        "403": {
            frozenset(["ferry", "auth", "token", "refresh", "got", "twice"]),
            frozenset(["harbour", "key", "stale", "since", "came"]),
        },
    }


@pytest.mark.parametrize(
    "text, held, bare, requests",
    [
        pytest.param("", 0, 0, 0, id="nothing"),
        pytest.param("token_refresh\n403", 0, 2 * TWICE, 0, id="bare names"),
        pytest.param("fix token_refresh please", TWICE, TWICE, 0, id="in company"),
        pytest.param(
            "please token_refresh, got it", 0, TWICE, 0, id="company of two places"
        ),
        pytest.param(
            "fix please\ntoken_refresh", 0, TWICE, 0, id="company on another line"
        ),
        pytest.param("$ pytest -q ferry/tests 2>&1", 1, 1, 0, id="command"),
        pytest.param("$ pytest -q", 0, 0, 0, id="half a command"),
        pytest.param(
            "> Fix  token_refresh in ferry/auth.py please", TWICE, TWICE, 1, id="asked"
        ),
        pytest.param(
            "stale since 403\nfix token_refresh, please\npytest -q ferry/tests",
            ALL,
            ALL,
            0,
            id="all of it",
        ),
    ],
)
def test_scores(
    case: Case, text: str, held: float, bare: float, requests: float
) -> None:
    found = score(case, text)
    assert found.held == pytest.approx(held / ALL, abs=1e-6)
    assert found.all == pytest.approx(bare / ALL, abs=1e-6)
    assert found.commands == float("pytest -q ferry/tests" in text)
    assert (found.requests, found.newest) == (requests, requests)
    assert found.near is None, "three things are too few"


def test_a_cut_with_few_needs_is_no_case() -> None:
    assert case_at(subject(), CUT) is None


def test_what_is_seen_ends_where_it_is_told_to() -> None:
    made = subject()
    assert set(needs(past(made).events, made.after(CUT, 6))) == {
        "token_refresh",
        "403",
    }


def test_the_baselines() -> None:
    tail = "[result] ferry/auth.py: token_refresh got 403 twice\n"
    told = "[assistant] The harbour_key is stale since 403 came\n"
    before = past(subject())
    assert last(before, len(tail + told)) == tail + told
    assert last(before, len(told) + 6) == "twice\n" + told
    assert elided(before, len(told) + 25) == "[result] (42 characters)\n" + told


def test_cuts_are_where_a_step_begins_and_no_result_is_missing() -> None:
    entries = [entry(1, "go")]
    for n in range(2, 42, 4):
        entries += [
            say(n, "next"),
            call(n + 1, "Bash", command="make"),
            result(n + 2, n + 1, "done"),
            say(n + 3, "good"),
        ]
    # Ten calls at #3, #7, ...; each answer before a call begins a step of its own.
    assert subject(entries).cuts((0.4, 0.41, 0.8)) == [16, 20, 32]


def test_means_leave_out_what_there_was_none_of() -> None:
    one = Score(0.5, None, 1.0, None, 0.0, 1.0)
    two = Score(1.0, 0.2, 0.0, None, 0.5, 1.0)
    assert mean_scores([one, two]) == Score(0.75, 0.2, 0.5, None, 0.25, 1.0)


@pytest.mark.parametrize(
    "line, plainly",
    [
        ("cd /repo && pytest -q 2>&1 | tail -5", "pytest -q"),
        ("make  all >/dev/null", "make all"),
        ("git log | head -3; ls", "git log | head -3; ls"),
        ("cd /repo", "cd /repo"),
    ],
)
def test_plain_commands(line: str, plainly: str) -> None:
    assert plain_command(line) == plainly
