"""A knob that nothing reads is a bug: changing any leaf changes some output.

The table is `leaf_rows.py`; a leaf without a row fails.
"""

from __future__ import annotations

import io
import json
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from leaf_rows import CAPS, FIXED, PARTS, ROWS

from pane_cli.app import app
from pane_cli.rules.keys import Knob, knobs

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
NOW = "--now 2026-03-03T00:00:00Z"
#: No secret, and shaped like one: put together here so that scanners stay calm.
SECRET = "ghp_" + "9aQz7LmX2cVb" * 3

Run = Callable[..., tuple[int, str, str]]


def test_every_leaf_has_a_row() -> None:
    assert set(knobs()) - set(ROWS) == FIXED, "add a row to leaf_rows.py"
    assert set(ROWS) <= set(knobs())


def test_every_list_of_parts_is_walked() -> None:
    with_parts = {key for key, row in knobs().items() if row.fields and row.default}
    assert with_parts == set(PARTS)


@pytest.mark.parametrize("key", ROWS)
def test_a_leaf_acts(key: str, run: Run) -> None:
    row = ROWS[key]
    assert run(row.command) != run(row.command, key, row.value)


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
    assert run(PARTS[key]) != run(PARTS[key], key, value)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a command line in this process; a run without a rule is kept."""
    root = tmp_path_factory.mktemp("leaf")
    with pytest.MonkeyPatch.context() as patch:
        inputs = _inputs(root, patch)
    known: dict[str, tuple[int, str, str]] = {}

    def run_(command: str, key: str = "", value: Any = None) -> tuple[int, str, str]:
        if not key and command in known:
            return known[command]
        words = [inputs.get(word, word) for word in shlex.split(command)]
        words[1:1] = ["--set", f"{key}={json.dumps(value)}"] if key else []
        with pytest.MonkeyPatch.context() as patch:
            result = _pane(words, root, patch)
        if not key:
            assert result[1], f"{command} printed nothing: {result[2]}"
            known[command] = result
        return result

    return run_


def _inputs(root: Path, patch: pytest.MonkeyPatch) -> dict[str, str]:
    """Write `S`: the sample, some of it out, three things pinned."""
    (sample,) = sorted((SAMPLES / "claude-code").glob("*.jsonl"))
    steps = [
        f"evict 4 {shlex.quote(str(sample))} {NOW}",
        f"pin 'keep the API stable, kiosks depend on it' 0.jsonl {NOW}",
        f"pin 'the copy of production is copy.db, read only' 1.jsonl {NOW}",
        f"pin 'the key is {SECRET}' 2.jsonl {NOW}",
    ]
    for index, step in enumerate(steps):
        status, out, err = _pane(shlex.split(step), root, patch)
        assert status == 0, err
        (root / f"{index}.jsonl").write_text(out, encoding="utf-8")
    damaged = next((SAMPLES / "damaged").glob("*.jsonl"))
    last = str(root / f"{len(steps) - 1}.jsonl")
    return {"S": last, "T": str(SAMPLES), "D": str(damaged)}


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
        status = app(words, prog_name="pane", standalone_mode=False)
    return status or 0, _text(out), _text(err)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8")
