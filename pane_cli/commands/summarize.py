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
from pane_cli.commands.settings import rules_for
from pane_cli.commands.stored import (
    append,
    at_entry,
    open_store,
    scope_at,
    stored_session,
)
from pane_cli.commands.summing import Wanted, summary_of
from pane_cli.commands.terminal import output, say, write_text
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Rules
from pane_cli.session.types import Mark
from pane_cli.summarize.explain import reasons
from pane_cli.summarize.parts import Item
from pane_cli.summarize.summarize import Summary


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
    rules = rules_for(store, rules_file, settings).rules
    if mark:
        if at or since or handoff or query or as_json or explain or no_redact:
            hint = "--mark takes none of --at, --since, --handoff, --query, --json, ..."
            raise PaneError("a mark holds the whole summary", hint)
        return _pass_on(files, session, rules, agent, store, out, stamp(now), quiet)
    (part, entry), (start, first) = at_entry(at), at_entry(since, "--since")
    if session is not None:
        sessions = [stored_session(open_store(store), session, rules, entry)]
    else:
        sessions = read_sessions(files, rules, agent, quiet, entry)
    scope = select(select(sessions, part), start)
    scope_at(scope, part, entry)
    scope_at(scope, start, first, "--since")
    wanted = Wanted(first or 0, handoff, query, no_redact, quiet, store)
    summary = summary_of(latest(scope), wanted)
    for reason in reasons(summary) if explain else ():
        say(f"{reason.at:<12}{reason.section:<16}{reason.chars:>6} chars  {reason.why}")
    if since and not any(part.items for part in summary.parts):
        say(f"nothing after #{first}", quiet)
    with output(out) as stream:
        write_text(stream, _as_json(summary) if as_json else summary.text())
    return 0


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
    decide = partial(_mark, store, ts)
    if part is not None:
        opened = open_store(store)
        append(opened, stored_session(opened, part, rules), decide, quiet)
        return 0
    with output(out) as stream:
        filter_sessions(files, rules, stream, decide, agent, quiet)
    return 0


def _mark(store: Path | None, ts: str, session: Session) -> Decided:
    view = session.view
    text = summary_of(session, Wanted(no_redact=True, store=store)).text()
    number = view.decisions.last + 1
    mark = Mark("summary", number, text=text, after=view.last, ts=ts)
    return Decided(mark, "summary added")


def _as_json(summary: Summary) -> str:
    sections: list[dict[str, Any]] = [
        {
            "name": part.name,
            "title": part.title,
            "items": [
                {"entries": [item.first, item.last], "text": _whole_text(item)}
                for item in part.items
            ],
            "left_out": len(part.out),
        }
        for part in summary.parts
        if part.items
    ]
    envelope = {"version": 1, "session": summary.session, "sections": sections}
    return json.dumps(envelope, ensure_ascii=False, indent=2) + "\n"


def _whole_text(item: Item) -> str:
    return f"{item.text}\n{item.body}" if item.body else item.text
