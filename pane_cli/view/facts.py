"""Fold: facts, as agents gave and users set them. Every value is kept.

    ferry.port    8080 (#12), superseded by 8081 (#40)

An agent gives facts in the `turn.json` block that ends a reply of its own: what a tool
printed, what was recalled and what the host summed up are no replies. The newest value
stands, but nothing that an agent says stands over what the user set or forgot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pane_cli.session.types import Entry, Mark
from pane_cli.text.entries import Clean, clean_value
from pane_cli.text.refusals import is_refusal
from pane_cli.view.carried import carried, in_time
from pane_cli.view.ledger import REWOUND, Ledger, Told
from pane_cli.view.metadata import USER, own_metadata

if TYPE_CHECKING:
    from pane_cli.view.view import View


class Said(msgspec.Struct, array_like=True, gc=False):
    """One fact as a reply gives it."""

    n: int
    turn: int
    entity: str
    key: str
    value: str
    ts: str | None = None


class Given(msgspec.Struct):
    """Facts in the agent's own replies, in order."""

    said: list[Said] = []

    def step(self, entry: Entry, refusals: Sequence[str]) -> None:
        """Take one entry in; `refusals` begin replies that answer nothing."""
        if entry.kind != "text" or entry.role != "assistant" or entry.error:
            return
        found = None if entry.what else own_metadata(entry.text)
        if found is None or is_refusal(entry.text, refusals):
            return
        for fact in found.facts:
            entity, key = name_of(fact.entity), name_of(fact.key)
            said = Said(entry.n, entry.turn, entity, key, fact.value, entry.ts)
            self.said.append(said)


class Fact(NamedTuple):
    """All that was told of one key of one entity, oldest first."""

    entity: str
    key: str
    told: tuple[Told, ...]
    place: int | None
    """Of the value that stands; None: none does."""

    @property
    def name(self) -> str:
        """`ferry.port`."""
        return f"{self.entity}.{self.key}"

    @property
    def standing(self) -> Told | None:
        """The value that holds."""
        return None if self.place is None else self.told[self.place]


def name_of(text: str) -> str:
    """An entity or key as all its spellings are known by."""
    return " ".join(text.split()).casefold()


def facts(view: View) -> list[Fact]:
    """Every fact that was ever told, also forgotten ones; by entity and key."""
    ledgers: dict[tuple[str, str], Ledger] = {}
    for entity, key, told in _told(view):
        ledger = ledgers.setdefault((entity, key), Ledger())
        ledger.take(told, view.rules.facts.contradiction_turns)
    return [
        Fact(entity, key, tuple(ledger.told), ledger.place)
        for (entity, key), ledger in sorted(ledgers.items())
    ]


def active(view: View, loaded: Iterable[str] | None = None) -> list[Fact]:
    """Facts that hold now: those of the user's, and of the entities that are loaded.

    `loaded` are the entities of loaded topics; None: all are. What the user set is
    always active: the user has decided that it counts.
    """
    names = None if loaded is None else {USER, *map(name_of, loaded)}
    standing = ((fact, fact.standing) for fact in view.facts)
    return [
        fact
        for fact, told in standing
        if told is not None
        and (names is None or fact.entity in names or told.by == "user")
    ]


def address(told: Told, session: str = "") -> str:
    """Where it was told: `ID#12`, or `mark 3` of the session, or of `user`."""
    if told.n:
        return f"{session}#{told.n}"
    return f"user mark {told.mark}" if told.is_carried else f"mark {told.mark}"


def remarks(fact: Fact, clean: Clean) -> Iterator[str]:
    """What else was said of a fact that stands: before it, and against it.

    `clean` takes secrets out, each value being looked at behind its key.
    """
    told = fact.standing
    for other in fact.told if told is not None else ():
        if other.value is None:
            continue
        value = clean_value(fact.key, other.value, clean)
        if other.superseded == fact.place:
            verb = "was" if told is None or told.contradicts is None else "contradicts"
            yield f"{verb} {value} ({address(other)})"
        elif other.contradicts == fact.place and other.superseded is None:
            yield f"{other.by} says {value} ({address(other)})"


def _told(view: View) -> Iterator[tuple[str, str, Told]]:
    """Everything told, in order: a decision comes behind the entry it was made at."""
    marks = [mark for mark in view.decisions.marks if mark.kind in ("fact", "forget")]
    own: list[Said | Mark] = [*view.given.said, *marks]
    own.sort(key=_order)
    holds = [mark for mark in carried(view) if mark.kind in ("fact", "forget")]
    for item, is_carried in in_time(own, holds, lambda one: one.ts):
        if isinstance(item, Mark):
            yield _by_mark(view, item, is_carried)
        else:
            why = REWOUND if item.n in view.off else ""
            told = Told(item.value, "agent", item.n, 0, item.turn, item.ts, why=why)
            yield item.entity, item.key, told


def _order(one: Said | Mark) -> tuple[int, int]:
    return (one.after, one.mark) if isinstance(one, Mark) else (one.n, 0)


def _by_mark(view: View, mark: Mark, is_carried: bool) -> tuple[str, str, Told]:
    at = 0 if is_carried else min(mark.after, view.last)
    turn = view.row(at).turn if at else None
    value = mark.text if mark.kind == "fact" else None
    told = Told(value, mark.by, 0, mark.mark, turn, mark.ts, is_carried)
    return name_of(mark.entity or USER), name_of(mark.name or ""), told
