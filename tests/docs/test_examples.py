"""Every example that a help page shows runs, in order, as it stands there."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from running import ROOT, run

from pane_cli.app import app

SAMPLE = next((ROOT / "samples" / "claude-code").glob("7c1e5a90*.jsonl"))
SESSION = "4d5611e5-241a-462a-8d15-5122611a9569"
#: They need what is not here, or never end.
NOT_RUN = ("fzf", "--follow", "evaluate protocol", "evaluate tune", "tuned.yaml")
#: With these 1 is an answer, too: nothing found, findings.
MAY_BE_ONE = ("recall", "check", "discover", "doctor", "evaluate")
_EXAMPLE = re.compile(r"^\s*(?:Example: )?(pane .*)$", re.MULTILINE)


def helps(command: Any) -> Iterator[str]:
    """The help of a command and of those below it."""
    yield command.help or ""
    for name in command.list_commands(None) if hasattr(command, "commands") else ():
        yield from helps(command.get_command(None, name))


def examples() -> list[str]:
    root: Any = typer.main.get_command(app)
    found = [one for help in helps(root) for one in _EXAMPLE.findall(help)]
    shown = dict.fromkeys(line for line in found if not line.endswith(","))
    return [line for line in shown if not any(word in line for word in NOT_RUN)]


def test_examples_run(tmp_path: Path) -> None:
    text = SAMPLE.read_text("utf-8").replace(SAMPLE.stem, SESSION)
    body = text.replace("ferry/auth/refresh.py", "src/auth.ts")
    projects = tmp_path / ".claude" / "projects" / "p"
    for folder in (projects, tmp_path / ".pane", tmp_path / "sessions"):
        folder.mkdir(parents=True)
    (tmp_path / "transcript.jsonl").write_text(body, "utf-8")
    (tmp_path / "event.json").write_text("{}")
    (tmp_path / ".pane" / "rules.yaml").write_text("version: 1\n")
    shutil.copy(tmp_path / "transcript.jsonl", projects / f"{SESSION}.jsonl")
    shell(tmp_path, "pane ingest -q transcript.jsonl")
    shell(tmp_path, "pane assemble -s 4d5611e5 --mirror ctx.md")
    shell(tmp_path, "pane check -q --write-baseline known.json transcript.jsonl")
    lines = examples()
    assert len(lines) > 50
    failed = []
    for line in lines:
        done = shell(tmp_path, line)
        most = 1 if any(word in line for word in MAY_BE_ONE) else 0
        if done.status > most or b"Traceback" in done.err:
            failed.append(f"$ {line}\n{done.err.decode()}")
    assert not failed, "\n".join(failed)


def shell(place: Path, line: str):  # type: ignore[no-untyped-def]
    return run(["bash", "-c", line], place)
