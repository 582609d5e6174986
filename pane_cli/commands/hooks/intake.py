"""The tail of a transcript into the store, as the hook of its agent runs."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pane_cli.agents.event import Event
from pane_cli.rules.schema import Rules
from pane_cli.store.ingest import Ingest
from pane_cli.store.store import Store
from pane_cli.store.walk import Missing, walk

INDEX_WITH_HOOK = 2_000
"""Entries that are indexed at an event at which nobody waits: half a second."""


class Saved(NamedTuple):
    """What became of a transcript."""

    id: str | None
    """The session it is stored in."""
    size: int = -1
    """Bytes of the transcript when it was read."""
    problem: str = ""


def save_tail(store: Store, event: Event, rules: Rules) -> Saved:
    """Save what is new in the event's transcript; an OSError where nothing can be."""
    found = next(
        walk([Path(event.transcript or "")], rules.ingest.exclude, store.root), None
    )
    if found is None:
        return Saved(None)  # a rule keeps it out of every store
    if isinstance(found, Missing):
        return Saved(None, problem=f"{found.shown}: {found.problem}")
    lines: list[int] = []
    ingest = Ingest(store, None, lambda path, record: lines.append(record.line))
    outcome, id = ingest.one(found)
    problem = outcome.problem
    if lines:
        damage = f"{len(lines)} damaged lines, the first is line {lines[0]}"
        problem = problem or f"{found.shown}: {damage}"
    if id is None:
        return Saved(None, problem=problem)
    return Saved(id, found.size, problem)


def index_some(store: Store, rules: Rules) -> None:
    """Index a part of what came in, so that no prompt has to read it."""
    from pane_cli.commands.hits.asking import analyzer
    from pane_cli.commands.shared.indexing import refresh, usable

    engine = usable(rules.search.engine)
    refresh(store, analyzer(rules), engine, INDEX_WITH_HOOK, quiet=True)
