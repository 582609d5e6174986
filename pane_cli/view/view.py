"""A view: what one pass over a session's lines under rules adds up to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from pane_cli.rules.schema import Rules
from pane_cli.session.types import Header, Line, Mark, Range
from pane_cli.view import facts as folded_facts
from pane_cli.view import measured
from pane_cli.view.carried import carried
from pane_cli.view.decisions import Pin
from pane_cli.view.folded import Folded
from pane_cli.view.rows import CONTEXT_KINDS, Row, Step, Turn
from pane_cli.view.stands import StandIn, stand_ins, stands_tokens
from pane_cli.view.topics import Topics
from pane_cli.view.work import Commit, Failure, FileUse


class View(Folded):
    """One session under rules, as of its last line (or of entry `at`): questions to it.

    Nothing here holds text: fetch it by number from the log.
    """

    @cached_property
    def settled(self) -> Topics:
        """Topics as they are once the running turn is over."""
        return self.topics.settled(self.naming)

    @property
    def rows(self) -> list[Row]:
        """Every entry, by number from 1."""
        return self.shape.rows

    @property
    def turns(self) -> list[Turn]:
        """Every turn, in order."""
        return self.shape.turns

    @property
    def steps(self) -> list[Step]:
        """Every step, in order."""
        return self.shape.steps

    def row(self, n: int) -> Row:
        """The row of entry `n`."""
        return self.shape.rows[n - 1]

    @cached_property
    def off(self) -> set[int]:
        """Entries off the active branch."""
        return self.branch.off(self.header.agent, self.last)

    @cached_property
    def out(self) -> dict[int, Mark]:
        """Evicted entries, each with the mark that took it out.

        A result that came after its call had left is out with it. Of a call that left
        while its result stayed, only the input is out; a result may leave alone, too.
        """
        out = self.decisions.out()
        for call, result in self.shape.results.items():
            if call in out and result > out[call].after:
                out.setdefault(result, out[call])
        return out

    @cached_property
    def stands(self) -> dict[int, StandIn]:
        """Entries that are out, each with the text that stands in its place."""
        return stand_ins(self.out)

    @cached_property
    def files(self) -> list[FileUse]:
        """Files that were touched on the active branch."""
        uses = [
            FileUse(use.path, self._on(use.reads), self._on(use.writes))
            for use in self.work.files.values()
        ]
        return [use for use in uses if use.reads or use.writes]

    @cached_property
    def commits(self) -> list[Commit]:
        """Commits that were made on the active branch."""
        return [commit for commit in self.work.commits if commit.n not in self.off]

    @cached_property
    def open_failures(self) -> list[Failure]:
        """Failures of the active branch that nothing later fixed, oldest first."""
        return [f for f in self.work.open_failures() if f.call not in self.off]

    def _on(self, numbers: list[int]) -> list[int]:
        return [n for n in numbers if n not in self.off]

    @cached_property
    def pins(self) -> list[Pin]:
        """Pins that stand, those that are carried from the session `user` as well."""
        return self.decisions.pins(carried(self))

    @cached_property
    def facts(self) -> list[folded_facts.Fact]:
        """Every fact that was ever told, also forgotten ones."""
        return folded_facts.facts(self)

    @cached_property
    def context(self) -> frozenset[int]:
        """Entries that the agent could see, were nothing evicted."""
        off = self.off
        return frozenset(
            row.n for row in self.rows if row.kind in CONTEXT_KINDS and row.n not in off
        )

    def is_context(self, n: int) -> bool:
        """Whether the agent could see entry `n`, were nothing evicted."""
        return n in self.context

    def is_in(self, n: int) -> bool:
        """Whether entry `n` is in context now."""
        return n in self.context and n not in self.out

    @cached_property
    def tokens_in(self) -> int:
        """Tokens now in context, the texts that stand in for entries included."""
        written = stands_tokens(self.stands, self.rules.tokens.chars_per_token)
        return written + sum(row.tokens for row in self.rows if self.is_in(row.n))

    @property
    def chars_per_token(self) -> float | None:
        """By rule, else as measured for the newest model; None: by kind of text."""
        return measured.chars_per_token(self)

    @cached_property
    def requests(self) -> list[int]:
        """Entries in which the user speaks, on the active branch."""
        return [n for turn in self.turns for n in turn.requests if n not in self.off]

    @cached_property
    def newest(self) -> Turn | None:
        """The running turn: the last one with a request, or with anything at all."""
        back = self.turns[::-1]
        live = [t for t in back if not self.context.isdisjoint(entries(t))]
        asked = (turn for turn in live if set(turn.requests) - self.off)
        return next(asked, live[0] if live else None)

    def turn(self, number: int) -> Turn | None:
        """Turn `t{number}`."""
        return self._turns.get(number)

    @cached_property
    def _turns(self) -> dict[int, Turn]:
        return {turn.number: turn for turn in reversed(self.turns)}


def entries(turn: Turn) -> range:
    """Numbers of all entries of a turn."""
    return range(turn.first, turn.last + 1)


def ranges(numbers: Iterable[int]) -> list[Range]:
    """Sorted numbers as ranges, both ends included.

    >>> ranges([1, 2, 3, 7, 9, 8])
    [(1, 3), (7, 9)]
    """
    found: list[Range] = []
    for n in sorted(numbers):
        if found and n == found[-1][1] + 1:
            found[-1] = (found[-1][0], n)
        elif not found or n > found[-1][1]:
            found.append((n, n))
    return found


def numbers(spans: Iterable[Range]) -> Iterator[int]:
    """The numbers in ranges."""
    for first, last in spans:
        yield from range(first, last + 1)


def fold(
    header: Header, lines: Iterable[Line], rules: Rules, at: int | None = None
) -> View:
    """The view of a session's lines."""
    view = View(header, rules, at)
    for line in lines:
        view.step(line)
    return view
