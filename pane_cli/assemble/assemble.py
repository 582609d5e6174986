"""Assembly: given a budget, what to show of each entry, and in which form.

Pins and the newest request are whole, or there is no context. What fits stays whole;
where it does not, the newest steps stay whole up to a share of the budget, older
requests are quoted, and the rest goes to the lines that are worth most.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import NamedTuple

from pane_cli.assemble.blocks import BLOCKS, Material, never_cut
from pane_cli.assemble.budget import Budget
from pane_cli.assemble.context import Choice, Context, Part, Recalled
from pane_cli.assemble.digest import (
    Candidate,
    Show,
    candidate,
    choose,
    fill,
    worth,
)
from pane_cli.assemble.layout import Layout
from pane_cli.assemble.render import Renderer, markdown
from pane_cli.assemble.rewritten import rewritten
from pane_cli.assemble.things import things
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Section
from pane_cli.session.types import Entry
from pane_cli.view.view import View

_STABLE = ("pins", "out", "turns")
_DOES_NOT_FIT = 3
_TRIES = 12
_STEP = 16
#: A request past this is quoted by its beginning; its address gives the rest.
_QUOTED_CHARS = 1_200
_QUOTED_LINES_CHARS = 620


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


class Assembled(NamedTuple):
    """A context, how it is printed, and what it was laid out from."""

    context: Context
    text: str
    layout: Layout


def assemble(ask: Ask) -> Assembled:
    """The context; raises PaneError (status 3) where the least does not fit."""
    view = ask.view
    candidates = {
        row.n: candidate(ask.fetch(row.n), view.work.cwd)
        for row in view.rows
        if view.is_context(row.n)
    }
    blocks = {section.name: section for section in view.rules.assemble.blocks}
    out = blocks.get("out", Section("out"))
    room = int(view.rules.assemble.rewritten * ask.budget.size())
    texts = rewritten(view, room)
    layout = Layout(view, candidates, ask.fetch, ask.clean, ask.command, out, texts)
    return _Assembly(ask, layout, blocks).fit()


class _Assembly:
    """One assembly: tries plans of falling size until one holds."""

    def __init__(self, ask: Ask, layout: Layout, blocks: dict[str, Section]) -> None:
        self.ask, self.layout, self.blocks = ask, layout, blocks
        self.view = ask.view
        self.candidates = layout.candidates
        self.must = {
            n: "the newest request never leaves"
            for n in _newest_request(self.view)
            if n in self.candidates
        }
        self._sizes: dict[int, int] = {}

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
        for _ in range(_TRIES):
            assembled = self._print(self._context(self._squeezed(size)))
            excess = self.ask.budget.excess(assembled.text)
            if not excess:
                return assembled
            size -= excess + _STEP
            if size <= 0:
                break
        return self._least()

    def _least(self) -> Assembled:
        """Pins, the newest request and pointers; then without anything else."""
        full = self._context(Choice(self.must, {}))
        bare = tuple(part for part in full.stable if part.block != "out")
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
            _DOES_NOT_FIT,
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
        window = view.rules.tokens.window
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
        """All that is in, whole; None where it does not fit.

        What is shown of what is out was decided when it left and depends on nothing
        later: so the stable part only grows, until the next eviction.
        """
        whole = {n: "is in, and fits" for n in self.candidates if self.view.is_in(n)}
        if sum(map(self._size, whole)) > size:
            return None
        hidden = self._hidden(whole)
        left = max((mark.after for mark in self.view.decisions.standing()), default=0)
        past = [n for n in whole if n <= left]
        rules = self.view.rules.assemble.digest
        # Rewritten turns are what is shown of what is out, before any picked line.
        most = int(rules.budget * size) - sum(self.layout.rewritten.values())
        room = min(most, int(rules.share * sum(map(_chars, hidden))))
        return self._with_lines(whole, hidden, past, room, size, left)

    def _hidden(self, whole: Container[int]) -> list[Candidate]:
        """Entries of which lines may be shown: of what was rewritten none."""
        items = self.candidates.items()
        return [c for n, c in items if n not in whole and n not in self.view.stands]

    def _squeezed(self, size: int) -> Choice:
        """The newest steps whole, and of the rest what is worth most."""
        room = size - len(self._context(Choice(self.must, {})).text())
        rules = self.view.rules.assemble
        # What picked lines may not take goes to more whole steps.
        picked = int(rules.digest.share * sum(map(_chars, self.candidates.values())))
        tail = self._tail(max(int(rules.tail * size), room - picked), room)
        room -= sum(map(self._size, tail))
        why = dict.fromkeys(sorted(tail), "newest steps, assemble.tail")
        whole = {**self.must, **why}
        hidden = self._hidden(whole)
        return self._with_lines(whole, hidden, list(whole), room, size, self.view.last)

    def _with_lines(
        self,
        whole: dict[int, str],
        hidden: list[Candidate],
        known: list[int],
        room: int,
        size: int,
        as_of: int,
    ) -> Choice:
        """`whole`, and in `room` characters the best lines of `hidden`.

        `known` are whole entries whose things need not be shown again; what happened
        after entry `as_of` has no say.
        """
        if not hidden or room <= 0:
            return Choice(whole, {})
        rules = self.view.rules.assemble
        quoted, cost = self._quoted(hidden, int(rules.asked * size))
        shown = {thing for n in known for thing in self.candidates[n].things}
        for lines in quoted.values():
            shown.update(*map(things, lines))
        picked = min(room, int(rules.digest.share * sum(map(_chars, hidden))))
        values = worth(
            [c for n, c in self.candidates.items() if n <= as_of], rules.digest
        )
        rest = [item for item in hidden if item.n not in quoted]
        chosen = choose(rest, values, picked - cost, shown)
        chosen = fill(rest, chosen, room - cost)
        return Choice(whole, {**quoted, **chosen}, frozenset(quoted))

    def _tail(self, share: int, room: int) -> set[int]:
        """The newest steps that fit, whole; what is too large is passed over."""
        left = min(share, room)
        tail: set[int] = set()
        for step in reversed(self.view.steps):
            members = [n for n in step.entries if n in self.candidates]
            members = [n for n in members if self.view.is_in(n) and n not in self.must]
            cost = sum(map(self._size, members))
            if members and cost <= left:
                tail.update(members)
                left -= cost
            if left < 200:
                break
        return tail

    def _quoted(self, hidden: list[Candidate], room: int) -> tuple[Show, int]:
        """The user's requests in their own words, while they fit."""
        asked = set(self.view.requests)
        older = [item for item in hidden if item.n in asked]
        quoted: Show = {}
        used = 0
        # What the session began with holds its constraints: it goes first.
        for item in [*older[:1], *older[:0:-1]]:
            texts = [line.text for line in item.lines]
            if sum(map(len, texts)) > _QUOTED_CHARS:
                texts = _beginning(texts)
            cost = len(item.head) + 1 + sum(len(text) + 1 for text in texts)
            if used + cost <= room:
                quoted[item.n] = texts
                used += cost
        return quoted, used

    def _size(self, n: int) -> int:
        if n not in self._sizes:
            self._sizes[n] = len(self.layout.whole(n)) + 1
        return self._sizes[n]


def _without_volatile(context: Context) -> Iterator[Context]:
    """The context, and then with ever fewer of the blocks that change each turn."""
    for count in range(len(context.volatile), -1, -1):
        yield context._replace(volatile=context.volatile[:count])


def _chars(item: Candidate) -> int:
    return sum(len(line.text) for line in item.lines)


def _newest_request(view: View) -> list[int]:
    return [n for n in view.newest.requests if n not in view.off] if view.newest else []


def _beginning(texts: list[str]) -> list[str]:
    kept: list[str] = []
    for text in texts:
        if sum(map(len, kept)) > _QUOTED_LINES_CHARS:
            return [*kept, "…"]
        kept.append(text)
    return kept
