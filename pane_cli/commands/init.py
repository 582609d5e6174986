"""`pane init`: the folders of a store, and the wiring of an agent."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pane_cli.commands.shared import options
from pane_cli.commands.shared.settings import store_folder
from pane_cli.commands.shared.terminal import say
from pane_cli.errors import PaneError
from pane_cli.store.place import FOLDERS, make, make_local


def init(
    local: Annotated[
        bool,
        typer.Option("--local", help="Keep this folder's sessions in its `.pane/`."),
    ] = False,
    agent: Annotated[
        str | None,
        typer.Option(
            "--agent",
            help="Print how claude-code, codex, gemini, pi, opencode or aider calls "
            "pane.",
        ),
    ] = None,
    write: Annotated[
        bool,
        typer.Option("--write", help="With --agent: put it there; a backup is kept."),
    ] = False,
    here: Annotated[
        bool,
        typer.Option("--here", help="With --agent: for this folder alone."),
    ] = False,
    store: options.Store = None,
    quiet: options.Quiet = False,
) -> int:
    """Make the store; again, it changes nothing. With --agent, wire an agent in.

    With --local the sessions of this folder, and of those below it, are kept in its
    `.pane/`, which git does not see, save for `.pane/rules.yaml`.

    What --agent prints is the configuration with which that agent calls `pane hook` at
    every prompt; it says where it goes. --write merges it there: what the file holds
    stays as it is, byte for byte, and a second time nothing is changed. A file that is
    no JSON is left alone.

    Examples:

      pane init

      pane init --local

      pane init --agent claude-code --write
    """
    if agent is not None:
        if local or store is not None:
            raise PaneError(
                "--agent goes with neither --local nor --store",
                "--here wires the agent in this folder alone",
            )
        from pane_cli.commands.shared.wiring import wire

        return wire(agent, here, write, quiet)
    if write or here:
        raise PaneError("--write and --here need an --agent", "--agent claude-code")
    if local and store is not None:
        raise PaneError("--local and --store name two stores", "use one of them")
    root = Path.cwd() / ".pane" if local else store_folder(store)
    is_there = all((root / folder).is_dir() for folder in FOLDERS)
    if local:
        make_local(Path.cwd())
    else:
        make(root)
    state = "is there already" if is_there else "made"
    say(f"{root}: {state}; next: pane ingest ~/.claude/projects", quiet)
    return 0
