"""A session at hand to its summary: what the feature needs of the world, as data."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from pane_cli.commands.shared.inputs import Session
from pane_cli.commands.shared.rendering import cleaned, redactor
from pane_cli.summarize.lines import Found, Material
from pane_cli.summarize.summarize import Summary, summarize

K = TypeVar("K")
T = TypeVar("T")
_MOST_CHARACTERS = 8 << 20
_EACH = 200
"""Characters that an empty one counts as."""


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
        from pane_cli.commands.summaries.disk import changed_since

        disk = changed_since(session.log.header.cwd, view, wanted.quiet)
    return Material(
        view,
        kept(cleaned(session.log.entry, clean), lambda entry: len(entry.text)),
        kept(clean, len),  # results and paths come more than once
        kept(session.log.text, len),
        session.log.name,
        wanted.since,
        wanted.handoff,
        hits,
        wanted.query,
        disk,
        summary.handoff if wanted.handoff else summary.sections,
    )


def kept(make: Callable[[K], T], size: Callable[[T], int]) -> Callable[[K], T]:
    """`make`, its results remembered; begun anew at so many characters of them."""
    known: dict[K, T] = {}
    held = 0

    def get(key: K) -> T:
        nonlocal held
        found = known.get(key)
        if found is None:
            found = make(key)
            held += size(found) + _EACH
            if held > _MOST_CHARACTERS:
                known.clear()
                held = size(found) + _EACH
            known[key] = found
        return found

    return get


def _hits(
    session: Session,
    wanted: Wanted,
    clean: Callable[[str], str],
    query: str,
) -> list[Found]:
    """What recall finds in the session: over a store through its index."""
    from pane_cli.commands.hits.recalled import recalled_here, recalled_stored

    rules, log = session.view.rules, session.log
    found = (
        recalled_stored(query, wanted.store, rules, clean)
        if log.stored
        else recalled_here(query, [session], rules, clean)
    )
    return [Found(hit.n, hit.text) for hit in found if hit.session == log.header.id]
