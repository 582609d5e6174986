"""Facts as lines of a context: the user's word whole, what agents say by its age."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from pane_cli.text.entries import Clean
from pane_cli.view.facts import Fact, active, remarks
from pane_cli.view.inventory import loaded_entities
from pane_cli.view.metadata import USER

if TYPE_CHECKING:
    from pane_cli.assemble.blocks import Material


class FactLines(NamedTuple):
    """Lines about anything but the user."""

    users: list[str]
    """What the user set: never cut."""
    agents: list[str]
    """The newest first."""


def user_lines(material: Material) -> Iterator[str]:
    """What the user said of the user."""
    for fact in material.view.facts:
        if _is_about_the_user(fact) and fact.standing is not None:
            yield material.clean(f"- {fact.key}: {fact.standing.value}")


def fact_lines(material: Material) -> FactLines:
    """Facts of loaded topics, but those told by a reply that stands whole anyway."""
    view = material.view
    holding = active(view, loaded_entities(view, material.query))
    known = [
        fact
        for fact in holding
        if not _is_about_the_user(fact) and not _is_there(fact, material)
    ]
    known.sort(key=lambda fact: _rank(fact, view.last), reverse=True)
    lines = [material.clean(_line(fact, material.clean)) for fact in known]
    users = sum(map(_is_users, known))
    return FactLines(lines[:users], lines[users:])


def _is_users(fact: Fact) -> bool:
    return fact.standing is not None and fact.standing.by == "user"


def _is_there(fact: Fact, material: Material) -> bool:
    """Whether the reply that tells it stands whole: its block is read there."""
    return fact.standing is not None and fact.standing.n in material.whole


def _is_about_the_user(fact: Fact) -> bool:
    return fact.entity == USER and _is_users(fact)


def _rank(fact: Fact, last: int) -> tuple[bool, bool, int]:
    """What goes first: the user's word, what is about the user, what is newest."""
    n = fact.standing.n if fact.standing is not None else 0
    return _is_users(fact), fact.entity == USER, n or last


def _line(fact: Fact, clean: Clean) -> str:
    told = fact.standing
    assert told is not None  # active facts stand
    who = "every session" if told.is_carried else told.by
    notes = "; ".join([f"#{told.n}" if told.n else who, *remarks(fact, clean)])
    return f"- {fact.name}: {told.value} ({notes})"
