"""A summary: sections under their caps, never longer than what it sums up.

Caps scale with the window, and shrink together until the whole is small enough; only
then do sections give way, from the last to the first.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from pane_cli.rules.schema import Section
from pane_cli.session.address import format_range
from pane_cli.summarize.lines import Line, Material
from pane_cli.summarize.sections import section_of
from pane_cli.text.clip import clip
from pane_cli.view.view import View

#: Each try takes this much of the lines of the one before, down to the least: smaller
#: caps would say too little of everything, so whole sections give way.
_SHRINK = 0.85
_LEAST = 0.15
#: A section that has a budget of its own, and takes none of the others' room.
_APART = "working-set"
_TOO_LONG = "never longer than its source"


class Item(NamedTuple):
    """One line as printed, the entries it comes from, and why it is there or not."""

    first: int
    last: int
    text: str
    why: str = ""
    body: str = ""
    """Further lines, below the address."""
    whole: bool = False


class Part(NamedTuple):
    """One section as printed."""

    name: str
    title: str
    items: tuple[Item, ...]
    out: tuple[Item, ...] = ()
    """Items past the cap, without their text."""


class Summary(NamedTuple):
    """All sections that have something to say."""

    session: str
    name: str
    """What addresses call the session."""
    parts: tuple[Part, ...]

    def text(self) -> str:
        """Markdown: a heading a section, an addressed line an item."""
        return "\n".join(_render(self.name, part) for part in self.parts if part.items)


class Built(NamedTuple):
    """A section with all the lines it could have."""

    section: Section
    title: str
    lines: list[Line]


def summarize(material: Material) -> Summary:
    """The summary of a session: `material.sections` under the caps of the rules."""
    built = [_built(material, section) for section in material.sections]
    view, rules = material.view, material.rules
    source = source_chars(view, material.since)
    scale = view.rules.tokens.window / rules.window
    least = rules.least * min(1.0, scale)
    room = min(source, int(max(least, rules.share * source)))
    apart = [one for one in built if one.section.name == _APART]
    others = [one for one in built if one.section.name != _APART]
    parts = _fitted(material.name, others, scale, room)
    used = sum(_size(material.name, part) for part in parts)
    parts += _fitted(material.name, apart, scale, source - used)
    order = [section.name for section in material.sections]
    parts.sort(key=lambda part: order.index(part.name))
    return Summary(view.header.id, material.name, tuple(parts))


def source_chars(view: View, since: int = 0) -> int:
    """Characters of what is summed up: what was in context, and the pins."""
    pinned = sum(len(pin.text) + len(pin.name) for pin in view.pins)
    rows = (row for row in view.rows[since:] if view.is_context(row.n))
    return pinned + sum(row.chars for row in rows)


def _built(material: Material, section: Section) -> Built:
    title, build = section_of(section.name)
    lines = build(material, section)
    return Built(section, title, [x for x in lines if x.last > material.since])


def _fitted(name: str, built: list[Built], scale: float, room: int) -> list[Part]:
    """Parts that are no longer than `room`, but for lines that stand whole."""
    rule = "lines"
    while True:
        parts = [_part(one, scale, rule) for one in built]
        if sum(_size(name, part) for part in parts) <= room:
            return parts
        if scale < _LEAST:
            return _dropped(name, parts, room)
        scale, rule = scale * _SHRINK, "summary.share"


def _part(built: Built, scale: float, rule: str) -> Part:
    section, lines = built.section, built.lines
    most = len(lines) if section.lines is None else math.ceil(section.lines * scale)
    ranked = sorted(range(len(lines)), key=lambda i: (lines[i].whole, lines[i].worth))
    whole = sum(line.whole for line in lines)
    kept = set(ranked[len(lines) - min(len(lines), max(most, whole)) :])
    cap = f"summary.sections {section.name}: lines" if rule == "lines" else rule
    return Part(
        section.name,
        built.title,
        tuple(_item(lines[i], section) for i in range(len(lines)) if i in kept),
        tuple(
            Item(line.first, line.last, "", f"{cap}, {line.why}")
            for i, line in enumerate(lines)
            if i not in kept
        ),
    )


def _item(line: Line, section: Section) -> Item:
    text = line.text
    if section.chars is not None and not line.whole:
        text = clip(text, section.chars)
    return Item(line.first, line.last, text, line.why, line.body, line.whole)


def _dropped(name: str, parts: list[Part], room: int) -> list[Part]:
    """Sections from the last lose what need not stand, until the rest fits."""
    kept = list(parts)
    for place in reversed(range(len(kept))):
        if sum(_size(name, part) for part in kept) <= room:
            break
        part = kept[place]
        gone = [item for item in part.items if not item.whole]
        out = [item._replace(text="", body="", why=_TOO_LONG) for item in gone]
        whole = tuple(item for item in part.items if item.whole)
        kept[place] = part._replace(items=whole, out=(*part.out, *out))
    return kept


def _size(name: str, part: Part) -> int:
    """Characters of a part as it is printed, the line behind it included."""
    return len(_render(name, part)) + 1 if part.items else 0


def _render(name: str, part: Part) -> str:
    lines = [f"## {part.title}"]
    for item in part.items:
        where = f"{name}{format_range(item.first, item.last)}" if item.first else name
        lines.append(f"- {item.text}  [{where}]")
        lines += [item.body] if item.body else []
    if part.out:
        lines.append(f"- (+{len(part.out)} more)")
    return "\n".join(lines) + "\n"
