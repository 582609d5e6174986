"""The section of facts: what is known, each with the reply that gave it."""

from __future__ import annotations

from functools import partial

from pane_cli.errors import PaneError
from pane_cli.rules.schema import Section
from pane_cli.summarize.lines import Line, Material
from pane_cli.view.facts import Fact, active, remarks
from pane_cli.view.ledger import Told


def facts(material: Material, section: Section) -> list[Line]:
    """Values that stand, the user's before all; an agent's stay in their session."""
    if material.is_handoff and (section.lines, section.chars) != (None, None):
        hint = "it holds what the user set alone; write - {name: facts}"
        raise PaneError("summary.handoff: facts takes no lines and no chars", hint)
    lines = []
    for fact in active(material.view):
        told = fact.standing
        if told is not None and (told.by == "user" or not material.is_handoff):
            lines.append(_line(material, fact, told))
    return lines


def _line(material: Material, fact: Fact, told: Told) -> Line:
    words = partial(_words, material, fact, told)
    n, is_users = told.n, told.by == "user"
    return Line(n, n, words, f"told by {told.by}", n, whole=is_users)


def _words(material: Material, fact: Fact, told: Told) -> str:
    whose = "" if told.n else f"set by the {told.by}"
    if told.is_carried:
        whose += ", for every session"
    notes = "; ".join(filter(None, [whose, *remarks(fact, material.clean)]))
    return material.clean(
        f"{fact.name}: {told.value}" + (f" ({notes})" if notes else "")
    )
