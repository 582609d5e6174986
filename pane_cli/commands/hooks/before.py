"""The session before this one in the same folder: what a new session gets of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from pane_cli.agents.event import Event
from pane_cli.agents.fit import Block
from pane_cli.commands.shared.inputs import Session
from pane_cli.rules.schema import Rules
from pane_cli.store.store import Store
from pane_cli.summarize.parts import Part, printed

#: Parts of a handoff that are blocks of the hook.
_BY_THEMSELVES = ("pins", "facts")


class Before:
    """The session with the newest message of those that are not this one."""

    def __init__(self, store: Store, event: Event, rules: Rules) -> None:
        self._store, self._event, self._rules = store, event, rules

    @cached_property
    def session(self) -> Session | None:
        """The session; None: there is none. A subagent's is none of the user's."""
        from pane_cli.commands.shared.stored import stored_session

        folder = self._event.cwd or str(Path.cwd())
        for row in self._store.sessions(project=folder):
            if row.id != self._event.session and "/" not in row.id and row.turns:
                return stored_session(self._store, row.id, self._rules)
        return None

    def handoff(self, suffix: str) -> Block | None:
        """Where it stopped; its pins hold by themselves, and are no part of that."""
        if self.session is None:
            return None
        from pane_cli.commands.summaries.summing import Wanted, summary_of

        wanted = Wanted(handoff=True, quiet=True, store=self._store.root)
        parts = summary_of(self.session, wanted).parts
        shown = [part for part in parts if part.name not in _BY_THEMSELVES]
        name = self.session.log.name
        day = (self.session.view.shape.last_ts or "")[:10]
        return Block(
            f"# Where the last session here stopped ({name}, {day})",
            tuple(_items(shown, name)),
            f"pane summarize --handoff -s {name}{suffix}",
        )


def _items(parts: list[Part], name: str) -> Iterator[str]:
    """Every item, the first of a part behind its heading."""
    for part in parts:
        for place, item in enumerate(part.items):
            heading = "" if place else f"## {part.title}\n"
            yield heading + printed(name, item)
