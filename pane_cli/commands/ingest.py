"""`pane ingest`: transcripts into the store, or out again as session lines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pane_cli.commands.shared import options
from pane_cli.commands.shared.sources import Skips
from pane_cli.commands.shared.terminal import output
from pane_cli.errors import PaneError


def ingest(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[PATH]...",
            help="Transcripts, folders of them, or globs; `-` is stdin.",
            show_default=False,
        ),
    ] = None,
    stdout: Annotated[
        bool, typer.Option("--stdout", "-c", help="Print session lines; save nothing.")
    ] = False,
    follow: Annotated[
        bool, typer.Option("--follow", help="Go on: save what is new as it comes.")
    ] = False,
    agent: options.From = None,
    discover: Annotated[
        bool,
        typer.Option("--discover", help="List the folders of the agents here."),
    ] = False,
    list_formats: Annotated[
        bool,
        typer.Option("--list-formats", help="List the formats that can be read."),
    ] = False,
    json: options.Json = False,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> int:
    """Save transcripts into the store; only what is new is read.

    A PATH is a file, a folder (searched for .jsonl, .json and .traj, also .gz and
    .zst, for databases and chat histories), or a glob. --discover says where the agents
    that are installed here keep theirs. A file that holds several sessions is one
    source each, named like a file in it: `opencode.db/ses_1`. Transcripts and databases
    are never changed, nor locked. With -c, or reading standard input, session
    lines are printed instead, and nothing is saved. Damaged lines are skipped and
    named. Followed transcripts are read at every change until Ctrl-C (130). The exit
    status is 2 when a PATH could not be read, is of no known format, or has records and
    yields nothing; 1 when --discover finds nothing.

    Examples:

      pane ingest --discover

      pane ingest ~/.claude/projects

      pane ingest --follow ~/.claude/projects

      pane ingest -c transcript.jsonl | pane evict --to 50% | pane assemble
    """
    if discover or list_formats or json:
        is_alone = not (paths or stdout or follow or agent) and discover != list_formats
        return _tables(is_alone, list_formats, json, store, out, quiet)
    prints = stdout or out or all(str(path) == "-" for path in paths or [])
    if prints and follow:
        raise PaneError(
            "--follow saves, it does not print", "pane ingest --follow PATH"
        )
    if prints:
        from pane_cli.commands.intake.lines import print_lines

        skips = Skips(quiet, named=None if verbose else Skips.NAMED)
        with output(out) as stream:
            return print_lines(paths, agent, stream, skips, verbose and not quiet)
    from pane_cli.commands.intake.save import follow as go_on
    from pane_cli.commands.intake.save import save, work_on

    work = work_on(paths or [], agent, store, rules_file, settings or [])
    return (go_on if follow else save)(work, quiet, verbose)


def _tables(
    is_alone: bool,
    list_formats: bool,
    json: bool,
    store: Path | None,
    out: Path | None,
    quiet: bool,
) -> int:
    """What could be read, in place of reading it."""
    if not is_alone:
        raise PaneError(
            "--discover and --list-formats stand alone, --json with one of them",
            "pane ingest --discover; then pane ingest PATH...",
        )
    from pane_cli.commands.intake import discover as found

    with output(out) as stream:
        if list_formats:
            return found.list_formats(json, stream)
        return found.discover(store, json, stream, quiet)
