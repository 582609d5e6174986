"""`pane check`: what is wrong with transcripts and session files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pane_cli.check.check import chosen, unknown
from pane_cli.check.finding import SEVERITIES
from pane_cli.check.table import ROWS, Row
from pane_cli.commands import options
from pane_cli.commands.checking import Plan, Printed, Run, findings, say_counts
from pane_cli.commands.settings import rules_for
from pane_cli.commands.terminal import output, say, write_text
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Check, Severity


def check(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Transcripts, sessions, folders; `-` is stdin.", show_default=False
        ),
    ] = None,
    session: options.SessionId = None,
    select: Annotated[
        list[str] | None,
        typer.Option("--select", help="Only these: ids, names, or how they begin."),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option("--ignore", help="Not these, the same way.")
    ] = None,
    fail_on: Annotated[
        str | None,
        typer.Option("--fail-on", help="Exit 1 at error, warning or info, and above."),
    ] = None,
    lossless: Annotated[
        bool,
        typer.Option(
            "--lossless", help="Read sources again: do they give the same entries?"
        ),
    ] = False,
    list_: Annotated[
        bool, typer.Option("--list", help="Print every finding there can be.")
    ] = False,
    explain: Annotated[
        str | None, typer.Option("--explain", help="Say what a finding means.")
    ] = None,
    json: options.Json = False,
    no_redact: options.NoRedact = False,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> int:
    """Report what is wrong with transcripts and session files, and what to do.

    Reads stdin without FILE. Nothing is changed. `--lossless` compares sessions with
    their sources: with -s or without FILE, those of the store with their originals.

    Exit status: 0 clean, 1 findings at or above --fail-on, 2 an input can't be read.

    Examples:

      pane check transcript.jsonl sessions/

      pane check --select P2 --fail-on warning < session.jsonl

      pane check --lossless -s 4d5611e5

      pane check --explain P201
    """
    if list_ or explain is not None:
        return _document(explain, out)
    rules = rules_for(store, rules_file, settings).rules
    rows = _rows(rules.check, select, ignore, quiet)
    level = _level(fail_on, rules.check)
    plan = Plan(rows, level, agent, lossless, quiet, verbose, rules.facts)
    run = Run(plan)
    with output(out) as stream:
        printed = Printed(stream, rules, json, no_redact)
        for found in findings(run, files, session, store):
            printed.add(found)
        printed.close(run.files)
    say_counts(printed.counts, run, plan)
    if run.status:
        return run.status
    return 1 if printed.fails(plan.fail_on) else 0


def _level(fail_on: str | None, rules: Check) -> Severity:
    if fail_on is None:
        return rules.fail_on
    known = {str(severity): severity for severity in SEVERITIES}
    if fail_on not in known:
        raise PaneError(f"--fail-on {fail_on}: unknown", "one of: " + ", ".join(known))
    return known[fail_on]


def _rows(
    rules: Check, select: list[str] | None, ignore: list[str] | None, quiet: bool
) -> list[Row]:
    picked, left = _split(select), _split(ignore)
    for part in unknown(ROWS, (*picked, *left)):
        raise PaneError(f"no finding {part}", "see: pane check --list")
    for part in unknown(ROWS, (*rules.select, *rules.ignore)):
        say(f"rules: check: no finding {part}; see: pane check --list", quiet)
    return chosen(ROWS, picked or rules.select, left or rules.ignore)


def _split(names: list[str] | None) -> tuple[str, ...]:
    return tuple(
        part.strip() for name in names or () for part in name.split(",") if part.strip()
    )


def _document(part: str | None, out: Path | None) -> int:
    rows = [row for row in ROWS if part is None or row.matches(part)]
    if not rows:
        raise PaneError(f"no finding {part}", "see: pane check --list")
    with output(out) as stream:
        for row in rows:
            head = f"{row.id} {row.name} ({row.severity})"
            write_text(stream, f"{head}\n  {row.means}\n  {row.todo}\n")
    return 0
