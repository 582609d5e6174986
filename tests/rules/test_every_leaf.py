"""A knob that nothing reads is a bug: changing any leaf changes some output.

The table is `leaf_rows.py`; a leaf without a row fails.
"""

from __future__ import annotations

import io
import json
import os
import shlex
import shutil
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from leaf_hook import hook_inputs
from leaf_rows import CAPS, FIXED, HOSTS, PARTS, ROWS, UNSEEN
from story_evict import story_bytes

from pane_cli.app import app
from pane_cli.errors import PaneError
from pane_cli.rules.keys import Knob, knobs
from pane_cli.rules.load import to_yaml

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
NOW = "--now 2026-03-03T00:00:00Z"
#: No secret, and shaped like one: put together here so that scanners stay calm.
SECRET = "ghp_" + "9aQz7LmX2cVb" * 3

CHAT = (
    {"role": "user", "name": "Nora", "content": "I saw the late boat from the quay"},
    {"role": "user", "name": "Olaf", "content": "Nora told me that she did see it"},
    {"role": "assistant", "content": "So two of you saw what is in the table."},
)

FACTS = (
    ("user", "user", "role", "runs the harbour office"),
    ("agent", "clock.py", "zone", "the harbour time of Helsinki, everywhere"),
    ("agent", "queries.py", "limit", "2.1 million"),
)

Run = Callable[..., tuple[int, str, str]]


def test_every_leaf_has_a_row() -> None:
    assert set(knobs()) - set(ROWS) == FIXED | UNSEEN, "add a row to leaf_rows.py"
    assert set(ROWS) <= set(knobs())


def test_every_list_of_parts_is_walked() -> None:
    with_parts = {key for key, row in knobs().items() if row.fields and row.default}
    assert with_parts == set(PARTS)


@pytest.mark.parametrize("key", ROWS)
def test_a_leaf_acts(key: str, run: Run) -> None:
    row = ROWS[key]
    if row.needs and find_spec(row.needs) is None:
        pytest.skip(f"{row.needs} is not installed")
    _differs(run, row.command, key, row.value)


def changed_parts() -> list[Any]:
    rows = [row for key, row in knobs().items() if key in PARTS]
    return [case for row in rows for case in _cases(row)]


def _cases(knob: Knob) -> list[Any]:
    cases = []
    for index, part in enumerate(knob.default):
        for field in set(part) - {"name"}:
            value = [dict(other) for other in knob.default]
            value[index][field] = CAPS[field]
            name = f"{knob.key}[{part['name']}].{field}"
            cases.append(pytest.param(knob.key, value, id=name))
        without = knob.default[:index] + knob.default[index + 1 :]
        cases.append(pytest.param(knob.key, without, id=f"{knob.key}[{part['name']}]"))
    return sorted(cases, key=lambda case: str(case.id))


@pytest.mark.parametrize(("key", "value"), changed_parts())
def test_a_part_acts(key: str, value: Any, run: Run) -> None:
    _differs(run, PARTS[key], key, value)


def _differs(run: Run, command: str, key: str, value: Any) -> None:
    acts = run(command) != run(command, key, value)
    assert acts, f"`{key}: {value}` changes nothing in: pane {command}"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run a command line in this process, the store empty; one without a rule once."""
    root = tmp_path_factory.mktemp("leaf")
    with pytest.MonkeyPatch.context() as patch:
        inputs = _inputs(root, patch)
    known: dict[str, tuple[int, str, str]] = {}

    def once(command: str, setting: list[str]) -> tuple[int, str, str]:
        words = [inputs.get(word, word) for word in shlex.split(command)]
        words[1:1] = setting
        shutil.rmtree(root / "store", ignore_errors=True)
        shutil.rmtree(root / "hooked", ignore_errors=True)
        shutil.copytree(root / "kept", root / "hooked")
        with pytest.MonkeyPatch.context() as patch:
            return _pane(words, root, patch)

    def run_(command: str, key: str = "", value: Any = None) -> tuple[int, str, str]:
        if key:
            return once(command, ["--set", f"{key}={to_yaml(value)}"])
        if command not in known:
            known[command] = once(command, [])
            assert known[command] == once(command, []), f"{command} does not repeat"
        return known[command]

    return run_


def _inputs(root: Path, patch: pytest.MonkeyPatch) -> dict[str, str]:
    """Write `S`: the sample in the middle of its last turn but one, and `C`."""
    (sample,) = sorted((SAMPLES / "claude-code").glob("*.jsonl"))
    lines = sample.read_bytes().splitlines(keepends=True)[:-2]
    (root / "sample.jsonl").write_bytes(b"".join(lines))
    steps = [
        f"evict 4 sample.jsonl {NOW}",
        f"pin 'keep the API stable, kiosks depend on it' 0.jsonl {NOW}",
        f"pin 'the copy of production is copy.db, read only' 1.jsonl {NOW}",
        f"pin 'the key is {SECRET}' 2.jsonl {NOW}",
    ]
    for index, step in enumerate(steps):
        status, out, err = _pane(shlex.split(step), root, patch)
        assert status == 0, err
        (root / f"{index}.jsonl").write_text(out, encoding="utf-8")
    chat = "".join(json.dumps(message) + "\n" for message in CHAT)
    (root / "chat.jsonl").write_text(chat, encoding="utf-8")
    (root / "evict.jsonl").write_bytes(story_bytes())
    damaged = next((SAMPLES / "damaged").glob("*.jsonl"))
    (root / "torn.jsonl").write_bytes(damaged.read_bytes())
    last = f"{len(steps) - 1}.jsonl"
    stored = (root / last).read_text(encoding="utf-8")
    (root / "more.jsonl").write_text(stored + _more(stored), encoding="utf-8")

    def pane(words: list[str]) -> None:
        status, _, err = _pane(words, root, patch)
        assert status == 0, err

    return hook_inputs(root, sample, pane) | {
        **{f"E:{agent}": _as_agent(root, agent) for agent in HOSTS},
        "S": last,
        "M": "more.jsonl",
        "E": "evict.jsonl",
        "C": "chat.jsonl",
        "T": str(SAMPLES),
        "D": str(damaged),
        "K": "torn.jsonl",
    }


def _as_agent(root: Path, agent: str) -> str:
    """`E` as a session of this agent."""
    header, rest = story_bytes().split(b"\n", 1)
    made = json.loads(header) | {"agent": agent.replace("_", "-")}
    path = root / f"evict-{agent}.jsonl"
    path.write_bytes(json.dumps(made).encode() + b"\n" + rest)
    return path.name


def _more(lines: str) -> str:
    """Another failure that was passed, another range that left, and facts."""
    last = [json.loads(line) for line in lines.splitlines()]
    last = [line for line in last if "n" in line][-1]
    n, turn = last["n"], last["turn"]
    made: list[dict[str, Any]] = []
    for text, fails in (("Error: no rule to make docs", True), ("done", False)):
        call = {"n": n + 1, "turn": turn, "role": "assistant", "call": f"m-{n}"}
        command = {"tool": "Bash", "args": {"command": "make docs"}}
        made.append({"kind": "call", **call, **command})
        n += 2
        result = {"kind": "result", **call, "n": n, "role": "tool", "text": text}
        made.append(result | ({"error": True} if fails else {}))
    made.append({"kind": "evict", "mark": 9, "entries": [[102, 123]], "after": n})
    for mark, (by, entity, key, value) in enumerate(FACTS, 10):
        fact = {"kind": "fact", "mark": mark, "entity": entity, "name": key}
        made.append({**fact, "text": value, "by": by, "after": n})
    return "".join(json.dumps(line) + "\n" for line in made)


def _pane(
    words: list[str], root: Path, patch: pytest.MonkeyPatch
) -> tuple[int, str, str]:
    words, file = (words[:-2], words[-1]) if "<" in words else (words, os.devnull)
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    patch.chdir(root)
    for name, value in {
        "HOME": root,
        "PANE_STORE": root / "store",
        "TZ": "UTC",
    }.items():
        patch.setenv(name, str(value))
    patch.delenv("XDG_CONFIG_HOME", raising=False)
    patch.setattr(sys, "stdout", out)
    patch.setattr(sys, "stderr", err)
    with Path(file).open("rb") as stdin:
        patch.setattr(sys, "stdin", io.TextIOWrapper(stdin))
        try:
            status = app(words, prog_name="pane", standalone_mode=False)
        except PaneError as error:  # a refusal is something that a user sees, too
            return error.status, "", f"{error}: {error.hint}"
    return status or 0, _text(out), _text(err)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8")
