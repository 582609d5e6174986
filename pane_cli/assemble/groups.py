"""Entries that are shown whole, grouped as an API takes them: one message each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from pane_cli.assemble.context import Context
from pane_cli.assemble.layout import Layout
from pane_cli.session.types import Entry


class Group(NamedTuple):
    """Entries that make one message: the user's words, or a step of the agent."""

    said: list[Entry]
    results: dict[str, Entry]
    """Call id to its result."""
    is_user: bool


def groups(context: Context, layout: Layout) -> Iterator[Group]:
    """What is whole, in session order, steps together."""
    view = layout.view
    seen: set[int] = set()
    for n in sorted(context.choice.whole):
        row = view.row(n)
        if row.step < 0:
            yield Group([layout.fetch(n)], {}, row.role == "user")
        elif row.step not in seen:
            seen.add(row.step)
            yield _step(row.step, context, layout)


def _step(index: int, context: Context, layout: Layout) -> Group:
    view, whole = layout.view, context.choice.whole
    members = view.steps[index].entries
    spoken = [n for n in members if view.row(n).kind != "result"]
    shown = {n: layout.fetch(n) for n in members if n in whole}
    if all(n in whole for n in spoken if view.is_context(n)):
        shown |= {n: layout.fetch(n) for n in spoken}  # whole: thinking comes along
    _stand_in(shown, members, layout)
    for n, of in context.choice.same.items():
        if n in shown:
            shown[n] = msgspec.structs.replace(shown[n], text=layout.same(n, of))
    said = [shown[n] for n in spoken if n in shown]
    calls = {e.call for e in said if e.kind == "call"}
    results: dict[str, Entry] = {}
    for n in members:
        entry = shown.get(n)
        if entry is not None and entry.kind == "result" and entry.call in calls:
            results.setdefault(entry.call or "", entry)
    return Group(said, results, bool(said) and said[0].role == "user")


def _stand_in(shown: dict[int, Entry], members: list[int], layout: Layout) -> None:
    """Of a call that left alone, or whose result did, the missing half is a pointer."""
    for call in members:
        result = layout.view.shape.results.get(call)
        if result is None or (call in shown) == (result in shown):
            continue
        missing = result if call in shown else call
        pointer = f"[out] {layout.command.format(span=f'#{missing}')}"
        entry = layout.fetch(missing)
        shown[missing] = (
            msgspec.structs.replace(entry, text=pointer)
            if missing == result
            else msgspec.structs.replace(entry, args={"out": pointer})
        )
