"""Topics as a person reads them: bars of those that are loaded, and the inventory.

[#####] TTL=5  admin-dashboard,python             active
[###..] TTL=3  auth-session,cpp (testing)         decaying
[##...] TTL=2  auth-session,cpp (architecture)    decaying
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pane_cli.report.style import Style
from pane_cli.session.address import format_range
from pane_cli.text.clip import one_line
from pane_cli.text.counts import counted
from pane_cli.view.grouping import Topic
from pane_cli.view.inventory import ACTIVE, OUT, Listed, inventory
from pane_cli.view.view import View, ranges
from pane_cli.view.wording import Wording, spans

_BAR = 20
"""Marks of a bar at most; a longer life is scaled down."""
_SUMMARY_CHARS = 400
_TITLE_CHARS = 60


class Bar(NamedTuple):
    """A loaded topic as it was at some turn."""

    number: int
    title: str
    categories: tuple[str, ...]
    ttl: int
    life: int
    state: str


def bar(number: int, topic: Topic, state: str, wording: Wording) -> Bar:
    """The bar of a topic now."""
    title = one_line(wording.title(topic), _TITLE_CHARS)
    kinds = tuple(wording.names(topic.categories))
    return Bar(number, title, kinds, topic.ttl, topic.life, state)


def bars(listed: Sequence[Listed], wording: Wording) -> list[Bar]:
    """Bars of the loaded ones, longest time first, then newest."""
    loaded = [one for one in listed if one.state != OUT]
    return ordered(bar(one.number, one.topic, one.state, wording) for one in loaded)


def ordered(found: Iterable[Bar]) -> list[Bar]:
    """Longest time first; of equals the newest."""
    return sorted(found, key=lambda one: (-one.ttl, -one.number))


def bar_lines(found: Sequence[Bar], style: Style) -> Iterator[str]:
    """The bars; a category stands where two of them share their entities."""
    shared = Counter(one.title for one in found)
    titles = [_title(one, shared[one.title] > 1) for one in found]
    width = max(map(len, titles), default=0)
    for one, title in zip(found, titles, strict=True):
        size = min(max(one.life, 1), _BAR)
        full = min(size, max(1, round(size * one.ttl / max(one.life, 1))))
        drawn = f"[{'#' * full}{'.' * (size - full)}] TTL={one.ttl}"
        paint = style.user if one.state == ACTIVE else str
        yield f"{drawn}  {paint(title.ljust(width))}  {style.dim(one.state)}"


def _title(one: Bar, is_shared: bool) -> str:
    return f"{one.title} ({','.join(one.categories)})" if is_shared else one.title


def page(name: str, view: View, wording: Wording, style: Style) -> Iterator[str]:
    """One session: its bars and the inventory of its topics, line by line."""
    listed = inventory(view)
    loaded = bars(listed, wording)
    yield style.heading(f"{name} · {_count(view, listed)}, {len(loaded)} loaded")
    if loaded:
        yield ""
        yield from bar_lines(loaded, style)
    if listed:
        yield ""
    for one in listed:
        yield from _inventory(view, one, wording, style)


def _count(view: View, listed: Sequence[Listed]) -> str:
    turns = sum(len(one.turns) for one in listed)
    waiting = view.topics.saying
    left = waiting.turn >= 0 and not waiting.answered
    waits = f", t{waiting.turn} waits for its answer" if left else ""
    return f"{counted(len(listed), 'topic')} for {counted(turns, 'turn')}{waits}"


def _inventory(
    view: View, one: Listed, wording: Wording, style: Style
) -> Iterator[str]:
    title = one_line(wording.title(one.topic), _TITLE_CHARS)
    kinds = ",".join(wording.names(one.topic.categories)) or "-"
    turns = ",".join(_turns(first, last) for first, last in ranges(one.turns))
    where = f"{counted(len(one.turns), 'turn')}: {turns}"
    state = "still open" if one.is_open else one.state
    yield f"{style.user(title)} | {kinds}  ({where})  {style.dim(state)}"
    summary = wording.summary(one)
    at = [format_range(*span) for span in spans(view, one)]
    address = f"#{summary.n}" if summary.n else " ".join(at[:3])
    more = f" (+{len(at) - 3})" if not summary.n and len(at) > 3 else ""
    yield f"    {one_line(summary.text, _SUMMARY_CHARS)}  [{address}{more}]"


def _turns(first: int, last: int) -> str:
    return f"t{first}" if first == last else f"t{first}-t{last}"


def record(view: View, wording: Wording) -> dict[str, Any]:
    """One session as JSON holds it."""
    return {
        "id": view.header.id,
        "agent": view.header.agent,
        "topics": [_record(view, one, wording) for one in inventory(view)],
    }


def _record(view: View, one: Listed, wording: Wording) -> dict[str, Any]:
    summary = wording.summary(one)
    return {
        "topic": one.number,
        "title": wording.title(one.topic),
        "entities": wording.names(one.topic.entities),
        "categories": wording.names(one.topic.categories),
        "turns": list(one.turns),
        "entries": spans(view, one),
        "ttl": one.topic.ttl,
        "life": one.topic.life,
        "state": one.state,
        "open": one.is_open,
        "summary": summary.text,
        "summary_from": summary.n or None,
    }
