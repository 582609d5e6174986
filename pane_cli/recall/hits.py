"""Matches become hits: frozen records that a renderer prints.

A text is redacted whole and only then cut, so that no half of a secret is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice

import msgspec

from pane_cli.recall.find import Found, Match
from pane_cli.recall.patterns import Span
from pane_cli.search.corpus import Corpus, Shelf
from pane_cli.search.documents import body_of, is_searched, role_of, session_of
from pane_cli.session.address import format_range
from pane_cli.session.types import Entry
from pane_cli.text.clip import one_line, snippet
from pane_cli.text.entries import clean_entry
from pane_cli.text.pieces import compose

VERSION = 1
"""Of the JSON envelope."""
_CALL_REACH = 64
"""How far above a result its call is looked for."""


class Near(msgspec.Struct, frozen=True):
    """An entry beside a hit, on one line (`-C`)."""

    n: int
    role: str
    kind: str
    tool: str | None
    snippet: str


class Hit(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry that was found."""

    session: str
    source: str | None
    n: int
    turn: int
    role: str
    kind: str
    tool: str | None
    ts: str | None
    score: float
    tier: str
    snippet: str
    command: str
    """Prints the entry whole."""
    address: str
    """`ID#120`, with the short id."""
    what: str | None = None
    """Of a note: its sort."""
    error: bool = False
    text: str | None = None
    """The entry whole, where it was asked for by address."""
    before: tuple[Near, ...] = ()
    after: tuple[Near, ...] = ()


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a query gives: the envelope of `--json`."""

    version: int
    query: str
    total: int
    hits: tuple[Hit, ...]
    id: str | int | None = None
    """Of the query, in `--queries`."""
    page: int = 1
    sessions: tuple[str, ...] = ()
    """Sessions with a hit (`-l`)."""
    remarks: tuple[str, ...] = ()


class Page(msgspec.Struct, frozen=True):
    """Which part of the matches becomes hits, and how they are shown."""

    number: int
    limit: int
    around: int
    """Entries before and after a hit that are shown, too."""
    width: int
    """Characters of a snippet."""

    def of(self, matches: Sequence[Match]) -> Sequence[Match]:
        """The matches on this page."""
        start = (self.number - 1) * self.limit
        return matches[start : start + self.limit]


class Shower:
    """Makes hits of matches. `redact` takes the secrets out of a text."""

    def __init__(
        self, corpus: Corpus, redact: Callable[[str], str], page: Page
    ) -> None:
        self._corpus = corpus
        self._shelves = corpus.shelves()
        self._redact = redact
        self._page = page

    def hits(self, found: Found) -> tuple[Hit, ...]:
        """The hits of this page."""
        return tuple(self._hit(m, found.spans) for m in self._page.of(found.matches))

    def whole(self, session: int, entry: Entry, text: str) -> Hit:
        """An entry that was asked for by address, with its text."""
        tool = entry.tool or self._tool(session, entry)
        line = one_line(text, self._page.width)
        shelf = self._shelves[session]
        return _hit(shelf, entry, tool, 1.0, "address", line, text)

    def _tool(self, session: int, result: Entry) -> str | None:
        """The tool of a result's call, if that is not far above."""
        if result.kind != "result" or result.call is None:
            return None
        above = self._corpus.log(session).entries(
            max(1, result.n - _CALL_REACH), result.n - 1
        )
        return next((e.tool for e in above if e.call == result.call), None)

    def _hit(self, match: Match, spans: Callable[[str], list[Span]]) -> Hit:
        number = session_of(match.document.key)
        entry = self._corpus.entry(match.document)
        text = compose(body_of(clean_entry(entry, self._redact)))
        line = snippet(text, spans(text), self._page.width)
        shelf = self._shelves[number]
        tool = match.document.tool or entry.tool
        hit = _hit(shelf, entry, tool, match.score, match.tier, line, None)
        if not self._page.around:
            return hit
        log, wanted = self._corpus.log(number), self._page.around
        before = (log.entries(n, n) for n in range(entry.n - 1, 0, -1))
        after = log.entries(entry.n + 1, max(len(log), entry.n + 1))
        return msgspec.structs.replace(
            hit,
            before=self._near(chain.from_iterable(before), wanted)[::-1],
            after=self._near(after, wanted),
        )

    def _near(self, entries: Iterable[Entry], wanted: int) -> tuple[Near, ...]:
        """The first entries that say something."""
        return tuple(
            Near(
                entry.n,
                role_of(entry),
                entry.kind,
                entry.tool,
                one_line(body_of(clean_entry(entry, self._redact)), self._page.width),
            )
            for entry in islice(filter(is_searched, entries), wanted)
        )


def _hit(
    shelf: Shelf,
    entry: Entry,
    tool: str | None,
    score: float,
    tier: str,
    line: str,
    text: str | None,
) -> Hit:
    return Hit(
        session=shelf.id,
        source=shelf.source,
        n=entry.n,
        turn=entry.turn,
        role=role_of(entry),
        kind=entry.kind,
        tool=tool,
        ts=entry.ts,
        score=round(score, 4),
        tier=tier,
        snippet=line,
        command=shelf.command(format_range(entry.n, entry.n)),
        address=f"{shelf.short}#{entry.n}",
        what=entry.what,
        error=entry.error,
        text=text,
    )
