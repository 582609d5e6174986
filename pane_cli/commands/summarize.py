"""`pane summarize`: what matters, line by line, each line with its address."""

from __future__ import annotations

from typing import Annotated

import typer

from pane_cli.commands.shared import options


def summarize(
    files: options.Files = None,
    session: options.SessionId = None,
    since: Annotated[
        str | None,
        typer.Option("--since", help="Only what came after an entry: `ID#120`."),
    ] = None,
    handoff: Annotated[
        bool,
        typer.Option("--handoff", help="For the next session: where this one stopped."),
    ] = False,
    query: Annotated[
        str | None,
        typer.Option("--query", help="Recall this into the working set."),
    ] = None,
    as_json: options.Json = False,
    mark: Annotated[
        bool,
        typer.Option("--mark", help="Pass the session on, with the summary as a mark."),
    ] = False,
    at: options.At = None,
    explain: options.Explain = False,
    no_redact: options.NoRedact = False,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    now: options.Now = None,
    quiet: options.Quiet = False,
) -> int:
    """Print sections of extracted lines: state, requests, decisions, commands, files.

    Every line carries the address that gives back what it stands for. Nothing is
    phrased by a model, and a quoted request is the user's own text. Sections and their
    caps are rules: pane rules explain summary.sections.

    With -s, the working set holds what recall finds for the newest request; over a
    FILE, which has no index, what it finds for --query. --handoff leaves out what tools
    printed, and names files that were written since the session ended.

    Examples:

      pane summarize transcript.jsonl

      pane summarize -s 4d5611e5 --since '#120' --json

      pane summarize -s 4d5611e5 --handoff
    """
    given = locals()
    from pane_cli.commands.summaries.run import Asked, summarized

    return summarized(Asked(**given))
