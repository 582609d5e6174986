"""Topics as they are listed: which are loaded, and which have had their time."""

from __future__ import annotations

from typing import NamedTuple

from pane_cli.view.grouping import Topic
from pane_cli.view.lifetimes import softly
from pane_cli.view.saying import Saying
from pane_cli.view.view import View, entries

ACTIVE, DECAYING, LOADED, OUT = "active", "decaying", "loaded", "out"


class Listed(NamedTuple):
    """One topic of a session."""

    number: int
    """1-based, in the order in which topics began."""
    topic: Topic
    turns: tuple[int, ...]
    """Those on the active branch."""
    state: str
    """active: at hand, or just referred to; decaying; loaded: for one turn; out."""
    is_open: bool
    """The topic at hand."""


def inventory(view: View, query: str | None = None) -> list[Listed]:
    """Every topic with a turn on the active branch; a `query` loads what it names."""
    settled = view.settled
    asked = named_by(view, query) if query else set[int]()
    live = {t.number for t in view.turns if not view.context.isdisjoint(entries(t))}
    found = []
    for index, topic in enumerate(settled.topics):
        turns = tuple(turn for turn in topic.turns if turn in live)
        is_open = index == settled.current
        state = LOADED if index in asked else state_of(topic, is_open)
        if turns:
            found.append(Listed(index + 1, topic, turns, state, is_open))
    return found


def loaded_entities(view: View, query: str | None = None) -> set[str]:
    """Every entity that the turns of loaded topics named."""
    listed = inventory(view, query)
    return {name for one in listed if one.state != OUT for name in one.topic.tags}


def state_of(topic: Topic, is_open: bool) -> str:
    """What a topic's bar is called."""
    if not topic.ttl:
        return OUT
    if topic.is_soft:
        return LOADED
    return ACTIVE if is_open or topic.ttl == topic.life else DECAYING


def named_by(view: View, query: str) -> set[int]:
    """Topics, from 0, that a query loads for one turn."""
    settled, said = view.settled, Saying()
    said.request(query, view.naming.lexicon, settled.index)
    most = view.rules.topics.soft
    return set(softly(settled.topics, said.refers)[:most])


def expired(view: View) -> list[Listed]:
    """Topics whose time ran out, but for the one at hand."""
    listed = inventory(view)
    return [one for one in listed if one.state == OUT and not one.is_open]
