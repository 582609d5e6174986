"""A session played turn by turn: what leaves, and what its contexts hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pane_cli.assemble.assemble import Ask, Assembled, assemble
from pane_cli.assemble.budget import Budget
from pane_cli.assemble.context import Recalled
from pane_cli.assemble.forms import with_forms
from pane_cli.assemble.routing import returning
from pane_cli.evaluate.finding import hits, recalled
from pane_cli.evict.decide import Request, decide
from pane_cli.evict.distance import Encode
from pane_cli.rules.schema import Rules
from pane_cli.session.log import Log
from pane_cli.session.types import Entry, Mark
from pane_cli.view.under import under
from pane_cli.view.view import View

_AUTO = Request(auto=True)
_HITS = 25
_COMMAND = "pane recall made{span}"


class Moment(NamedTuple):
    """A request that was just made, and what is in context then."""

    view: View
    log: Log
    rules: Rules

    def context(
        self, budget: int, comb: bool, fetch: Callable[[int], Entry] | None = None
    ) -> Assembled:
        """What the agent sees; with `comb`, what left is recalled by the request."""
        request = self.log.text(self.view.last)
        found = self.recalled(request) if comb else ()
        size = Budget(budget, None, self.view.chars_per_token)
        query = request if found else None
        ask = Ask(self.view, fetch or self.log.entry, str, _COMMAND, size, query, found)
        return assemble(ask)

    def recalled(self, request: str) -> tuple[Recalled, ...]:
        """What is relevant to the request, of what came before it."""
        return returning(request, self.view, self._among, self.rules.routes)

    def _among(self, query: str, only: frozenset[int]) -> tuple[Recalled, ...]:
        return recalled(hits(self.log, [query], self.rules, _HITS, only)[0])


def replay(
    log: Log,
    rules: Rules,
    wanted: Callable[[int], bool] = bool,
    encode: Encode | None = None,
) -> Iterator[Moment]:
    """Every `wanted` request, by its number; evictions are decided at every request."""
    base = View(log.header, rules)
    marks: list[Mark] = []
    for entry in log.entries():
        base.step(entry)
        if not _asks(entry):
            continue
        view = under(base, marks)
        mark = decide(view, _AUTO, log.entry, encode).mark
        if mark is not None:
            marks.append(with_forms(mark, view, log.entry))
            view = under(base, marks)
        if wanted(entry.n):
            yield Moment(view, log, rules)


def _asks(entry: Entry) -> bool:
    return entry.kind == "text" and entry.role == "user"
