"""`pane check`: what is wrong with transcripts and session files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pane_cli.commands.findings import options as own
from pane_cli.commands.shared import options
from pane_cli.errors import PaneError


def check(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Transcripts, sessions, folders, rules files; `-` is stdin.",
            show_default=False,
        ),
    ] = None,
    session: options.SessionId = None,
    select: own.Select = None,
    ignore: own.Ignore = None,
    fail_on: own.FailOn = None,
    exit_zero: own.ExitZero = False,
    format_: own.Format = None,
    json: options.Json = False,
    baseline: own.BaselineFile = None,
    write_baseline: own.WriteBaseline = None,
    fix: own.Fix = False,
    diff: own.Diff = False,
    force: own.Force = False,
    lossless: own.Lossless = False,
    list_: own.List = False,
    explain: own.Explain = None,
    no_redact: options.NoRedact = False,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    now: options.Now = None,
    out: options.Output = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> int:
    """Report what is wrong with transcripts and session files, and what to do.

    Reads stdin without FILE; in folders, whatever is of a known format. Nothing is
    changed without --fix, which mends what loses nothing and keeps the file as it was
    beside it, as FILE.bak. `--lossless` compares sessions with their sources: with -s
    or without FILE, those of the store with their originals.

    Exit status: 0 clean, 1 findings at or above --fail-on (with --diff: something to
    mend), 2 an input can't be read or is of no known format.

    Examples:

      pane check transcript.jsonl sessions/

      pane check --format sarif -o pane.sarif --baseline known.json sessions/

      pane check --fix --diff transcript.jsonl

      pane check --lossless -s 4d5611e5

      pane check --explain P201
    """
    from pane_cli.commands.findings.run import Asked, document, run

    if list_ or explain is not None:
        if json or format_ is not None:
            name = "--list" if list_ else "--explain"
            raise PaneError(f"{name} prints text alone", "leave the format out")
        return document(explain, out)
    if json and format_ not in (None, "json"):
        raise PaneError(f"both --json and --format {format_}", "give one of them")
    asked = Asked(
        files,
        session,
        own.split(select),
        own.split(ignore),
        fail_on,
        exit_zero,
        "json" if json else format_,
        baseline,
        write_baseline,
        fix or diff,
        diff,
        force,
        lossless,
        no_redact,
        agent,
        store,
        now,
        out,
        quiet,
        verbose,
    )
    return run(asked, rules_file, settings)
