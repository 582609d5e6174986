"""`pane summarize` behind its command line: what was asked, in; a summary, printed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from pane_cli.commands.shared.asked import Asked as Common
from pane_cli.commands.shared.at import at_entry, scope_at
from pane_cli.commands.shared.inputs import (
    Decided,
    Session,
    filter_sessions,
    latest,
    select,
)
from pane_cli.commands.shared.reading import Reading
from pane_cli.commands.shared.settings import rules_for
from pane_cli.commands.shared.stored import append, named_alone
from pane_cli.commands.shared.terminal import output, say, write_document, write_text
from pane_cli.commands.summaries.summing import Wanted, summary_of
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Rules
from pane_cli.session.types import Mark
from pane_cli.summarize.parts import Item
from pane_cli.summarize.summarize import Summary


class Asked(Common, frozen=True):
    """The command line: the parameters of `summarize`, by the same names."""

    since: str | None = None
    handoff: bool = False
    query: str | None = None
    as_json: bool = False
    mark: bool = False
    at: str | None = None


def summarized(asked: Asked) -> int:
    """Print the summary, or pass the session on with it; returns the exit status."""
    rules = rules_for(asked.store, asked.rules_file, asked.settings).rules
    if asked.mark:
        _refuse_others(asked)
        return _pass_on(asked, rules)
    start, first = at_entry(asked.since, "--since")
    session = _session(asked, rules, start, first)
    wanted = Wanted(
        first or 0,
        asked.handoff,
        asked.query,
        asked.no_redact,
        asked.quiet,
        asked.store,
    )
    summary = summary_of(session, wanted)
    if asked.explain:
        _explain(summary)
    if asked.since and not any(part.items for part in summary.parts):
        say(f"nothing after #{first}", asked.quiet)
    with output(asked.out) as stream:
        if asked.as_json:
            write_document(stream, _document(summary))
        else:
            write_text(stream, summary.text())
    return 0


def _session(
    asked: Asked, rules: Rules, start: str | None, first: int | None
) -> Session:
    """The session that is summed up; `start` and `first` are what --since names."""
    reading = Reading.of(asked, asked.at, rules)
    scope = select(reading.at_hand()[1], start)
    scope_at(scope, start, first, "--since")
    return latest(scope)


def _explain(summary: Summary) -> None:
    from pane_cli.summarize.explain import reasons

    for reason in reasons(summary):
        say(f"{reason.at:<12}{reason.section:<16}{reason.chars:>6} chars  {reason.why}")


def _refuse_others(asked: Asked) -> None:
    wider = asked.at or asked.since or asked.handoff or asked.query
    if wider or asked.as_json or asked.explain or asked.no_redact:
        hint = "--mark takes none of --at, --since, --handoff, --query, --json, ..."
        raise PaneError("a mark holds the whole summary", hint)


def _pass_on(asked: Asked, rules: Rules) -> int:
    """Add the summary to the stored session, or to the lines that pass."""
    from pane_cli.commands.shared.clock import stamp

    decide = partial(_mark, asked.store, stamp(asked.now))
    if asked.session is not None:
        opened, session = named_alone(asked.store, asked.session, rules, asked.files)
        append(opened, session, decide, asked.quiet)
        return 0
    with output(asked.out) as stream:
        filter_sessions(asked.files, rules, stream, decide, asked.agent, asked.quiet)
    return 0


def _mark(store: Path | None, ts: str, session: Session) -> Decided:
    view = session.view
    text = summary_of(session, Wanted(no_redact=True, store=store)).text()
    number = view.decisions.last + 1
    mark = Mark("summary", number, text=text, after=view.last, ts=ts)
    return Decided(mark, "summary added")


def _document(summary: Summary) -> dict[str, Any]:
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
    return {"session": summary.session, "sections": sections}


def _whole_text(item: Item) -> str:
    return f"{item.text}\n{item.body}" if item.body else item.text
