"""Sections of a summary: a view to addressed lines. `SECTIONS` is the table.

Everything is taken from the session, nothing is phrased: a quoted request is the user's
own text, from the user's own entry. Sections know no language.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from pane_cli.errors import PaneError
from pane_cli.rules.schema import Section
from pane_cli.session.address import format_range
from pane_cli.session.types import Entry
from pane_cli.text.clip import clip, one_line, telling_line
from pane_cli.view.describe import describe
from pane_cli.view.rows import Turn
from pane_cli.view.view import View
from pane_cli.view.view import entries as turn_entries
from pane_cli.view.work import call_name, command_line


class Material(NamedTuple):
    """All that a section may read."""

    view: View
    fetch: Callable[[int], Entry]
    clean: Callable[[str], str]
    """Takes secrets out."""

    def text(self, n: int) -> str:
        """The text of an entry without secrets."""
        return self.clean(self.fetch(n).text)


class Item(NamedTuple):
    """One line of a section and the entries it comes from."""

    first: int
    last: int
    text: str


def pins(material: Material, section: Section) -> list[Item]:
    """Pinned notes, word for word: never cut."""
    if section.lines is not None or section.chars is not None:
        raise PaneError(
            "summary.sections: pins takes no lines and no chars",
            "pins are never cut; write - {name: pins}",
        )
    return [
        Item(pin.after, pin.after, material.clean(f"{pin.name}: {pin.text}"))
        for pin in material.view.pins
    ]


def task(material: Material, section: Section) -> list[Item]:
    """The newest request whole, what happened since, and what still fails."""
    view = material.view
    running = view.newest
    if running is None:
        return []
    items = [_request(material, n, None) for n in running.requests if n not in view.off]
    items += _since(view, running)
    for failure in view.open_failures[-5:]:
        name = call_name(material.fetch(failure.call), failure, material.clean)
        last = _line(telling_line(material.text(failure.result)), section)
        what = f"still fails: {_line(name, section)}: {last}"
        items.append(Item(failure.result, failure.result, what))
    said = _last_said(material, running)
    if said is not None:
        text = _line(material.text(said), section)
        items.append(Item(said, said, f"said last: {text}"))
    return items


def first_requests(material: Material, section: Section) -> list[Item]:
    """How the session began, in the user's words."""
    older = _older_requests(material.view)
    return [_request(material, n, section.chars) for n in older[: section.lines]]


def requests(material: Material, section: Section) -> list[Item]:
    """Later requests, in the user's words; the newest one stands in `task`."""
    skip = _lines_of(material.view, "first-requests")
    later = _older_requests(material.view)[skip:]
    return [_request(material, n, section.chars) for n in _newest(later, section)]


def files(material: Material, section: Section) -> list[Item]:
    """Files that were written, newest first, then those that were only read."""
    uses = sorted(material.view.files, key=lambda use: -use.last)
    written = [use for use in uses if use.writes]
    items = []
    for use in written:
        times = f" x{len(use.writes)}" if len(use.writes) > 1 else ""
        items.append(
            Item(
                use.writes[0],
                use.writes[-1],
                f"changed {material.clean(use.path)}{times}",
            )
        )
    read = [use for use in uses if not use.writes]
    items += [
        Item(use.reads[-1], use.reads[-1], f"read {material.clean(use.path)}")
        for use in read
    ]
    return items


def commits(material: Material, section: Section) -> list[Item]:
    """Commits that commands made, newest last."""
    made = _newest(material.view.commits, section)
    return [
        Item(c.n, c.n, f"{c.hash} {material.clean(c.subject)}".strip()) for c in made
    ]


def history(material: Material, section: Section) -> list[Item]:
    """Every earlier turn in a line, oldest merged when there are too many."""
    view = material.view
    running = view.newest
    turns = [t for t in view.turns if t is not running and _has_context(view, t)]
    spans = [(turn.first, turn.last) for turn in turns]
    if section.lines and len(spans) > section.lines:
        older = spans[: len(spans) - section.lines + 1]
        spans = [(older[0][0], older[-1][1]), *spans[len(older) :]]
    return [
        Item(a, b, describe(view, (a, b), material.text, material.clean))
        for a, b in spans
    ]


def brief(material: Material, section: Section) -> list[Item]:
    """What was said and run, a line each, newest last; tool output is left out."""
    view = material.view
    rows = [
        row
        for row in view.rows
        if view.is_context(row.n)
        and row.role == "assistant"
        and row.kind in ("text", "call")
        and row.chars
    ]
    return [_brief_line(material, row.n, section) for row in _newest(rows, section)]


SectionOf = Callable[[Material, Section], list[Item]]

SECTIONS: dict[str, tuple[str, SectionOf]] = {
    "pins": ("Pinned notes", pins),
    "task": ("Task state", task),
    "first-requests": ("First requests", first_requests),
    "files": ("Files and changes", files),
    "commits": ("Commits", commits),
    "requests": ("User messages", requests),
    "history": ("History", history),
    "brief": ("Brief transcript", brief),
}


def _request(material: Material, n: int, limit: int | None) -> Item:
    row = material.view.row(n)
    if row.kind == "image":
        return Item(n, n, "user: (an image)")
    text = material.text(n).strip()
    return Item(n, n, "user: " + (text if limit is None else clip(text, limit)))


def _older_requests(view: View) -> list[int]:
    newest = set(view.newest.requests) if view.newest else set()
    return [n for n in view.requests if n not in newest]


def _lines_of(view: View, name: str) -> int:
    """How many lines another section takes of what both could show."""
    for section in view.rules.summary.sections:
        if section.name == name:
            return view.last if section.lines is None else section.lines
    return 0


def _line(text: str, section: Section) -> str:
    return one_line(text, section.chars if section.chars is not None else len(text))


Thing = TypeVar("Thing")


def _newest(things: list[Thing], section: Section) -> list[Thing]:
    return (
        things
        if section.lines is None
        else things[max(0, len(things) - section.lines) :]
    )


def _since(view: View, running: Turn) -> list[Item]:
    span = turn_entries(running)
    calls = [
        view.row(n) for n in span if view.row(n).kind == "call" and view.is_context(n)
    ]
    if not calls:
        return []
    changed = sum(any(n in span for n in use.writes) for use in view.files)
    text = f"since then: {len(calls)} calls, {changed} files changed"
    return [Item(calls[0].n, calls[-1].n, text)]


def _last_said(material: Material, running: Turn) -> int | None:
    view = material.view
    for n in reversed(turn_entries(running)):
        row = view.row(n)
        if row.kind == "text" and row.role == "assistant" and view.is_context(n):
            return n
    return None


def _has_context(view: View, turn: Turn) -> bool:
    return any(view.is_context(n) for n in turn_entries(turn))


def _brief_line(material: Material, n: int, section: Section) -> Item:
    entry = material.fetch(n)
    if entry.kind == "text":
        return Item(n, n, _line(material.clean(entry.text), section))
    line = command_line(entry.args)
    what = line or ", ".join(entry.files) or _first_argument(entry)
    text = material.clean(f"{entry.tool}: {what}")
    return Item(n, n, _line(text, section) + _outcome(material.view, n))


def _first_argument(entry: Entry) -> str:
    values = (entry.args or {}).values()
    return next((v for v in values if isinstance(v, str) and v), "")


def _outcome(view: View, n: int) -> str:
    result = view.shape.results.get(n)
    if result is None:
        return " (no result)"
    ended = view.row(result)
    code = f" {ended.exit}" if ended.exit else ""
    return f" -> failed{code} {format_range(result, result)}" if ended.error else ""
