"""What can leave: finished turns whole, then older steps of the running turn.

The newest request and the newest step never leave. A step is one message with its calls
and their results, so a call never leaves without its result.
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
    """`t3`, or `t9 #120-131` for a step of the running turn."""
    entries: frozenset[int]
    is_turn: bool
    """A finished turn, not a step of the running one."""
    tokens: int
    """Tokens of what is in context of it now."""
    kept: str = ""
    """The rule that keeps it in, unless it is named by address."""


def units(view: View) -> list[Unit]:
    """Everything that may leave and is in context now, oldest first."""
    running = view.newest
    found: list[Unit] = []
    for turn in view.turns:
        if turn is running:
            found += running_steps(view, turn)
        elif running is None or turn.number < running.number:
            found.append(_unit(view, f"t{turn.number}", members(view, turn), True))
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
    live = [index for index in turn.steps if _is_in(view, index)]
    found = []
    for index in live[:-1]:
        step = frozenset(view.steps[index].entries)
        span = f"#{min(step)}-{max(step)}"
        found.append(_unit(view, f"t{turn.number} {span}", step, False))
    return found


def untouchable(view: View) -> frozenset[int]:
    """The running turn's requests and its newest step."""
    running = view.newest
    if running is None:
        return frozenset()
    live = [index for index in running.steps if _is_in(view, index)]
    newest = view.steps[live[-1]].entries if live else []
    return frozenset(running.requests) | frozenset(newest)


def _is_in(view: View, step: int) -> bool:
    return any(view.is_in(n) for n in view.steps[step].entries)


def _unit(view: View, name: str, numbers: frozenset[int], is_turn: bool) -> Unit:
    tokens = sum(view.row(n).tokens for n in numbers if view.is_in(n))
    return Unit(name, numbers, is_turn, tokens, _protection(view, numbers))


def _protection(view: View, numbers: frozenset[int]) -> str:
    rules = view.rules.evict
    if rules.protect_tools and any(
        view.row(n).tool in rules.protect_tools for n in numbers
    ):
        return "evict.protect_tools"
    if rules.protect_paths and any(
        n in numbers and any(fnmatch(use.path, glob) for glob in rules.protect_paths)
        for use in view.files
        for n in use.reads + use.writes
    ):
        return "evict.protect_paths"
    return ""
