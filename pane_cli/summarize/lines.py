"""What sections are made from, and the lines that they are made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from pane_cli.rules.schema import Section, Summary
from pane_cli.session.types import Entry
from pane_cli.text.clip import clip, one_line, telling_line
from pane_cli.view.rows import CONTEXT_KINDS, Row
from pane_cli.view.saying import users_words
from pane_cli.view.view import View
from pane_cli.view.work import Failure, call_name

#: What a run printed is read from this many of its last characters.
TAIL_CHARS = 4_000


class Found(NamedTuple):
    """An entry that recall finds, and its text around the hit."""

    n: int
    text: str


class Material(msgspec.Struct, frozen=True, dict=True):
    """All that a section may read."""

    view: View
    fetch: Callable[[int], Entry]
    """Entries without secrets."""
    clean: Callable[[str], str]
    """Takes secrets out."""
    peek: Callable[[int], str]
    """The text of an entry as it stands: to look for something, never to show."""
    name: str
    """What addresses call the session."""
    since: int = 0
    """Only what came after this entry is wanted."""
    is_handoff: bool = False
    """For another session: without tool output, and with the user's pins alone."""
    hits: Callable[[str], Sequence[Found]] | None = None
    """Recalls entries of this session; None: there is nothing to search with."""
    query: str | None = None
    """What is recalled; None: the newest request."""
    disk: Mapping[str, str] = msgspec.field(default_factory=dict)
    """What became of the session's files since it ended, by path."""

    sections: Sequence[Section] = ()
    """All that are wanted, in order."""

    @property
    def rules(self) -> Summary:
        """The rules of the summary."""
        return self.view.rules.summary

    def text(self, n: int) -> str:
        """The text of an entry without secrets."""
        return self.clean(self.peek(n))

    def request(self, n: int) -> str:
        """The user's words in a request, without what the host wrote before them."""
        return users_words(self.text(n), self.rules.host_text)

    @cached_property
    def rows(self) -> list[Row]:
        """What the agent could see of the time that is summed up."""
        off = self.view.off
        rows = self.view.rows[self.since :]
        return [row for row in rows if row.kind in CONTEXT_KINDS and row.n not in off]

    def output(self, n: int, limit: int) -> str:
        """The line of a tool's output that says most; empty in a handoff.

        Of a call that passed it is the last that was measured, else the last.
        """
        if self.is_handoff or not n:
            return ""
        text = self.text(n)[-TAIL_CHARS:]
        row = self.view.row(n)
        if row.error or row.exit:
            return one_line(telling_line(text), limit)
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        found = [line for line in lines if self.is_measured(line)]
        return one_line((found or lines or [""])[-1], limit)

    def is_measured(self, line: str) -> bool:
        """Whether a cue of the rules says that a line holds a measured number."""
        low = line.lower()
        return any(re.search(cue, low) for cue in self.rules.cues.measured)

    def failed_call(self, failure: Failure) -> str:
        """What a failed call is called by."""
        return call_name(self.fetch(failure.call), failure, self.clean)


class Line:
    """One line of a section, not yet put into words: that costs most."""

    def __init__(
        self,
        first: int,
        last: int,
        words: Callable[[], str],
        why: str,
        worth: float = 0,
        whole: bool = False,
        body: str = "",
    ) -> None:
        self.first, self.last = first, last
        self.why = why
        self.worth = worth
        """Of its section the lines worth most stay."""
        self.whole = whole
        """Stands as it is, whatever the caps."""
        self.body = body
        """Further lines, below it."""
        self._words = words

    @cached_property
    def text(self) -> str:
        """What is printed."""
        return self._words()


def limit_of(section: Section, least: int = 0) -> int:
    """Characters of one line."""
    return max(least, 1 << 30 if section.chars is None else section.chars)


def with_end(text: str, end: str, section: Section) -> str:
    """`text` cut so that `end` still stands behind it."""
    limit = limit_of(section)
    kept = max(limit // 2, limit - len(end))
    return clip(one_line(text, kept) + end, limit)


def times(count: int) -> str:
    """`once`, `2 times`."""
    return "once" if count == 1 else f"{count} times"


def outcome(row: Row | None) -> str:
    """How a call ended, from the row of its result."""
    if row is None:
        return "no result"
    if row.exit is not None:
        return f"exit {row.exit}"
    return "failed" if row.error else "ok"


def result_of(view: View, call: int) -> Row | None:
    """The row of a call's result, where it has one."""
    n = view.shape.results.get(call)
    return None if n is None else view.row(n)
