"""Parts of a summary as printed, and the choice of their lines under a cap."""

from __future__ import annotations

import math
from functools import cached_property
from typing import NamedTuple

from pane_cli.rules.schema import Section
from pane_cli.session.address import format_range
from pane_cli.summarize.lines import Line
from pane_cli.text.clip import clip

#: What a heading, and the line that counts what is left out, take beside the title.
_HEAD_CHARS = len("##  \n\n")
_MORE_CHARS = len("- (+12345 more)\n")


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


def printed(name: str, item: Item) -> str:
    """A line with its address, and what stands below it."""
    where = f"{name}{format_range(item.first, item.last)}" if item.first else name
    body = f"\n{item.body}" if item.body else ""
    return f"- {item.text}  [{where}]{body}"


class Ranked:
    """A section with all the lines it could have, those worth most first."""

    def __init__(
        self, section: Section, title: str, lines: list[Line], name: str
    ) -> None:
        self.section, self.title, self.name = section, title, name
        self._lines = lines
        self._whole = sum(line.whole for line in lines)
        self._sums = [0]
        """Characters of the first lines by rank, as many as were asked for."""

    @cached_property
    def _order(self) -> list[int]:
        lines = self._lines
        places = range(len(lines))
        return sorted(places, key=lambda i: (lines[i].whole, lines[i].worth))[::-1]

    @cached_property
    def whole_chars(self) -> int:
        """Characters of the lines that no cap can shorten."""
        return sum(len(line.text) for line in self._lines if line.whole)

    def chars(self, scale: float) -> int:
        """Characters of the section at most, its lines scaled."""
        most = self._most(scale)
        while len(self._sums) <= most:
            item = self._item(self._order[len(self._sums) - 1])
            self._sums.append(self._sums[-1] + len(printed(self.name, item)) + 1)
        head = len(self.title) + _HEAD_CHARS
        more = _MORE_CHARS if most < len(self._lines) else 0
        return self._sums[most] + head + more if most else 0

    def part(self, scale: float, rule: str) -> Part:
        """The lines worth most, in their order; `rule`: what scaled the cap down."""
        most = self._most(scale)
        kept = sorted(self._order[:most])
        why = rule or f"summary.sections {self.section.name}: lines"
        out = [self._lines[i] for i in sorted(self._order[most:])]
        return Part(
            self.section.name,
            self.title,
            tuple(map(self._item, kept)),
            tuple(Item(x.first, x.last, "", f"{why}, {x.why}") for x in out),
        )

    def _most(self, scale: float) -> int:
        lines = self.section.lines
        most = len(self._lines) if lines is None else math.ceil(lines * scale)
        return min(len(self._lines), max(most, self._whole))

    def _item(self, place: int) -> Item:
        line, most = self._lines[place], self.section.chars
        is_cut = most is not None and not line.whole
        text = clip(line.text, most) if is_cut and most is not None else line.text
        return Item(line.first, line.last, text, line.why, line.body, line.whole)
