"""Sections that tell the story: an index of the history, and a brief transcript."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from pane_cli.rules.schema import Section
from pane_cli.session.address import format_range
from pane_cli.session.types import Entry, Range
from pane_cli.summarize.lines import (
    Line,
    Material,
    limit_of,
    outcome,
    result_of,
    with_end,
)
from pane_cli.summarize.runs import only_looks
from pane_cli.text.clip import one_line
from pane_cli.view.command_lines import command_line
from pane_cli.view.describe import describe
from pane_cli.view.rows import Row


def history(material: Material, section: Section) -> list[Line]:
    """A line a range that left; where nothing left, a line an earlier turn."""
    view = material.view
    spans = _out(material) if view.out else _turns(material)
    spans = [span for span in spans if span[1] > material.since]
    if section.lines and len(spans) > section.lines:
        older = spans[: len(spans) - section.lines + 1]
        spans = [(older[0][0], older[-1][1]), *spans[len(older) :]]
    why = "was evicted" if view.out else "an earlier turn"
    return [
        Line(*span, partial(_range, material, span, section), why, place)
        for place, span in enumerate(spans)
    ]


def brief(material: Material, section: Section) -> list[Line]:
    """What was said and run, a line each, by weight; tool output is left out."""
    rows = [
        row
        for row in material.rows
        if row.role == "assistant" and row.kind in ("text", "call") and row.chars
    ]
    weigh = _Weigher(material, rows)
    lines = []
    for _, group in groupby(rows, weigh.key):
        members = list(group)
        words = partial(_told, material, members, section)
        worth, why = max(map(weigh.worth, members))
        lines.append(Line(members[0].n, members[-1].n, words, why, worth))
    return lines


class _Weigher:
    """How much each row tells; which neighbours are told in one line."""

    def __init__(self, material: Material, rows: list[Row]) -> None:
        view = material.view
        self._view, self._weights = view, material.rules.brief
        self._looks = material.rules.looks
        self._commands = {run.call: run.line for run in view.work.commands}
        self._written = {n for use in view.files for n in use.writes}
        self._read = {n for use in view.files for n in use.reads}
        last = {row.turn: row.n for row in rows if row.kind == "text"}
        self._closing = set(last.values())

    def key(self, row: Row) -> tuple[str, int]:
        """The same for neighbours that are calls of one tool and passed."""
        alone = row.kind == "text" or row.n in self._commands or self._failed(row)
        return (row.tool or "", row.n if alone else 0)

    def worth(self, row: Row) -> tuple[float, str]:
        """What a row is worth, and the rule that says so."""
        rule = self._rule(row)
        worth: float = getattr(self._weights, rule)
        if row.kind == "text":
            worth *= min(1, row.chars / max(1, self._weights.telling))
        recency = self._weights.recency * row.n / max(1, self._view.last)
        return worth + recency, f"summary.brief.{rule}"

    def _rule(self, row: Row) -> str:
        if row.kind == "text":
            return "closing" if row.n in self._closing else "said"
        if self._failed(row):
            return "failed"
        if row.n in self._commands:
            is_look = only_looks(self._commands[row.n], self._looks)
            return "look" if is_look else "run"
        if row.n in self._written:
            return "edit"
        return "look" if row.n in self._read else "other"

    def _failed(self, row: Row) -> bool:
        result = result_of(self._view, row.n)
        return result is not None and (result.error or bool(result.exit))


def _out(material: Material) -> list[Range]:
    """Ranges of what left; what no model sees does not cut them."""
    is_out = material.view.out.__contains__
    groups = groupby((row.n for row in material.rows), is_out)
    found = [list(group) for left, group in groups if left]
    return [(numbers[0], numbers[-1]) for numbers in found]


def _turns(material: Material) -> list[Range]:
    view = material.view
    seen = {row.turn for row in material.rows}
    turns = [turn for turn in view.turns if turn is not view.newest]
    return [(turn.first, turn.last) for turn in turns if turn.number in seen]


def _range(material: Material, span: Range, section: Section) -> str:
    text = describe(material.view, span, material.request, material.clean)
    return one_line(text, limit_of(section))


def _told(material: Material, rows: list[Row], section: Section) -> str:
    entries = [material.fetch(row.n) for row in rows]
    if entries[0].kind == "text":
        return one_line(entries[0].text, limit_of(section))
    what = dict.fromkeys(_what(material, entry) for entry in entries)
    many = f" x{len(rows)}" if len(rows) > len(what) else ""
    ended = result_of(material.view, rows[-1].n)
    end = many
    if ended is None or ended.error or ended.exit:
        at = format_range(ended.n, ended.n) if ended else ""
        end = f" -> {outcome(ended)} {at}".rstrip()
    text = f"{entries[0].tool}: {', '.join(filter(None, what))}"
    return with_end(text, end, section)


def _what(material: Material, entry: Entry) -> str:
    line = command_line(entry.args)
    if line or entry.files:
        work = material.view.work
        return line or ", ".join(map(work.relative, entry.files))
    values = (entry.args or {}).values()
    return next((v for v in values if isinstance(v, str) and v), "")
