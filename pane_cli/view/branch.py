"""Fold: which entries are on the active branch.

Agents whose sessions are trees (Pi, exports of chats) go from the last record up its
parents. Everywhere else file order is the history, and only an edited request makes a
branch: of several requests with one parent the last is active. Nothing off the branch
is dropped.
"""

from __future__ import annotations

import msgspec

from pane_cli.session.types import Amend, Entry

#: Agents that write a true tree, in which the last record is the leaf.
TREES = frozenset(("pi", "oh-my-pi", "openclaw", "qwen", "chatgpt", "claude-ai"))
#: Amends that take entries off the branch.
OFF = frozenset(("rewound", "replaced", "vanished", "reset"))


class Branch(msgspec.Struct):
    """Ids and parents of the records so far, and what amends took off."""

    ids: dict[str, int] = {}
    """Record id to the position of the record in `records`."""
    records: list[tuple[int, str | None, bool]] = []
    """First entry, parent id, and whether the user speaks in it."""
    again: dict[int, int] = {}
    """Records that a rewritten source tells in new words, and what they were first."""
    amended: set[int] = set()
    side: set[int] = set()

    def step(self, entry: Entry) -> None:
        """Take one entry in; only the first of a record carries its id."""
        if entry.side:
            self.side.add(entry.n)
        if entry.id is None:
            return
        first = self.ids.setdefault(entry.id, len(self.records))
        if first < len(self.records):
            self.again[len(self.records)] = first
        asks = entry.kind == "text" and entry.role == "user" and not entry.side
        self.records.append((entry.n, entry.parent, asks))

    def amend(self, amend: Amend) -> None:
        """Take an amend in."""
        if amend.what in OFF:
            for first, last in amend.entries:
                self.amended.update(range(first, last + 1))

    def off(self, agent: str, last: int) -> set[int]:
        """Entries 1..last that are off the active branch."""
        records = self._off_path() if agent in TREES else self._edited_away()
        found = self.amended | self.side
        for index in records:
            begin = self.records[index][0]
            following = index + 1 < len(self.records)
            end = self.records[index + 1][0] if following else last + 1
            found.update(range(begin, end))
        return found

    def _off_path(self) -> set[int]:
        newest = {first: index for index, first in self.again.items()}
        active: set[int] = set()
        index = self._first_before(len(self.records))
        while index >= 0 and index not in active:
            active.add(index)
            parent = self.records[newest.get(index, index)][1]
            if parent is None:
                break
            # A parent that was never written: the previous record in file order.
            before = self._first_before(index)
            index = self.ids.get(parent, before)
        return self._with_again(set(range(len(self.records))) - active, active)

    def _first_before(self, index: int) -> int:
        """The record before `index` that is none told again; -1: there is none."""
        index -= 1
        while index in self.again:
            index -= 1
        return index

    def _with_again(self, lost: set[int], kept: set[int]) -> set[int]:
        """What is told again goes with what it was first."""
        told = self.again.items()
        lost = lost - {index for index, first in told if first in kept}
        return lost | {index for index, first in told if first in lost}

    def _edited_away(self) -> set[int]:
        asked: dict[str, int] = {}
        lost: set[int] = set()
        for index, (_, parent, asks) in enumerate(self.records):
            if asks and parent is not None and index not in self.again:
                if parent in asked:
                    lost.add(asked[parent])
                asked[parent] = index
        if lost:
            for index, (_, parent, _) in enumerate(self.records):
                if index in self.again or parent is None:
                    continue
                if self.ids.get(parent) in lost:
                    lost.add(index)
        return self._with_again(lost, set())
