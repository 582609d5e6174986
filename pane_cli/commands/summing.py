"""A session at hand to its summary: what the feature needs of the world, as data."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from pane_cli.commands.inputs import Session
from pane_cli.commands.rendering import cleaned, redactor
from pane_cli.summarize.lines import Found, Material
from pane_cli.summarize.summarize import Summary, summarize


class Wanted(NamedTuple):
    """What was asked of the summary."""

    since: int = 0
    handoff: bool = False
    query: str | None = None
    no_redact: bool = False
    quiet: bool = False
    store: Path | None = None


def summary_of(session: Session, wanted: Wanted) -> Summary:
    """The summary of a session, under the rules of its view."""
    return summarize(material_of(session, wanted))


def material_of(session: Session, wanted: Wanted) -> Material:
    """What the summary is made from."""
    view, rules = session.view, session.view.rules
    clean = redactor(rules, wanted.no_redact)
    summary = rules.summary
    hits, disk = None, {}
    if session.log.stored or wanted.query is not None:
        hits = partial(_hits, session, wanted, clean)
    if wanted.handoff:
        from pane_cli.commands.disk import changed_since

        disk = changed_since(session.log.header.cwd, view, wanted.quiet)
    return Material(
        view,
        cache(cleaned(session.log.entry, clean)),
        cache(clean),  # results and paths come more than once
        cache(session.log.text),
        session.log.name,
        wanted.since,
        wanted.handoff,
        hits,
        wanted.query,
        disk,
        summary.handoff if wanted.handoff else summary.sections,
    )


def _hits(
    session: Session,
    wanted: Wanted,
    clean: Callable[[str], str],
    query: str,
) -> list[Found]:
    """What recall finds in the session: over a store through its index."""
    from pane_cli.commands.recalled import recalled_here, recalled_stored

    rules, log = session.view.rules, session.log
    found = (
        recalled_stored(query, wanted.store, rules, clean)
        if log.stored
        else recalled_here(query, [session], rules, clean)
    )
    return [Found(hit.n, hit.text) for hit in found if hit.session == log.header.id]
