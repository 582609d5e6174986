"""From a reader's own numbers to the permanent numbers of the session.

In the first generation of a source they are the same. Where a source was rewritten, the
reader starts anew and counts from 1 again; its records that are known keep their
permanent numbers, and new ones take the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from pane_cli.session.types import Amend, Entry, Mark, Range


class Run(msgspec.Struct, array_like=True):
    """`count` numbers in a row: the reader's from `local`, the session's from `n`."""

    local: int
    n: int
    count: int


class Numbers(msgspec.Struct):
    """The session's counters, and which number is which since the last rewriting."""

    last: int = 0
    turn: int = 0
    runs: list[Run] = []
    amends: list[Amend] = []
    """Those already in the session: a reader that starts anew says them again."""
    marks: list[Mark] = []
    """Decisions of the transcript that the session has, until they are said again."""

    def place(
        self, entries: Sequence[Entry], known: Sequence[int], is_new_turn: bool
    ) -> list[Entry]:
        """The entries of one record that are new, renumbered.

        `known` are the permanent numbers that the record's first entries already have.
        """
        if is_new_turn and not known:
            self.turn += 1
        fresh = []
        for position, entry in enumerate(entries):
            if position < len(known):
                self._map(entry.n, known[position])
                continue
            self.last += 1
            self._map(entry.n, self.last)
            fresh.append(msgspec.structs.replace(entry, n=self.last, turn=self.turn))
        return fresh

    def amend(self, line: Amend) -> Amend | None:
        """The same amend in permanent numbers; None where the session has it."""
        moved = msgspec.structs.replace(line, entries=tuple(self._moved(line.entries)))
        if not moved.entries or moved in self.amends:
            return None
        self.amends.append(moved)
        return moved

    def mark(self, line: Mark) -> Mark | None:
        """The same decision in permanent numbers; None where the session has it."""
        moved = msgspec.structs.replace(line, entries=tuple(self._moved(line.entries)))
        name = unnumbered(line)
        if name in self.marks:
            self.marks.remove(name)
            return None
        if line.entries and not moved.entries:
            return None
        return msgspec.structs.replace(moved, after=self.last)

    def _map(self, local: int, n: int) -> None:
        run = self.runs[-1] if self.runs else None
        if run and run.local + run.count == local and run.n + run.count == n:
            run.count += 1
        else:
            self.runs.append(Run(local, n, 1))

    def _moved(self, ranges: Iterable[Range]) -> list[Range]:
        found: list[Range] = []
        for first, last in ranges:
            for run in self.runs:
                low = max(first, run.local)
                high = min(last, run.local + run.count - 1)
                if low <= high:
                    shift = run.n - run.local
                    found.append((low + shift, high + shift))
        return merged(found)


def unnumbered(mark: Mark) -> Mark:
    """A decision by what it says, in whatever numbers."""
    return msgspec.structs.replace(mark, mark=0, after=0, entries=())


def merged(ranges: Iterable[Range]) -> list[Range]:
    """Ranges in order, those that touch joined.

    >>> merged([(5, 6), (1, 2), (3, 3)])
    [(1, 3), (5, 6)]
    """
    found: list[Range] = []
    for first, last in sorted(ranges):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return found
