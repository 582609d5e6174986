"""`pane recall`: find anything, or print it by address."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pane_cli.commands import options
from pane_cli.commands.asking import Asking, Printing, asked_for
from pane_cli.commands.clock import now as clock
from pane_cli.commands.rendering import redactor
from pane_cli.commands.searching import Scope, time_limit
from pane_cli.commands.settings import rules_for
from pane_cli.commands.zones import zone_of
from pane_cli.errors import PaneError
from pane_cli.recall import times
from pane_cli.recall.answer import Manner
from pane_cli.recall.filters import Filter, kinds_of, roles_of, tools_of
from pane_cli.recall.hits import Page


def recall(
    query: Annotated[
        str | None,
        typer.Argument(
            help="Words to look for, or an address: ID#120, ID#120-140, '#120', t4.",
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
    role: Annotated[
        list[str] | None,
        typer.Option("--role", help="Only user, assistant, tool or system."),
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option("--kind", help="Only text, thinking, call, result or note."),
    ] = None,
    tool: Annotated[
        list[str] | None,
        typer.Option("--tool", help="Only calls of this tool, and their results."),
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", help="2026-02-10, 3d, yesterday, ...")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", help="The same; a day is included.")
    ] = None,
    project: Annotated[
        str | None,
        typer.Option("--project", help="Only sessions in this folder, or so named."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", min=1, help="Hits a page.")
    ] = None,
    page: Annotated[int, typer.Option("--page", min=1, help="Which page.")] = 1,
    context: Annotated[
        int,
        typer.Option("--context", "-C", min=0, help="Entries around each hit as well."),
    ] = 0,
    files_with_matches: Annotated[
        bool,
        typer.Option(
            "--files-with-matches", "-l", help="Only where: FILEs, or sessions."
        ),
    ] = False,
    count: Annotated[bool, typer.Option("--count", help="Only how many.")] = False,
    queries: Annotated[
        Path | None,
        typer.Option(
            "--queries", help="One query a line, or JSON lines; one answer a line."
        ),
    ] = None,
    json: options.Json = False,
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
    """Find anything that was said or done, or print it by address.

    Words are searched in all sessions of the store, best hits first; with FILEs, or -
    for stdin, only there. Every hit has an address; `pane recall ADDRESS` prints it
    whole, word for word.

    Exit status: 0 something was found, 1 nothing, 2 an error.

    Examples:

      pane recall 'why does the token refresh fail?'

      pane recall 4d5611e5#120-140

      pane recall --literal 'src/auth.ts' --tool Edit --since 3d

      pane ingest -c transcript.jsonl | pane recall 'token refresh' -
    """
    rules = rules_for(store, rules_file, settings).rules
    zone = zone_of(tz or rules.stats.tz)
    begin = times.since(since, clock(now), zone) if since else None
    end = times.until(until, clock(now), zone) if until else None
    wanted = Filter(
        roles_of(role or []), kinds_of(kind or []), tools_of(tool or []), begin, end
    )
    files, asked = asked_for(query, files, queries, wanted.is_empty)
    if regex and literal:
        raise PaneError("--regex and --literal exclude each other")
    manner = Manner(
        "regex" if regex else "literal" if literal else "terms",
        wanted,
        Page(page, limit or rules.recall.limit, context, rules.recall.snippet_chars),
        lambda: time_limit(rules.recall.regex_seconds),
        redactor(rules, no_redact),
        "count" if count else "sessions" if files_with_matches else "",
    )
    asking = Asking(asked, manner, rules)
    printing = Printing(zone, json, queries is not None, out, quiet)
    scope = Scope(session, project)
    if files:
        return printing.show(asking.in_files(files, scope, agent, quiet))
    return printing.show(asking.in_store(store, scope))
