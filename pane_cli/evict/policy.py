"""What leaves so that the context fits: reasons in their order, to the target.

`--auto` and `--to` are this; the difference is when they act, and how far into the
newest turns they go.
"""

from __future__ import annotations

from typing import NamedTuple

from pane_cli.evict.distance import Encode
from pane_cli.evict.limits import POINTER_TOKENS, Limits, tokens_in
from pane_cli.evict.links import border
from pane_cli.evict.order import ORDER, Fetch, Material, material
from pane_cli.evict.units import Unit, steps, untouchable
from pane_cli.view.view import View


class Item(NamedTuple):
    """One unit of the plan, for `--explain`."""

    name: str
    tokens: int
    leaves: bool
    why: str


class Choice(NamedTuple):
    """What leaves, and every unit with its reason."""

    leaving: tuple[Unit, ...]
    items: tuple[Item, ...]


class Goal(NamedTuple):
    """Tokens down to which things leave, and who says so."""

    tokens: int
    rule: str

    def __str__(self) -> str:
        return f"{self.rule} {self.tokens:,} is reached"


def choose(
    view: View,
    sizes: Limits,
    target: Goal,
    floor: Goal,
    fetch: Fetch | None = None,
    encode: Encode | None = None,
) -> Choice:
    """What leaves until `target` is reached; of the tail, until `floor` is."""
    chosen = _Chosen(material(view, sizes, fetch, encode))
    for reason in view.rules.evict.order:
        chosen.take(reason, floor if reason == "tail" else target)
    chosen.explain_what_never_leaves()
    return Choice(tuple(chosen.leaving), chosen.reasons())


class _Chosen:
    """Units taken so far, and what is then left in context."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self.view = material.view
        self.left = tokens_in(material.view)
        self.leaving: list[Unit] = []
        self.items: list[Item] = []
        self.out: set[int] = set()

    def take(self, reason: str, goal: Goal) -> None:
        """Units of one reason, oldest first, until `goal` is reached."""
        found = list(ORDER[reason](self.material))
        for unit in found:
            if unit.kept:
                self._say(unit, False, unit.kept)
        open_ = [unit for unit in found if not unit.kept and self._fresh(unit) > 0]
        taken, left = 0, self.left
        while taken < len(open_) and left > goal.tokens:
            left -= self._fresh(open_[taken])
            taken += 1
        too_much = goal.tokens - left > self.material.sizes.slack
        if taken and too_much and open_[taken - 1].is_turn:
            self._take_in_parts(reason, open_, taken - 1, goal)
        else:
            self._take(reason, open_, taken, goal)

    def _take(self, reason: str, found: list[Unit], taken: int, goal: Goal) -> None:
        whole = border_of(self, found, taken) if taken else 0
        for index, unit in enumerate(found):
            linked = f"{reason}: belongs to what leaves, evict.slack"
            if index < whole:
                why = f"{reason}: {unit.why}" if index < taken else linked
                self._leave(unit, why)
            else:
                self._say(unit, False, f"{unit.why}; {goal}")

    def _take_in_parts(
        self, reason: str, found: list[Unit], last: int, goal: Goal
    ) -> None:
        """Units before `last`; of that turn, which is too large, only older steps."""
        for unit in found[:last]:
            self._leave(unit, f"{reason}: {unit.why}")
        turn = self.view.turn(found[last].turn)
        parts = steps(self.view, turn) if turn else []
        for part in parts:
            if self.left > goal.tokens and self._fresh(part) > 0:
                self._leave(part, f"{reason}: older step of t{part.turn}")
        rest = [part for part in parts if not part.entries <= self.out]
        for unit in (*rest, *found[last + 1 :]):
            self._say(unit, False, str(goal))

    def explain_what_never_leaves(self) -> None:
        """The newest request and step, so that the items are all there is."""
        never = {n for n in untouchable(self.view) if self.view.is_in(n)}
        tokens = sum(self.view.row(n).tokens for n in never)
        if never:
            name = "newest request and step"
            self.items.append(Item(name, tokens, False, "never leave"))

    def reasons(self) -> tuple[Item, ...]:
        """One for every unit; what leaves with its turn anyway is not told apart."""
        whole = {unit.name for unit in self.leaving if unit.is_turn}
        return tuple(
            i
            for i in self.items
            if i.name.partition(" ")[0] not in whole or i.name in whole
        )

    def _leave(self, unit: Unit, why: str) -> None:
        self.left -= self._fresh(unit)
        self.out |= unit.entries
        self.leaving.append(unit)
        self._say(unit, True, why)

    def _fresh(self, unit: Unit) -> int:
        """What it frees beyond what leaves anyway, its pointer paid."""
        numbers = (n for n in unit.entries - self.out if self.view.is_in(n))
        tokens = sum(self.view.row(n).tokens for n in numbers)
        return tokens - (POINTER_TOKENS if len(unit.entries) == 1 else 0)

    def _say(self, unit: Unit, leaves: bool, why: str) -> None:
        self.items.append(Item(unit.name, unit.tokens, leaves, why))


def border_of(chosen: _Chosen, found: list[Unit], taken: int) -> int:
    """How many units leave, so that linked turns do together."""
    if not all(unit.is_turn for unit in found):
        return taken
    view = chosen.view
    out = {unit.turn for unit in chosen.leaving if unit.is_turn}
    gone = {turn.number for turn in view.turns if _is_out(view, turn.first, turn.last)}
    return border(view, found, taken, out | gone, chosen.material.sizes.slack)


def _is_out(view: View, first: int, last: int) -> bool:
    return not any(view.is_in(n) for n in range(first, last + 1))
