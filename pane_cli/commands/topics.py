"""`pane topics`: what a session is about, and what of it is still loaded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO, NamedTuple

import typer

from pane_cli.commands.shared import options
from pane_cli.commands.shared.at import at_entry
from pane_cli.commands.shared.inputs import Session
from pane_cli.commands.shared.reading import Reading
from pane_cli.commands.shared.rendering import cleaned, redactor
from pane_cli.commands.shared.settings import rules_for
from pane_cli.commands.shared.stored import none_of, open_store, stored_session
from pane_cli.commands.shared.terminal import (
    output,
    say,
    wants_colour,
    write_document,
    write_text,
)
from pane_cli.report import replay as replaying
from pane_cli.report.style import COLOURS, PLAIN
from pane_cli.report.topics import page, record
from pane_cli.rules.schema import Rules
from pane_cli.view.wording import Wording


class _Manner(NamedTuple):
    """How topics are shown."""

    replay: bool
    explain: bool
    no_redact: bool
    at: int | None
    is_coloured: bool


def topics(
    files: options.Files = None,
    session: options.SessionId = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="Turn by turn: what was decided, and why.")
    ] = False,
    limit: Annotated[
        int | None,
        options.number("--limit", "-n", least=1, help="So many sessions, the newest."),
    ] = None,
    project: Annotated[
        str | None,
        typer.Option("--project", help="Of the store: only sessions in this folder."),
    ] = None,
    at: options.At = None,
    explain: options.Explain = False,
    json: options.Json = False,
    no_redact: options.NoRedact = False,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    quiet: options.Quiet = False,
) -> int:
    """Show the topics of a session: a bar for each that is loaded, then all of them.

    A topic is turns about the same entities and the same kind of work. It stays loaded
    for some turns (`topics.ttl`) after it was last referred to or recalled; then its
    turns may leave: `pane evict --expired`. With neither FILE nor -s it shows all
    sessions of the store, the newest first.

    Examples:

      pane topics -s 4d5611e5

      pane topics --replay --explain transcript.jsonl

      pane topics -s 4d5611e5 --at '#120' --rules pane-0.1
    """
    rules = rules_for(store, rules_file, settings).rules
    _, entry = at_entry(at)
    is_coloured = out is None and wants_colour("stdout")
    manner = _Manner(replay, explain, no_redact, entry, is_coloured)
    named = Reading(files, session, at, agent, store, rules, quiet).named()
    stored = _in_store(store, project, rules, quiet)
    sessions = stored if named is None else iter(named)
    with output(out) as stream:
        (_write_json if json else _write)(stream, _first(sessions, limit), manner)
    return 0


def _in_store(
    folder: Path | None, project: str | None, rules: Rules, quiet: bool
) -> Iterator[Session]:
    store = open_store(folder)
    rows = store.sessions(project=project)
    if not rows:
        say(none_of(store), quiet)
    for row in rows:
        yield stored_session(store, row.id, rules)


def _first(sessions: Iterator[Session], limit: int | None) -> Iterator[Session]:
    from itertools import islice

    return islice(sessions, limit)


def _write(stream: BinaryIO, sessions: Iterator[Session], manner: _Manner) -> None:
    style = COLOURS if manner.is_coloured else PLAIN
    for index, session in enumerate(sessions):
        if index:
            write_text(stream, "\n")
        wording = _wording(session, manner)
        if manner.replay:
            frames = replaying.lines(_frames(session, manner), wording, style)
            for line in frames:
                write_text(stream, line + "\n")
            write_text(stream, "\n")
        elif manner.explain:
            list(_frames(session, manner))
        for line in page(session.log.name, session.view, wording, style):
            write_text(stream, line.rstrip() + "\n")


def _write_json(stream: BinaryIO, sessions: Iterator[Session], manner: _Manner) -> None:
    found: list[dict[str, Any]] = []
    for session in sessions:
        wording = _wording(session, manner)
        one = record(session.view, wording)
        if manner.replay or manner.explain:
            frames = list(_frames(session, manner))
        if manner.replay:
            one["replay"] = replaying.records(frames, wording)
        found.append(one)
    write_document(stream, {"sessions": found})


def _frames(session: Session, manner: _Manner) -> Iterator[replaying.Frame]:
    """The turns up to --at; with --explain their numbers on stderr."""
    log, view = session
    entries = (e for e in log.entries() if manner.at is None or e.n <= manner.at)
    wording = _wording(session, manner)
    for frame in replaying.replay(log.header, entries, view.rules, wording):
        if manner.explain:
            say(replaying.numbers(frame, wording, view.rules))
        yield frame


def _wording(session: Session, manner: _Manner) -> Wording:
    clean = redactor(session.view.rules, manner.no_redact)
    return Wording(session.view, cleaned(session.log.entry, clean), clean)
