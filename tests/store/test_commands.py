"""`pane ingest`, `init` and `forget` as a user runs them."""

from __future__ import annotations

import gzip
import os
import pty
import re
import subprocess
from pathlib import Path

import pytest
import zstandard
from running import PANE, Outcome, environment, run
from transcripts_made import ID, SUMMARY, TRICKY, session, texts, user

from pane_cli.store.store import Store

ZSTD = zstandard.compress(TRICKY)
UNKNOWN = b'{"a":1,"b":2}\n'


def pane(home: Path, *words: str, stdin: bytes | None = None) -> Outcome:
    return run([str(PANE), *words], home, stdin)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_bytes(TRICKY)
    (tmp_path / "in" / "b.jsonl").write_bytes(user("u", "hello", session="b"))
    (tmp_path / "in" / "c.json").write_bytes(UNKNOWN)
    return tmp_path


def counts(err: bytes) -> str:
    return err.decode().splitlines()[-1]


def test_counts_sum_to_the_records_seen(home: Path) -> None:
    first = pane(home, "ingest", "in")
    assert (first.status, first.out) == (0, b"")
    assert counts(first.err) == (
        "pane: 3 files, 8 records: 7 read, 0 already stored, 1 skipped (damaged), "
        "0 held; 2 sessions new, 0 grown; files left out: 1 of no known format"
    )
    assert b"pane: in/a.jsonl:5: skipped, not JSON" in first.err
    assert counts(pane(home, "ingest", "in").err) == (
        "pane: 3 files, 8 records: 0 read, 7 already stored, 1 skipped (damaged), "
        "0 held; 0 sessions new, 0 grown; files left out: 1 of no known format"
    )
    with (home / "in" / "b.jsonl").open("ab") as stream:
        stream.write(user("v", "more", session="b") + b'{"type":"us')
    grown = pane(home, "ingest", "in/b.jsonl")
    assert counts(grown.err) == (
        "pane: 1 file, 3 records: 1 read, 1 already stored, 0 skipped (damaged), "
        "1 held; 0 sessions new, 1 grown"
    )
    assert pane(home, "ingest", "-q", "in").err == b""


def test_a_prelude_is_held(home: Path) -> None:
    source = home / "t.jsonl"
    source.write_bytes(SUMMARY)
    held = pane(home, "ingest", "t.jsonl")
    assert (held.status, held.err.count(b"1 held")) == (0, 1)
    assert Store(home / "store").ids() == []
    source.write_bytes(SUMMARY + user("u1", "now"))
    assert pane(home, "ingest", "t.jsonl").err.count(b"2 read") == 1


@pytest.mark.parametrize("mode", [[], ["-c"]], ids=["save", "print"])
@pytest.mark.parametrize(
    ("name", "body", "status", "said"),
    [
        ("u.json", UNKNOWN, 2, b"no known transcript format"),
        ("d.jsonl", b"{x\n[1]\n", 2, b"d.jsonl:1: skipped"),
        ("e.jsonl", b"", 0, b""),
        ("n.jsonl", b"\n\n", 0, b""),
        ("z.jsonl.gz", gzip.compress(TRICKY)[:-30], 2, b"damaged compressed data"),
        ("z.jsonl.zst", ZSTD[:-5], 2, b"z.jsonl.zst: damaged compressed data"),
        ("z.jsonl.zst", ZSTD[:6], 2, b"z.jsonl.zst: damaged compressed data"),
        ("z.jsonl.zst", ZSTD + b"x", 2, b"z.jsonl.zst: damaged compressed data"),
        ("s.jsonl", b'{"kind":"session","v":1,"id":"x","agent":"y"}\n', 0, b""),
        ("missing.jsonl", None, 2, b"No such file"),
    ],
    ids=[
        "unknown",
        "damaged",
        "empty",
        "blank",
        "cut-gz",
        "cut-zst",
        "begun-zst",
        "more-zst",
        "session",
        "missing",
    ],
)
def test_what_a_named_input_does_to_the_exit_status(
    home: Path, mode: list[str], name: str, body: bytes | None, status: int, said: bytes
) -> None:
    if body is not None:
        (home / name).write_bytes(body)
    if name == "s.jsonl" and not mode:
        status, said = 2, b"holds session lines already"
    outcome = pane(home, "ingest", *mode, name, "in/b.jsonl")
    assert outcome.status == status, outcome.err
    assert said in outcome.err
    assert b"Traceback" not in outcome.err
    if mode:
        assert b'"hello"' in outcome.out
    else:
        assert texts(Store(home / "store"), "b") == {1: "hello"}


def test_printed_lines_are_those_that_are_saved(home: Path) -> None:
    pane(home, "ingest", "in")
    printed = pane(home, "ingest", "-c", str(home / "in" / "a.jsonl")).out
    assert printed == session(Store(home / "store"))
    assert pane(home, "ingest", "-c", "in", "-o", "out.jsonl").out == b""
    assert printed.split(b"\n", 1)[1] in (home / "out.jsonl").read_bytes()


@pytest.mark.parametrize("words", [[], ["-"], ["-c", "-"]])
def test_standard_input_is_printed(home: Path, words: list[str]) -> None:
    outcome = pane(home, "ingest", *words, stdin=gzip.compress(TRICKY))
    assert outcome.status == 0
    assert outcome.out.count(b"\n") == 9
    assert not (home / "store").exists()


def test_a_terminal_as_input_is_told_what_to_do(home: Path) -> None:
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [str(PANE), "ingest"],
        stdin=theirs,
        env=environment(home),
        capture_output=True,
    )
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 2
    assert done.stderr.startswith(b"pane: nothing to read")


def test_a_closed_pipe_is_silent(home: Path) -> None:
    (home / "big.jsonl").write_bytes(
        b"".join(user(f"{i}", "x" * 999) for i in range(999))
    )
    script = f"{PANE} ingest -c big.jsonl | head -1"
    outcome = run(["bash", "-c", f"set -o pipefail; {script}"], home)
    assert (outcome.status, outcome.err) == (0, b"")
    assert outcome.out.count(b"\n") == 1


def test_rules_keep_sources_out(home: Path) -> None:
    outcome = pane(home, "ingest", "in", "--set", 'ingest.exclude=["*/a.jsonl"]')
    assert outcome.status == 0, outcome.err
    assert Store(home / "store").ids() == ["b"]


def test_forget_leaves_a_tombstone(home: Path) -> None:
    pane(home, "ingest", "in")
    store = Store(home / "store")
    said = pane(home, "forget", ID[:8])
    assert (said.status, said.err.decode()) == (
        0,
        f"pane: {ID}: forgotten; ingest will not bring it back\n",
    )
    left = [path.name for path in store.root.rglob("*") if ID in path.name]
    assert left == [f"{ID}.forgotten"]
    assert b"fix the login bug" not in b"".join(
        path.read_bytes() for path in store.root.rglob("*") if path.is_file()
    )
    for _ in range(2):
        again = pane(home, "ingest", "in")
        assert "1 forgotten" in counts(again.err)
        assert Store(store.root).ids() == ["b"]
    (home / "in" / "a.jsonl").write_bytes(TRICKY + b"\n" + user("u9", "more"))
    pane(home, "ingest", "in")
    assert Store(store.root).ids() == ["b"]
    once_more = pane(home, "forget", ID[:8])
    assert (once_more.status, once_more.err) == (
        0,
        f"pane: {ID[:8]}: forgotten already\n".encode(),
    )
    assert pane(home, "forget", "nothing").status == 2


def test_init_says_where_and_changes_nothing_again(home: Path) -> None:
    assert re.fullmatch(rb"pane: .*/store: made; .*\n", pane(home, "init").err)
    assert b"is there already" in pane(home, "init").err
    assert pane(home, "init", "--local", "--store", "x").status == 2


def test_local_sessions_stay_local(home: Path) -> None:
    pane(home, "init", "--local")
    env = environment(home)
    del env["PANE_STORE"]
    for folder in (home, home / "in"):
        subprocess.run(
            [str(PANE), "ingest", "-q", str(home / "in" / "b.jsonl")],
            cwd=folder,
            env=env,
            check=True,
            stdin=subprocess.DEVNULL,
        )
    assert Store(home / ".pane").ids() == ["b"]


def test_progress_only_on_a_terminal(home: Path) -> None:
    ours, theirs = pty.openpty()
    subprocess.run(
        [str(PANE), "ingest", "in"],
        cwd=home,
        env=environment(home, TERM="xterm"),
        stdin=subprocess.DEVNULL,
        stderr=theirs,
        check=True,
    )
    os.close(theirs)
    seen = os.read(ours, 1 << 16)
    os.close(ours)
    assert b"ingest" in seen and b"7 read" in seen
    assert b"\x1b" not in pane(home, "ingest", "in").err
