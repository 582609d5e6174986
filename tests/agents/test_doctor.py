"""`pane doctor` fails where an agent would: it plays what the agent does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import Outcome, run

BROKEN = {
    "status 2": "exit 2",
    "says nothing": "exit 0",
    "says too much": 'echo "pane is here"; exec {pane} hook',
    "another key": """echo '{{"hookSpecificOutput": {{}}, "more": 1}}'""",
}


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN.keys())
def test_a_hook_that_does_not_work(body: str, tmp_path: Path) -> None:
    pane = run(["sh", "-c", "command -v pane"], tmp_path).out.decode().strip()
    run(["pane", "init", "-q", "--agent", "claude-code", "--write"], tmp_path)
    assert doctor(tmp_path, pane).status == 0
    fake = tmp_path / "bin" / "pane"
    fake.parent.mkdir()
    fake.write_text(f"#!/bin/sh\n{body.format(pane=pane)}\n")
    fake.chmod(0o755)
    done = doctor(tmp_path, pane)
    assert done.status == 1
    assert b"FAIL  hook: Claude Code: `pane hook`" in done.out


def test_a_silenced_environment_is_no_fault(tmp_path: Path) -> None:
    run(["pane", "init", "-q", "--agent", "codex", "--write"], tmp_path)
    done = run(["pane", "doctor", "--only", "hook"], tmp_path, PANE_HOOK="off")
    assert done.status == 0, done.out.decode()


def test_settings_that_are_no_json(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").write_text("// mine\n{}")
    done = run(["pane", "doctor", "--json", "--only", "agents"], tmp_path)
    assert done.status == 1
    found = json.loads(done.out)
    assert not found["ok"]
    assert "settings.json: no JSON" in found["checks"][0]["text"]


def test_a_check_that_is_none(tmp_path: Path) -> None:
    done = run(["pane", "doctor", "--only", "heart"], tmp_path)
    assert (done.status, done.out) == (2, b"")


def doctor(place: Path, pane: str) -> Outcome:
    """With a folder first on PATH that may hold another `pane`."""
    script = f'PATH="$PWD/bin:$PATH" {pane} doctor --only hook'
    return run(["sh", "-c", script], place)
