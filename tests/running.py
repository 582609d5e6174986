"""Runs the installed `pane` as a user does: another process, a bare environment."""

from __future__ import annotations

import difflib
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PANE = BIN / "pane"
#: Seconds after which a command counts as hanging.
PATIENCE = 120


class Outcome(NamedTuple):
    """What a command left behind."""

    status: int
    out: bytes
    err: bytes


def environment(home: Path, **more: str) -> dict[str, str]:
    """Nothing of the machine but PATH, with this interpreter's `pane` first on it."""
    return {
        "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "HOME": str(home),
        "PANE_STORE": str(home / "store"),
        "LC_ALL": "C",
        "TZ": "UTC",
        "COLUMNS": "80",
        **more,
    }


def run(
    command: list[str], cwd: Path, stdin: bytes | None = None, **more: str
) -> Outcome:
    """Run `command` in `cwd`, its home too; without `stdin` it finds nothing there."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env=environment(cwd, **more),
        input=b"" if stdin is None else stdin,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def difference(expected: bytes, actual: bytes, name: str) -> str:
    """A unified diff a person can read; empty where the bytes are the same."""
    if expected == actual:
        return ""
    lines = difflib.unified_diff(
        _lines(expected), _lines(actual), f"{name} (expected)", f"{name} (actual)"
    )
    return "\n".join(line.rstrip("\n") for line in lines)


def _lines(data: bytes) -> list[str]:
    text = data.decode("utf-8", "backslashreplace").replace("\r", "\\r")
    lines = text.split("\n")
    last = lines.pop()
    return [*lines, f"{last}\\ no newline at the end"] if last else lines
