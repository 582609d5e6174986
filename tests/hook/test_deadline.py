"""A27: what is slow costs nothing but itself; what is known by then is printed."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from hook_events import SESSION, added, event, hook, pinned, record
from running import PANE, PATIENCE, Outcome, environment

from pane_cli.agents.table import AGENTS
from pane_cli.rules.schema import DEFAULT


@pytest.mark.parametrize(
    "options, seconds",
    [
        pytest.param(("--deadline", "6"), "6", id="option"),
        pytest.param(("--set", "hook.deadline=2.4"), "2.4", id="rule"),
        pytest.param((), "2", id="default"),
    ],
)
def test_a_slow_source(options: tuple[str, ...], seconds: str, tmp_path: Path) -> None:
    """Opening a pipe that nobody writes waits for ever."""
    pinned(tmp_path, "stay afloat")
    slow = tmp_path / "slow.jsonl"
    os.mkfifo(slow)
    told = event(prompt="hi", transcript_path=str(slow))
    done = hook(tmp_path, told, *options, patient=False)
    # A busy machine may need two seconds for less than finding the pins.
    assert "stay afloat" in added(done) or seconds != "6"
    assert f"the deadline of {seconds} s has passed" in done.err.decode()


def test_the_end_of_a_turn_folds_what_a_prompt_would_wait_for(tmp_path: Path) -> None:
    source = tmp_path / "t.jsonl"
    source.write_text("".join(record(n, "user", f"request {n}") for n in range(100)))
    hook(tmp_path, event("Stop", transcript_path=str(source)))
    kept = (tmp_path / "store" / "cache" / "folds").glob("5d1c*")
    assert len(list(kept)) == 1


def test_the_users_pins_wait_for_no_session(tmp_path: Path) -> None:
    """The session can't be read: a pipe that nobody writes stands in its place."""
    pinned(tmp_path, "stay afloat")
    os.mkfifo(tmp_path / "store" / "sessions" / f"{SESSION}.jsonl")
    done = hook(tmp_path, event(prompt="hi"), "--deadline", "6")
    assert added(done) == "# Pinned notes\n- p-0: stay afloat"
    assert b"the deadline of 6 s has passed" in done.err


def test_a_payload_that_never_ends(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stdin:
        done = subprocess.run(
            [PANE, "hook", "--deadline", "0.5"],
            stdin=stdin,
            capture_output=True,
            cwd=tmp_path,
            env=environment(tmp_path),
            timeout=PATIENCE,
            check=False,
        )
    os.close(writing)
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"the deadline of 0.5 s has passed" in done.stderr


def test_the_deadline_is_below_what_every_agent_waits() -> None:
    for agent in AGENTS.values():
        for name, when in agent.events.items():
            if when.moment != "quiet":
                assert DEFAULT.hook.deadline < when.timeout, (agent.name, name)


def test_two_at_once_and_more(tmp_path: Path) -> None:
    """Each answers, and the transcript is in the store once."""
    pinned(tmp_path, "stay afloat")
    source = tmp_path / "t.jsonl"
    lines = [record(n, "user", f"request {n}") for n in range(40)]
    source.write_text("".join(lines))
    told = json.dumps(event(prompt="hi", transcript_path=str(source))).encode()
    several = [_start(tmp_path) for _ in range(6)]
    for process in several:
        assert process.stdin is not None
        process.stdin.write(told)
        process.stdin.close()
    texts = []
    for process in several:
        assert process.stdout is not None and process.stderr is not None
        out, err = process.stdout.read(), process.stderr.read()
        assert err == b""
        texts.append(added(Outcome(process.wait(PATIENCE), out, err)))
    assert any("stay afloat" in text for text in texts)
    (stored,) = (tmp_path / "store" / "sessions").glob("5d1c*.jsonl")
    kinds = [json.loads(line)["kind"] for line in stored.read_text().splitlines()]
    assert kinds == ["session", *["text"] * 40]


def _start(place: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [PANE, "hook", "--deadline", "20"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=place,
        env=environment(place),
    )
