"""Stopped at any moment, a command ends, and leaves nothing half written."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest
from faults.forked import pane, stopped_at
from faults.made import ID, Kept, ask, lines, result, say, use
from running import BIN, PANE, PATIENCE, ROOT, environment, run

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
COMMANDS = {
    "ingest": ("ingest", "agent"),
    "print": ("ingest", "-c", "agent/s.jsonl", "-o", "made"),
    "assemble": ("assemble", "agent/s.jsonl", "-o", "made"),
    "mirror": ("assemble", "-s", ID, "--mirror", "made"),
    "summarize": ("summarize", "-s", ID, "-o", "made"),
    "evict": ("evict", "-s", ID, "1"),
    "mend": ("check", "--fix", "agent/broken.jsonl"),
}
#: Waits for input once Python has dropped the exception of a finalizer.
DROPPED = """
import os, sys
from pane_cli.endings import status_of

class Late:
    def __del__(self):
        os.kill(os.getpid(), int(sys.argv[1]))

def run():
    Late()
    sys.stdin.read()

sys.exit(status_of(run))
"""
#: Ctrl-C at a moment at which msgspec, in the middle of C code, would crash.
LOADING = """
import sys

class Finder:
    @staticmethod
    def find_spec(name, *_):
        if name == "datetime":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Finder)
from pane_cli.start import main
main()
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("kept")
    told = [ask("u", "find the heron")]
    for n in range(40):
        told += [use(f"a{n}", f"c{n}"), result(f"r{n}", f"c{n}", f"line {n} " * 60)]
    more = lines(say("b", "it is there"), ask("v", "and now?"))
    Kept(home, s=lines(*told))
    with (home / "agent" / "s.jsonl").open("ab") as stream:
        stream.write(more)
    (home / "agent" / "broken.jsonl").write_bytes(lines(*told, b'{"type":\n') + more)
    return home


@pytest.mark.parametrize("number", SIGNALS, ids=lambda n: signal.Signals(n).name)
@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS.keys())
def test_nothing_is_left_half_written(
    words: tuple[str, ...], number: int, kept: Path, tmp_path: Path
) -> None:
    whole = shutil.copytree(kept, tmp_path / "whole")
    expected = pane(whole, *words)
    assert expected.status in (0, 1), expected.err
    stopped = 0
    for operation in (1, 3, 6, 10, 15, 21, 28):
        home = shutil.copytree(kept, tmp_path / f"home{operation}")
        before = {p.name: p.read_bytes() for p in (home / "agent").iterdir()}
        got = pane(home, *words, fault=stopped_at(operation, number))
        stopped += got.status == 128 + number
        assert got.status in (128 + number, expected.status), got.err
        assert b"Traceback" not in got.err, got.err
        assert not list(home.rglob(".*.tmp"))
        if words[0] == "check" and got.status != expected.status:
            kept_as = [p.read_bytes() for p in (home / "agent").iterdir()]
            assert all(body in kept_as for body in before.values())
        again = pane(home, *words)
        assert again.status in (0, 1) and b"Traceback" not in again.err, again.err
        if "made" in words:
            assert (home / "made").read_bytes() == (whole / "made").read_bytes()
    assert stopped > 0


@pytest.mark.parametrize("number", SIGNALS, ids=lambda n: signal.Signals(n).name)
def test_what_python_drops_in_a_finalizer_is_heard(number: int, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [str(BIN / "python"), "-c", DROPPED, str(int(number))],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.wait(PATIENCE) == 128 + number
        assert process.stderr is not None and process.stderr.read() == b""


@pytest.mark.parametrize("number", SIGNALS, ids=lambda n: signal.Signals(n).name)
def test_no_copy_of_a_database_is_left(number: int, tmp_path: Path) -> None:
    """A live database is copied; nobody reads what is printed of it."""
    source, copies = tmp_path / "opencode.db", tmp_path / "copies"
    copies.mkdir()
    shutil.copy(ROOT / "tests" / "cases" / "ingest" / "opencode" / source.name, source)
    with closing(sqlite3.connect(source)) as writer:
        writer.execute("PRAGMA journal_mode = wal")
        text = '{"type": "text", "text": "' + "long " * 90_000 + '"}'
        writer.execute("UPDATE part SET data = ?", [text])
        writer.commit()
        process = subprocess.Popen(
            [str(PANE), "ingest", "-c", str(source)],
            cwd=tmp_path,
            env=environment(tmp_path, TMPDIR=str(copies)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        with process:
            end = time.monotonic() + PATIENCE
            while not any(copies.iterdir()):
                assert process.poll() is None and time.monotonic() < end
                time.sleep(0.01)  # between two looks
            process.send_signal(number)
            assert process.wait(PATIENCE) == 128 + number
            assert process.stderr is not None
            assert b"Traceback" not in process.stderr.read()
    assert not any(copies.iterdir())


@pytest.mark.parametrize(
    ("words", "status"),
    [("assemble a.jsonl", 130), ("stats a.jsonl", 130), ("hook", 0)],
)
def test_interrupted_while_it_loads(words: str, status: int, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(lines(ask("u", "hi")))
    told = b'{"session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": "x"}'
    done = run(
        [str(BIN / "python"), "-c", LOADING, *words.split()], tmp_path, stdin=told
    )
    assert (done.status, done.out) == (status, b"")
    assert b"Traceback" not in done.err
