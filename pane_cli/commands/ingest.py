"""`pane ingest`: transcripts into the store, or out again as session lines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pane_cli.commands import options
from pane_cli.commands.inputs import Skips
from pane_cli.commands.terminal import output


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
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> int:
    """Save transcripts into the store; only what is new is read.

    A PATH is a file, a folder (searched for .jsonl and .json, also .gz and .zst, for
    databases and chat histories), or a glob. A file that holds several sessions is one
    source each, named like a file in it: `opencode.db/ses_1`. Transcripts and databases
    are never changed, nor locked. With -c, or reading standard input, session
    lines are printed instead, and nothing is saved. Damaged lines are skipped and
    named. The exit status is 2 when a PATH could not be read, is of no known format, or
    has records and yields nothing.

    Examples:

      pane ingest ~/.claude/projects

      pane ingest -c transcript.jsonl | pane evict --to 50% | pane assemble
    """
    skips = Skips(quiet, named=None if verbose else Skips.NAMED)
    if stdout or out or all(str(path) == "-" for path in paths or []):
        from pane_cli.commands.ingest_lines import print_lines

        with output(out) as stream:
            return print_lines(paths, agent, stream, skips, verbose and not quiet)
    from pane_cli.commands.ingest_save import save

    return save(
        paths or [], agent, store, rules_file, settings or [], skips, quiet, verbose
    )
