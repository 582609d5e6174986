"""Sections of a summary: a view to addressed lines. `SECTIONS` is the table.

Everything is taken from the session, nothing is phrased: a quoted request is the user's
own text, from the user's own entry.
"""

from __future__ import annotations

from collections.abc import Callable

from pane_cli.errors import PaneError
from pane_cli.rules.schema import Section
from pane_cli.summarize.asked import first_requests, pins, requests, task
from pane_cli.summarize.known import facts
from pane_cli.summarize.lines import Line, Material
from pane_cli.summarize.runs import commands, tried
from pane_cli.summarize.said import decisions, numbers
from pane_cli.summarize.story import brief, history
from pane_cli.summarize.work import commits, files, plan
from pane_cli.summarize.workset import working_set

SectionOf = Callable[[Material, Section], list[Line]]

SECTIONS: dict[str, tuple[str, SectionOf]] = {
    "pins": ("Pinned notes", pins),
    "facts": ("Facts", facts),
    "task": ("Task state", task),
    "plan": ("Done and next", plan),
    "first-requests": ("First requests", first_requests),
    "requests": ("User messages", requests),
    "decisions": ("Decisions and reasons", decisions),
    "tried": ("Tried and failed", tried),
    "commands": ("Commands", commands),
    "numbers": ("Numbers", numbers),
    "files": ("Files and changes", files),
    "commits": ("Commits", commits),
    "history": ("History", history),
    "working-set": ("Working set", working_set),
    "brief": ("Brief transcript", brief),
}


def section_of(name: str) -> tuple[str, SectionOf]:
    """Title and function of a section; raises where there is none."""
    known = SECTIONS.get(name)
    if known is None:
        names = ", ".join(SECTIONS)
        raise PaneError(f"summary.sections: no section {name}", f"sections: {names}")
    return known
