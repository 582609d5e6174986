"""The session before this one in the same folder: what a new session gets of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pane_cli.agents.event import Event
from pane_cli.agents.fit import Block
from pane_cli.commands.inputs import Session
from pane_cli.rules.schema import Rules
from pane_cli.store.store import Store
from pane_cli.summarize.parts import Part, printed
from pane_cli.view.decisions import Pin


def pins_before(
    store: Store, event: Event, rules: Rules, id: str | None = None
) -> list[Pin]:
    """The pins of the session before; `id` is what this one is stored as."""
    before = session_before(store, event, rules, id)
    return before.view.pins if before is not None else []


def handoff_of(
    store: Store, event: Event, rules: Rules, clean: Callable[[str], str], suffix: str
) -> Block | None:
    """Where the session before stopped; its pins stand in a block of their own."""
    before = session_before(store, event, rules)
    if before is None:
        return None
    from pane_cli.commands.summing import Wanted, summary_of

    summary = summary_of(before, Wanted(handoff=True, quiet=True, store=store.root))
    parts = [part for part in summary.parts if part.items and part.name != "pins"]
    day = (before.view.shape.last_ts or "")[:10]
    title = f"# Where the last session here stopped ({before.log.name}, {day})"
    command = f"pane summarize --handoff -s {before.log.name}{suffix}"
    return Block(title, tuple(_lines(parts, before.log.name)), command)


def _lines(parts: list[Part], name: str) -> list[str]:
    """Every item, the first of a part behind its heading."""
    return [
        (f"## {part.title}\n" if not place else "") + printed(name, item)
        for part in parts
        for place, item in enumerate(part.items)
    ]


def session_before(
    store: Store, event: Event, rules: Rules, id: str | None = None
) -> Session | None:
    """The newest other session of the event's folder; subagents have no say."""
    from pane_cli.commands.stored import stored_session

    own = {event.session, id}
    folder = event.cwd or str(Path.cwd())
    for row in store.sessions(project=folder):
        if row.id not in own and "/" not in row.id and row.turns:
            return stored_session(store, row.id, rules)
    return None
