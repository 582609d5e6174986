"""Every pointer's command, run as printed, gives back what it stands for."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from running import ROOT, run

SAMPLE = next((ROOT / "samples" / "claude-code").glob("*.jsonl"))
NOW = "--now 2026-03-05T08:00:00Z"
_POINTER = re.compile(
    r"^\[out #(\d+)(?:-(\d+))?.* · (pane recall \S+.*)$", re.MULTILINE
)
#: Results leave alone, and inputs of failed calls.
_ALONE = (
    "--auto --force --set tokens.window=15000 --set evict.alone=20"
    " --set evict.large=.04"
    " --set evict.failed_turns=1"
    " --set 'evict.order=[large-result, duplicate, superseded-read, failed-input]'"
)

WAYS = {
    "a file": f"pane evict 4 sample.jsonl -q {NOW} > session.jsonl;"
    " pane assemble --budget 3000 session.jsonl",
    "a transcript": "pane assemble --budget 1500 sample.jsonl",
    "the store": f"pane ingest -q sample.jsonl; pane evict -q -s 7c1e 4 {NOW};"
    " pane evict -s 7c1e --list",
    "another store": "pane ingest --store 'my store' -q sample.jsonl;"
    f" pane evict -q --store 'my store' -s 7c1e 4 {NOW};"
    " pane assemble --store 'my store' -s 7c1e --budget 3000",
    "entries that left alone": f"pane evict {_ALONE} sample.jsonl -q {NOW}"
    " > session.jsonl; pane evict --list session.jsonl",
    "entries alone, in a context": "pane ingest -q sample.jsonl;"
    f" pane evict {_ALONE} -s 7c1e -q {NOW};"
    " pane assemble -s 7c1e --budget 60000 --set assemble.blocks="
    "'[{name: out}, {name: turns}]'",
    "a pipe of a transcript": f"pane ingest -c sample.jsonl | pane evict 4 -q {NOW} |"
    " pane evict --list",
}


@pytest.mark.parametrize("way", WAYS)
def test_a_pointers_command_gives_back_its_range(way: str, tmp_path: Path) -> None:
    shutil.copy(SAMPLE, tmp_path / "sample.jsonl")
    printed = _shell(WAYS[way], tmp_path)
    pointers = _POINTER.findall(printed)
    assert pointers
    for first, last, command in pointers:
        back = _shell(f"{command} --no-redact", tmp_path)
        for text in _texts(tmp_path, int(first), int(last or first)):
            assert text in back


def test_from_a_pipe_the_command_reads_the_same_pipe(tmp_path: Path) -> None:
    shutil.copy(SAMPLE, tmp_path / "sample.jsonl")
    pipe = f"pane evict 4 -q {NOW} < sample.jsonl"
    [(first, last, command)] = _POINTER.findall(
        _shell(f"{pipe} | pane evict --list", tmp_path)
    )
    assert command.endswith(" -")
    back = _shell(f"{pipe} | {command} --no-redact", tmp_path)
    assert all(text in back for text in _texts(tmp_path, int(first), int(last)))


def test_in_messages_a_result_that_left_is_its_command(tmp_path: Path) -> None:
    shutil.copy(SAMPLE, tmp_path / "sample.jsonl")
    printed = _shell(
        f"pane evict {_ALONE} sample.jsonl -q {NOW} > session.jsonl;"
        " pane assemble --budget 60000 --as openai session.jsonl",
        tmp_path,
    )
    out = [m["content"] for m in json.loads(printed) if m["role"] == "tool"]
    commands = [text[6:] for text in out if text.startswith("[out] ")]
    assert commands
    for command in commands:
        n = int(re.findall(r"#(\d+)", command)[0])
        back = _shell(f"{command} --no-redact", tmp_path)
        assert all(text in back for text in _texts(tmp_path, n, n))


def _texts(folder: Path, first: int, last: int) -> list[str]:
    lines = _shell("pane ingest -c sample.jsonl", folder).splitlines()
    entries = [entry for entry in map(json.loads, lines) if "n" in entry]
    return [
        entry["text"].rstrip("\n")
        for entry in entries
        if first <= entry["n"] <= last and entry["kind"] in ("text", "result")
    ]


def _shell(script: str, folder: Path) -> str:
    done = run(["sh", "-e", "-c", script], folder)
    assert done.status == 0, done.err.decode()
    return done.out.decode()
