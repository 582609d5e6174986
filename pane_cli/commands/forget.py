"""`pane forget`: remove a session for good."""

from __future__ import annotations

from typing import Annotated

import typer

from pane_cli.commands.shared import options
from pane_cli.commands.shared.settings import files_folder, store_folder
from pane_cli.commands.shared.terminal import say
from pane_cli.errors import PaneError
from pane_cli.session.address import short_id
from pane_cli.store.store import Store


def forget(
    sessions: Annotated[
        list[str], typer.Argument(metavar="ID...", help="Sessions, by any unique part.")
    ],
    store: options.Store = None,
    quiet: options.Quiet = False,
) -> int:
    """Remove a session, its original and what is indexed of it, for good.

    The agent's own transcript stays as it is. A tombstone keeps `ingest` from bringing
    the session back. A subagent is a session of its own, and stays.

    Examples:

      pane forget 4d5611e5
    """
    from pane_cli.commands.shared.indexing import forget_index
    from pane_cli.store.keeping import forget as forget_files

    opened = Store(store_folder(store))
    for part in sessions:
        _forget(opened, part, quiet)
    forget_index(opened)
    folder = files_folder()
    if folder is not None:
        forget_files(folder)
    return 0


def _forget(store: Store, part: str, quiet: bool) -> None:
    try:
        id = store.find(part)
    except PaneError:
        if store.is_forgotten(part) or part in map(short_id, store.forgotten()):
            say(f"{part}: forgotten already", quiet)
            return
        raise
    store.forget(id)
    say(f"{id}: forgotten; ingest will not bring it back", quiet)
    below = [other for other in store.ids() if other.startswith(f"{id}/")]
    if below:
        count = f"{len(below)} of its subagents' sessions stay"
        say(f"{count}: {', '.join(map(store.names().short, below[:8]))}", quiet)
