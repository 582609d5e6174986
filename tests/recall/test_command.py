"""`pane recall` as a user runs it: over FILEs, pipes and a store."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from entries_made import call, entry, session_bytes
from running import PANE, Outcome, run

from pane_cli.session.types import Entry

A, B, C = "aaaa1111-session", "bbbb2222-session", "cccc3333-session"
KEY = "AKIA" + "Q3EGT5XJNPW7Z2MC"
TALK = [
    entry(1, "why does the token refresh fail?", ts="2026-02-10T09:00:00Z"),
    call(2, "Edit", ("src/auth.ts",), file_path="src/auth.ts", old="expires = 0"),
    entry(
        3,
        "ok: src/auth.ts\n  edited\n",
        kind="result",
        role="tool",
        call="c2",
        ts="2026-02-10T09:01:00Z",
    ),
    entry(4, "The refresh compared seconds with milliseconds.", role="assistant"),
    entry(5, f"deploy with {KEY} now", turn=2, ts="2026-02-12T09:00:00Z"),
    entry(
        6,
        "The session is being continued. The user asked about the token refresh.",
        kind="note",
        what="compact-summary",
        turn=2,
    ),
    entry(7, kind="note", role="system", what="progress", turn=2),
    entry(8, "I think about the refresh", kind="thinking", role="assistant", turn=2),
]


def pane(home: Path, *words: str, stdin: bytes | None = None, **env: str) -> Outcome:
    return run([str(PANE), "recall", *words], home, stdin, **env)


def answer(home: Path, *words: str, stdin: bytes | None = None) -> Any:
    done = pane(home, *words, "--json", stdin=stdin)
    assert done.status in (0, 1), done.err
    return json.loads(done.out)


def numbers(envelope: Any) -> list[int]:
    return [hit["n"] for hit in envelope["hits"]]


def save(path: Path, id: str, entries: list[Entry], **header: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(session_bytes(id, entries, **header))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    save(tmp_path / "a.jsonl", A, TALK)
    return tmp_path


@pytest.fixture
def store(home: Path) -> Path:
    sessions = home / "store" / "sessions"
    save(sessions / f"{A}.jsonl", A, TALK, cwd="/work/shop", source="in/a.jsonl")
    later = [entry(1, "the token of the lion", ts="2026-03-01T09:00:00Z")]
    save(sessions / f"{B}.jsonl", B, later, cwd="/work/zoo", source="in/b.jsonl")
    return home


def test_words_find_the_entry_and_say_where(home: Path) -> None:
    done = pane(home, "why does the token refresh fail", "a.jsonl", "-n", "1")
    assert done.status == 0
    assert done.out == (
        b"aaaa1111#1 t1 user 2026-02-10 09:00\n  why does the token refresh fail?\n"
    )
    assert done.err.startswith(b"pane: 1 of ")
    assert b"--page 2" in done.err


def test_nothing_is_1_and_an_error_2(home: Path) -> None:
    none = pane(home, "hippopotamus", "a.jsonl")
    assert (none.status, none.out) == (1, b"")
    assert none.err == b"pane: nothing found\n"
    assert pane(home, "x", "missing.jsonl").status == 2
    assert pane(home).status == 2
    assert pane(home, "x", "a.jsonl", "--role", "king").status == 2
    assert pane(home, "x", "a.jsonl", "--since", "soon").status == 2
    assert pane(home, "x", "a.jsonl", "--set", "recall.language=klingon").status == 2


def test_the_envelope(home: Path) -> None:
    got = answer(home, "second", "a.jsonl")
    assert [hit["tier"] for hit in got["hits"]] == ["terms"]
    got = answer(home, "milliseconds", "a.jsonl")
    assert (got["version"], got["query"], got["total"]) == (1, "milliseconds", 1)
    hit = got["hits"][0]
    score = hit.pop("score")
    assert score > 0
    assert hit == {
        "session": A,
        "source": "a.jsonl",
        "n": 4,
        "turn": 1,
        "role": "assistant",
        "kind": "text",
        "tool": None,
        "ts": None,
        "tier": "exact",
        "snippet": "The refresh compared seconds with milliseconds.",
        "command": "pane recall aaaa1111#4 a.jsonl",
        "address": "aaaa1111#4",
    }


@pytest.mark.parametrize("query", ["token refresh", "refresh", "src auth ts", "zzz"])
def test_totals_agree(home: Path, query: str) -> None:
    total = int(pane(home, query, "a.jsonl", "--count").out)
    everything = answer(home, query, "a.jsonl", "-n", "99")
    done = pane(home, query, "a.jsonl", "-n", "99")
    heads = [line for line in done.out.splitlines() if line.startswith(b"aaaa1111#")]
    beside = [line for line in heads if line.endswith(b"(beside it)")]
    lines = pane(home, query, "a.jsonl", "-n", "99", "--ndjson").out.splitlines()
    nearest = [hit for hit in everything["hits"] if hit["tier"] == "near"]
    assert everything["total"] == total
    assert everything.get("nearest", 0) == len(nearest) == len(beside)
    assert len(everything["hits"]) == len(heads) == len(lines) == total + len(nearest)
    said = f"{total} hit" if total else "nothing found"
    assert done.err.startswith(f"pane: {said}".encode())
    assert (done.status == 0) == (total > 0)


def test_pages_are_the_whole(home: Path) -> None:
    whole = numbers(answer(home, "refresh", "a.jsonl", "-n", "9"))
    pages = [
        numbers(answer(home, "refresh", "a.jsonl", "-n", "2", "--page", str(page)))
        for page in (1, 2, 3, 4)
    ]
    assert [n for page in pages for n in page] == whole
    assert pages[-1] == []


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param(("refresh", "--role", "user"), {1}, id="A4: no compact summary"),
        pytest.param(("refresh", "--role", "assistant"), {4, 8}, id="role"),
        pytest.param(("refresh", "--kind", "thinking"), {8}, id="kind"),
        pytest.param(("refresh", "--kind", "note"), {6}, id="summaries are notes"),
        pytest.param(("auth", "--tool", "edit"), {2, 3}, id="a call and its result"),
        pytest.param(("auth", "--tool", "E*"), {2, 3}, id="glob of tools"),
        pytest.param(("auth", "--tool", "Read"), set(), id="other tool"),
        pytest.param(("", "--role", "user"), {1, 5}, id="filter alone"),
        pytest.param(("refresh", "--until", "2026-02-10"), {1}, id="until"),
        pytest.param(("", "--since", "2026-02-11"), {5}, id="since"),
        pytest.param(
            ("", "--since", "yesterday", "--now", "2026-02-13T12:00:00Z"),
            {5},
            id="yesterday",
        ),
        pytest.param(
            ("", "--since", "3d", "--now", "2026-02-13T09:00:30Z"), {3, 5}, id="3d"
        ),
        pytest.param(("--literal", "expires = 0"), {2}, id="literal"),
        pytest.param(("--literal", "EXPIRES = 0"), {2}, id="literal in another case"),
        pytest.param(("--regex", "second.*milli"), {4}, id="regex"),
        pytest.param(("--regex", r"^\s+edited$"), {3}, id="regex by line"),
        pytest.param(("--regex", "expires = 0("), set(), id="broken regex"),
        pytest.param(("--regex", "deploy with ("), set(), id="broken regex as text"),
        pytest.param(("--literal", "edite"), {3}, id="part of a word"),
        pytest.param(("illisecond",), {4}, id="part of a word, found as text"),
    ],
)
def test_what_is_found(home: Path, words: tuple[str, ...], expected: set[int]) -> None:
    done = answer(home, *words, "a.jsonl", "-n", "50")
    assert set(numbers(done)) == expected


def test_a20_days_are_those_of_the_zone(home: Path) -> None:
    """A20: an evening's work is of that day, where the user is."""
    late = [entry(1, "late work", ts="2025-01-25T04:08:00Z")]
    save(home / "late.jsonl", B, late)
    words = ["late", "late.jsonl", "--now", "2025-01-25T20:00:00Z"]
    los_angeles = ("--tz", "America/Los_Angeles")
    assert answer(home, *words, "--since", "yesterday", *los_angeles)["total"] == 1
    assert answer(home, *words, "--since", "today", *los_angeles)["total"] == 0
    assert answer(home, *words, "--since", "today", "--tz", "UTC")["total"] == 1
    done = pane(home, *words, TZ="America/Los_Angeles")
    assert b"2025-01-24 20:08" in done.out


def test_an_address_prints_word_for_word(home: Path) -> None:
    done = pane(home, "aaaa1111#3", "a.jsonl")
    assert done.out == (
        b"aaaa1111#3 t1 result Edit 2026-02-10 09:01\nok: src/auth.ts\n  edited\n"
    )
    assert done.status == 0
    got = answer(home, "aaaa1111#3", "a.jsonl")
    assert got["hits"][0]["text"] == "ok: src/auth.ts\n  edited\n"


def test_secrets_are_out_unless_asked_for(home: Path) -> None:
    for words in (("aaaa1111#5",), ("deploy",), ("#5", "--json")):
        assert KEY.encode() not in pane(home, *words, "a.jsonl").out
    assert KEY.encode() in pane(home, "#5", "a.jsonl", "--no-redact").out


def test_no_half_of_a_secret(home: Path) -> None:
    for width in range(1, 40):
        rule = f"recall.snippet_chars={width}"
        out = pane(home, "deploy", "a.jsonl", "--set", rule).out
        assert KEY[:8].encode() not in out
        if width > 12:
            break


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("#2", [2]),
        ("aaaa1111#2-4", [2, 3, 4]),
        ("#4-2", [2, 3, 4]),
        ("#12,", []),
        ("#3,", [3]),
        ("[#3]", [3]),
        ("2-4", [2, 3, 4]),
        ("#2 – #4", [2, 3, 4]),
        ("entry 4", [4]),
        ("4", []),
        ("404-410", []),
        ("entries 2 to 3", [2, 3]),
        ("t2", [5, 6, 7, 8]),
        ("aaaa1111#t2", [5, 6, 7, 8]),
        ("aaaa1111 #2", [2]),
    ],
)
def test_addresses(home: Path, address: str, expected: list[int]) -> None:
    got = answer(home, address, "a.jsonl")
    assert numbers(got) == expected
    assert got["total"] == len(expected)


def test_an_unclear_address_names_the_candidates(store: Path) -> None:
    done = pane(store, "#1")
    assert done.status == 2
    assert b"bbbb2222#1, aaaa1111#1" in done.err
    assert pane(store, "#1", "-s", "bbbb").status == 0
    done = pane(store, "dddd#1")
    assert done.status == 2
    assert b"no session dddd" in done.err


def test_a_range_is_cut_where_a_rule_says(home: Path) -> None:
    done = pane(home, "#1-5", "a.jsonl", "--set", "recall.max_chars=40")
    assert done.out.count(b"aaaa1111#") == 1
    assert b"4 more entries: pane recall aaaa1111#2-5 a.jsonl" in done.err


def test_a_pipe_is_recalled_by_the_same_pipe(home: Path) -> None:
    body = (home / "a.jsonl").read_bytes()
    hit = answer(home, "milliseconds", "-", stdin=body)["hits"][0]
    assert hit["command"] == "pane recall aaaa1111#4 -"
    done = pane(home, "aaaa1111#4", "-", stdin=body)
    assert b"milliseconds" in done.out


def test_a_stored_hit_says_the_command_that_works(store: Path) -> None:
    hit = answer(store, "milliseconds")["hits"][0]
    assert hit["command"] == "pane recall aaaa1111#4"
    assert hit["source"] == "in/a.jsonl"
    elsewhere = answer(store, "milliseconds", "--store", "store")["hits"][0]
    assert elsewhere["command"] == "pane recall aaaa1111#4 --store store"
    assert pane(store, *hit["command"].split()[2:]).status == 0


def test_scopes(store: Path) -> None:
    assert answer(store, "token", "-s", "bbbb")["total"] == 1
    assert answer(store, "lion", "-s", "aaaa")["total"] == 0
    assert answer(store, "token", "--project", "zoo")["total"] == 1
    assert answer(store, "token", "--project", "/work")["total"] == 3
    assert answer(store, "token", "--project", "/wor")["total"] == 0
    assert answer(store, "lion", "-n", "9", "a.jsonl")["total"] == 0


def test_where(store: Path) -> None:
    assert pane(store, "token", "-l").out == f"{B}\n{A}\n".encode()
    save(store / "b.jsonl", B, [entry(1, "lion")])
    done = pane(store, "token", "-l", "a.jsonl", "b.jsonl")
    assert done.out == b"a.jsonl\n"


def test_around(home: Path) -> None:
    done = pane(home, "milliseconds", "a.jsonl", "-C", "1")
    heads = [line.split()[0] for line in done.out.splitlines() if b"#" in line]
    assert heads == [b"aaaa1111#3", b"aaaa1111#4", b"aaaa1111#5"]
    assert KEY.encode() not in done.out
    hit = answer(home, "milliseconds", "a.jsonl", "-C", "2")["hits"][0]
    assert [near["n"] for near in hit["before"]] == [2, 3]
    assert [near["n"] for near in hit["after"]] == [5, 6]


def test_many_queries_one_process(home: Path) -> None:
    lines = ["token refresh", "", '{"query": "lion", "id": 7}', "{not json", "#4"]
    (home / "q").write_text("\n".join(lines), "utf-8")
    done = pane(home, "--queries", "q", "a.jsonl")
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert [a["query"] for a in answers] == ["token refresh", "lion", "{not json", "#4"]
    assert [a.get("id") for a in answers] == [None, 7, None, None]
    assert numbers(answers[0])[0] == 1
    assert answers[3]["hits"][0]["text"].endswith("milliseconds.")
    assert done.status == 0
    assert pane(home, "--queries", "-", "a.jsonl", stdin=b"zzz\n").status == 1


@pytest.mark.parametrize("place", [[], ["a.jsonl"]])
def test_no_query_changes_what_another_finds(store: Path, place: list[str]) -> None:
    asked = ["lionn", "llisecon", "milisecond", "expir"]
    apart = [answer(store, query, *place) for query in asked]
    assert [one["hits"] != [] for one in apart] == [not place, True, True, True]
    together = pane(store, "--queries", "-", *place, stdin="\n".join(asked).encode())
    for one, line in zip(apart, together.out.splitlines(), strict=True):
        assert numbers(one) == numbers(json.loads(line))


def test_a28_one_document(home: Path) -> None:
    """Warnings and remarks are on stderr, in all cases."""
    damaged = (home / "a.jsonl").read_bytes() + b'{"kind":"text","n":\n'
    for words in (("zzz",), ("refresh",), ("--regex", "(", "-"), ("#2",)):
        query = words[:-1] if words[-1] == "-" else words
        done = pane(home, *query, "-", "--json", stdin=damaged)
        json.loads(done.out)
        assert done.out.count(b"\n") == 1
        assert b"skipped" in done.err


def test_a12_lone_surrogates(home: Path) -> None:
    line = (
        b'{"type":"user","uuid":"u","sessionId":"s1","timestamp":"2026-01-01T00:00:00Z"'
        b',"message":{"role":"user","content":"\\ud604\\ud99c \\ubcf4\\uc720 lion"}}\n'
    )
    (home / "s.jsonl").write_bytes(line)
    for lang in ("C", "C.UTF-8"):
        done = pane(home, "lion", "s.jsonl", "--json", LC_ALL=lang)
        assert "현� 보유" in json.loads(done.out)["hits"][0]["snippet"]
        assert "현�".encode() in pane(home, "보유", "s.jsonl", LC_ALL=lang).out
    assert pane(home, "\udc80\udcff", "s.jsonl").status == 1


def test_a15_the_newest_message_decides(home: Path) -> None:
    old = [entry(1, "zebra", ts="2026-01-01T00:00:00Z")]
    new = [entry(1, "zebra", ts="2026-01-02T00:00:00Z"), entry(2, kind="note")]
    for first, second in (("old", "new"), ("new", "old")):
        save(home / "store/sessions" / f"{first}.jsonl", first, [])
        save(home / "store/sessions" / f"{second}.jsonl", second, [])
        save(home / "store/sessions" / "old.jsonl", "old", old)
        save(home / "store/sessions" / "new.jsonl", "new", new)
        hits = answer(home, "zebra")["hits"]
        assert [hit["session"] for hit in hits] == ["new", "old"]
        listed = answer(home, "zebra", "--literal")["hits"]
        assert [hit["session"] for hit in listed] == ["new", "old"]


def test_a19_copied_history_is_shown_once(home: Path) -> None:
    fork = [*TALK[:6], entry(9, "the fork has its own refresh", turn=3, ts="2026-03")]
    sessions = home / "store" / "sessions"
    save(sessions / f"{A}.jsonl", A, TALK)
    save(sessions / f"{B}.jsonl", B, fork, parent=A)
    for words in (("refresh",), ("--literal", "refresh"), ("--regex", "refresh")):
        hits = answer(home, *words, "-n", "50")["hits"]
        places = {(hit["session"], hit["n"]) for hit in hits}
        assert (B, 9) in places
        assert (A, 1) in places
        assert (B, 1) not in places
    alone = answer(home, "refresh", "-s", B, "-n", "50")["hits"]
    assert (B, 1) in {(hit["session"], hit["n"]) for hit in alone}


@pytest.mark.parametrize("query", ["用户身份", "份", "しりとり", "끝말잇기"])
def test_a21_inside_longer_runs(home: Path, query: str) -> None:
    lines = [
        "检查用户身份验证失败",
        "昨日はしりとりをした",
        "우리는끝말잇기를했다",
        "other",
    ]
    save(home / "c.jsonl", C, [entry(n, line) for n, line in enumerate(lines, 1)])
    got = answer(home, query, "c.jsonl")
    assert query in got["hits"][0]["snippet"]


def test_a23_identifiers(home: Path) -> None:
    names = ["getUserName", "get_user_name", "get-user-name", "src/auth/user_name.py"]
    save(home / "c.jsonl", C, [entry(n, name) for n, name in enumerate(names, 1)])
    assert set(numbers(answer(home, "user name", "c.jsonl"))) == {1, 2, 3, 4}
    assert numbers(answer(home, "--literal", "get_user_name", "c.jsonl")) == [2]


def test_a_slow_expression_ends(home: Path) -> None:
    save(home / "c.jsonl", C, [entry(1, "a" * 40 + "!")])
    rule = "recall.regex_seconds=0.2"
    done = pane(home, "--regex", "(a+)+$", "c.jsonl", "--set", rule)
    assert done.status == 1
    assert b"took longer than 0.2 s; searched as text" in done.err


def test_a_broken_expression_says_so(home: Path) -> None:
    done = pane(home, "--regex", "refresh fail?", "a.jsonl")
    assert done.status == 0
    assert b"searched as text" not in done.err
    done = pane(home, "--regex", "fail?(", "a.jsonl")
    assert b"searched as text" in done.err
