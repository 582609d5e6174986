"""`pane init --agent`: an agent's configuration, printed or put in its place."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from pane_cli.agents.merging import merged
from pane_cli.agents.wiring import WIRINGS, Wiring, rendered
from pane_cli.commands.shared.backups import backup, private
from pane_cli.commands.shared.terminal import output, say, write_text
from pane_cli.errors import PaneError

_SCRIPT_MODE = 0o755


def wire(agent: str, is_here: bool, write: bool, quiet: bool) -> int:
    """Print the wiring of an agent, or write it; returns the exit status."""
    wiring = WIRINGS.get(agent)
    if wiring is None:
        raise PaneError(f"--agent {agent}: unknown", "one of: " + ", ".join(WIRINGS))
    path = place_of(wiring, is_here)
    if write:
        _write(wiring, path, quiet)
    else:
        with output() as stream:
            write_text(stream, rendered(wiring))
        say(f"it goes into {path}; --write puts it there", quiet)
    if shutil.which("pane") is None:
        say("pane is not on PATH: agents will not find it", quiet)
    return 0


def place_of(wiring: Wiring, is_here: bool) -> Path:
    """The file of the user's settings, or with `is_here` of this folder's."""
    if is_here:
        return Path.cwd() / wiring.here
    folder = wiring.home.path(Path.home(), os.environ)
    assert folder is not None, "there is a home"
    return folder / wiring.file


def _write(wiring: Wiring, path: Path, quiet: bool) -> None:
    path = path.resolve()  # a link stays, what it names is replaced
    before = _read(path)
    after = rendered(wiring)
    if before is not None and not wiring.text:
        after = merged(before, wiring.hooks, str(path))
    if before == after:
        say(f"{path}: is there already", quiet)
        return
    if before is not None:
        kept = backup(path)
        say(f"{path}: as it was is now {kept.name}", quiet)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with private(beside) as stream:  # settings can hold keys
            stream.write(after.encode("utf-8"))
        if before is not None:
            shutil.copymode(path, beside)
        if wiring.is_script:
            beside.chmod(_SCRIPT_MODE)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    say(f"{path}: written; {wiring.remark}", quiet)


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        hint = "without --write it is printed, to be put there by hand"
        raise PaneError(f"{path}: no UTF-8; it stays as it is", hint) from error
