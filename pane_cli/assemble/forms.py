"""Forms: what is shown of entries that left, decided when they leave.

The lines are written into the mark that takes the entries out, and stand until the next
eviction: so the stable part of a context stays as it is, and costs no second look at
what is out. Marks that came without forms have them decided in memory, the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pane_cli.assemble.candidates import Candidate, candidate, with_lonely
from pane_cli.assemble.digest import Show, Shown, choose, fill
from pane_cli.assemble.likelihood import worth
from pane_cli.assemble.quotes import quoted
from pane_cli.session.types import Entry, Form
from pane_cli.view.view import View

#: Characters a token that planning starts from; too many, and the plan is cut down.
PLANNED_CHARS = 3.4

Fetch = Callable[[int], Entry]
"""Entries by number, without secrets."""


def candidates(view: View, fetch: Fetch, numbers: Iterable[int]) -> list[Candidate]:
    """Entries as lines that could be shown, results under their calls."""
    calls = {result: call for call, result in view.shape.results.items()}
    folder = view.work.cwd
    found = []
    for n in numbers:
        call = calls.get(n)
        found.append(candidate(fetch(n), fetch(call) if call else None, folder))
    return with_lonely(found)


def decide(view: View, fetch: Fetch) -> tuple[Form, ...]:
    """What is shown of everything that is out; nothing later than that has a say."""
    rules = view.rules.assemble
    left = max((mark.after for mark in view.decisions.standing()), default=0)
    known = [n for n in range(1, left + 1) if view.is_context(n)]
    if not any(n in view.out for n in known):
        return ()
    items = candidates(view, fetch, known)
    hidden = [item for item in items if item.n in view.out]
    past = [item for item in items if item.n not in view.out]
    size = int(rules.budget * PLANNED_CHARS)
    room = int(min(rules.digest.budget * size, rules.digest.share * chars(hidden)))
    show, _ = pick(view, items, hidden, past, room, int(rules.asked * size))
    return tuple(Form(n, shown.head, shown.lines) for n, shown in show.items())


def standing(view: View) -> Show | None:
    """What the newest eviction says of what is out; None where it says nothing."""
    marks = [mark for mark in view.decisions.standing() if mark.kind == "evict"]
    if not view.out:
        return {}
    if not marks or not marks[-1].forms:
        return None
    return {f.n: Shown(f.head, f.lines) for f in marks[-1].forms if f.n in view.out}


def pick(
    view: View,
    items: list[Candidate],
    hidden: list[Candidate],
    known: Iterable[Candidate],
    room: int,
    asked: int,
) -> tuple[Show, frozenset[int]]:
    """In `room` characters the best lines of `hidden`, and which of them are requests.

    `items` are all entries that have a say; the things of `known` stand whole and need
    not be shown again; `asked` is what the user's own requests may take.
    """
    if not hidden or room <= 0:
        return {}, frozenset()
    rules = view.rules.assemble
    quotes = quoted(set(view.requests), hidden, min(asked, room))
    shown = set[str]().union(*(item.things for item in known))
    shown.update(*(item.things for item in hidden if item.n in quotes))
    left = room - sum(quote.cost() for quote in quotes.values())
    rest = [item for item in hidden if item.n not in quotes]
    chosen = choose(rest, worth(items, rules.likelihood), left, shown)
    filled = fill(rest, chosen, left)
    return dict(sorted({**quotes, **filled}.items())), frozenset(quotes)


def chars(items: Iterable[Candidate]) -> int:
    """Characters of all lines."""
    return sum(len(line.text) for item in items for line in item.lines)
