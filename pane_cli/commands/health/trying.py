"""Plays a prompt through `pane hook` as an agent would, against a store of its own."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from pane_cli.agents.table import AGENTS, prompt_event
from pane_cli.session.address import USER_SESSION
from pane_cli.session.types import Mark
from pane_cli.store.store import Store

_PIN = "doctor was here"
_KEYS = {"hookEventName", "additionalContext"}


class Tried(NamedTuple):
    """How it went."""

    seconds: float
    problem: str = ""


def try_hook(agent: str, line: str) -> Tried:
    """Give the command line a prompt; it must answer with the pin that is there."""
    event = prompt_event(agent)
    patience = AGENTS[agent].events[event].timeout
    with tempfile.TemporaryDirectory() as name:
        store = Store(Path(name) / "store")
        store.append_marks(USER_SESSION, [Mark("pin", 0, name="doctor", text=_PIN)])
        payload = {
            "agent": agent,
            "session_id": "doctor",
            "transcript_path": None,
            "cwd": name,
            "hook_event_name": event,
            "prompt": "hi",
        }
        begun = time.monotonic()
        try:
            done = _played(line, payload, store.root, patience)
        except subprocess.TimeoutExpired:
            return Tried(patience, f"`{line}` takes longer than {patience:g} s")
        seconds = time.monotonic() - begun
    if done.returncode:
        return Tried(seconds, f"`{line}` ends with status {done.returncode}")
    said = done.stderr.decode("utf-8", "replace").strip()
    return Tried(seconds, _problem(line, done.stdout, event, said))


def _played(
    line: str, payload: dict[str, Any], store: Path, patience: float
) -> subprocess.CompletedProcess[bytes]:
    """As agents do it: through a shell, with whatever `pane` is on PATH."""
    return subprocess.run(
        line,
        shell=True,
        input=json.dumps(payload).encode(),
        capture_output=True,
        cwd=store.parent,
        env={**os.environ, "PANE_STORE": str(store), "PANE_HOOK": ""},
        timeout=patience,
        check=False,
    )


def _problem(line: str, printed: bytes, event: str, said: str) -> str:
    try:
        document: Any = json.loads(printed)
        inner = document["hookSpecificOutput"]
        is_fine = set(document) == {"hookSpecificOutput"} and set(inner) == _KEYS
        is_fine = is_fine and inner["hookEventName"] == event
        is_fine = is_fine and _PIN in inner["additionalContext"]
    except (ValueError, KeyError, TypeError):
        is_fine = False
    if is_fine:
        return ""
    return f"`{line}` does not answer as it should{': ' if said else ''}{said}"
