"""Whatever goes wrong: status 0, nothing or one whole document, a reason on stderr."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from hook_events import SESSION, added, event, hook, pinned, record
from running import PANE, PATIENCE, environment, run

BAD = {
    "empty": b"",
    "blank": b" \n",
    "cut": b'{"hook_event_name": "UserPromptSubmit", "session_id"',
    "list": b"[1, 2]",
    "nan": b'{"hook_event_name": NaN}',
    "bytes": bytes(range(256)),
    "deep": b"[" * 100_000,
    "no session": b'{"hook_event_name": "Stop"}',
    "numbers": b'{"hook_event_name": 5, "session_id": 7, "prompt": []}',
    "path": json.dumps(event(transcript_path="\0/no/such", cwd="\0")).encode(),
    "surrogate": b'{"hook_event_name":"Stop","session_id":"\\ud99c"}',
    "long id": json.dumps(event(session_id="x" * 5_000)).encode(),
    "id that climbs": json.dumps(event(session_id="../../../etc/x")).encode(),
}


@pytest.mark.parametrize("body", BAD.values(), ids=BAD.keys())
def test_a_bad_payload(body: bytes, tmp_path: Path) -> None:
    done = hook(tmp_path, body)
    assert added(done) == ""
    assert b"Traceback" not in done.err
    assert len(done.err.splitlines()) <= 2


def test_a_huge_payload(tmp_path: Path) -> None:
    done = hook(tmp_path, json.dumps(event(prompt="x" * (17 << 20))).encode())
    assert added(done) == ""
    assert b"more than" in done.err


def test_a_huge_prompt_is_answered(tmp_path: Path) -> None:
    pinned(tmp_path, "stay afloat")
    done = hook(tmp_path, event(prompt="word " * 400_000))
    assert "stay afloat" in added(done)


@pytest.mark.parametrize(
    "options",
    ["--no-such-flag", "--deadline soon", "--store", "one two", "--set no.such=1"],
)
def test_a_command_line_that_is_wrong(options: str, tmp_path: Path) -> None:
    done = hook(tmp_path, event(prompt="hi"), *options.split())
    assert (done.status, done.out) == (0, b"")
    assert done.err


def test_there_is_no_store_and_nothing_to_make_one_for(tmp_path: Path) -> None:
    assert added(hook(tmp_path, event(prompt="hi"))) == ""
    assert not (tmp_path / "store").exists()


def test_rules_that_are_wrong_are_named(tmp_path: Path) -> None:
    (tmp_path / ".pane").mkdir()
    (tmp_path / ".pane" / "rules.yaml").write_text("hook: {colour: red}\n")
    done = hook(tmp_path, event(prompt="hi", cwd=str(tmp_path)))
    assert added(done) == ""
    assert b"rules.yaml:1: hook.colour" in done.err


def test_a_disk_that_can_not_be_written(tmp_path: Path) -> None:
    """Root writes where the mode forbids it: so the store lies in a kernel's folder."""
    (tmp_path / "t.jsonl").write_text(record(0, "user", "Why does it fail?"))
    told = event(prompt="hi", transcript_path=str(tmp_path / "t.jsonl"))
    done = hook(tmp_path, told, PANE_STORE="/proc/pane/store")
    assert added(done) == ""
    assert b"/proc/pane" in done.err


ALONE = ["unshare", "--mount", "sh", "-c"]
"""Runs a script that may mount what it likes, where this machine lets it."""


def _may_mount() -> bool:
    try:
        return subprocess.run([*ALONE, "true"], capture_output=True).returncode == 0
    except OSError:
        return False


@pytest.mark.skipif(not _may_mount(), reason="this user may not mount")
def test_a_disk_that_is_read_only_still_answers(tmp_path: Path) -> None:
    pinned(tmp_path, "stay afloat")
    (tmp_path / "t.jsonl").write_text(record(0, "user", "Why does it fail?"))
    told = event(prompt="hi", transcript_path=str(tmp_path / "t.jsonl"))
    (tmp_path / "e.json").write_text(json.dumps(told))
    script = "mount --bind store store && mount -o remount,ro,bind store && pane hook"
    done = run([*ALONE, f"{script} < e.json"], tmp_path)
    assert "stay afloat" in added(done)
    assert b"Read-only file system" in done.err
    assert b"Traceback" not in done.err


def test_a_cache_that_can_not_be_written_still_answers(tmp_path: Path) -> None:
    pinned(tmp_path, "stay afloat")
    folder = tmp_path / "store" / "cache" / "hook"
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("a file where the folder would be")
    done = hook(tmp_path, event(prompt="hi"))
    assert "stay afloat" in added(done)
    assert b"nothing is remembered" in done.err


@pytest.mark.parametrize("made", [b"", b'{"kind":"session","v":1,"id'])
@pytest.mark.parametrize("id", [SESSION, "user"])
def test_a_session_that_another_process_is_making(
    id: str, made: bytes, tmp_path: Path
) -> None:
    """Its file is there before its first line is: it is not there yet."""
    pinned(tmp_path, "stay afloat")
    sessions = tmp_path / "store" / "sessions"
    (sessions / f"{id}.jsonl").write_bytes(made)
    (tmp_path / "t.jsonl").write_text(record(0, "user", "Why does it fail?"))
    told = event(prompt="hi", transcript_path=str(tmp_path / "t.jsonl"))
    done = hook(tmp_path, told)
    assert ("stay afloat" in added(done)) == (id != "user")
    assert done.err == b""
    assert (sessions / f"{SESSION}.jsonl").read_bytes().count(b"\n") == 2


def test_a_memory_that_is_damaged_is_a_new_one(tmp_path: Path) -> None:
    pinned(tmp_path, "stay afloat")
    assert added(hook(tmp_path, event(prompt="hi")))
    (kept,) = (tmp_path / "store" / "cache" / "hook").iterdir()
    kept.write_bytes(b'{"shown": "no')
    assert "stay afloat" in added(hook(tmp_path, event(prompt="hi")))


def test_a_damaged_transcript_is_read_and_its_damage_named(tmp_path: Path) -> None:
    source = tmp_path / "t.jsonl"
    source.write_text(
        record(0, "user", "mend it") + '{"type":"us\n' + record(1, "user", "x")
    )
    done = hook(tmp_path, event("Stop", transcript_path=str(source)))
    assert added(done) == ""
    assert b"t.jsonl: 1 damaged lines, the first is line 2" in done.err
    stored = next((tmp_path / "store" / "sessions").iterdir()).read_text()
    assert stored.count('"kind":"text"') == 2


@pytest.mark.parametrize("redirection", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(redirection: str, tmp_path: Path) -> None:
    pinned(tmp_path, "stay afloat")
    (tmp_path / "e.json").write_text(json.dumps(event(prompt="hi")))
    script = f"pane hook < e.json {redirection}"
    done = run(["bash", "--norc", "-c", script], tmp_path)
    assert done.status == 0
    assert b"Traceback" not in done.err


@pytest.mark.parametrize("options", [(), ("--deadline", "5")])
def test_nobody_reads_the_answer(options: tuple[str, ...], tmp_path: Path) -> None:
    pinned(tmp_path, "stay afloat")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [PANE, "hook", *options],
        input=json.dumps(event(prompt="hi")).encode(),
        stdout=writing,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(tmp_path),
        timeout=PATIENCE,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")
