"""Whether Typer reads a line or not, a command prints the same and ends the same."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from entries_made import entry, session_bytes
from interrupting import interrupt, wait_until_read
from running import PANE, PATIENCE, environment, run

from pane_cli.commands.quick import COMMANDS

#: Past the table of plain lines, or not.
TYPERS = [sys.executable, "-m", "pane_cli.app"]
OURS = [str(PANE)]

LINES = {
    "a file": "assemble a.jsonl",
    "a budget": "assemble a.jsonl --budget 300 --explain",
    "a query": "assemble -s talk --query token --as json",
    "a summary": "summarize a.jsonl",
    "a stored one": "summarize -s talk --json --explain",
    "a mark": "summarize --mark a.jsonl --now 2026-02-10T09:00:00Z",
    "found": "recall token --json",
    "not found": "recall nowhere",
    "an output": "assemble a.jsonl -o {place}/out",
    "no file": "assemble none.jsonl",
    "no file to sum up": "summarize none.jsonl",
    "a folder that is none": "summarize a.jsonl --output none/out",
    "no transcript": "assemble bad.jsonl",
    "nothing on stdin": "assemble",
    "nothing to sum up on stdin": "summarize -",
    "no query": "recall",
    "no budget": "assemble a.jsonl --budget much",
    "a budget of 0": "assemble a.jsonl --budget 0",
    "a budget too small": "assemble a.jsonl --budget 1",
    "no deadline": "assemble a.jsonl --deadline soon",
    "no session": "assemble -s none",
    "no entry": "assemble a.jsonl --at '#99'",
    "no address": "summarize a.jsonl --since yesterday",
    "no form": "assemble a.jsonl --as html",
    "no rule": "summarize a.jsonl --set no.such=1",
    "two wishes": "assemble a.jsonl --mirror m.md --budget 5",
    "a mark and more": "summarize a.jsonl --mark --json",
    "no value": "assemble a.jsonl --query",
    "no value before another": "summarize --store --json a.jsonl",
    "unknown": "assemble a.jsonl --unknown",
    "unknown to summarize": "summarize a.jsonl --budget 5",
    "a flag with a value": "summarize a.jsonl --json=yes",
    "help": "assemble --help",
    "a bare dash pair": "summarize -- a.jsonl",
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    said = [entry(1, "the token refresh fails"), entry(2, "it is raining " * 400)]
    sessions = tmp_path / "store" / "sessions"
    sessions.mkdir(parents=True)
    (sessions / "talk.jsonl").write_bytes(session_bytes("talk", said))
    (tmp_path / "a.jsonl").write_bytes(session_bytes("a", said))
    (tmp_path / "bad.jsonl").write_bytes(b"this is no JSON\n")
    return tmp_path


@pytest.mark.parametrize("line", LINES.values(), ids=LINES.keys())
def test_both_ways_end_the_same(line: str, place: Path) -> None:
    words = shlex.split(line.format(place=place))
    assert run([*OURS, *words], place) == run([*TYPERS, *words], place)


def test_the_lines_end_in_all_the_ways_there_are(place: Path) -> None:
    """What compares equal must not all be one error."""
    names = ("a file", "not found", "no file", "a budget too small")
    lines = [shlex.split(LINES[name]) for name in names]
    assert [run([*OURS, *words], place).status for words in lines] == [0, 1, 2, 3]


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("way", [OURS, TYPERS], ids=["ours", "typers"])
def test_a_closed_pipe_ends_it_in_silence(
    way: list[str], name: str, place: Path
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    words = ["token", "a.jsonl"] if name == "recall" else ["a.jsonl"]
    done = subprocess.run(
        [*way, name, *words],
        cwd=place,
        env=environment(place),
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("way", [OURS, TYPERS], ids=["ours", "typers"])
def test_ctrl_c_ends_it_with_130(way: list[str], name: str, place: Path) -> None:
    words = ["token", "-"] if name == "recall" else ["-"]
    process = subprocess.Popen(
        [*way, name, *words],
        cwd=place,
        env=environment(place),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin and process.stdout and process.stderr
    with process.stdin, process.stdout, process.stderr:
        process.stdin.write((place / "a.jsonl").read_bytes())
        process.stdin.flush()
        wait_until_read(process.stdin.fileno(), process)
        status = interrupt(process)
        said = process.stdout.read(), process.stderr.read()
    assert (status, *said) == (130, b"", b"")
