"""Facts as a person reads them, as a history, and as records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from pane_cli.recall.annotate import age_of
from pane_cli.session.address import USER_SESSION
from pane_cli.text.entries import clean_value
from pane_cli.view.facts import Fact, address, remarks
from pane_cli.view.ledger import Told

Clean = Callable[[str], str]


class Known(NamedTuple):
    """The facts of a session, and what addresses call it."""

    id: str
    name: str
    facts: tuple[Fact, ...]


def listing(known: Known, clean: Clean, now: datetime) -> Iterator[str]:
    """What stands, under each entity: `port: 8080  [ID#12, 3 days; was 80 (#4)]`."""
    standing = (fact for fact in known.facts if fact.place is not None)
    for entity, facts in groupby(standing, key=lambda fact: fact.entity):
        yield clean(entity)
        for fact in facts:
            told = fact.standing
            assert told is not None and told.value is not None
            notes = "; ".join([_whence(known.name, told, now), *remarks(fact, clean)])
            yield clean(f"  {fact.key}: {told.value}  [{notes}]")


def history(known: Known, clean: Clean, now: datetime) -> Iterator[str]:
    """Everything that was told of each fact, oldest first; `*` stands."""
    for fact in known.facts:
        yield clean(fact.name)
        for place, told in enumerate(fact.told):
            mark = "*" if place == fact.place else " "
            value = _value(fact, told, clean) or "(forget)"
            why = "; ".join([_whence(known.name, told, now), *_fate(fact, told)])
            yield f"{mark} {value}  [{why}]"


def records(known: Known, clean: Clean) -> list[dict[str, Any]]:
    """The same for JSON."""
    return [
        {
            "entity": clean(fact.entity),
            "key": clean(fact.key),
            "value": _value(fact, fact.standing, clean),
            "told": [
                _record(known.name, fact, place, clean)
                for place in range(len(fact.told))
            ],
        }
        for fact in known.facts
    ]


def _record(name: str, fact: Fact, place: int, clean: Clean) -> dict[str, Any]:
    told = fact.told[place]
    return {
        "value": _value(fact, told, clean),
        "by": told.by,
        "address": address(told, name),
        "ts": told.ts,
        "stands": place == fact.place,
        "every_session": told.is_carried,
        "contradicts": _other(fact, told.contradicts, name),
        "superseded_by": _other(fact, told.superseded, name),
        "why": told.why or None,
    }


def _whence(name: str, told: Told, now: datetime) -> str:
    is_for_all = told.is_carried or name == USER_SESSION
    if told.n:
        who = address(told, name)
    else:
        who = f"{told.by}, every session" if is_for_all else f"{told.by}, {name}"
    age = age_of(told.ts, now)
    return f"{who}, {age}" if age else who


def _fate(fact: Fact, told: Told) -> Iterable[str]:
    if told.contradicts is not None:
        yield f"contradicts {_other(fact, told.contradicts)}"
    if told.superseded is not None:
        yield f"superseded by {_other(fact, told.superseded)}"
    if told.why:
        yield told.why


def _other(fact: Fact, place: int | None, name: str = "") -> str | None:
    return None if place is None else address(fact.told[place], name)


def _value(fact: Fact, told: Told | None, clean: Clean) -> str | None:
    """Cleaned under its key, which may be what makes it a secret."""
    if told is None or told.value is None:
        return None
    return clean_value(fact.key, told.value, clean)
