"""The manners of every command, whatever it is: one table, and what all must do.

Real processes with real pipes, terminals and closed streams. The text in the
transcript is not ASCII, and the locale says that everything is.
"""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from interrupting import interrupt, wait_until_read
from running import PANE, PATIENCE, Outcome, environment, run

WORD = "Übergröße"
#: A line of damage: skipped and named on stderr, whatever the command.
DAMAGED = b'{"type":"user", damaged}\n'
SESSION = "5d1c9a70-0b6e-4a5f-9f0e-7b6a2f1c3d21"


class Row(NamedTuple):
    """How a command reads standard input, and how it reads a file."""

    name: str
    piped: str
    """Arguments with which it reads standard input."""
    named: str
    """Arguments with which it reads `-odd.jsonl`, after `--`."""
    document: str = ""
    """Arguments with which it prints one JSON document of standard input."""
    shows: str = WORD
    """What its output must contain."""


NOW = "--now 2026-02-10T12:00:00Z"
HINDSIGHT = "hindsight --min-calls 5 --budgets 500"
ROWS = (
    Row("ingest", "-c", "-c -- -odd.jsonl"),
    Row("evict", f"--to 50% {NOW}", f"{NOW} -- 1 -odd.jsonl"),
    Row("pin", f"{WORD} {NOW}", f"{NOW} -- {WORD} -odd.jsonl"),
    Row(
        "facts",
        f"set city {WORD} {NOW}",
        f"set {NOW} -- city {WORD} -odd.jsonl",
    ),
    Row("facts", "-", "-- -odd.jsonl", "--json -", shows=""),
    Row("summarize", NOW, f"{NOW} -- -odd.jsonl", f"--json {NOW}"),
    Row("recall", f"{WORD} -", f"-- {WORD} -odd.jsonl", f"--json {WORD} -"),
    Row("assemble", "--budget 4000", "--budget 4000 -- -odd.jsonl", "--as json"),
    Row("check", "", "-- -odd.jsonl", "--json", shows=""),
    Row("show", "-", "-- -odd.jsonl", "--json -"),
    Row("topics", "-", "-- -odd.jsonl", "--json -"),
    Row("stats", "-", "-- -odd.jsonl", "--json -", shows="user"),
    Row(
        "evaluate",
        HINDSIGHT,
        f"{HINDSIGHT} -- -odd.jsonl",
        f"{HINDSIGHT} --json",
        shows="held",
    ),
)
each = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
each_document = pytest.mark.parametrize(
    "row", [row for row in ROWS if row.document], ids=lambda row: row.name
)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a transcript under a name that looks like an option."""
    (tmp_path / "-odd.jsonl").write_bytes(transcript(turns=6))
    return tmp_path


@each
def test_redirected_and_piped_are_the_same(row: Row, place: Path) -> None:
    redirected = shell(f"pane {row.name} {row.piped} < ./-odd.jsonl", place)
    piped = shell(f"cat ./-odd.jsonl | pane {row.name} {row.piped}", place)
    assert (redirected.status, piped.status) == (0, 0), redirected.err.decode()
    assert redirected.out == piped.out
    assert row.shows in redirected.out.decode("utf-8")


@each
def test_bytes_are_utf8_whatever_the_locale_can(row: Row, place: Path) -> None:
    """Python's own rescue from LC_ALL=C is off, as under a Latin-1 locale."""
    command = [str(PANE), row.name, *row.piped.replace(WORD, "request").split()]
    data = transcript(turns=6)
    usual = run(command, place, data)
    ascii_only = run(command, place, data, PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert usual.status == 0, usual.err.decode()
    assert ascii_only == usual


@each
def test_a_file_after_two_dashes_may_look_like_an_option(row: Row, place: Path) -> None:
    done = shell(f"pane {row.name} {row.named}", place)
    assert done.status == 0, done.err.decode()
    assert row.shows in done.out.decode("utf-8")


@each
def test_head_is_no_failure(row: Row, place: Path) -> None:
    """`| head -1` closes the pipe early: silent, and no failure."""
    (place / "long.jsonl").write_bytes(transcript(turns=600))
    script = f"pane {row.name} {row.piped} < long.jsonl | head -1 >/dev/null"
    done = shell(f'{script}; echo "${{PIPESTATUS[0]}}"', place)
    assert done.out == b"0\n", done.err.decode()
    assert b"Traceback" not in done.err
    assert b"roken pipe" not in done.err


@each
def test_nobody_reads_at_all(row: Row, place: Path) -> None:
    """The surest closed pipe: every write fails."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [PANE, row.name, *row.piped.split()],
        input=transcript(turns=6),
        stdout=writing,
        stderr=subprocess.PIPE,
        cwd=place,
        env=environment(place),
        timeout=PATIENCE,
        check=False,
    )
    os.close(writing)
    assert done.returncode == 0, done.stderr.decode()
    assert b"roken pipe" not in done.stderr


@each
def test_a_terminal_is_not_waited_for(row: Row, place: Path) -> None:
    """Short help on stderr, exit 2."""
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [PANE, row.name, *row.piped.split()],
        stdin=theirs,
        capture_output=True,
        cwd=place,
        env=environment(place),
        timeout=PATIENCE,
        check=False,
    )
    os.close(ours)
    os.close(theirs)
    said = done.stderr.decode()
    assert (done.returncode, done.stdout) == (2, b"")
    assert "terminal" in said and "FILE" in said
    assert all(line.startswith("pane: ") for line in said.splitlines())


@each
def test_closed_input(row: Row, place: Path) -> None:
    """An error that says so; a FILE needs no standard input."""
    done = shell(f"pane {row.name} {row.piped} <&-", place)
    assert (done.status, done.out) == (2, b"")
    assert done.err.startswith(b"pane: standard input is closed")
    with_file = shell(f"pane {row.name} {row.named} <&-", place)
    assert with_file == shell(f"pane {row.name} {row.named}", place)
    assert with_file.status == 0


@each
def test_closed_output(row: Row, place: Path) -> None:
    done = shell(f"pane {row.name} {row.piped} < ./-odd.jsonl >&-", place)
    assert done.status == 2
    assert b"standard output is closed" in done.err
    assert b"Traceback" not in done.err


@each
def test_closed_stderr_does_not_lose_the_data(row: Row, place: Path) -> None:
    (place / "bad.jsonl").write_bytes(transcript(turns=6) + DAMAGED)
    command = f"pane {row.name} {row.piped} < bad.jsonl"
    usual, closed = shell(command, place), shell(f"{command} 2>&-", place)
    assert (closed.status, closed.out) == (usual.status, usual.out)


@each
def test_interrupted(row: Row, place: Path) -> None:
    """Ctrl-C while it waits for more: 130, no traceback."""
    process = subprocess.Popen(
        [PANE, row.name, *row.piped.split()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=place,
        env=environment(place),
    )
    assert process.stdin is not None
    process.stdin.write(transcript(turns=2))
    process.stdin.flush()
    wait_until_read(process.stdin.fileno(), process)
    # The pipe stays open: only the signal may end it.
    assert interrupt(process) == 130
    _, said = process.communicate()
    assert b"Traceback" not in said


@each
def test_an_unknown_option_gets_a_hint(row: Row, place: Path) -> None:
    done = shell(f"pane {row.name} --no-such-option < ./-odd.jsonl", place)
    assert (done.status, done.out) == (2, b"")
    assert b"--no-such-option" in done.err
    said = done.err.decode()
    assert re.search(rf"pane {row.name}( \w+)? --help", said)


@each
def test_damage_is_named_and_changes_no_status(row: Row, place: Path) -> None:
    """`check` alone calls it a finding."""
    (place / "bad.jsonl").write_bytes(transcript(turns=6) + DAMAGED)
    done = shell(f"pane {row.name} {row.piped} < bad.jsonl", place)
    assert done.status == (1 if row.name == "check" else 0), done.err.decode()
    said = done.out if row.name == "check" else done.err
    assert b"13" in said, "the number of the damaged line"


@each_document
def test_json_is_one_document_whatever_goes_wrong(row: Row, place: Path) -> None:
    (place / "bad.jsonl").write_bytes(transcript(turns=6) + DAMAGED)
    done = shell(f"pane {row.name} {row.document} < bad.jsonl", place)
    assert isinstance(json.loads(done.out), dict | list), done.err.decode()
    assert done.out.endswith(b"\n")
    assert b"\x1b" not in done.out
    assert row.shows in json.dumps(json.loads(done.out), ensure_ascii=False)


def test_rules_are_one_document_too(place: Path) -> None:
    done = shell("pane rules show --json", place)
    assert done.status == 0, done.err.decode()
    assert isinstance(json.loads(done.out), dict)


@pytest.mark.parametrize("arguments", ["", "-h"])
def test_help_is_no_error_but_nothing_is(arguments: str, place: Path) -> None:
    done = shell(f"pane {arguments}", place)
    assert done.status == (0 if arguments else 2)
    assert b"Commands:" in done.out + done.err


def test_an_unknown_command_gets_the_nearest(place: Path) -> None:
    done = shell("pane recal x", place)
    assert (done.status, done.out) == (2, b"")
    assert b"recall" in done.err


def transcript(turns: int) -> bytes:
    """A Claude Code transcript: two lines a turn, a call in each."""
    lines = [line for turn in range(turns) for line in _turn(turn)]
    return "".join(
        json.dumps(line, ensure_ascii=False) + "\n" for line in lines
    ).encode()


def _turn(number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    def record(role: str, step: int, **message: Any) -> dict[str, Any]:
        before = f"u-{number}-{step - 1}" if step else f"u-{number - 1}-1"
        return {
            "type": role,
            "uuid": f"u-{number}-{step}",
            "parentUuid": before if number or step else None,
            "sessionId": SESSION,
            "cwd": "/repo",
            "timestamp": f"2026-02-10T09:{number // 60:02}:{number % 60:02}.{step}00Z",
            "message": {"role": role, **message},
        }

    answer = {"type": "text", "text": f"Answer {number}: {WORD} " + "is known. " * 40}
    request = {"type": "text", "text": f"A request, number {number}: {WORD}?"}
    call = {
        "type": "tool_use",
        "id": f"c-{number}",
        "name": "Bash",
        "input": {"command": "make tide_table crew_list berth_map pilot_log dock_plan"},
    }
    result = {
        "type": "tool_result",
        "tool_use_id": f"c-{number - 1}",
        "content": "Everything is made.",
    }
    return (
        record("user", 0, content=[result, request] if number else [request]),
        record(
            "assistant",
            1,
            id=f"m-{number}",
            model="model-1",
            content=[answer, call],
            usage={"input_tokens": 900 + number, "output_tokens": 100},
        ),
    )


def shell(script: str, place: Path) -> Outcome:
    return run(["bash", "--norc", "-c", script], place)
