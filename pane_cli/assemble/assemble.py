"""Assembly: given a budget, what to show of each entry, and in which form.

Pins and the newest request are whole, or there is no context. What fits stays whole;
where it does not, the newest steps stay whole up to a share of the budget, older
requests are quoted, and the rest goes to the lines that are worth most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from pane_cli.assemble.blocks import BLOCKS, Material, never_cut
from pane_cli.assemble.budget import Budget
from pane_cli.assemble.context import Choice, Context, Part, Recalled
from pane_cli.assemble.far import is_far
from pane_cli.assemble.forms import standing
from pane_cli.assemble.layout import Layout, render_entry
from pane_cli.assemble.pointing import pointing, saved
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
        self.must = dict.fromkeys(
            _newest_request(self.view), "the newest request never leaves"
        )

    @cached_property
    def candidates(self) -> list[Candidate]:
        """Entries as lines; made only where not everything fits."""
        if self.ask.candidates is not None:
            return self.ask.candidates()
        from pane_cli.assemble.picking import candidates

        return candidates(self.view, self.ask.fetch, self.layout.numbers)

    @cached_property
    def values(self) -> dict[str, float]:
        """What each thing in them is worth."""
        from pane_cli.assemble.likelihood import worth

        return worth(self.candidates, self.view.rules.assemble.likelihood)

    def fit(self) -> Assembled:
        """All that is in, if the budget holds it; else the largest plan that fits."""
        size = self.ask.budget.size()
        settled = self._settled(size)
        if settled is not None:
            # What changes each turn gives way first: it must not move what stands.
            for context in _without_volatile(self._context(settled)):
                assembled = self._print(context)
                if self.ask.budget.holds(assembled.text):
                    return assembled
        room = self._state(size)
        for _ in range(_TRIES):
            context = _brief(self._context(self._squeezed(size)), room)
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
        full = self._context(Choice(self.must, {}, is_tight=True))
        bare = tuple(p for p in full.stable if p.block not in ("user-facts", "out"))
        without = full._replace(volatile=())
        for context in (full, without, without._replace(stable=bare)):
            assembled = self._print(context)
            if self.ask.budget.holds(assembled.text):
                return assembled
        needed = self.ask.budget.cost(assembled.text)
        raise PaneError(
            "the pins and the newest request do not fit the budget",
            f"give --budget {needed} or --max-chars {len(assembled.text)} at least,"
            " or take a pin away",
            DOES_NOT_FIT,
        )

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

    def _settled(self, size: int) -> Choice | None:
        """All that is in, whole, and what was decided to show of what is out.

        None where it does not fit. What is shown depends on nothing later than the
        last eviction: so the stable part only grows, until the next.
        """
        whole = {
            n: "is in, and fits" for n in self.layout.numbers if self.view.is_in(n)
        }
        if self._is_far_beyond(whole, size):
            return None
        same = pointing(self.layout, whole)
        if sum(map(self._size, whole)) - saved(self.layout, same) > size:
            return None
        show = standing(self.view, self.ask.fetch)
        quoted = frozenset(show) & frozenset(self.view.requests)
        return Choice(whole, show, quoted, same=same)

    def _is_far_beyond(self, whole: Iterable[int], size: int) -> bool:
        """Whether so much can't fit, rendered or not: to render it all takes long.

        A copy of a result may become a pointer, and secrets and colours go.
        """
        if is_far(self.view, whole, size):
            return True
        rows = map(self.view.row, whole)
        return sum(row.chars for row in rows if row.kind != "result") > 2 * size

    def _squeezed(self, size: int) -> Choice:
        """The newest steps whole, and of the rest what is worth most."""
        from pane_cli.assemble.picking import chars, pick  # what fits needs none of it

        bare = _brief(self._context(Choice(self.must, {})), self._state(size))
        room = size - len(bare.text())
        rules = self.view.rules.assemble
        # What picked lines may not take goes to more whole steps.
        share = rules.digest.share
        picked = int(share * chars(self.candidates)) if share else 0
        tail = self._tail(max(int(rules.tail * size), room - picked), room)
        same = pointing(self.layout, {*self.must, *tail}, backwards=True)
        room -= sum(map(self._size, tail)) - saved(self.layout, same)
        why = dict.fromkeys(sorted(tail), "newest steps, assemble.tail")
        whole = {**self.must, **why}
        if not share:
            return Choice(whole, {}, is_tight=True, same=same)
        # Of what was rewritten no line is shown.
        stands = self.view.stands
        hidden = [c for c in self.candidates if c.n not in whole and c.n not in stands]
        known = [item for item in self.candidates if item.n in whole]
        room = min(room, int(share * chars(hidden)))
        asked = int(rules.asked * size)
        show, quoted = pick(self.view, self.values, hidden, known, room, asked)
        return Choice(whole, show, quoted, is_tight=True, same=same)

    def _state(self, size: int) -> int:
        """Characters of what changes each turn, where room is scarce."""
        return int(self.view.rules.assemble.state * size)

    def _tail(self, share: int, room: int) -> set[int]:
        """The newest steps that fit, whole and without a gap: one is one more pointer.

        A newest step that is too large stands by its best lines, as the others do.
        """
        left = min(share, room)
        tail: set[int] = set()
        for step in reversed(self.view.steps):
            members = [
                n for n in step.entries if self.view.is_in(n) and n not in self.must
            ]
            cost = sum(map(self._size, members))
            if cost > left:
                break
            tail.update(members)
            left -= cost
        return tail

    def _size(self, n: int) -> int:
        return len(self.layout.whole(n)) + 1


def _without_volatile(context: Context) -> Iterator[Context]:
    """The context, and then with ever fewer of the blocks that change each turn."""
    for count in range(len(context.volatile), -1, -1):
        yield context._replace(volatile=context.volatile[:count])


def _brief(context: Context, room: int) -> Context:
    """The context, and of what changes each turn as many lines as fit `room`.

    What was recalled was asked for, and has a share of its own.
    """
    parts: list[Part] = []
    for part in context.volatile:
        if part.block == "recalled":
            parts.append(part)
            continue
        lines = part.text.split("\n")
        kept = list(lines)
        while kept and sum(len(line) + 1 for line in kept) > room:
            kept.pop()
        if len(kept) > 1:  # a title over nothing says nothing
            parts.append(part._replace(text="\n".join(kept)))
            room -= sum(len(line) + 1 for line in kept)
    return context._replace(volatile=tuple(parts))


def _newest_request(view: View) -> list[int]:
    if view.newest is None:
        return []
    return [n for n in view.newest.requests if view.is_context(n)]
