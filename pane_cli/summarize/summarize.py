"""A summary: sections under their caps, never longer than what it sums up.

Caps scale with the window, and shrink together until the whole is small enough; only
then do sections give way, from the last to the first.
"""

from __future__ import annotations

from typing import NamedTuple

from pane_cli.rules.schema import Section
from pane_cli.summarize.lines import Material
from pane_cli.summarize.parts import Part, Ranked, printed
from pane_cli.summarize.sections import section_of

#: Each try takes this much of the lines of the one before, down to the least: smaller
#: caps would say too little of everything, so whole sections give way.
_SHRINK = 0.85
_LEAST = 0.15
#: A section that has a budget of its own, and takes none of the others' room.
_APART = "working-set"
_TOO_LONG = "never longer than its source"


class Summary(NamedTuple):
    """All sections that have something to say."""

    session: str
    name: str
    """What addresses call the session."""
    parts: tuple[Part, ...]

    def text(self) -> str:
        """Markdown: a heading a section, an addressed line an item."""
        return "\n".join(_render(self.name, part) for part in self.parts if part.items)


def summarize(material: Material) -> Summary:
    """The summary of a session: `material.sections` under the caps of the rules."""
    ranked = [_ranked(material, section) for section in material.sections]
    view, rules = material.view, material.rules
    source = source_chars(material)
    scale = view.rules.tokens.window / rules.window
    least = rules.least * min(1.0, scale)
    whole = sum(one.whole_chars for one in ranked)  # the user's words: beside the share
    room = min(source, whole + int(max(least, rules.share * source)))
    apart = [one for one in ranked if one.section.name == _APART]
    others = [one for one in ranked if one.section.name != _APART]
    parts = _fitted(others, scale, room)
    used = sum(part_chars(material.name, part) for part in parts)
    parts += _fitted(apart, scale, source - used)
    order = [section.name for section in material.sections]
    parts.sort(key=lambda part: order.index(part.name))
    return Summary(view.header.id, material.name, tuple(parts))


def source_chars(material: Material) -> int:
    """Characters of what is summed up: what was in context, pins, the user's facts."""
    view = material.view
    pinned = sum(len(pin.text) + len(pin.name) for pin in view.pins)
    told = [(fact.name, fact.standing) for fact in view.facts]
    known = sum(
        len(name) + len(one.value or "")
        for name, one in told
        if one is not None and one.by == "user"
    )
    return pinned + known + sum(row.chars for row in material.rows)


def _ranked(material: Material, section: Section) -> Ranked:
    title, build = section_of(section.name)
    lines = build(material, section)
    if material.since:
        lines = [line for line in lines if line.last > material.since]
    return Ranked(section, title, lines, material.name)


def _fitted(ranked: list[Ranked], scale: float, room: int) -> list[Part]:
    """Parts that are no longer than `room`, but for lines that stand whole.

    It tries small caps first, since a line costs most when it is put into words.
    """
    scales = [scale]
    while scales[-1] > _LEAST * min(1.0, scale):
        scales.append(scales[-1] * _SHRINK)
    best = scales.pop()
    if sum(one.chars(best) for one in ranked) > room:
        return _dropped(
            [one.part(best, "summary.share") for one in ranked], ranked, room
        )
    while scales and sum(one.chars(scales[-1]) for one in ranked) <= room:
        best = scales.pop()
    return [one.part(best, "summary.share" if scales else "") for one in ranked]


def _dropped(parts: list[Part], ranked: list[Ranked], room: int) -> list[Part]:
    """Sections from the last lose what need not stand, until the rest fits."""
    kept = list(parts)
    for place in reversed(range(len(kept))):
        name = ranked[place].name
        if sum(part_chars(name, part) for part in kept) <= room:
            break
        part = kept[place]
        gone = [item for item in part.items if not item.whole]
        out = [item._replace(text="", body="", why=_TOO_LONG) for item in gone]
        whole = tuple(item for item in part.items if item.whole)
        kept[place] = part._replace(items=whole, out=(*part.out, *out))
    return kept


def part_chars(name: str, part: Part) -> int:
    """Characters of a part as it is printed, the line behind it included."""
    return len(_render(name, part)) + 1 if part.items else 0


def _render(name: str, part: Part) -> str:
    lines = [f"## {part.title}"]
    lines += [printed(name, item) for item in part.items]
    if part.out:
        lines.append(f"- (+{len(part.out)} more)")
    return "\n".join(lines) + "\n"
