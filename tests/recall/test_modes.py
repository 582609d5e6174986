"""Lists, forms of output and scopes of `pane recall`, as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from entries_made import call, entry, session_bytes
from running import PANE, Outcome, run

from pane_cli.session.codec import encode
from pane_cli.session.types import Amend, Mark

A, B = "aaaa1111-session", "bbbb2222-session"


def result(n: int, of: int, text: str, **more: Any) -> Any:
    return entry(n, text, kind="result", role="tool", call=f"c{of}", **more)


WORK = [
    entry(1, "fix the login", ts="2026-02-10T09:00:00Z"),
    call(2, "Read", ("/repo/src/auth.ts",), file_path="/repo/src/auth.ts"),
    result(3, 2, "expires = 0"),
    call(4, "Bash", command="npm test"),
    result(5, 4, "1 failing: expires", error=True, exit=1),
    call(
        6,
        "Edit",
        ("/repo/src/auth.ts",),
        file_path="/repo/src/auth.ts",
        old_string="= 0",
        new_string="= 9",
    ),
    result(7, 6, "edited"),
    call(8, "Bash", command="npm test"),
    result(9, 8, "all passing"),
    entry(10, "a wrong turn about expires", ts="2026-02-10T10:00:00Z", turn=2),
]
REWOUND = Amend("amend", ((10, 10),), "rewound")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    sessions = tmp_path / "store" / "sessions"
    sessions.mkdir(parents=True)
    pin = Mark("pin", 1, name="sso", text="never touch the SSO flow", after=1)
    body = session_bytes(A, WORK, cwd="/repo") + encode(REWOUND) + encode(pin)
    (sessions / f"{A}.jsonl").write_bytes(body)
    (tmp_path / "a.jsonl").write_bytes(body)
    later = [entry(1, "feed the lion", ts="2026-03-01T09:00:00Z")]
    (sessions / f"{B}.jsonl").write_bytes(session_bytes(B, later, cwd="/zoo"))
    return tmp_path


def pane(home: Path, *words: str) -> Outcome:
    return run([str(PANE), "recall", *words], home)


def answer(home: Path, *words: str) -> Any:
    return json.loads(pane(home, *words, "--json").out)


def test_sessions(home: Path) -> None:
    done = pane(home, "--sessions")
    lines = done.out.decode().splitlines()
    assert lines[0].startswith("bbbb2222  2026-03-01")
    assert lines[1].startswith("aaaa1111  2026-02-10")
    assert lines[1].endswith("repo  fix the login")
    assert lines[2] == "  pin sso: never touch the SSO flow"
    assert done.err == b"pane: 2 sessions\n"


def test_sessions_page_by_page_and_where_asked(home: Path) -> None:
    got = answer(home, "--sessions", "-n", "1", "--page", "2")
    assert (got["version"], got["total"]) == (1, 2)
    (session,) = got["sessions"]
    assert (session["id"], session["project"], session["entries"]) == (A, "/repo", 10)
    assert session["pins"] == [{"name": "sso", "text": "never touch the SSO flow"}]
    assert answer(home, "--sessions", "--project", "zoo")["total"] == 1
    assert answer(home, "--sessions", "--since", "2026-02-20")["total"] == 1
    assert answer(home, "--sessions", "-s", "aaaa")["sessions"][0]["id"] == A
    assert answer(home, "--sessions", "a.jsonl")["sessions"][0]["id"] == A
    fzf = pane(home, "--sessions", "--fzf", "-n", "1").out
    assert fzf.startswith(b"pane show -s bbbb2222\tbbbb2222  ")


def test_touched(home: Path) -> None:
    for words in (("a.jsonl",), ("-s", "aaaa")):
        done = pane(home, "--touched", *words)
        assert done.out == b"aaaa1111#6 src/auth.ts written #6, read #2\n"
        assert done.err == b"pane: 1 file\n"
    (file,) = answer(home, "--touched", "a.jsonl")["files"]
    assert (file["path"], file["reads"], file["writes"]) == ("src/auth.ts", [2], [6])
    assert file["command"] == "pane recall aaaa1111#7:src/auth.ts a.jsonl"
    assert pane(home, "--touched", "-s", "bbbb").status == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--sessions", "--touched"), b"exclude each other"),
        (("--sessions", "--role", "user"), b"--sessions takes no --role"),
        (("x", "--json", "--fzf"), b"--json and --fzf: choose one"),
        (("x", "--color", "pink"), b"--color pink: unknown"),
        (("x", "--scope", "moon"), b"--scope moon: unknown"),
        (("--touched", "-s", "none"), b"none"),
    ],
)
def test_what_can_not_be_is_named(
    home: Path, words: tuple[str, ...], said: bytes
) -> None:
    done = pane(home, *words)
    assert (done.status, done.out) == (2, b"")
    assert said in done.err


def test_what_came_of_it_later(home: Path) -> None:
    by_number = {
        hit["n"]: hit.get("annotations", [])
        for hit in answer(home, "expires", "a.jsonl", "-n", "20")["hits"]
    }
    assert by_number[3] == ["superseded: src/auth.ts changed at #6"]
    assert by_number[5] == ["fixed: passed at #9"]
    assert by_number[10] == []
    done = pane(home, "failing", "-s", "aaaa")
    assert b"\n  [fixed: passed at #9]\n" in done.out


def test_age(home: Path) -> None:
    got = answer(home, "lion", "--now", "2026-03-15T10:00:00Z")
    assert got["hits"][0]["age"] == "14 days"


def test_the_branch_alone(home: Path) -> None:
    for words in (("a.jsonl",), ("-s", "aaaa")):
        everything = answer(home, "wrong turn", *words)
        assert [hit["n"] for hit in everything["hits"] if hit["tier"] == "exact"] == [
            10
        ]
        assert answer(home, "wrong turn", *words, "--scope", "branch")["total"] == 0


def test_the_project_alone(home: Path) -> None:
    assert answer(home, "lion", "--scope", "project")["total"] == 0
    assert answer(home, "lion", "--scope", "all")["total"] == 1


def test_names_between_nul(home: Path) -> None:
    assert pane(home, "lion", "-l", "-0").out == B.encode() + b"\0"


def test_for_fzf(home: Path) -> None:
    done = pane(home, "lion", "--fzf")
    expected = (
        "pane recall bbbb2222#1\tbbbb2222#1 t1 user 2026-03-01 09:00\tfeed the lion"
    )
    assert done.out.decode() == expected + "\n"


def test_lines_of_json(home: Path) -> None:
    lines = pane(home, "expires", "a.jsonl", "--ndjson", "-n", "2").out.splitlines()
    assert [json.loads(line)["tier"] for line in lines] == ["exact", "exact"]


def test_colour_is_asked_for(home: Path) -> None:
    assert b"\x1b" not in pane(home, "lion").out
    coloured = pane(home, "lion", "--color", "always").out
    assert coloured.startswith(b"\x1b[1;35mbbbb2222#1\x1b[0m t1 user")


def test_why(home: Path) -> None:
    done = pane(home, "lion feed", "--explain", "--set", "recall.weights.session=0")
    assert b"pane: bbbb2222#1 terms" in done.err
    assert b": feed 2.29, lion 2.29\n" in done.err
    (said,) = answer(home, "lion feed", "--explain")["why"]
    assert said.startswith("bbbb2222#1 terms ")


def test_a_range_is_cut_with_the_address_of_the_rest(home: Path) -> None:
    done = pane(home, "aaaa1111#1-5", "--set", "tokens.window=200")
    assert done.out.count(b"aaaa1111#") == 4
    assert b"1 more entry: pane recall aaaa1111#5" in done.err


def test_what_the_filter_keeps_out_is_said(home: Path) -> None:
    done = pane(home, "lion", "--role", "tool")
    assert done.status == 1
    assert b"but none that passes the filter" in done.err
