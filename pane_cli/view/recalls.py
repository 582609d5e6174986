"""Fold: what the agent brought back, by `pane recall` or by reading a file again.

    pane recall 4d5611e5#12-14      entries 12 to 14
    pane recall 'token refresh'     the entries that its result names

Only addresses of this session count; a query's hits are taken from its result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pane_cli.session.address import matches_id
from pane_cli.session.types import Entry, Mark, Range
from pane_cli.view.command_lines import command_line
from pane_cli.view.decisions import apply
from pane_cli.view.reads import Read

if TYPE_CHECKING:
    from pane_cli.view.view import View

_RECALL = re.compile(r"\bpane\b[^|;&\n]*?\brecall\b([^|;&\n]*)")
_ADDRESS = re.compile(r"([\w./-]*)#(?:(\d{1,9})(?:-#?(\d{1,9}))?|t(\d{1,9}))")
_TURN = re.compile(r"(?<![\w#-])t(\d{1,9})\b")
_MOST = 20
"""Addresses that one recall counts for; a page of hits has five."""


class Recall(msgspec.Struct, array_like=True, gc=False):
    """One call that brought something back."""

    n: int
    """The call."""
    spans: list[Range] = []
    turns: list[int] = []


class Recalls(msgspec.Struct):
    """Calls of `pane recall`, in order."""

    session: str = ""
    recalls: list[Recall] = []
    pending: dict[str, int] = {}
    """Queries that wait for their result, by call id: indexes into `recalls`."""

    def step(self, entry: Entry) -> None:
        """Take one entry in."""
        if entry.kind == "call":
            asked = _asked(entry)
            if asked is not None:
                self._call(entry, asked)
        elif entry.kind == "result" and entry.call in self.pending:
            self._found(self.recalls[self.pending.pop(entry.call)], entry.text)

    def _call(self, entry: Entry, asked: str) -> None:
        recall = Recall(entry.n)
        self.recalls.append(recall)
        self._found(recall, asked)
        recall.turns += [int(turn) for turn in _TURN.findall(asked)]
        if not recall.spans and not recall.turns and entry.call:
            self.pending[entry.call] = len(self.recalls) - 1

    def _found(self, recall: Recall, text: str) -> None:
        for match in list(_ADDRESS.finditer(text))[:_MOST]:
            session, first, last, turn = match.groups()
            if session and not matches_id(self.session, session):
                continue
            if turn:
                recall.turns.append(int(turn))
            else:
                recall.spans.append((int(first), int(last or first)))


class Return(NamedTuple):
    """One turn that was brought back."""

    n: int
    """The call that did."""
    turn: int
    mark: Mark | None
    """The eviction that it was out by then; None: it was in context."""


def returns(view: View) -> list[Return]:
    """Turns that the agent brought back, in order.

    A file that is read again counts where the older read is out and nothing changed the
    file in between.
    """
    asked = [(r.n, n) for r in view.recalls.recalls for n in _entries(view, r)]
    read = {(after.call, before.result) for before, after in _read_again(view)}
    found: dict[Return, None] = {}
    standing = view.decisions.standing()
    out: dict[int, Mark] = {}
    taken = 0
    for at, n in sorted({*asked, *read}):
        while taken < len(standing) and standing[taken].after < at:
            apply(out, standing[taken])
            taken += 1
        if (at, n) in read and n not in out:
            continue
        found[Return(at, view.row(n).turn, out.get(n))] = None
    return list(found)


def _entries(view: View, recall: Recall) -> Iterator[int]:
    spans = list(recall.spans)
    for number in recall.turns:
        turn = view.turn(number)
        if turn is not None:
            spans.append((turn.first, turn.last))
    for first, last in spans:
        yield from range(max(first, 1), min(last, recall.n - 1, view.last) + 1)


def _read_again(view: View) -> Iterator[tuple[Read, Read]]:
    writes = {use.path: use.writes for use in view.files}
    for name, before, after in view.reads.again():
        path = view.work.relative(name)
        if not any(before.call < n < after.call for n in writes.get(path, ())):
            yield before, after


def _asked(entry: Entry) -> str | None:
    """What a call asks of `pane recall`; None: it is no such call."""
    tool = (entry.tool or "").lower()
    if "pane" in tool and "recall" in tool:
        return " ".join(v for v in (entry.args or {}).values() if isinstance(v, str))
    found = [match.group(1) for match in _RECALL.finditer(command_line(entry.args))]
    return " ".join(found) if found else None
