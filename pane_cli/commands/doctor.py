"""`pane doctor`: what is damaged, and its repair."""

from __future__ import annotations

from typing import Annotated

import typer

from pane_cli.commands import options
from pane_cli.commands.settings import store_folder


def doctor(
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Make anew what is derived; cut torn lines."),
    ] = False,
    json: options.Json = False,
    store: options.Store = None,
    quiet: options.Quiet = False,
) -> int:
    """Say what is damaged in the store, and mend what is derived.

    Every session, original and cache is read. --repair makes catalog, folds and index
    anew and cuts what a killed process left half written; what was said is never
    touched. Exits 1 while anything is left.

    Examples:

      pane doctor

      pane doctor --store ~/sessions --repair
    """
    from pane_cli.commands.doctor_store import store_report
    from pane_cli.store.store import Store

    return store_report(Store(store_folder(store)), repair, json, quiet)
