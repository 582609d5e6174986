"""A summary: sections under their caps, never longer than what it sums up."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pane_cli.errors import PaneError
from pane_cli.rules.schema import Section
from pane_cli.session.address import format_range
from pane_cli.session.types import Entry
from pane_cli.summarize.sections import SECTIONS, Item, Material
from pane_cli.text.clip import clip
from pane_cli.view.view import View

#: Sections that stand whole whatever their cap: the user's own words.
_WHOLE = ("pins", "task")


class Part(NamedTuple):
    """One section as printed."""

    name: str
    title: str
    items: tuple[Item, ...]
    left_out: int
    """Items past the cap."""


class Summary(NamedTuple):
    """All sections that have something to say."""

    session: str
    name: str
    """What addresses call the session."""
    parts: tuple[Part, ...]

    def text(self) -> str:
        """Markdown: a heading a section, an addressed line an item."""
        return "\n".join(_render(self.name, part) for part in self.parts)


def summarize(
    view: View,
    fetch: Callable[[int], Entry],
    clean: Callable[[str], str],
    name: str,
) -> Summary:
    """The summary of a session; sections and caps from the rules."""
    material = Material(view, fetch, clean)
    parts = [_part(material, section) for section in view.rules.summary.sections]
    summary = Summary(view.header.id, name, tuple(part for part in parts if part.items))
    return _bounded(summary, _source_chars(view))


def _part(material: Material, section: Section) -> Part:
    known = SECTIONS.get(section.name)
    if known is None:
        names = ", ".join(SECTIONS)
        raise PaneError(
            f"summary.sections: no section {section.name}", f"sections: {names}"
        )
    title, build = known
    items = build(material, section)
    kept = items[: section.lines]
    if section.name not in _WHOLE and section.chars is not None:
        kept = [item._replace(text=clip(item.text, section.chars)) for item in kept]
    return Part(section.name, title, tuple(kept), len(items) - len(kept))


def _source_chars(view: View) -> int:
    pinned = sum(len(pin.text) + len(pin.name) for pin in view.pins)
    return pinned + sum(row.chars for row in view.rows if view.is_context(row.n))


def _bounded(summary: Summary, limit: int) -> Summary:
    """Drop sections from the end while the summary is longer than its source.

    Pins and the newest request stay: a summary without them is none.
    """
    while len(summary.text()) > limit and len(summary.parts) > 1:
        last = summary.parts[-1]
        if last.name in _WHOLE:
            break
        summary = summary._replace(parts=summary.parts[:-1])
    return summary


def _render(name: str, part: Part) -> str:
    lines = [f"## {part.title}"]
    for item in part.items:
        where = f"{name}{format_range(item.first, item.last)}" if item.first else name
        lines.append(f"- {item.text}  [{where}]")
    if part.left_out > 0:
        lines.append(f"- (+{part.left_out} more)")
    return "\n".join(lines) + "\n"
