"""Assembly: given a budget, what to show of each entry, and in which form.

Pins and the newest request are whole, or there is no context. What fits stays whole;
where it does not, the newest steps stay whole up to a share of the budget, older
requests are quoted, and the rest goes to the lines that are worth most.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from pane_cli.assemble.blocks import BLOCKS, Material, never_cut
from pane_cli.assemble.budget import Budget
from pane_cli.assemble.choosing import Choices
from pane_cli.assemble.context import Choice, Context, Part, Recalled
from pane_cli.assemble.layout import Layout, render_entry
from pane_cli.assemble.render import Renderer, markdown
from pane_cli.assemble.rewritten import rewritten
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Section
from pane_cli.session.types import Entry
from pane_cli.view import measured
from pane_cli.view.view import View

if TYPE_CHECKING:
    from pane_cli.assemble.candidates import Candidate

_STABLE = ("pins", "user-facts", "out", "turns")
#: The exit status of a budget that can't be met.
DOES_NOT_FIT = 3
_TRIES = 12
_STEP = 16


class Ask(NamedTuple):
    """What to assemble."""

    view: View
    fetch: Callable[[int], Entry]
    """Entries without secrets."""
    clean: Callable[[str], str]
    command: str
    budget: Budget
    query: str | None = None
    recalled: tuple[Recalled, ...] = ()
    render: Renderer = markdown
    """The form it is printed in: the budget holds for the printed bytes."""
    candidates: Callable[[], list[Candidate]] | None = None
    """The entries as lines, where they are at hand; None: they are made."""


class Assembled(NamedTuple):
    """A context, how it is printed, and what it was laid out from."""

    context: Context
    text: str
    layout: Layout
    unpointed: str = ""
    """Options with which it would lead to what is out; empty: it does, or all is in."""


def assemble(ask: Ask) -> Assembled:
    """The context; raises PaneError (status 3) where the least does not fit."""
    view = ask.view
    blocks = {section.name: section for section in view.rules.assemble.blocks}
    out = blocks.get("out", Section("out"))
    room = int(view.rules.assemble.rewritten * ask.budget.size())
    texts = rewritten(view, room)
    layout = Layout(
        view,
        sorted(view.context),
        ask.fetch,
        ask.clean,
        # Measured and printed: secrets are looked for once.
        cache(lambda n: render_entry(ask.fetch(n), ask.clean)),
        ask.command,
        out,
        texts,
    )
    return _Assembly(ask, layout, blocks).fit()


class _Assembly:
    """One assembly: tries plans of falling size until one holds."""

    def __init__(self, ask: Ask, layout: Layout, blocks: dict[str, Section]) -> None:
        self.ask, self.layout, self.blocks = ask, layout, blocks
        self.view = ask.view
        self.choices = Choices(layout, ask.candidates)

    def fit(self) -> Assembled:
        """All that is in, if the budget holds it; else the largest plan that fits."""
        size = self.ask.budget.size()
        settled = self.choices.settled(size)
        if settled is not None:
            # What changes each turn gives way first: it must not move what stands.
            for context in self._context(settled).ever_less_volatile():
                assembled = self._print(context)
                if self.ask.budget.holds(assembled.text):
                    return assembled
        room = self._state(size)
        for _ in range(_TRIES):
            context = self._context(self._squeezed(size)).brief(room)
            assembled = self._print(context)
            excess = self.ask.budget.excess(assembled.text)
            if not excess:
                return assembled
            size -= excess + _STEP
            if size <= 0:
                break
        return self._least()

    def _least(self) -> Assembled:
        """Pins, the newest request and pointers; then without anything else."""
        full = self._context(Choice(self.choices.must, {}, is_tight=True))
        pointed = full._replace(volatile=())
        bare = tuple(p for p in full.stable if p.block not in ("user-facts", "out"))
        tried = [
            self._print(context)
            for context in (full, pointed, pointed._replace(stable=bare))
        ]
        for assembled in tried:
            if self.ask.budget.holds(assembled.text):
                is_bare = assembled is tried[-1] and bare != full.stable
                needed = self._needed(tried[1]) if is_bare else ""
                return assembled._replace(unpointed=needed)
        raise PaneError(
            "the pins and the newest request do not fit the budget",
            f"give {self._needed(tried[-1])} at least, or take a pin away",
            DOES_NOT_FIT,
        )

    def _needed(self, assembled: Assembled) -> str:
        needed = self.ask.budget.cost(assembled.text)
        return f"--budget {needed} or --max-chars {len(assembled.text)}"

    def _print(self, context: Context) -> Assembled:
        text = self.ask.render(context, self.layout)
        return Assembled(context, text, self.layout)

    def _context(self, choice: Choice) -> Context:
        stable: list[Part] = []
        volatile: list[Part] = []
        for name, section in self.blocks.items():
            if name == "turns":
                never_cut("assemble.blocks", section)
                stable += self.layout.parts(choice)
            if name in ("out", "turns"):
                continue
            block = BLOCKS.get(name)
            if block is None:
                known = ", ".join((*BLOCKS, "out", "turns"))
                raise PaneError(f"assemble.blocks: no block {name}", f"blocks: {known}")
            lines = block(self._material(choice), section)
            target = stable if name in _STABLE else volatile
            if lines:
                target.append(Part(name, "\n".join(lines)))
        return Context(tuple(stable), tuple(volatile), choice)

    def _material(self, choice: Choice) -> Material:
        view = self.view
        shown = sum(view.row(n).tokens for n in choice.whole)
        window = measured.window(view)
        ask = self.ask
        return Material(
            view,
            ask.fetch,
            ask.clean,
            ask.recalled,
            int(view.rules.assemble.recalled * ask.budget.size()),
            choice.whole,
            ask.query,
            lambda: max(0, window - shown),
        )

    def _squeezed(self, size: int) -> Choice:
        """What is worth most beside what must be there."""
        must = self._context(Choice(self.choices.must, {})).brief(self._state(size))
        return self.choices.squeezed(size, size - len(must.text()))

    def _state(self, size: int) -> int:
        """Characters of what changes each turn, where room is scarce."""
        return int(self.view.rules.assemble.state * size)
