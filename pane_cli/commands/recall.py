"""`pane recall`: find anything, or print it by address."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pane_cli.commands.shared import options


def recall(
    query: Annotated[
        str | None,
        typer.Argument(
            help="Words to look for, or an address: ID#120, ID#120-140, '#120', t4, "
            "ID#120:PATH.",
            show_default=False,
        ),
    ] = None,
    files: options.Files = None,
    session: options.SessionId = None,
    regex: Annotated[
        bool, typer.Option("--regex", help="QUERY is a regular expression.")
    ] = False,
    literal: Annotated[
        bool, typer.Option("--literal", help="QUERY is a text to be found as it is.")
    ] = False,
    role: options.Role = None,
    kind: options.Kind = None,
    tool: options.Tool = None,
    since: options.Since = None,
    until: options.Until = None,
    project: Annotated[
        str | None,
        typer.Option("--project", help="Only sessions in this folder, or so named."),
    ] = None,
    scope: Annotated[
        str,
        typer.Option(
            "--scope", help="all; project: of this folder; branch: not rewound."
        ),
    ] = "all",
    limit: Annotated[
        int | None, options.number("--limit", "-n", least=1, help="Hits a page.")
    ] = None,
    page: Annotated[int, options.number("--page", least=1, help="Which page.")] = 1,
    context: Annotated[
        int,
        options.number(
            "--context", "-C", least=0, help="Entries around each hit as well."
        ),
    ] = 0,
    files_with_matches: Annotated[
        bool,
        typer.Option(
            "--files-with-matches", "-l", help="Only where: FILEs, or sessions."
        ),
    ] = False,
    null: Annotated[
        bool, typer.Option("--null", "-0", help="NUL behind each name of -l.")
    ] = False,
    count: Annotated[bool, typer.Option("--count", help="Only how many.")] = False,
    sessions: Annotated[
        bool, typer.Option("--sessions", help="List sessions, newest first. No QUERY.")
    ] = False,
    touched: Annotated[
        bool,
        typer.Option(
            "--touched", help="List files that were read or written. No QUERY."
        ),
    ] = False,
    queries: Annotated[
        Path | None,
        typer.Option(
            "--queries", help="One query a line, or JSON lines; one answer a line."
        ),
    ] = None,
    deadline: Annotated[
        float | None,
        options.time("--deadline", help="Leave things out to be in time."),
    ] = None,
    json: options.Json = False,
    ndjson: Annotated[
        bool, typer.Option("--ndjson", help="Each hit a JSON line.")
    ] = False,
    fzf: Annotated[
        bool, typer.Option("--fzf", help="Command, head and snippet between tabs.")
    ] = False,
    color: Annotated[
        str, typer.Option("--color", help="auto, always or never.")
    ] = "auto",
    explain: options.Explain = False,
    no_redact: options.NoRedact = False,
    tz: Annotated[
        str | None, typer.Option("--tz", help="Zone of days and times.")
    ] = None,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    now: options.Now = None,
    quiet: options.Quiet = False,
) -> int:
    r"""Find anything that was said or done, or print it by address.

    Words are searched in all sessions of the store, best hits first; with FILEs, or -
    for stdin, only there. Every hit has an address; `pane recall ADDRESS` prints it
    whole, word for word, and `ADDRESS:PATH` a file as it was then. What was not found
    but comes nearest is called so, and not counted. With --deadline the encoder is left
    out, then what is not indexed yet, and it is said; what is not done by then fails.

    Exit status: 0 something was found, 1 nothing, 2 an error.

    Examples:

      pane recall 'why does the token refresh fail?'

      pane recall 4d5611e5#120-140

      pane recall 4d5611e5#120:src/auth.ts > auth.ts

      pane recall --literal 'src/auth.ts' --tool Edit --since 3d

      pane recall --fzf token | fzf -d '\t' --with-nth 2.. --preview 'eval {1}'

      pane ingest -c transcript.jsonl | pane recall 'token refresh' -
    """
    given = locals()
    from pane_cli.commands.hits.run import Asked, recalled

    return recalled(Asked(**given))
