"""What can leave: finished turns whole, and older steps of the running turn.

The newest request and the newest step never leave. A step is one message with its calls
and their results, so a call never leaves without its result. (What leaves alone, while
the rest of its step stays, is in `alone.py`.)
"""

from __future__ import annotations

from fnmatch import fnmatch
from typing import NamedTuple

from pane_cli.view.rows import Turn
from pane_cli.view.view import View
from pane_cli.view.view import entries as turn_entries


class Unit(NamedTuple):
    """Entries that leave together."""

    name: str
    """`t3`, `t9 #120-131` for a step of the running turn, `t4 #52` for an entry."""
    entries: frozenset[int]
    is_turn: bool
    """A finished turn, not a part of one."""
    tokens: int
    """Tokens of what is in context of it now."""
    kept: str = ""
    """The rule that keeps it in, unless it is named by address."""
    turn: int = 0
    why: str = ""
    """What makes it leave alone."""


def units(view: View) -> list[Unit]:
    """Everything that may leave and is in context now, oldest first."""
    running = view.newest
    found: list[Unit] = []
    for turn in view.turns:
        if turn is running:
            found += running_steps(view, turn)
        elif running is None or turn.number < running.number:
            found.append(unit(view, turn, members(view, turn), is_turn=True))
    return [unit for unit in found if unit.tokens]


def members(view: View, turn: Turn) -> frozenset[int]:
    """The entries of a turn with its steps whole: a late result belongs to its call."""
    own = set(turn.steps)
    found = {n for n in turn_entries(turn) if view.row(n).step in (-1, *own)}
    for index in own:
        found.update(view.steps[index].entries)
    return frozenset(found)


def running_steps(view: View, turn: Turn) -> list[Unit]:
    """Steps of the running turn that may leave: all but the newest."""
    return steps(view, turn)[:-1]


def steps(view: View, turn: Turn) -> list[Unit]:
    """The steps of a turn that are in context, oldest first."""
    live = [index for index in turn.steps if _is_in(view, index)]
    return [unit(view, turn, frozenset(view.steps[i].entries)) for i in live]


def untouchable(view: View) -> frozenset[int]:
    """The running turn's requests and its newest step."""
    running = view.newest
    if running is None:
        return frozenset()
    live = [index for index in running.steps if _is_in(view, index)]
    newest = view.steps[live[-1]].entries if live else []
    return frozenset(running.requests) | frozenset(newest)


def unit(
    view: View,
    turn: Turn,
    entries: frozenset[int],
    is_turn: bool = False,
    why: str = "",
) -> Unit:
    """A turn or a part of it, without what `evict.skip_kinds` leaves in."""
    name = f"t{turn.number}"
    if not is_turn:
        first, last = min(entries), max(entries)
        name += f" #{first}" if first == last else f" #{first}-{last}"
    skipped = _skipped(view)
    leaving = frozenset(n for n in entries if view.row(n).kind not in skipped)
    tokens = sum(view.row(n).tokens for n in leaving if view.is_in(n))
    scope = set(entries)
    for n in () if is_turn else entries:
        scope.update(view.steps[view.row(n).step].entries)
    kept = _protection(view, turn, scope)
    return Unit(name, leaving, is_turn, tokens, kept, turn.number, why)


def _is_in(view: View, step: int) -> bool:
    return any(view.is_in(n) for n in view.steps[step].entries)


def _skipped(view: View) -> frozenset[str]:
    """Kinds that stay; a call stays with its result."""
    kinds = frozenset[str](view.rules.evict.skip_kinds)
    pair = frozenset(("call", "result"))
    return kinds | pair if kinds & pair else kinds


def _protection(view: View, turn: Turn, entries: set[int]) -> str:
    rules = view.rules.evict
    if turn.number in rules.protect_turns:
        return "evict.protect_turns"
    if rules.keep and turn.number in _newest(view, rules.keep):
        return "evict.keep"
    if rules.protect_tools and any(
        view.row(n).tool in rules.protect_tools for n in entries
    ):
        return "evict.protect_tools"
    if rules.protect_paths and any(
        n in entries and any(fnmatch(use.path, glob) for glob in rules.protect_paths)
        for use in view.files
        for n in use.reads + use.writes
    ):
        return "evict.protect_paths"
    return ""


def _newest(view: View, count: int) -> list[int]:
    asked = [turn.number for turn in view.turns if set(turn.requests) - view.off]
    return asked[-count:]
