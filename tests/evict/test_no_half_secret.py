"""A secret is taken out before a text is clipped: half of one is not recognised."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import run

#: Put together here, so that no scanner takes this file for a leak.
KEY = "AKIA" + "QX7LMW3RTY5PZD2K"
PADS = range(20, 130, 7)


@pytest.mark.parametrize(
    "command",
    [
        "assemble --budget 700",
        "summarize",
        "evict --list",
        "show",
        "recall boom",
    ],
)
def test_no_half_of_a_secret_is_shown(command: str, tmp_path: Path) -> None:
    for pad in PADS:
        (tmp_path / "s.jsonl").write_text(_transcript("x" * pad + " " + KEY))
        first, *rest = command.split()
        query, rest = (rest[:1], rest[1:]) if first == "recall" else ([], rest)
        script = (
            "pane evict t1 -q s.jsonl --now 2026-01-01T00:00:00Z > out.jsonl; "
            f"pane {first} {' '.join(query)} {' '.join(rest)} "
        )
        source = "< out.jsonl" if "--list" in rest else "out.jsonl"
        done = run(["sh", "-c", script + source], tmp_path)
        assert done.status == 0, done.err.decode()
        assert KEY[:10].encode() not in done.out


def _transcript(words: str) -> str:
    messages: list[dict[str, object]] = [
        {"role": "user", "content": f"use {words}"},
        _call("c1", "Bash", command=f"curl -H '{words}' host"),
        _result("c1", "Exit code 1\nboom", error=True),
        _call("c2", "Grep", pattern=words),
        _result("c2", "nothing"),
        {"role": "assistant", "content": "boom"},
        {"role": "user", "content": "go on"},
    ]
    return _lines(messages)


def _lines(messages: list[dict[str, object]]) -> str:
    records = [
        {
            "type": message["role"],
            "uuid": f"u{n}",
            "parentUuid": f"u{n - 1}" if n else None,
            "sessionId": "11111111-2222-4333-8444-555555555555",
            "message": message,
        }
        for n, message in enumerate(messages)
    ]
    return "".join(json.dumps(record) + "\n" for record in records)


def _call(id: str, tool: str, **args: str) -> dict[str, object]:
    block = {"type": "tool_use", "id": id, "name": tool, "input": args}
    return {"role": "assistant", "content": [block]}


def _result(id: str, text: str, error: bool = False) -> dict[str, object]:
    block = {"type": "tool_result", "tool_use_id": id, "content": text}
    return {"role": "user", "content": [{**block, "is_error": error}]}


@pytest.mark.parametrize("pad", range(270, 300, 3))
def test_a_long_command_is_not_cut_in_a_secret(pad: int, tmp_path: Path) -> None:
    messages = [
        {"role": "user", "content": "go"},
        _call("c1", "Bash", command="x" * pad + " " + KEY + " and more"),
        _result("c1", "word " * 400),
        _call("c2", "Bash", command="ls"),
        _result("c2", "nothing"),
    ]
    (tmp_path / "s.jsonl").write_text(_lines(messages))
    alone = "--set evict.order=[large-result] --set tokens.window=1000"
    script = (
        f"pane evict --auto --force -q {alone} s.jsonl | tee out.jsonl |"
        " pane evict --list --set evict.pointer_chars=900 -"
    )
    done = run(["sh", "-c", script], tmp_path)
    assert done.status == 0, done.err.decode()
    assert b"output of Bash xxx" in done.out
    assert KEY[:10].encode() not in done.out


PASSWORD = "Zq8vT2mK9pLx" + "4Rw7Yh3N"
HIDDEN = [
    _call("c1", "Login", password=PASSWORD),
    _result("c1", f"failed: {KEY[:9]}\x1b[31m{KEY[9:]}", error=True),
    _call("c2", "Write", file_path=f"/repo/{KEY}/{PASSWORD}.py", content="x"),
    _result("c2", "written"),
]
COMMANDS = [
    "assemble --budget 900",
    "assemble --as openai",
    "assemble --as anthropic",
    "assemble --as json",
    "summarize",
    "summarize --json",
    "show",
    "show --json",
    "recall Login",
    "recall Login --json",
    "recall written",
    "recall t1",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_names_colours_and_paths_hide_no_secret(command: str, tmp_path: Path) -> None:
    first, *rest = command.split()
    query, options = (rest[:1], rest[1:]) if first == "recall" else ([], rest)
    messages = [{"role": "user", "content": "go"}, *HIDDEN]
    (tmp_path / "s.jsonl").write_text(_lines(messages))
    done = run(["pane", first, *query, "s.jsonl", *options], tmp_path)
    assert done.status == 0, done.err.decode()
    shown = done.out.decode().replace("\x1b[31m", "").replace("\\u001b[31m", "")
    assert KEY not in shown
    assert PASSWORD not in shown.replace(f"{PASSWORD}.py", "")
