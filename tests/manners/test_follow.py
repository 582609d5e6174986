"""`pane ingest --follow` keeps the store current until it is told to stop."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
from running import BIN, PANE, PATIENCE, environment, run

WITHOUT = "import sys; sys.modules['watchfiles'] = None; sys.argv[0] = 'pane'\n"
MAIN = "from pane_cli.app import main; main()"
WAYS = [
    pytest.param(WITHOUT + MAIN, id="looking each second"),
    pytest.param(
        MAIN,
        id="told by the system",
        marks=pytest.mark.skipif(
            find_spec("watchfiles") is None, reason="watchfiles is not installed"
        ),
    ),
]


def record(session: str, number: int, text: str) -> bytes:
    made = {
        "type": "user",
        "uuid": f"{session}-{number}",
        "parentUuid": f"{session}-{number - 1}" if number > 1 else None,
        "sessionId": session,
        "timestamp": f"2026-02-10T09:12:{number:02}.000Z",
        "message": {"role": "user", "content": text},
    }
    return json.dumps(made).encode() + b"\n"


@contextmanager
def following(home: Path, code: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [str(BIN / "python"), "-c", code, "ingest", "--follow", "in"],
        cwd=home,
        env=environment(home),
        stderr=subprocess.PIPE,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def eventually(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.1)


def stored(home: Path) -> bytes:
    sessions = sorted((home / "store" / "sessions").glob("*.jsonl"))
    return b"".join(path.read_bytes() for path in sessions)


@pytest.mark.parametrize("code", WAYS)
def test_what_comes_is_saved(tmp_path: Path, code: str) -> None:
    source = tmp_path / "in" / "one.jsonl"
    source.parent.mkdir()
    source.write_bytes(record("aaaa1111", 1, "first words"))
    with following(tmp_path, code) as process:
        eventually(lambda: b"first words" in stored(tmp_path))
        with source.open("ab") as stream:
            stream.write(record("aaaa1111", 2, "second words"))
        eventually(lambda: b"second words" in stored(tmp_path))
        (tmp_path / "in" / "deep").mkdir()
        other = tmp_path / "in" / "deep" / "two.jsonl"
        other.write_bytes(record("bbbb2222", 1, "another session"))
        eventually(lambda: b"another session" in stored(tmp_path))
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"following; Ctrl-C ends it" in said and b"Traceback" not in said
    assert said.count(b"read,") == 3, said
    again = run([str(PANE), "ingest", "in"], tmp_path)
    assert b"0 read, 3 already stored" in again.err
    assert run([str(PANE), "recall", "another session"], tmp_path).status == 0


def test_a_second_interrupt_is_not_needed_while_it_reads(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    lines = (record("aaaa1111", n, f"word {n}") for n in range(1, 3_000))
    (tmp_path / "in" / "one.jsonl").write_bytes(b"".join(lines))
    with following(tmp_path, MAIN) as process:
        eventually(lambda: (tmp_path / "store" / "sessions").exists())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"word 2999" in stored(tmp_path)


def test_follow_saves_and_prints_nothing(tmp_path: Path) -> None:
    done = run([str(PANE), "ingest", "--follow", "-c", "x.jsonl"], tmp_path)
    assert done.status == 2 and b"--follow saves" in done.err
