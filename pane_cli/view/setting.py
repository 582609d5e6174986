"""To set a fact or to forget one: the mark that says so, or why it may not be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pane_cli.errors import PaneError
from pane_cli.session.types import Mark
from pane_cli.view.facts import Fact, name_of
from pane_cli.view.metadata import USER
from pane_cli.view.view import View


class Wish(NamedTuple):
    """What was asked of a fact: a value for it, or (None) that it be forgotten."""

    entity: str
    key: str
    value: str | None
    by: str = "user"
    ts: str | None = None

    @property
    def name(self) -> str:
        """What the fact is called."""
        return f"{self.entity}.{self.key}"


def split_name(text: str, known: Sequence[Fact] = ()) -> tuple[str, str]:
    """Entity and key of `[ENTITY.]KEY`, of a fact that is known or by the last dot.

    >>> split_name("ferry/app.py.owner"), split_name("name")
    (('ferry/app.py', 'owner'), ('user', 'name'))
    """
    name = name_of(text)
    for fact in known:
        if fact.name == name or (fact.entity == USER and fact.key == name):
            return fact.entity, fact.key
    entity, _, key = name.rpartition(".")
    if not key.strip() or (not entity.strip() and "." in name):
        raise PaneError(f"{text!r} names no fact", "[ENTITY.]KEY: cpp.exceptions, role")
    return entity or USER, key


def find(view: View, wish: Wish) -> Fact | None:
    """The fact that is meant."""
    same = (f for f in view.facts if (f.entity, f.key) == (wish.entity, wish.key))
    return next(same, None)


def decide_fact(view: View, wish: Wish) -> tuple[Mark | None, str]:
    """The mark (None: it is so already) and what to say; raises where it may not be."""
    fact = find(view, wish)
    standing = fact.standing if fact is not None else None
    if standing is not None and standing.by == "user" and wish.by != "user":
        raise PaneError(f"the user set {wish.name}; {wish.by} can't change it")
    if wish.value is None and fact is None:
        told = [one.name for one in view.facts if one.place is not None]
        names = ", ".join(told[:8]) or "none"
        raise PaneError(f"no fact {wish.name}", f"facts here: {names}")
    if wish.value is None and standing is None:
        return None, f"{wish.name} is forgotten already"
    is_same = standing is not None and standing.value == wish.value
    if is_same and standing is not None and standing.by in (wish.by, "user"):
        return None, f"{wish.name} is so already"
    mark = Mark(
        "forget" if wish.value is None else "fact",
        view.decisions.last + 1,
        entity=wish.entity,
        name=wish.key,
        text=wish.value,
        by=wish.by,
        after=view.last,
        ts=wish.ts,
    )
    return mark, f"{wish.name} {'forgotten' if wish.value is None else 'set'}"
