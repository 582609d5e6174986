"""Turns in, and what stands in place of what is out, in session order."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from pane_cli.assemble.context import Choice, Part
from pane_cli.evict.pointers import pointer
from pane_cli.rules.schema import Section
from pane_cli.session.address import format_range
from pane_cli.session.types import Entry, Range
from pane_cli.text.clip import one_line, strip_ansi
from pane_cli.view.command_lines import command_line
from pane_cli.view.stands import StandIn
from pane_cli.view.view import View

_LEGEND = (
    "# Session so far (`[out]`: left the context; under `#n`: quotes from entry n)"
)


class Layout(NamedTuple):
    """Everything that laying out needs."""

    view: View
    numbers: Sequence[int]
    """Every entry that the agent could see, were nothing evicted."""
    fetch: Callable[[int], Entry]
    clean: Callable[[str], str]
    whole: Callable[[int], str]
    """One entry, word for word (secrets and colours aside)."""
    command: str
    """What recalls a range: `pane recall ID{span}`."""
    out: Section
    """The cap of pointers: how many in full, and characters each."""
    rewritten: Mapping[int, int] = MappingProxyType({})
    """Entries at which a rewriting of their turn stands whole, to its characters."""

    def parts(self, choice: Choice) -> Iterator[Part]:
        """Whole entries, and runs of what is not, each under its pointer."""
        turn, pointers = -1, 0
        if any(n not in choice.whole for n in self.numbers):
            yield Part("out", _LEGEND)
        for run in self._runs(choice.whole):
            n = run[0]
            if n not in choice.whole:
                yield self._run(run, choice, pointers)
                pointers += 1
                continue
            row = self.view.row(n)
            if row.turn != turn:
                turn = row.turn
                yield Part("turns", f"## t{turn}")
            text = self.whole(n)
            if n in choice.same:
                text = f"{result_head(text)} {self.same(n, choice.same[n])}"
            yield Part("turns", text, n)

    def _runs(self, whole: Container[int]) -> Iterator[Sequence[int]]:
        """Whole entries one by one, and between them what one pointer stands for."""
        numbers, stands = self.numbers, self.view.stands
        cuts = [i for i, n in enumerate(numbers) if n in whole]
        start = 0
        for cut in (*cuts, len(numbers)):
            between = numbers[start:cut]
            for _, run in groupby(between, stands.get) if stands else ((0, between),):
                if run := list(run):
                    yield run
            if cut < len(numbers):
                yield numbers[cut : cut + 1]
            start = cut + 1

    def same(self, n: int, of: int) -> str:
        """What stands in place of a result that says what another one says."""
        return f"[in #{of}, word for word] {self.command.format(span=f'#{n}')}"

    def _stand(self, n: int) -> StandIn | None:
        return self.view.stands.get(n)

    def _run(self, run: Sequence[int], choice: Choice, before: int) -> Part:
        span = (run[0], run[-1])
        if self._stand(run[0]) is not None:
            return self._rewritten(span)
        shown = [show for n, show in choice.show.items() if span[0] <= n <= span[1]]
        texts = [self._pointer(span, before, choice.is_tight and bool(shown))]
        for show in shown:
            texts += [show.head, *show.lines]
        # Once more: marks were written under the rules of their time.
        return Part("out", self.clean("\n".join(texts)))

    def _rewritten(self, span: Range) -> Part:
        """Of what was rewritten no line is shown."""
        found = pointer(self.view, span, self._text, self.clean, self.command)
        text = found.whole() if span[0] in self.rewritten else found.line()
        return Part("out", self.clean(text))

    def _pointer(self, span: Range, before: int, is_brief: bool) -> str:
        """The line over a run; brief, it does not say what the run was."""
        command = self.command.format(span=format_range(*span))
        if self.out.lines is not None and before >= self.out.lines:
            return f"[out] {command}"
        what = "quotes below" if is_brief else None
        view, text = self.view, self._text
        line = pointer(view, span, text, self.clean, self.command, what).line()
        if self.out.chars is not None and len(line) > self.out.chars + len(command):
            line = one_line(line, self.out.chars) + " · " + command
        return line

    def _text(self, n: int) -> str:
        return self.fetch(n).text


def render_entry(entry: Entry, clean: Callable[[str], str]) -> str:
    """An entry as Markdown under its `[#n]` marker, by which an agent can name it."""
    mark = f"[#{entry.n}]"
    if entry.kind == "image":
        return f"{mark} image {entry.media}, {entry.bytes or 0:,} bytes"
    if entry.kind == "call":
        return clean(f"{mark} {entry.tool}: {arguments(entry)}")
    head: str = entry.role
    if entry.kind == "result":
        code = f", exit {entry.exit}" if entry.exit else ""
        head = f"failed{code}" if entry.error or entry.exit else "result"
    text = strip_ansi(entry.text) if entry.kind == "result" else entry.text
    return clean(f"{mark} {head}: {text}".rstrip())


def result_head(rendered: str) -> str:
    """`[#12] failed, exit 1:` of a rendered result."""
    return rendered[: rendered.index(": ") + 1] if ": " in rendered else rendered


def arguments(entry: Entry) -> str:
    """A call's arguments: a command as it was typed, others as `key: value` lines."""
    args = entry.args or {}
    line = command_line(args)
    if line and len(args) <= 2:
        return line
    texts = []
    for key, value in args.items():
        shown = value if isinstance(value, str) else _json(value)
        texts.append(f"{key}: {shown}" if "\n" not in shown else f"{key}:\n{shown}")
    return "\n".join(texts)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode("utf-8")
