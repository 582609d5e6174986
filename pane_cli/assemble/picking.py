"""What to show of entries that are not whole: their best lines, in so much room.

Only where something is picked anew is this needed: what stands is in the marks.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping

from pane_cli.assemble.budget import Budget
from pane_cli.assemble.candidates import Candidate, candidate, with_lonely
from pane_cli.assemble.context import Show
from pane_cli.assemble.digest import choose, picked
from pane_cli.assemble.far import near
from pane_cli.assemble.likelihood import worth
from pane_cli.assemble.lines import PIECE
from pane_cli.assemble.quotes import quoted
from pane_cli.session.types import Entry, Form
from pane_cli.view.view import View

Fetch = Callable[[int], Entry]
"""Entries by number, without secrets."""


def candidates(view: View, fetch: Fetch, shown: Iterable[int]) -> list[Candidate]:
    """Entries as lines that could be shown, results under their calls.

    Of what is far back only requests are (`far.py`).
    """
    calls = {result: call for call, result in view.shape.results.items()}
    folder = view.work.cwd
    asked: dict[int, Entry] = {}
    """Calls whose results are still to come: fetching takes the secrets out anew."""
    found = []
    for n in near(view, shown):
        entry, call = fetch(n), calls.get(n)
        if entry.kind == "call":
            asked[n] = entry
        before = (asked.pop(call, None) or fetch(call)) if call else None
        found.append(candidate(entry, before, folder))
    return with_lonely(found)


def decide(
    view: View, fetch: Fetch, out: Container[int], last: int
) -> tuple[Form, ...]:
    """What is shown of everything `out`; nothing after entry `last` has a say."""
    rules = view.rules.assemble
    known = sorted(n for n in view.context if n <= last)
    if not any(n in out for n in known):
        return ()
    items = candidates(view, fetch, known)
    hidden = [i for i in items if i.n in out and i.n not in view.stands]
    staying = [item for item in items if item.n not in out]
    share = int(rules.digest.budget * rules.budget)
    budget = Budget(share, None, view.chars_per_token)
    room = int(min(budget.size(), rules.digest.share * chars(hidden)))
    values = worth(items, rules.likelihood)
    show: Show = {}
    while room > 0:
        show, _ = pick(view, values, hidden, staying, room, int(rules.asked * room))
        # Lines of code take more tokens than was planned.
        excess = budget.excess("\n".join(map(str, show.values())))
        if not excess:
            break
        room -= excess
    return tuple(Form(n, shown.head, shown.lines) for n, shown in show.items())


def pick(
    view: View,
    values: Mapping[str, float],
    hidden: list[Candidate],
    known: Iterable[Candidate],
    room: int,
    asked: int,
) -> tuple[Show, frozenset[int]]:
    """In `room` characters the best lines of `hidden`, and which of them are requests.

    The things of `known` stand whole and need not be shown again; `asked` is what the
    user's own requests may take.
    """
    if not hidden or room <= 0:
        return {}, frozenset()
    quotes = quoted(set(view.requests), hidden, room, asked)
    standing = set[str]().union(*(item.things for item in known))
    standing.update(*(item.things for item in hidden if item.n in quotes))
    left = room - sum(quote.cost() for quote in quotes.values())
    rest = [item for item in hidden if item.n not in quotes]
    taken = choose(rest, values, left, standing)
    left -= sum(shown.cost() for shown in picked(rest, taken).values())
    if left >= PIECE:  # less holds no line worth reading it all for
        from pane_cli.assemble.telling import fill  # things alone need no words

        taken = fill(rest, taken, left, view.rules.recall.language)
    show = {**quotes, **picked(rest, taken)}
    return dict(sorted(show.items())), frozenset(quotes)


def chars(items: Iterable[Candidate]) -> int:
    """Characters of all lines."""
    return sum(len(line.text) for item in items for line in item.lines)
