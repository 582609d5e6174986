"""What use teaches: which turns were recalled, and which kinds of turns are.

Kinds: a turn with a failed run, one that changed files, one that only read. A kind's
rate is the share of its turns that left and were then recalled: in this session and, by
the learned layer of the rules, in earlier ones of the same model.
"""

from __future__ import annotations

from typing import NamedTuple

from pane_cli.view.recalls import Return, returns
from pane_cli.view.rows import Turn
from pane_cli.view.view import View
from pane_cli.view.view import entries as turn_entries

KINDS = ("failed", "changed", "read")


class Tally(NamedTuple):
    """Turns of one kind that left, and those of them that were recalled."""

    left: int = 0
    recalled: int = 0

    @property
    def rate(self) -> float:
        """Recalls a turn that left."""
        return self.recalled / max(self.left, 1)


class Use(NamedTuple):
    """What use says of this session's turns."""

    lately: dict[int, int]
    """Turn to the call that recalled it in the last turns."""
    dear: dict[str, str]
    """Kinds that are recalled too often to leave with the rest, and why."""


def use(view: View) -> Use:
    """What an eviction must know of recalls."""
    newest = view.newest.number if view.newest else 0
    since = newest - view.rules.evict.recalled_turns
    seen = returns(view)
    lately = {r.turn: r.n for r in seen if view.row(r.n).turn > since}
    return Use(lately, _dear(view, tallies(view, seen)))


def tallies(view: View, seen: list[Return]) -> dict[str, Tally]:
    """What is known of each kind: of this session, and of the model by the rules."""
    own = count(view, seen, 0, view.last)
    known = view.learned
    if known is None:
        return own
    return {
        kind: Tally(
            own[kind].left + getattr(known, f"{kind}_left"),
            own[kind].recalled + getattr(known, f"{kind}_recalled"),
        )
        for kind in KINDS
    }


def count(view: View, seen: list[Return], after: int, until: int) -> dict[str, Tally]:
    """Turns that left by evictions made from entry `after` on, until entry `until`.

    And those of all that were out by then, whose first recall came in that time.
    """
    by_turn: dict[int, int] = {}
    for n, mark in view.decisions.out().items():
        if view.is_context(n):
            by_turn.setdefault(view.row(n).turn, mark.after)
    first: dict[int, int] = {}
    for back in seen:
        if back.mark is not None:
            first.setdefault(back.turn, back.n)
            by_turn.setdefault(back.turn, back.mark.after)
    left = dict.fromkeys(KINDS, 0)
    recalled = dict.fromkeys(KINDS, 0)
    for turn in view.turns:
        at = by_turn.get(turn.number)
        if at is None:
            continue
        left[kind(view, turn)] += after < at <= until
        recalled[kind(view, turn)] += after < first.get(turn.number, 0) <= until
    return {name: Tally(left[name], recalled[name]) for name in KINDS}


def kind(view: View, turn: Turn) -> str:
    """`failed`, `changed` or `read`: what a turn mostly was."""
    span = turn_entries(turn)
    rows = [view.row(n) for n in span]
    if any(row.kind == "result" and (row.error or row.exit) for row in rows):
        return "failed"
    changed = any(n in span for path in view.work.files.values() for n in path.writes)
    return "changed" if changed else "read"


def _dear(view: View, known: dict[str, Tally]) -> dict[str, str]:
    """Kinds with evidence, recalled `evict.dear` times as often as the cheapest."""
    rules = view.rules.evict
    rates = {k: t.rate for k, t in known.items() if t.left >= rules.evidence}
    least = min(rates.values(), default=0.0)
    return {
        name: f"{known[name].recalled} of {known[name].left} {name} turns recalled"
        for name, rate in rates.items()
        if rate and rate >= rules.dear * least and rate > least
    }
