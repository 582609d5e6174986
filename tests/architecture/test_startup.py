"""What a command does not need is not imported: start-up is paid at every prompt."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from entries_made import entry, session_bytes
from running import PANE, PATIENCE, environment

#: Each costs more than all of ours; told by the name of the package.
HEAVY = {"yaml", "whoosh", "rich", "sqlite3", "zstandard", "pydantic", "jsonlines"}
HEAVY |= {"numpy", "tokenizers", "onnxruntime"}
#: What a pipe does without; jsonlines may carry its lines.
PIPE = HEAVY - {"jsonlines"}
#: What a plain recall does without: Typer costs as much as its answer.
PLAIN = HEAVY | {"typer", "subprocess", "shutil", "_hashlib"}
#: What a plain context or summary does without: it is text, and from what is small.
TEXT = PLAIN | {"json", "tempfile", "gzip", "dataclasses", "difflib"}

RECORD = {
    "type": "user",
    "uuid": "u-1",
    "parentUuid": None,
    "sessionId": "5d1c9a70-0b6e-4a5f-9f0e-7b6a2f1c3d21",
    "timestamp": "2026-02-10T09:12:44.000Z",
    "message": {"role": "user", "content": "Why does the token refresh fail?"},
}


@pytest.mark.parametrize(
    "arguments, spared",
    [
        pytest.param(["--version"], HEAVY, id="version"),
        pytest.param(["--help"], HEAVY, id="help"),
        pytest.param(["assemble", "in.jsonl"], TEXT - {"_hashlib"}, id="assemble"),
        pytest.param(["assemble", "-s", "a"], TEXT, id="assemble stored"),
        pytest.param(["evict", "1", "in.jsonl"], PIPE, id="evict"),
        pytest.param(["pin", "a", "in.jsonl"], PIPE, id="pin"),
        pytest.param(["facts", "in.jsonl"], PIPE, id="facts"),
        pytest.param(["summarize", "in.jsonl"], TEXT - {"_hashlib"}, id="summarize"),
        pytest.param(["check", "in.jsonl"], PIPE, id="check"),
        pytest.param(["topics", "in.jsonl"], PIPE, id="topics"),
        pytest.param(["ingest", "-c", "in.jsonl"], PIPE, id="ingest"),
        pytest.param(["recall", "token"], PLAIN - {"sqlite3"}, id="stored"),
        pytest.param(["recall", "token", "in.jsonl"], HEAVY | {"typer"}, id="recall"),
    ],
)
def test_start_up_imports_nothing_heavy(
    arguments: list[str], spared: set[str], tmp_path: Path
) -> None:
    (tmp_path / "in.jsonl").write_text(json.dumps(RECORD) + "\n")
    stored = tmp_path / "store" / "sessions"
    stored.mkdir(parents=True)
    (stored / "a.jsonl").write_bytes(session_bytes("a", [entry(1, "a token")]))
    assert not spared & imported(arguments, tmp_path)


def test_a_hook_imports_nothing_heavy(tmp_path: Path) -> None:
    """A prompt waits for it: not even the command line is read, where there is none."""
    (tmp_path / "in.jsonl").write_text(json.dumps(RECORD) + "\n")
    transcript = str(tmp_path / "in.jsonl")
    told = {"session_id": RECORD["sessionId"], "transcript_path": transcript}
    end = json.dumps({**told, "hook_event_name": "Stop"})
    prompt = {**told, "hook_event_name": "UserPromptSubmit", "prompt": "hi"}
    imported(["hook", end], tmp_path)
    loaded = imported(["hook"], tmp_path, json.dumps(prompt))
    assert "msgspec" in loaded
    assert not {*HEAVY, "typer"} & loaded


def imported(arguments: list[str], place: Path, told: str = "") -> set[str]:
    """The top-level packages that a run of `pane` has imported."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", PANE, *arguments],
        cwd=place,
        env=environment(place),
        input=told,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    timed = [
        line.rpartition("|")[2].strip()
        for line in done.stderr.splitlines()
        if line.startswith("import time:")
    ]
    assert done.returncode == 0, done.stderr.rpartition("import time:")[2]
    assert "pane_cli" in {name.partition(".")[0] for name in timed}
    return {name.partition(".")[0] for name in timed}
