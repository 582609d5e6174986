"""What `assemble` recalls, the budget that the newest request gets, and the context."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from pane_cli.assemble.assemble import Ask, Assembled, assemble
from pane_cli.assemble.budget import Budget
from pane_cli.assemble.context import Recalled
from pane_cli.assemble.render import Renderer
from pane_cli.commands.shared.degrading import Level
from pane_cli.commands.shared.inputs import Session
from pane_cli.commands.shared.rendering import cleaned
from pane_cli.commands.shared.stored import open_store, recall_command
from pane_cli.rules.schema import Rules


class Limits(NamedTuple):
    """What was asked of a context; None: not said."""

    tokens: int | None
    chars: int | None
    query: str | None
    render: Renderer


class Wanted(NamedTuple):
    """A context that is to be assembled."""

    sessions: Sequence[Session]
    """Those at hand; of a stored one, it alone."""
    chosen: Session
    """The one that is assembled."""
    store: Path | None
    is_stored: bool
    rules: Rules
    clean: Callable[[str], str]
    limits: Limits

    def at(self, level: Level) -> tuple[Assembled, str]:
        """The context at a level, and the route that gave its budget, if any."""
        rules = level.rules(self.rules)
        return self._replace(rules=rules)._assembled(level.recalls)

    @property
    def is_crowded(self) -> bool:
        """Whether somebody writes into the session, and looks better be quick."""
        rules = self.rules
        if not self.is_stored or not (rules.search.encoder or rules.recall.variants):
            return False
        from pane_cli.store.lock import is_held

        store = open_store(self.store)
        with store.path(self.chosen.log.header.id).open("rb") as stream:
            return is_held(stream)

    def _assembled(self, recalls: bool) -> tuple[Assembled, str]:
        log, limits = self.chosen.log, self.limits
        view = copy.copy(self.chosen.view)
        view.rules = self.rules  # its folds do not look at what levels change
        tokens, routed, query = limits.tokens, "", limits.query
        found: tuple[Recalled, ...] = ()
        if tokens is None and limits.chars is None:
            tokens, routed = self._budget(recalls)
        if recalls:
            query, found = (query, self._by(query)) if query else self._returning()
        ask = Ask(
            view,
            cleaned(log.entry, self.clean),
            self.clean,
            recall_command(log, self.store),
            Budget(tokens, limits.chars, view.chars_per_token),
            query,
            found,
            limits.render,
        )
        return assemble(ask), routed

    def _by(self, query: str) -> tuple[Recalled, ...]:
        """What `--query` finds: in the store, or in the sessions at hand."""
        from pane_cli.commands.hits.recalled import recalled_here, recalled_stored

        if self.is_stored:
            return recalled_stored(query, self.store, self.rules, self.clean)
        return recalled_here(query, self.sessions, self.rules, self.clean)

    def _returning(self) -> tuple[str | None, tuple[Recalled, ...]]:
        """The newest request and what it finds, if the rules ask for it.

        What stands whole in the context anyway is not shown twice: so this is what
        left, or has no room.
        """
        if not self.rules.routes.returns:
            return None, ()
        from pane_cli.assemble.routing import returning

        request, rules = self._request(), self.rules.routes
        return request or None, returning(request, self.chosen.view, self._among, rules)

    def _budget(self, recalls: bool) -> tuple[int, str]:
        """Tokens for the newest request, and the route that gives them, if any."""
        rules, running = self.rules.routes, self.chosen.view.newest
        if not rules.tiers or running is None:
            return self.rules.assemble.budget, ""
        from pane_cli.assemble.routing import before_newest, route

        request, earlier = self._request(), before_newest(self.chosen.view)
        is_asked = recalls and request and earlier
        hits = self._among(request, earlier) if is_asked else ()
        scores = [(hit.score, hit.sure) for hit in hits]
        found = route(request, running.number, scores, rules)
        if found is None:
            return self.rules.assemble.budget, ""
        return found.budget, str(found)

    def _request(self) -> str:
        """The text of the newest request; empty where nobody asked."""
        view = self.chosen.view
        return self.chosen.log.text(view.requests[-1]) if view.requests else ""

    def _among(self, query: str, only: frozenset[int]) -> tuple[Recalled, ...]:
        from pane_cli.commands.hits.recalled import recalled_here

        return recalled_here(query, [self.chosen], self.rules, self.clean, only)
