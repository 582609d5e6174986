"""Why something leaves, in the order of `evict.order`: the table, and what each means.

Each reason is a function from a view to units, oldest first. The policy takes units,
one reason after the other, until the target is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from pane_cli.evict.alone import (
    duplicates,
    failed_inputs,
    large_results,
    superseded_reads,
)
from pane_cli.evict.distance import Encode
from pane_cli.evict.expired import expired_turns
from pane_cli.evict.learning import Use, kind, use
from pane_cli.evict.limits import Limits
from pane_cli.evict.relevance import NOTHING, Relevance, relevance
from pane_cli.evict.units import Unit, members, steps, units, untouchable
from pane_cli.session.types import Entry
from pane_cli.view.decay import standing, weight
from pane_cli.view.view import View


class Material(NamedTuple):
    """What the reasons choose from."""

    view: View
    sizes: Limits
    units: list[Unit]
    """Turns and steps that may leave, oldest first."""
    tail: frozenset[int]
    """Entries of the newest turns and steps, which leave last."""
    use: Use
    expired: dict[int, str]
    """Turns of topics that have had their time, where those are to leave first."""
    relevance: Relevance
    weights: Mapping[str, float]
    """Name of a turn's unit to what it weighs; nothing where weights do not count."""


Fetch = Callable[[int], Entry]
"""Entries by number."""


def material(
    view: View,
    sizes: Limits,
    fetch: Fetch | None = None,
    encode: Encode | None = None,
) -> Material:
    """All of it for one session; without `fetch` nothing is known of its words."""
    newest = tail(view, sizes)
    found = [part for unit in units(view) for part in _outside(view, unit, newest)]
    gone = expired_turns(view) if view.rules.evict.expired_first else {}
    known = _relevance(view, fetch, encode)
    weights = _weights(view, found, known) if view.rules.decay.by_weight else {}
    return Material(view, sizes, found, newest, use(view), gone, known, weights)


def _relevance(view: View, fetch: Fetch | None, encode: Encode | None) -> Relevance:
    rules = view.rules
    is_asked = rules.decay.by_weight or "relevant-turn" in rules.evict.order
    if fetch is None or not is_asked:
        return NOTHING
    from pane_cli.text.terms import Terms  # only an eviction needs words

    by = encode if rules.decay.by_weight else None  # else no drift is asked for
    return relevance(view, fetch, Terms(rules.recall.language), by)


def _weights(view: View, found: list[Unit], known: Relevance) -> dict[str, float]:
    rules, now = view.rules.decay, standing(view)
    return {
        unit.name: weight(view, now, unit.entries)
        * (rules.drift_penalty if unit.turn in known.off_topic else 1.0)
        for unit in found
        if unit.is_turn
    }


def tail(view: View, sizes: Limits) -> frozenset[int]:
    """The newest steps and requests that fit `evict.tail`, and what never leaves.

    It ends at the first that does not fit: what is older is no tail.
    """
    kept = set(untouchable(view))
    left = sizes.tail - sum(view.row(n).tokens for n in kept if view.is_in(n))
    for turn in reversed(view.turns):
        parts = [set(unit.entries) for unit in steps(view, turn)]
        alone = set(members(view, turn)).difference(*parts)
        for part in (*reversed(parts), alone):
            tokens = sum(view.row(n).tokens for n in part - kept if view.is_in(n))
            if tokens > left:
                return frozenset(kept)
            kept |= part
            left -= tokens
    return frozenset(kept)


def _outside(view: View, unit: Unit, newest: frozenset[int]) -> list[Unit]:
    """A unit; of a turn that reaches into the tail, its steps."""
    turn = view.turn(unit.turn)
    if turn is None or unit.entries <= newest or not unit.entries & newest:
        return [unit]
    return steps(view, turn) if unit.is_turn else [unit]


Alone = Callable[[View, Limits], Iterable[Unit]]


def _alone(found: Alone, material: Material) -> Iterator[Unit]:
    for unit in found(material.view, material.sizes):
        if not unit.entries & material.tail:
            yield unit


def _turn_reason(material: Material, unit: Unit) -> tuple[str, str]:
    """Which of the reasons for turns and steps is this one's, and what it says."""
    if unit.entries & material.tail:
        return "tail", "newest, evict.tail"
    if not unit.is_turn:
        return "step", f"older step of t{unit.turn}"
    recalled = material.use.lately.get(unit.turn)
    if recalled is not None:
        return "recalled-turn", f"recalled at #{recalled}"
    if unit.turn in material.expired:
        return "expired", material.expired[unit.turn]
    share = material.relevance.remembered.get(unit.turn)
    if share is not None:
        return "relevant-turn", f"has {share:.0%} of what is asked, decay.remembered"
    turn = material.view.turn(unit.turn)
    name = kind(material.view, turn) if turn else ""
    if name in material.use.dear:
        return "dear-turn", material.use.dear[name]
    if not material.view.rules.decay.by_weight:
        return "turn", "oldest first"
    off = ", off topic" if unit.turn in material.relevance.off_topic else ""
    return "turn", f"lightest first, weighs {material.weights[unit.name]:.2f}{off}"


def _turns(reason: str, material: Material) -> Iterator[Unit]:
    for unit in _in_order(material):
        found, why = _turn_reason(material, unit)
        if found == reason:
            yield unit._replace(why=why)


def _in_order(material: Material) -> list[Unit]:
    """Oldest first; turns by weight, where the rules say so, of equals the oldest."""
    if not material.view.rules.decay.by_weight:
        return material.units
    return sorted(material.units, key=lambda u: material.weights.get(u.name, 1.0))


#: Name in `evict.order` to what leaves for that reason.
ORDER: dict[str, Callable[[Material], Iterator[Unit]]] = {
    "large-result": partial(_alone, large_results),
    "duplicate": partial(_alone, duplicates),
    "superseded-read": partial(_alone, superseded_reads),
    "failed-input": partial(_alone, failed_inputs),
    "expired": partial(_turns, "expired"),
    "turn": partial(_turns, "turn"),
    "dear-turn": partial(_turns, "dear-turn"),
    "relevant-turn": partial(_turns, "relevant-turn"),
    "recalled-turn": partial(_turns, "recalled-turn"),
    "step": partial(_turns, "step"),
    "tail": partial(_turns, "tail"),
}
