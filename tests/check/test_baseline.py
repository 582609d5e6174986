"""What is known stays known while a session grows, and what has gone is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from check.made import GITHUB, call, entry, record, session, transcript
from running import Outcome, run

from pane_cli.check.baseline import Baseline, key_of, read_baseline, write_baseline
from pane_cli.check.finding import Finding
from pane_cli.errors import PaneError

ONE = Finding("P101", "damaged-line", "error", "a.jsonl", 2, "x", "s-1", None, 90)


def pane(folder: Path, *words: str) -> Outcome:
    return run(["pane", "check", *words], folder)


def test_a_growing_session_is_known_and_only_the_new_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    before = transcript(record(1), '{"type":"us', record(2, GITHUB))
    path.write_bytes(before)
    assert pane(tmp_path, "a.jsonl").status == 1
    assert pane(tmp_path, "--write-baseline", "known.json", "a.jsonl").status == 0
    known = pane(tmp_path, "--baseline", "known.json", "a.jsonl")
    assert (known.status, known.out) == (0, b"")
    assert b"2 known findings of known.json not told" in known.err
    path.write_bytes(before + transcript(record(3, GITHUB), "\0" * 9))
    grown = pane(tmp_path, "--baseline", "known.json", "a.jsonl")
    assert grown.status == 1
    assert [line.split(b" ")[1] for line in grown.out.splitlines()] == [b"P102"]


def test_a_session_may_move_and_change_its_name(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(session(entry(1), call(2, "a"), entry(3)))
    pane(tmp_path, "--write-baseline", "known.json", "a.jsonl")
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.jsonl").rename(tmp_path / "deep" / "b.jsonl")
    assert pane(tmp_path, "--baseline", "known.json", "deep").status == 0


def test_what_has_gone_is_told_of_files_that_were_checked(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_bytes(transcript(record(1), "{"))
    pane(tmp_path, "--write-baseline", "known.json", "a.jsonl", "b.jsonl")
    (tmp_path / "a.jsonl").write_bytes(transcript(record(1)))
    one = pane(tmp_path, "--baseline", "known.json", "a.jsonl")
    assert b"gone from a.jsonl: P101" in one.err
    assert b"b.jsonl" not in one.err
    assert b"--write-baseline known.json" in one.err
    other = pane(tmp_path, "--baseline", "known.json", "--select", "P2", "a.jsonl")
    assert b"gone" not in other.err


def test_written_anew_over_itself_it_holds_all(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(transcript(record(1), "{"))
    words = ("--baseline", "known.json", "--write-baseline", "known.json", "a.jsonl")
    for _ in range(2):
        assert pane(tmp_path, *words).status == 0
        (row,) = json.loads((tmp_path / "known.json").read_text())["findings"]
        assert (row["id"], row["file"], row["count"]) == ("P101", "a.jsonl", 1)


def test_a_secret_is_in_no_baseline(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(transcript(record(1, GITHUB)))
    pane(tmp_path, "--write-baseline", "known.json", "a.jsonl")
    body = (tmp_path / "known.json").read_text()
    assert "P801" in body
    assert GITHUB[:12] not in body


def test_the_rules_may_name_it(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(transcript(record(1), "{"))
    pane(tmp_path, "--write-baseline", "known.json", "a.jsonl")
    done = pane(tmp_path, "--set", "check.baseline=known.json", "a.jsonl")
    assert (done.status, done.out) == (0, b"")


def test_two_alike_are_known_twice_and_not_three_times() -> None:
    known = read_baseline(write_baseline([ONE, ONE]), "known.json")
    assert known.compare([ONE, ONE, ONE]) == ([ONE], 2)
    assert read_baseline(write_baseline([ONE]), "k").gone({"a.jsonl"}, {"P101"})


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b'{"version":1}', b'{"version":2,"findings":[]}', b"\xff"],
    ids=["empty", "a list", "no findings", "a newer version", "no text"],
)
def test_what_is_no_baseline_is_an_error(body: bytes) -> None:
    with pytest.raises(PaneError, match=r"known\.json"):
        read_baseline(body, "known.json")


def test_a_baseline_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(transcript(record(1)))
    done = pane(tmp_path, "--baseline", "known.json", "a.jsonl")
    assert done.status == 2
    assert b"known.json: No such file" in done.err


def test_keys_follow_the_entry_not_the_line() -> None:
    one = Finding("P201", "unpaired-call", "error", "a", 5, "x", "s-1", 7)
    moved = Finding("P201", "unpaired-call", "warning", "b", 9, "y", "s-1", 7)
    assert key_of(one) == key_of(moved)
    others = (
        Finding("P202", "unpaired-call", "error", "a", 5, "x", "s-1", 7),
        Finding("P201", "unpaired-call", "error", "a", 5, "x", "s-2", 7),
        Finding("P201", "unpaired-call", "error", "a", 5, "x", "s-1", 8),
    )
    assert not {key_of(other) for other in others} & {key_of(one)}
    assert Baseline(()).compare([one]) == ([one], 0)
