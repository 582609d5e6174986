"""What `assemble` recalls, and the budget that the newest request gets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from pane_cli.assemble.context import Recalled
from pane_cli.commands.inputs import Session
from pane_cli.rules.schema import Rules


class Wanted(NamedTuple):
    """What is recalled, from where."""

    sessions: Sequence[Session]
    """Those at hand; of a stored one, it alone."""
    chosen: Session
    """The one that is assembled."""
    store: Path | None
    is_stored: bool
    rules: Rules
    clean: Callable[[str], str]

    def by(self, query: str) -> tuple[Recalled, ...]:
        """What `--query` finds: in the store, or in the sessions at hand."""
        from pane_cli.commands.recalled import recalled_here, recalled_stored

        if self.is_stored:
            return recalled_stored(query, self.store, self.rules, self.clean)
        return recalled_here(query, self.sessions, self.rules, self.clean)

    def returning(self) -> tuple[str | None, tuple[Recalled, ...]]:
        """The newest request and what left that it finds, if the rules ask for it."""
        request = self.request()
        if not self.rules.routes.returns or not self.chosen.view.out or not request:
            return None, ()
        from pane_cli.assemble.routing import relevant

        found = self._among(request, frozenset(self.chosen.view.out))
        return request, relevant(found, self.rules.routes)

    def budget(self) -> tuple[int, str]:
        """Tokens for the newest request, and the route that gives them, if any."""
        rules, running = self.rules.routes, self.chosen.view.newest
        if not rules.tiers or running is None:
            return self.rules.assemble.budget, ""
        from pane_cli.assemble.routing import route

        request = self.request()
        earlier = frozenset(range(1, running.first))
        hits = self._among(request, earlier) if request and earlier else ()
        scores = [(hit.score, hit.sure) for hit in hits]
        found = route(request, running.number, scores, rules)
        if found is None:
            return self.rules.assemble.budget, ""
        return found.budget, str(found)

    def request(self) -> str:
        """The text of the newest request; empty where nobody asked."""
        view = self.chosen.view
        return self.chosen.log.text(view.requests[-1]) if view.requests else ""

    def _among(self, query: str, only: frozenset[int]) -> tuple[Recalled, ...]:
        from pane_cli.commands.recalled import recalled_here

        return recalled_here(query, [self.chosen], self.rules, self.clean, only)
