"""`pane summarize`: what matters, line by line, each line with its address."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from pane_cli.commands import options
from pane_cli.commands.clock import stamp
from pane_cli.commands.inputs import (
    Decided,
    Session,
    filter_sessions,
    latest,
    read_sessions,
    select,
)
from pane_cli.commands.rendering import cleaned, redactor
from pane_cli.commands.settings import rules_for
from pane_cli.commands.stored import (
    append,
    at_entry,
    open_store,
    scope_at,
    stored_session,
)
from pane_cli.commands.terminal import output, write_text
from pane_cli.rules.schema import Rules
from pane_cli.session.types import Mark
from pane_cli.summarize.summarize import Summary
from pane_cli.summarize.summarize import summarize as summarize_view


def summarize(
    files: options.Files = None,
    session: options.SessionId = None,
    as_json: options.Json = False,
    mark: Annotated[
        bool,
        typer.Option("--mark", help="Pass the session on, with the summary as a mark."),
    ] = False,
    at: options.At = None,
    no_redact: options.NoRedact = False,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    now: options.Now = None,
    quiet: options.Quiet = False,
) -> int:
    """Print sections of extracted lines: task state, requests, files, commits, history.

    Every line carries the address that gives back what it stands for. Nothing is
    phrased by a model, and a quoted request is the user's own text. Sections and their
    caps are rules: pane rules explain summary.sections.

    Examples:

      pane summarize transcript.jsonl

      pane summarize -s 4d5611e5 --json
    """
    rules = rules_for(store, rules_file, settings).rules
    part, entry = at_entry(at)
    if mark:
        return _pass_on(files, session, rules, agent, store, out, stamp(now), quiet)
    if session is not None:
        sessions = [stored_session(open_store(store), session, rules, entry)]
    else:
        sessions = read_sessions(files, rules, agent, quiet, entry)
    scope = select(sessions, part)
    scope_at(scope, part, entry)
    chosen = latest(scope)
    summary = _summary(chosen, rules, no_redact)
    with output(out) as stream:
        text = _as_json(summary) if as_json else summary.text()
        write_text(stream, text)
    return 0


def _summary(session: Session, rules: Rules, no_redact: bool = False) -> Summary:
    clean = redactor(rules, no_redact)
    fetch = cleaned(session.log.entry, clean)
    return summarize_view(session.view, fetch, clean, session.log.name)


def _pass_on(
    files: list[Path] | None,
    part: str | None,
    rules: Rules,
    agent: str | None,
    store: Path | None,
    out: Path | None,
    ts: str,
    quiet: bool,
) -> int:
    """Add the summary to the stored session, or to the lines that pass."""
    decide = partial(_mark, rules, ts)
    if part is not None:
        opened = open_store(store)
        append(opened, stored_session(opened, part, rules), decide, quiet)
        return 0
    with output(out) as stream:
        filter_sessions(files, rules, stream, decide, agent, quiet)
    return 0


def _mark(rules: Rules, ts: str, session: Session) -> Decided:
    view = session.view
    text = _summary(session, rules, no_redact=True).text()
    number = view.decisions.last + 1
    mark = Mark("summary", number, text=text, after=view.last, ts=ts)
    return Decided(mark, "summary added")


def _as_json(summary: Summary) -> str:
    sections: list[dict[str, Any]] = [
        {
            "name": part.name,
            "title": part.title,
            "items": [
                {"entries": [i.first, i.last], "text": i.text} for i in part.items
            ],
            "left_out": part.left_out,
        }
        for part in summary.parts
    ]
    envelope = {"version": 1, "session": summary.session, "sections": sections}
    return json.dumps(envelope, ensure_ascii=False, indent=2) + "\n"
