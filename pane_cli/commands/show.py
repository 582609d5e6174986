"""`pane show`: a session as a person reads it, or the list of sessions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import tzinfo
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from pane_cli.commands.shared import options
from pane_cli.commands.shared.clock import now as clock
from pane_cli.commands.shared.inputs import Session
from pane_cli.commands.shared.pager import paged
from pane_cli.commands.shared.reading import Reading
from pane_cli.commands.shared.rendering import cleaned, redactor
from pane_cli.commands.shared.settings import rules_for
from pane_cli.commands.shared.stored import none_of, open_store, recall_command
from pane_cli.commands.shared.terminal import (
    say,
    wants_colour,
    write_document,
    write_text,
)
from pane_cli.commands.shared.zones import zone_of
from pane_cli.errors import PaneError
from pane_cli.recall import times
from pane_cli.recall.filters import Filter, kinds_of, roles_of, tools_of
from pane_cli.report.book import Book, Wish
from pane_cli.report.page import page
from pane_cli.report.style import COLOURS, PLAIN
from pane_cli.session.times import from_milliseconds, sortable


class _Printing(NamedTuple):
    """Where and how it is printed."""

    zone: tzinfo
    clean: Callable[[str], str]
    json: bool
    store: Path | None
    out: Path | None


def show(
    files: options.Files = None,
    session: options.SessionId = None,
    role: options.Role = None,
    kind: options.Kind = None,
    tool: options.Tool = None,
    since: options.Since = None,
    until: options.Until = None,
    limit: Annotated[
        int | None,
        options.number("--limit", "-n", least=1, help="So many at most, the newest."),
    ] = None,
    project: Annotated[
        str | None,
        typer.Option("--project", help="Of the list: only sessions in this folder."),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Calls and results to the last line.")
    ] = False,
    thinking: Annotated[
        bool, typer.Option("--thinking", help="The model's thinking as well.")
    ] = False,
    notes: Annotated[
        bool, typer.Option("--notes", help="The host's notes as well.")
    ] = False,
    everything: Annotated[
        bool,
        typer.Option("--all", help="Also what is out, or off the active branch."),
    ] = False,
    at: options.At = None,
    tz: Annotated[str | None, typer.Option("--tz", help="Zone of times.")] = None,
    json: options.Json = False,
    no_redact: options.NoRedact = False,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    now: options.Now = None,
    quiet: options.Quiet = False,
) -> int:
    """Read a session: turns, what was said, calls and results clipped.

    Without FILE or -s it lists the sessions of the store, newest message first. On a
    terminal it pages through $PAGER, else less.

    Examples:

      pane show

      pane show -s 4d5611e5 --tool Edit -n 20

      pane show --full --thinking transcript.jsonl
    """
    rules = rules_for(store, rules_file, settings).rules
    zone = zone_of(tz or rules.stats.tz)
    begin = times.since(since, clock(now), zone) if since else None
    end = times.until(until, clock(now), zone) if until else None
    wanted = Filter(
        roles_of(role or []), kinds_of(kind or []), tools_of(tool or []), begin, end
    )
    wish = Wish(wanted, limit, everything, full, thinking, notes)
    printing = _Printing(zone, redactor(rules, no_redact), json, store, out)
    named = Reading(files, session, at, agent, store, rules, quiet).named()
    if named is not None:
        return _show(named, wish, printing)
    return _list(wish, project, printing, quiet)


def _book(session: Session, printing: _Printing) -> Book:
    log, clean = session.log, printing.clean
    command = recall_command(log, printing.store)
    return Book(session.view, cleaned(log.entry, clean), clean, command)


def _show(sessions: Sequence[Session], wish: Wish, printing: _Printing) -> int:
    books = [_book(session, printing) for session in sessions]
    style = COLOURS if printing.out is None and wants_colour("stdout") else PLAIN
    with paged(printing.out) as stream:
        if printing.json:
            from pane_cli.report.json import session_record

            shown = [session_record(book, wish) for book in books]
            write_document(stream, {"sessions": shown})
            return 0
        for index, book in enumerate(books):
            write_text(stream, "\n" if index else "")
            for piece in page(book, wish, printing.zone, style):
                write_text(stream, piece)
    return 0


def _list(wish: Wish, project: str | None, printing: _Printing, quiet: bool) -> int:
    from pane_cli.commands.shared.listing import as_record, listing

    wanted = wish.filter
    if wanted.roles or wanted.kinds or wanted.tools:
        raise PaneError("--role, --kind and --tool need a session", "pane show -s ID")
    store = open_store(printing.store)
    since = from_milliseconds(wanted.since) if wanted.since is not None else None
    until = from_milliseconds(wanted.until) if wanted.until is not None else None
    rows = [
        row
        for row in store.sessions(since=since, project=project)
        if until is None or sortable(row.last) < sortable(until)
    ][: wish.limit]
    short = store.names().short
    with paged(printing.out) as stream:
        if printing.json:
            records = [as_record(row, short, printing.clean) for row in rows]
            write_document(stream, {"sessions": records})
        else:
            for line in listing(rows, short, printing.clean, printing.zone):
                write_text(stream, line + "\n")
    if not rows:
        say(none_of(store, project), quiet)
    return 0
