"""One pass over a session's lines: every fold takes in what concerns it."""

from __future__ import annotations

import zlib
from functools import cached_property

import msgspec

from pane_cli.rules.schema import Rules
from pane_cli.session.log import can_follow
from pane_cli.session.types import Amend, Entry, Header, Line, Mark
from pane_cli.view.branch import Branch
from pane_cli.view.decisions import Decisions
from pane_cli.view.facts import Given
from pane_cli.view.plan import Plans
from pane_cli.view.reads import Reads
from pane_cli.view.recalls import Recalls
from pane_cli.view.rows import Shape
from pane_cli.view.topics import NAMING, Context, Topics
from pane_cli.view.usage import Answers, Calibration
from pane_cli.view.windows import Windows
from pane_cli.view.work import Work


class FoldRules(msgspec.Struct, frozen=True, array_like=True):
    """All that the folds read of the rules: under others they are other folds."""

    chars_per_token: float | None
    reads: tuple[str, ...]
    refusals: tuple[str, ...]
    topics: int
    """Of all that topics are made by: they are too many to compare one by one."""


def fold_rules(rules: Rules) -> FoldRules:
    """What the folds read of `rules`."""
    topics = msgspec.json.encode((rules.topics, rules.summary.host_text))
    per_token, reads = rules.tokens.chars_per_token, rules.evict.reads
    refusals = rules.facts.refusals
    return FoldRules(per_token, reads, refusals, zlib.crc32(topics))


class Folded:
    """The folds of a session under rules; feed its lines with `step`."""

    def __init__(self, header: Header, rules: Rules, at: int | None = None) -> None:
        self.header = header
        self.rules = rules
        self._read = fold_rules(rules)
        self.at = at
        self.shape = Shape()
        self.branch = Branch()
        self.work = Work(cwd=(header.cwd or "").rstrip("/"))
        self.plans = Plans()
        self.decisions = Decisions()
        self.answers = Answers()
        self.calibration = Calibration()
        self.windows = Windows()
        self.reads = Reads()
        self.recalls = Recalls(header.id)
        self.given = Given()
        self.carried: tuple[Mark, ...] = ()
        """Decisions of the user that hold for every session of the store."""
        self.until: str | None = None
        """Time of the first entry that did not exist at `at`."""
        self.topics = Topics()
        self._is_past = False
        """Lines now come that did not exist at `at`."""

    def step(self, line: Line) -> None:
        """Take one line in; lines after `at` did not exist yet."""
        if isinstance(line, Entry):
            if self.at is not None and line.n > self.at:
                self._is_past = True
                self.until = self.until or line.ts
            else:
                self._entry(line)
        elif isinstance(line, Mark):
            if self.at is None or line.after <= self.at:
                self.decisions.step(line)
        elif isinstance(line, Amend) and not self._is_past:
            self.branch.amend(line)
            if line.what == "vanished":
                spans = (range(first, last + 1) for first, last in line.entries)
                self.shape.vanish({n for span in spans for n in span})

    def _entry(self, entry: Entry) -> None:
        if not can_follow(entry.n, self.last):
            return  # `check` finds it
        row = self.shape.step(entry, self._read.chars_per_token)
        self.calibration.step(entry, row)
        self.branch.step(entry)
        self.answers.step(entry)
        self.windows.step(entry)
        if not entry.side:
            self.work.step(entry)
            self.plans.step(entry)
            self.reads.step(entry, self._read.reads)
            self.recalls.step(entry)
            self.given.step(entry, self._read.refusals)
            if entry.kind in NAMING:
                self.topics.step(entry, self.naming)

    @cached_property
    def naming(self) -> Context:
        """What topics are made with."""
        folder = self.header.cwd or ""
        return Context(self.rules, folder, self.shape.rows, self.recalls)

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return len(self.shape.rows)
