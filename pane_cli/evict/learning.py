"""What use teaches: which turns were recalled, and which kinds of turns are.

Kinds: a turn with a failed run, one that changed files, one that only read. A kind's
rate is the share of its turns that left and were then recalled: in this session and, by
the learned layer of the rules, in earlier ones of the same model.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from pane_cli.rules.schema import Learned
from pane_cli.view import measured
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
    own = count(view, seen, 0)
    known = measured.learned(view)
    if known is None:
        return own
    return {
        kind: Tally(
            own[kind].left + getattr(known, f"{kind}_left"),
            own[kind].recalled + getattr(known, f"{kind}_recalled"),
        )
        for kind in KINDS
    }


def count(view: View, seen: list[Return], since: int) -> dict[str, Tally]:
    """Turns of which something left by evictions made at entry `since` or later.

    And those of all that were out whose first recall came after it.
    """
    left_at: dict[int, int] = {}
    for n, mark in view.out.items():
        if view.is_context(n):
            left_at.setdefault(view.row(n).turn, mark.after)
    first: dict[int, int] = {}
    for back in seen:
        if back.mark is not None:
            first.setdefault(back.turn, back.n)
            left_at.setdefault(back.turn, back.mark.after)
    left, recalled = dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0)
    for turn in view.turns:
        if turn.number in left_at:
            left[kind(view, turn)] += left_at[turn.number] >= since
            recalled[kind(view, turn)] += first.get(turn.number, 0) > since
    return {name: Tally(left[name], recalled[name]) for name in KINDS}


def learned(view: View, known: tuple[Learned, ...]) -> tuple[Learned, ...]:
    """What is known of the models once this session's last stretch is counted in.

    A stretch is what the last eviction took out, and what was recalled since. It is
    counted when the next eviction is decided: each once, without a note of which were.
    """
    model = measured.model(view)
    if not model:
        return known
    by_name = {one.name: one for one in known}
    before = by_name.get(model, Learned(model))
    limit = view.windows.limits.get(model, before.window)
    if limit is not None and view.windows.accepted.get(model, 0) > limit:
        limit = None
    rate = view.calibration.chars_per_token(model)
    by_name[model] = msgspec.structs.replace(
        before,
        window=limit,
        chars_per_token=round(rate, 2) if rate else before.chars_per_token,
        **_counted(view, before),
    )
    return tuple(by_name[name] for name in sorted(by_name))


def _counted(view: View, before: Learned) -> dict[str, int]:
    evictions = [m for m in view.decisions.standing() if m.kind == "evict"]
    if not evictions:
        return {}
    stretch = count(view, returns(view), evictions[-1].after)
    counted = {}
    for name, tally in stretch.items():
        for field, more in zip(("left", "recalled"), tally, strict=True):
            key = f"{name}_{field}"
            counted[key] = getattr(before, key) + more
    return counted


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
