"""What a check remembers of the session so far: ids, open calls, numbers, times.

Ids are kept as 64-bit hashes and calls only while they are open, so a long session
needs little.
"""

from __future__ import annotations

from typing import NamedTuple

from pane_cli.check.counted import Sizes, Some, Times, Types
from pane_cli.check.finding import Placed, Spot
from pane_cli.check.limits import USUAL, Limits
from pane_cli.check.metadata import Blocks
from pane_cli.check.numbers import Numbers, Ranges
from pane_cli.session.types import Amend, Entry, Header, Line, Mark
from pane_cli.view.branch import OFF


class OpenCall(NamedTuple):
    """A call without a result yet."""

    spot: Spot
    id: str
    tool: str
    step: int
    """The answer it is part of, counted."""
    turn: int = 0


class Leak(NamedTuple):
    """A secret, told once a session."""

    kind: str
    spot: Spot
    column: int
    length: int
    times: int


class Seen:
    """One session up to a line. `step` takes the line in once it was checked."""

    def __init__(
        self,
        limits: Limits = USUAL,
        is_repeated: bool = False,
    ) -> None:
        self.limits = limits
        self.is_repeated = is_repeated
        """Its header came before in the same file."""
        self.header: Header | None = None
        self.pairs = Pairs()
        self.family = Family()
        self.numbers = Numbers()
        self.times = Times(limits.now)
        self.blocks = Blocks(limits.facts, limits.kinds)
        self.sizes = Sizes()
        self.types = Types()
        self.leaks: dict[int, Leak] = {}
        """Secrets, by their hashes."""
        self.returns: Some | None = None
        """Lines that end in a carriage return."""
        self.marks: set[int] = set()
        self.off = Ranges()
        """Entries that amends took off the branch."""
        self.is_headless = False
        """Lines came before any header."""
        self.spot = Spot(1)
        """Of the last line."""

    def step(self, placed: Placed) -> None:
        """Take a line in."""
        line, self.spot, _ = placed
        if isinstance(line, Entry):
            self.pairs.step(line, placed.spot)
            self.family.step(line, placed.spot)
            self.numbers.step(line.n)
            self.times.step(line, placed.spot)
            self.blocks.step(placed)
            self.sizes.step(placed, line)
            agent = self.header.agent if self.header else None
            self.types.step(line, placed.spot, agent)
        elif isinstance(line, Header):
            self.header = line
        elif isinstance(line, Mark):
            self.marks.add(line.mark)
        elif isinstance(line, Amend) and line.what in OFF:
            for first, last in line.entries:
                self.off.add(first, last)
        self.is_headless = self.header is None


class Pairs:
    """Calls and results."""

    def __init__(self) -> None:
        self.open: dict[str, OpenCall] = {}
        self.closed: set[int] = set()
        """Calls that have their result, hashed."""
        self.early: dict[str, Spot] = {}
        """Results whose call has not come yet."""
        self.answer = 0
        """The running answer, counted."""
        self._generation = 0
        self._told: set[int] = set()
        """Calls and results of this generation of the source, hashed."""
        self._msg: str | None = None
        self._answering = False

    def is_closed(self, call: str | None) -> bool:
        """Whether this call has its result."""
        return hash(call) in self.closed

    def is_repeated(self, entry: Entry) -> bool:
        """Whether its source tells this call, or its result, a second time.

        A source that was rewritten tells again what it changed: that is no repetition.
        """
        is_new = generation(entry) > self._generation
        return not is_new and hash((entry.kind, entry.call)) in self._told

    def step(self, entry: Entry, spot: Spot) -> None:
        """Take an entry in."""
        self._count(entry)
        if entry.call is None:
            return
        if generation(entry) > self._generation:
            self._generation = generation(entry)
            self._told.clear()
        self._told.add(hash((entry.kind, entry.call)))
        if entry.kind == "call":
            if self.early.pop(entry.call, None) is not None:
                self.closed.add(hash(entry.call))
            elif not self.is_closed(entry.call):
                tool = entry.tool or "?"
                self.open[entry.call] = OpenCall(
                    spot, entry.call, tool, self.answer, entry.turn
                )
        elif entry.kind == "result":
            if self.open.pop(entry.call, None) is not None:
                self.closed.add(hash(entry.call))
            elif not self.is_closed(entry.call):
                self.early.setdefault(entry.call, spot)

    def _count(self, entry: Entry) -> None:
        if entry.kind == "note" or entry.side:
            return
        is_answer = entry.role == "assistant"
        goes_on = entry.msg == self._msg if entry.msg else self._answering
        if entry.role == "user" or (is_answer and not goes_on):
            self.answer += 1
        if is_answer:
            self._msg = entry.msg
        self._answering = is_answer


class Family:
    """Records and their parents."""

    def __init__(self) -> None:
        self.known: set[int] = set()
        """Record ids, hashed."""
        self.awaited: dict[int, list[tuple[Spot, str]]] = {}
        """Parents that did not come yet: who waits, and the parent's id."""
        self._loose: dict[int, int] = {}
        """Parents of those records whose line of parents does not end at a root yet:
        only they can be part of a circle."""

    def has(self, id: str | None) -> bool:
        """Whether a record with this id came before."""
        return hash(id) in self.known

    def closes_circle(self, entry: Entry) -> bool:
        """Whether this record is among its own parents."""
        own = hash(entry.id)
        parent = hash(entry.parent) if entry.parent is not None else own + 1
        walked = 0
        while parent != own and parent in self._loose and walked <= len(self._loose):
            parent, walked = self._loose[parent], walked + 1
        return parent == own

    def step(self, entry: Entry, spot: Spot) -> None:
        """Take an entry in; the first of a record carries its id."""
        if entry.id is None:
            return
        own = hash(entry.id)
        self.known.add(own)
        self.awaited.pop(own, None)
        if entry.parent is None:
            return
        parent = hash(entry.parent)
        if parent not in self.known:
            self.awaited.setdefault(parent, []).append((spot, entry.parent))
        if parent not in self.known or parent in self._loose:
            self._loose[own] = parent


def generation(entry: Entry) -> int:
    """How often its source had been rewritten when it was read."""
    return entry.src[0] if entry.src is not None else 0


def line_kind(line: Line) -> str:
    """What the table's rows are chosen by: an entry's kind, or mark, amend, session."""
    if isinstance(line, Entry):
        return line.kind
    if isinstance(line, Mark):
        return "mark"
    return "amend" if isinstance(line, Amend) else line.kind
