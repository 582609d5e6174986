"""A session's topics turn by turn: what was decided, why, and what was then loaded.

t4  SUBTOPIC  auth-session,cpp (testing)  same entities, other work: testing
[#####] TTL=5  auth-session,cpp (testing)         active
[####.] TTL=4  auth-session,cpp (architecture)    decaying
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pane_cli.report.style import Style
from pane_cli.report.topics import Bar, bar, bar_lines, ordered
from pane_cli.rules.schema import Rules
from pane_cli.session.types import Entry, Header
from pane_cli.view.grouping import (
    DRIFT,
    EXTEND,
    NEW,
    RETURN,
    SUBTOPIC,
    Move,
)
from pane_cli.view.inventory import state_of
from pane_cli.view.topics import Topics
from pane_cli.view.view import View
from pane_cli.view.wording import Wording

Names = tuple[tuple[str, ...], tuple[str, ...]]
"""Entities and categories of a topic."""


class Frame(NamedTuple):
    """One turn: what became of it, and the loaded topics after it."""

    move: Move
    title: str
    names: Names
    had: Names
    """Of the topic that was at hand."""
    bars: tuple[Bar, ...]


def replay(
    header: Header, entries: Iterable[Entry], rules: Rules, wording: Wording
) -> Iterator[Frame]:
    """Every turn, by the fold that made the topics in the first place."""
    view = View(header, rules)
    had: dict[int, Names] = {}
    known = 0
    for entry in entries:
        view.step(entry)
        if len(view.topics.moves) > known:
            known += 1
            yield _frame(view.topics, had, wording)
    settled = view.settled
    if len(settled.moves) > known:
        yield _frame(settled, had, wording)


def _frame(topics: Topics, had: dict[int, Names], wording: Wording) -> Frame:
    move = topics.moves[-1]
    before = had.get(move.before, ((), ()))
    topic = topics.topics[move.topic]
    names = tuple(topic.entities), tuple(wording.names(topic.categories))
    had[move.topic] = names
    loaded = [
        bar(index + 1, one, state_of(one, index == topics.current), wording)
        for index, one in enumerate(topics.topics)
        if one.ttl
    ]
    return Frame(move, wording.title(topic), names, before, tuple(ordered(loaded)))


def lines(frames: Iterable[Frame], wording: Wording, style: Style) -> Iterator[str]:
    """The frames for a person."""
    for frame in frames:
        what = frame.move.what
        kinds = f" ({','.join(frame.names[1])})" if frame.names[1] else ""
        head = f"t{frame.move.turn}".ljust(5) + what.ljust(10)
        reason = style.dim(why(frame, wording))
        yield f"{style.heading(head)}{frame.title}{kinds}  {reason}"
        for line in bar_lines(frame.bars, style):
            yield f"     {line}"


def why(frame: Frame, wording: Wording) -> str:
    """The reason of a decision, in words."""
    move = frame.move
    shared = _listed(wording.names([n for n in move.entities if n in frame.names[0]]))
    kinds = _listed(wording.names(move.categories))
    if move.what == NEW:
        return "nothing was at hand" if move.before < 0 else "names nothing"
    if move.what == DRIFT:
        return "names nothing"
    if move.what == EXTEND:
        return f"goes on with {shared or kinds or 'what was just said'}"
    if move.what == RETURN:
        return f"back to topic {move.topic + 1}: {shared}"
    if move.what == SUBTOPIC:
        same = "same entities" if move.entities else "no other entities"
        return f"{same}, other work: {kinds}, not {_listed(frame.had[1]) or 'any'}"
    here = _listed(wording.names(list(move.entities)))
    return f"other entities: {here}, not {_listed(wording.names(list(frame.had[0])))}"


def numbers(frame: Frame, wording: Wording, rules: Rules) -> str:
    """The shares that decided, beside the rules that they were held against."""
    move, topics = frame.move, rules.topics
    weights = ", ".join(f"{n} {move.entities[n]:.1f}" for n in _safe(move, wording))
    kinds = _listed(wording.names(move.categories)) or "no category"
    return (
        f"t{move.turn} {move.what}: {weights or 'no entity'};"
        f" share {move.entity_share:.2f} (topics.entity_overlap"
        f" {topics.entity_overlap:g}); {kinds}; share {move.category_share:.2f}"
        f" (topics.category_overlap {topics.category_overlap:g})"
    )


def records(frames: Iterable[Frame], wording: Wording) -> list[dict[str, Any]]:
    """The frames as JSON holds them."""
    return [
        {
            "turn": frame.move.turn,
            "decision": frame.move.what,
            "topic": frame.move.topic + 1,
            "title": frame.title,
            "why": why(frame, wording),
            "entities": {n: frame.move.entities[n] for n in _safe(frame.move, wording)},
            "categories": wording.names(frame.move.categories),
            "entity_share": round(frame.move.entity_share, 4),
            "category_share": round(frame.move.category_share, 4),
            "loaded": [
                {"topic": one.number, "ttl": one.ttl, "life": one.life}
                | {"state": one.state}
                for one in frame.bars
            ],
        }
        for frame in frames
    ]


def _safe(move: Move, wording: Wording) -> list[str]:
    return wording.names(list(move.entities))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)
