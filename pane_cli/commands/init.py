"""`pane init`: the folders of a store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pane_cli.commands import options
from pane_cli.commands.settings import store_folder
from pane_cli.commands.terminal import say
from pane_cli.errors import PaneError
from pane_cli.store.place import FOLDERS, make, make_local


def init(
    local: Annotated[
        bool,
        typer.Option("--local", help="Keep this folder's sessions in its `.pane/`."),
    ] = False,
    store: options.Store = None,
    quiet: options.Quiet = False,
) -> int:
    """Make the store; again, it changes nothing.

    With --local the sessions of this folder, and of those below it, are kept in its
    `.pane/`, which git does not see, save for `.pane/rules.yaml`.

    Examples:

      pane init

      pane init --local
    """
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
