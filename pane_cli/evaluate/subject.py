"""A subject: a session that is cut in the middle, to see what a context would be worth.

What follows a cut is known here, and never shown to whoever writes the context.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from itertools import accumulate
from typing import NamedTuple

from pane_cli.assemble.candidates import Candidate, candidate, with_lonely
from pane_cli.assemble.lines import body
from pane_cli.rules.schema import Rules
from pane_cli.session.types import Entry, Header, Line
from pane_cli.text.entries import clean_entry
from pane_cli.view.command_lines import command_line
from pane_cli.view.view import View, fold


class Event(NamedTuple):
    """An entry as the measure sees it: who says it, and the things in it."""

    entry: Entry
    text: str
    candidate: Candidate
    things: frozenset[str]
    """In its own text; what its head names is not counted twice."""

    @property
    def is_agent(self) -> bool:
        """Whether the agent speaks or calls, and so uses what it names."""
        return self.entry.role == "assistant"

    @property
    def title(self) -> str:
        """Who speaks, as a plain transcript has it: `user`, `call Bash`, `result`."""
        entry = self.entry
        if entry.kind == "call":
            return f"call {entry.tool}"
        titles = {"result": "result", "note": "summary"}
        return titles.get(entry.kind, entry.role)


class Past(NamedTuple):
    """A session up to a cut: all that a contestant sees."""

    view: View
    events: list[Event]
    """With the host's own summaries: they were in its window."""
    fetch: Callable[[int], Entry]
    """Entries without secrets."""
    clean: Callable[[str], str]
    command: str
    """What recalls a range: `pane recall ID{span}`."""

    def candidates(self) -> list[Candidate]:
        """The events as lines, as `assemble` would make them."""
        view = self.view
        seen = (event for event in self.events if view.is_context(event.entry.n))
        return with_lonely(event.candidate for event in seen)


class Subject:
    """One session: its lines, its whole view, and any entry as an event."""

    def __init__(
        self,
        name: str,
        header: Header,
        lines: Sequence[Line],
        rules: Rules,
        clean: Callable[[str], str],
        command: str,
    ) -> None:
        self.name = name
        self.header = header
        self._lines = lines
        self._rules = rules
        self._command = command
        self._clean = cache(clean)  # the same lines are rendered at every budget
        self._raw = {line.n: line for line in lines if isinstance(line, Entry)}
        self._events: dict[int, Event] = {}

    @cached_property
    def view(self) -> View:
        """The view as of the last line."""
        return fold(self.header, self._lines, self._rules)

    @cached_property
    def calls(self) -> list[int]:
        """Entries of calls on the active branch."""
        view = self.view
        rows = [row for row in view.rows if row.kind == "call"]
        return [row.n for row in rows if view.is_context(row.n)]

    def cuts(self, shares: Iterable[float]) -> list[int]:
        """Last entries before the cuts at shares of the calls; equal ones only once.

        A cut is where a step begins while no result is missing: there the agent is
        about to act, and knows the request.
        """
        view, calls = self.view, self.calls
        results = view.shape.results
        answered = list(accumulate((results.get(n, n) for n in calls), max))
        starts = [step.entries[0] for step in view.steps]
        found: list[int] = []
        for share in shares:
            for start in starts:
                before = bisect_left(calls, start)
                if start == 1 or start in view.off or before < share * len(calls):
                    continue
                if not before or answered[before - 1] < start:
                    found.append(start - 1)
                    break
        return list(dict.fromkeys(found))

    def past(self, cut: int) -> Past:
        """The session as it was after entry `cut`."""
        view = fold(self.header, self._lines, self._rules, cut)
        numbers = range(1, view.last + 1)
        events = [self._event(n) for n in numbers if _was_seen(view, n)]
        return Past(view, events, self._fetch, self._clean, self._command)

    def after(self, cut: int, last: int | None = None) -> list[Event]:
        """What followed entry `cut`, up to `last` (None: the end)."""
        end = self.view.last if last is None else last
        numbers = range(cut + 1, end + 1)
        return [self._event(n) for n in numbers if self.view.is_context(n)]

    def _fetch(self, n: int) -> Entry:
        return self._event(n).entry

    def _event(self, n: int) -> Event:
        if n not in self._events:
            self._events[n] = self._made(n)
        return self._events[n]

    def _made(self, n: int) -> Event:
        entry = clean_entry(self._raw[n], self._clean)
        call = self._calls.get(n)
        folder = self.view.work.cwd
        item = candidate(entry, self._fetch(call) if call else None, folder)
        things = frozenset[str]().union(
            *(line.things | line.alone for line in item.lines)
        )
        return Event(entry, body(entry), item, things)

    @cached_property
    def _calls(self) -> dict[int, int]:
        return {result: call for call, result in self.view.shape.results.items()}


def command_of(event: Event) -> str:
    """The shell command line of a call; empty where it is none."""
    entry = event.entry
    return command_line(entry.args) if entry.kind == "call" else ""


def _was_seen(view: View, n: int) -> bool:
    is_summary = view.row(n).what == "compact-summary" and n not in view.off
    return is_summary or view.is_context(n)
