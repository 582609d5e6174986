"""Entries by address, word for word, as many as there is room for."""

from __future__ import annotations

from typing import NamedTuple

from pane_cli.recall.addresses import Span, entries_of, resolve
from pane_cli.recall.filters import Filter
from pane_cli.recall.hits import Shower
from pane_cli.recall.results import VERSION, Answer, Hit
from pane_cli.recall.whole import whole_text
from pane_cli.search.corpus import Corpus
from pane_cli.search.documents import Document, milliseconds, role_of
from pane_cli.session.address import Address, format_range
from pane_cli.session.types import Entry
from pane_cli.text.counts import counted
from pane_cli.text.entries import Clean


class Ranges(NamedTuple):
    """Answers addresses over one corpus."""

    corpus: Corpus
    shower: Shower
    redact: Clean
    filter: Filter
    room: int
    """Characters at most; 0: no limit."""

    def answer(self, address: Address, shown: bool = True) -> Answer:
        """The entries there; raises PaneError for an address that is nowhere."""
        span = resolve(address, self.corpus)
        passed = [
            entry
            for entry in entries_of(span, self.corpus)
            if self.filter.passes(_document(entry))
        ]
        hits, rest = self._capped(span.session, passed) if shown else ([], [])
        remarks = self._remarks(span, passed, rest)
        return Answer(VERSION, "", len(passed), tuple(hits), remarks=remarks)

    def _remarks(
        self, span: Span, passed: list[Entry], rest: list[Entry]
    ) -> tuple[str, ...]:
        log = self.corpus.log(span.session)
        if rest:
            shelf = self.corpus.shelves()[span.session]
            left = shelf.command(format_range(rest[0].n, rest[-1].n))
            return (f"{counted(len(rest), 'more entry')}: {left}",)
        if span.turn is not None and not passed:
            return (f"nothing in t{span.turn}: pane show lists the turns",)
        last = len(log)
        if span.turn is None and span.first > last:
            return (f"no entry #{span.first}: entries go from #1 to #{last}",)
        if not passed:
            span_ = format_range(span.first, min(span.last, last))
            return (f"nothing of {span_} passes the filter",)
        if span.turn is None and span.last > last:
            return (f"#{last} is the last entry",)
        return ()

    def _capped(
        self, session: int, entries: list[Entry]
    ) -> tuple[list[Hit], list[Entry]]:
        """Entries until the room is full, at least one; and the rest."""
        hits: list[Hit] = []
        room = self.room
        for i, entry in enumerate(entries):
            text = self.redact(whole_text(entry))
            room -= len(text)
            if self.room and room < 0 and hits:
                return hits, entries[i:]
            hits.append(self.shower.whole(session, entry, text))
        return hits, []


def _document(entry: Entry) -> Document:
    """What a filter needs of an entry that was asked for by address."""
    role, time = role_of(entry), milliseconds(entry.ts)
    return Document(0, 0, 0, entry.kind, role, time, entry.tool or "", 0)
