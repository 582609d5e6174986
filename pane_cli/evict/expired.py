"""Turns of topics that have had their time: `topics.ttl` turns without reference."""

from __future__ import annotations

from collections.abc import Iterable

from pane_cli.evict.units import Unit
from pane_cli.view.inventory import expired
from pane_cli.view.view import View


def expired_turns(view: View) -> dict[int, str]:
    """Turns whose topic has run out, each with what says so."""
    return {
        turn: f"topics.ttl ran out for topic {one.number}, last in t{one.turns[-1]}"
        for one in expired(view)
        for turn in one.turns
    }


def expired_units(
    view: View, found: Iterable[Unit], tail: frozenset[int]
) -> list[Unit]:
    """Of `found`, whole turns of expired topics; what is in the `tail` stays."""
    why = expired_turns(view)
    return [
        unit._replace(why=why[unit.turn])
        for unit in found
        if unit.is_turn and unit.turn in why and not unit.entries & tail
    ]
