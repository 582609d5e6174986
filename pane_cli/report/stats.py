"""Sum sessions: tokens, usage and bytes, by kind, tool, day, project, model, session.

Sum them oldest first: what a fork copied is counted where it was said, and nowhere
else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pane_cli.report.counting import Counting
from pane_cli.report.tally import KINDS, Copies, Group, Report, Tally
from pane_cli.report.tools import tool_of
from pane_cli.session.types import Entry
from pane_cli.view.rows import Row
from pane_cli.view.view import View

Day = Callable[[str], str]
"""The day of a time, in the zone of the report."""


class Stats:
    """Sums over sessions; `by` is a key of BY, or None."""

    def __init__(self, by: str | None, day: Day) -> None:
        self._by, self._day = by, day
        self._total = Tally()
        self._kinds: dict[str, Tally] = {}
        self._tools: dict[str, Tally] = {}
        self._groups: dict[str, Tally] = {}
        self._titles: dict[str, str] = {}
        self._known: set[int] = set()
        self._copies = Copies()
        self._off = 0

    def start(
        self, view: View, keep: Callable[[Entry], bool] = lambda entry: True
    ) -> Counting:
        """Begin a session: feed its lines to what this gives, then `add` it."""
        return Counting(view, self._known, keep)

    def add(self, session: Counting) -> None:
        """Sum a session whose lines have all come."""
        session.close()
        self._known |= session.ids
        self._copies = _with_copies(self._copies, session)
        if not session.counted:
            return
        view = session.view
        asked = {turn.requests[0] for turn in view.turns if turn.requests}
        seen: set[int] = set()
        for n in session.counted:
            row = view.row(n)
            self._off += row.tokens if n in view.off else 0
            for tally in self._tallies(session, row):
                if id(tally) not in seen:
                    seen.add(id(tally))
                    tally.sessions += 1
                _count(tally, session, row, n in asked)
        self._use(session)

    def report(self, skipped: int = 0) -> Report:
        """All of it; `skipped` are the damaged lines of the inputs."""
        order = BY[self._by].order if self._by else _by_tokens
        return Report(
            self._total,
            tuple(Group(key, self._kinds[key]) for key in KINDS if key in self._kinds),
            tuple(sorted(_groups(self._tools, {}), key=_by_calls)),
            self._by,
            tuple(sorted(_groups(self._groups, self._titles), key=order)),
            self._copies,
            self._off,
            skipped,
        )

    def _tallies(self, session: Counting, row: Row) -> Iterator[Tally]:
        """Everywhere an entry counts."""
        yield self._total
        yield self._kinds.setdefault(_kind(row), Tally())
        tool = tool_of(session.view, row.n)
        if tool is not None:
            yield self._tools.setdefault(tool, Tally())
        if self._by is not None:
            yield from self._group(session, row.n)

    def _group(self, session: Counting, n: int) -> Iterator[Tally]:
        by = BY[self._by or ""]
        key = by.key(session, n, self._day)
        if key is not None:
            if by.has_title:
                self._titles.setdefault(key, session.title)
            yield self._groups.setdefault(key, Tally())

    def _use(self, session: Counting) -> None:
        for answer in session.answers.answers:
            self._total.use(answer.usage)
            if self._by is not None and self._by != "tool":
                for tally in self._group(session, answer.n):
                    tally.use(answer.usage)


def _count(tally: Tally, session: Counting, row: Row, is_turn: bool) -> None:
    view = session.view
    tally.entries += 1
    tally.turns += is_turn
    tally.calls += row.kind == "call"
    tally.failures += row.kind == "result" and bool(row.error or row.exit)
    tally.tokens += row.tokens
    if view.is_in(row.n):
        tally.context += row.tokens
    elif view.is_context(row.n):
        tally.out += row.tokens
    share = session.shares.get(row.n)
    if share is not None:
        tally.bytes += share.bytes
        tally.images += share.images


def _with_copies(known: Copies, session: Counting) -> Copies:
    view = session.view
    rows = [view.row(n) for n in session.copies]
    return Copies(
        known.entries + len(rows),
        known.tokens + sum(row.tokens for row in rows),
        known.context + sum(row.tokens for row in rows if view.is_in(row.n)),
    )


def _kind(row: Row) -> str:
    if row.kind != "text":
        return row.kind if row.kind in KINDS else "note"
    return "assistant" if row.role == "assistant" else "user"


def _groups(tallies: dict[str, Tally], titles: dict[str, str]) -> Iterator[Group]:
    return (Group(key, tally, titles.get(key, "")) for key, tally in tallies.items())


def _by_calls(group: Group) -> tuple[int, str]:
    return -group.tally.calls, group.key


def _by_tokens(group: Group) -> tuple[int, str]:
    return -group.tally.tokens, group.key


def _by_key(group: Group) -> tuple[int, str]:
    return 0, group.key


class By:
    """One way to group: the key of an entry (None: in no group), and the order."""

    def __init__(
        self,
        key: Callable[[Counting, int, Day], str | None],
        order: Callable[[Group], tuple[int, str]] = _by_tokens,
        has_title: bool = False,
    ) -> None:
        self.key, self.order, self.has_title = key, order, has_title


def _day(session: Counting, n: int, day: Day) -> str | None:
    ts = session.times.get(n)
    if ts is None:  # the host's own notes often have none, and add nothing
        return None if session.view.row(n).kind == "note" else "no time"
    return day(ts)


def _project(session: Counting, n: int, day: Day) -> str | None:
    return session.view.header.cwd or "no folder"


def _tool(session: Counting, n: int, day: Day) -> str | None:
    return tool_of(session.view, n)


def _model(session: Counting, n: int, day: Day) -> str | None:
    return session.model(n)


def _session(session: Counting, n: int, day: Day) -> str | None:
    return session.view.header.id


BY: dict[str, By] = {
    "day": By(_day, _by_key),
    "project": By(_project),
    "tool": By(_tool, _by_calls),
    "model": By(_model),
    "session": By(_session, has_title=True),
}
"""What `--by` can say."""
