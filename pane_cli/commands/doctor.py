"""`pane doctor`: what is wired here, and whether it works."""

from __future__ import annotations

from typing import Annotated

import typer

from pane_cli.commands.health.agents import FAILS, Place
from pane_cli.commands.health.checks import CHECKS, found_by
from pane_cli.commands.shared import options
from pane_cli.commands.shared.terminal import output, write_document, write_text
from pane_cli.errors import PaneError


def doctor(
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="Only agents, hook, store, rules or extras."),
    ] = None,
    files: Annotated[
        bool,
        typer.Option("--files", help="Read every file of the store for damage."),
    ] = False,
    repair: Annotated[
        bool,
        typer.Option("--repair", help="And make anew what is derived; cut torn lines."),
    ] = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
) -> int:
    """Print which agents call pane here, and whether that works; exit 1 if not.

    It looks at the agents' settings, plays a prompt of each agent that is wired through
    `pane hook` as the agent would, against a store of its own, and looks at the store,
    the rules and what is installed beside pane. Nothing is changed.

    With --files every session, original and cache of the store is read instead, and
    with --repair catalog, folds and index are made anew, and what a killed process left
    half written is cut; what was said is never touched. Exits 1 while anything is left.

    Examples:

      pane doctor

      pane doctor --only hook --json

      pane doctor --repair
    """
    if only and (files or repair):
        raise PaneError("--only chooses checks, and --files is none", "leave one out")
    if files or repair:
        from pane_cli.commands.health.files import store_report
        from pane_cli.commands.shared.settings import store_folder
        from pane_cli.store.store import Store

        return store_report(Store(store_folder(store)), repair, json, quiet)
    for name in only or ():
        if name not in CHECKS:
            raise PaneError(f"--only {name}: unknown", "one of: " + ", ".join(CHECKS))
    place = Place(store, rules_file, settings)
    rows = [row for name in only or CHECKS for row in found_by(name, place)]
    fails = any(row.state == FAILS for row in rows)
    with output() as stream:
        if json:
            write_document(stream, {"ok": not fails, "checks": rows})
        else:
            lines = (f"{row.state:<5} {row.check}: {row.text}\n" for row in rows)
            write_text(stream, "".join(lines))
    return 1 if fails else 0
