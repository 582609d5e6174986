"""A selection becomes a plan: what leaves, what stays, and why."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import NamedTuple

from pane_cli.errors import PaneError
from pane_cli.evict.cost import Cost, cost
from pane_cli.evict.distance import Encode
from pane_cli.evict.expired import expired_units
from pane_cli.evict.limits import POINTER_TOKENS, limits, tokens_in
from pane_cli.evict.limits import down_to as sizes_down_to
from pane_cli.evict.order import Fetch, tail
from pane_cli.evict.pointers import joined
from pane_cli.evict.policy import Choice, Goal, Item, choose
from pane_cli.evict.units import Unit, members, units, untouchable
from pane_cli.session.address import (
    format_range,
    matches_id,
    parse_address,
    short_id,
)
from pane_cli.session.types import Range
from pane_cli.view.view import View, ranges


class Plan(NamedTuple):
    """What an eviction would do."""

    entries: tuple[Range, ...]
    items: tuple[Item, ...]
    before: int
    """Tokens in context now."""
    after: int
    """Tokens in context then, pointers included."""
    cost: Cost


def plan(
    view: View,
    selection: str | None = None,
    to: str | None = None,
    fetch: Fetch | None = None,
    encode: Encode | None = None,
) -> Plan:
    """What leaves for `N`, `all`, `t4`, `#12-40`, `--to`, or the oldest share."""
    if to is not None:
        return down_to(view, target_tokens(to, tokens_in(view)), fetch, encode)
    if selection is None:
        return _oldest(view, None)
    if selection.isdecimal():
        return _oldest(view, int(selection))
    if selection == "all":
        return _all(view)
    return _addressed(view, selection)


def down_to(
    view: View,
    target: int,
    fetch: Fetch | None = None,
    encode: Encode | None = None,
) -> Plan:
    """By the rules' order until what is in context fits `target` tokens."""
    goal = Goal(target, "--to")
    sizes = sizes_down_to(view, target)
    return _chosen(view, choose(view, sizes, goal, goal, fetch, encode))


def automatic(
    view: View, fetch: Fetch | None = None, encode: Encode | None = None
) -> Plan:
    """By the rules' order down to the target; the tail only while past the trigger."""
    sizes = limits(view)
    target = Goal(sizes.target, "evict.target")
    floor = Goal(sizes.trigger, "evict.trigger")
    return _chosen(view, choose(view, sizes, target, floor, fetch, encode))


def expired(view: View) -> Plan:
    """The turns of topics that have had their time; the protected tail stays."""
    everything = units(view)
    found = expired_units(view, everything, tail(view, limits(view)))
    why = {unit.name: unit.why for unit in found}
    leaving = [unit for unit in found if not unit.kept]
    items = [
        Item(u.name, u.tokens, u.name in why and not u.kept, u.kept or why[u.name])
        if u.name in why
        else Item(u.name, u.tokens, False, "its topic is loaded, or it is in the tail")
        for u in everything
    ]
    return _plan(view, leaving, items)


def _chosen(view: View, choice: Choice) -> Plan:
    return _plan(view, list(choice.leaving), list(choice.items))


def target_tokens(text: str, now: int) -> int:
    """`50%` of `now`, `0.5` of `now`, or a number of tokens such as `4000` or `4k`."""
    match = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)\s*(%|k)?", text.strip().lower())
    number, unit = (float(match[1]), match[2]) if match else (math.inf, None)
    is_share = unit == "%" or (match is not None and unit is None and "." in match[1])
    most = 100 if unit == "%" else 1
    if match is None or (is_share and number > most):
        allowed = "--to takes a share (50%, 0.5; at most 100%) or tokens (4000, 4k)"
        raise PaneError(f"--to {text}: neither a share nor tokens", allowed)
    if is_share:
        return int(now * number / most)
    return int(number * 1000) if unit == "k" else int(number)


def is_selection(text: str) -> bool:
    """Whether a word can select anything, in whatever session."""
    return text == "all" or text.isdecimal() or parse_address(text) is not None


def selected(view: View, selection: str) -> frozenset[int]:
    """Entries that `t4`, `#12-40` or `all` names; raises where there are none."""
    if selection == "all":
        return frozenset(range(1, view.last + 1))
    address = parse_address(selection)
    if address is None:
        raise PaneError(
            f"{selection}: no selection",
            "a number of turns, all, t4, or entries such as '#12-40'",
        )
    if address.session and not matches_id(view.header.id, address.session):
        here = short_id(view.header.id)
        raise PaneError(f"no session {address.session} here", f"sessions here: {here}")
    if address.turn is not None:
        turn = view.turn(address.turn)
        if turn is None:
            last = view.turns[-1].number if view.turns else 0
            raise PaneError(f"no turn t{address.turn}", f"turns go to t{last}")
        return members(view, turn)
    if not 1 <= address.first <= address.last <= view.last:
        span = format_range(address.first, address.last)
        raise PaneError(f"no entries {span}", f"entries go from #1 to #{view.last}")
    return frozenset(range(address.first, address.last + 1))


def _oldest(view: View, count: int | None) -> Plan:
    everything = units(view)
    candidates = [unit for unit in everything if not unit.kept]
    whole = [unit for unit in candidates if unit.is_turn]
    # A session of one long turn has no finished turns: its steps are what can leave.
    pool = whole or candidates
    share = view.rules.evict.share
    take = math.ceil(len(pool) * share) if count is None else count
    why = f"evict.share {share}" if count is None else f"among the oldest {count}"
    leaving = pool[:take]
    names = {unit.name for unit in leaving}
    items = [Item(u.name, u.tokens, u.name in names, u.kept or why) for u in everything]
    return _plan(view, leaving, items)


def _all(view: View) -> Plan:
    everything = units(view)
    leaving = [unit for unit in everything if not unit.kept]
    items = [Item(u.name, u.tokens, not u.kept, u.kept or "all") for u in everything]
    return _plan(view, leaving, items)


def _addressed(view: View, selection: str) -> Plan:
    wanted = selected(view, selection)
    whole: set[int] = set()
    for n in wanted:
        row = view.row(n)
        whole |= set(view.steps[row.step].entries) if row.step >= 0 else {n}
    staying = whole & untouchable(view)
    if staying & wanted and whole <= staying:
        raise PaneError(
            f"{selection} is the newest request or step, which never leaves",
            "name older entries",
        )
    # A step leaves whole or not at all.
    for n in staying:
        row = view.row(n)
        whole -= set(view.steps[row.step].entries) if row.step >= 0 else {n}
    tokens = sum(view.row(n).tokens for n in whole if view.is_in(n))
    unit = Unit(selection, frozenset(whole), False, tokens)
    items = [Item(selection, tokens, tokens > 0, "named")]
    if staying:
        kept = sum(view.row(n).tokens for n in staying)
        items.append(Item("newest request and step", kept, False, "never leave"))
    return _plan(view, [unit] if tokens else [], items)


def _plan(view: View, leaving: list[Unit], items: list[Item]) -> Plan:
    out = {n for unit in leaving for n in unit.entries if n not in view.out}
    spans = tuple(ranges(_with_notes(view, out)))
    freed = sum(view.row(n).tokens for n in out if view.is_in(n))
    before = tokens_in(view)
    pointers = POINTER_TOKENS * len(joined(view, out | set(view.out)))
    after = view.tokens_in - freed + pointers
    return Plan(spans, tuple(items), before, after, cost(view, out, before - after))


def _with_notes(view: View, out: set[int]) -> set[int]:
    """The entries, and what stands between them that no model sees anyway.

    One range is one pointer: the host's notes must not cut a range in pieces.
    """
    joined = set(out)
    spans = ranges(out)
    for (_, last), (first, _) in pairwise(spans):
        gap = range(last + 1, first)
        if not any(view.is_in(n) for n in gap):
            joined.update(gap)
    return joined
