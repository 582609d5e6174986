"""Sections of what was asked, in the user's words: pins, task state, requests."""

from __future__ import annotations

from functools import partial

from pane_cli.errors import PaneError
from pane_cli.rules.schema import Section
from pane_cli.summarize.lines import Line, Material, limit_of
from pane_cli.summarize.runs import OPEN, still_open
from pane_cli.text.clip import clip, one_line
from pane_cli.text.counts import counted
from pane_cli.view.carried import named
from pane_cli.view.metadata import without_metadata
from pane_cli.view.rows import Turn
from pane_cli.view.view import View
from pane_cli.view.view import entries as turn_entries
from pane_cli.view.work import Failure

#: What a failure's name leaves of a line to what it printed.
_NAME_SHARE = 2


def pins(material: Material, section: Section) -> list[Line]:
    """Pinned notes, word for word: never cut. An agent's stay in their session."""
    if section.lines is not None or section.chars is not None:
        raise PaneError(
            "summary.sections: pins takes no lines and no chars",
            "pins are never cut; write - {name: pins}",
        )
    return [
        Line(
            pin.after,
            pin.after,
            partial(material.clean, f"{named(pin)}: {pin.text}"),
            f"pinned by {pin.by}",
            whole=True,
        )
        for pin in material.view.pins
        if pin.by == "user" or not material.is_handoff
    ]


def task(material: Material, section: Section) -> list[Line]:
    """The newest request whole, what happened since, and what still fails."""
    view = material.view
    running = view.newest
    if running is None:
        return []
    lines = [
        _request(material, n, None, "the newest request")
        for n in running.requests
        if n not in view.off
    ]
    lines += _since(view, running)
    said = last_said(view, running)
    if said is not None:
        words = partial(_said, material, said, section)
        lines.append(Line(said, said, words, "the agent's last words"))
    newest_first = still_open(material)[: -OPEN - 1 : -1]
    lines += [_failing(material, failure, section) for failure in newest_first]
    for place, line in enumerate(lines):
        line.worth = -place
    return lines


def first_requests(material: Material, section: Section) -> list[Line]:
    """How the session began, in the user's words."""
    older = _older_requests(material.view)
    return [
        _request(material, n, section, "an early request", -place)
        for place, n in enumerate(older[: section.lines])
    ]


def requests(material: Material, section: Section) -> list[Line]:
    """Later requests, in the user's words; the newest one stands in `task`."""
    skip = _lines_of(material, "first-requests")
    later = _older_requests(material.view)[skip:]
    return [_request(material, n, section, "a later request", n) for n in later]


def last_said(view: View, turn: Turn) -> int | None:
    """The agent's last words in a turn."""
    for n in reversed(turn_entries(turn)):
        row = view.row(n)
        if row.kind == "text" and row.role == "assistant" and view.is_context(n):
            return n if row.chars else None
    return None


def _request(
    material: Material, n: int, section: Section | None, why: str, worth: float = 0
) -> Line:
    words = partial(_user, material, n, section)
    return Line(n, n, words, why, worth, whole=section is None)


def _user(material: Material, n: int, section: Section | None) -> str:
    if material.view.row(n).kind == "image":
        return "user: (an image)"
    text = f"user: {material.request(n)}"
    return text if section is None else clip(text, limit_of(section))


def _older_requests(view: View) -> list[int]:
    newest = set(view.newest.requests) if view.newest else set()
    return [n for n in view.requests if n not in newest]


def _lines_of(material: Material, name: str) -> int:
    """How many lines another section takes of what both could show."""
    for section in material.sections:
        if section.name == name:
            return material.view.last if section.lines is None else section.lines
    return 0


def _since(view: View, running: Turn) -> list[Line]:
    span = turn_entries(running)
    calls = [n for n in span if view.row(n).kind == "call" and view.is_context(n)]
    if not calls:
        return []
    changed = sum(any(n in span for n in use.writes) for use in view.files)
    text = (
        f"since then: {counted(len(calls), 'call')}, {counted(changed, 'file')} changed"
    )
    return [Line(calls[0], calls[-1], lambda: text, "the work since")]


def _failing(material: Material, failure: Failure, section: Section) -> Line:
    def words() -> str:
        limit = limit_of(section)
        name = one_line(material.failed_call(failure), limit // _NAME_SHARE)
        printed = material.output(failure.result, limit)
        return f"still fails: {name}" + (f": {printed}" if printed else "")

    return Line(failure.call, failure.result, words, "nothing later passed it")


def _said(material: Material, n: int, section: Section) -> str:
    text = without_metadata(material.text(n))
    return f"said last: {one_line(text, limit_of(section))}"
