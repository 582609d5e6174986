"""Matches become hits.

A text is redacted whole and only then cut, so that no half of a secret is shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from itertools import chain, islice

import msgspec

from pane_cli.recall.alike import sketch, spread
from pane_cli.recall.annotate import age_of, call_of, later_of
from pane_cli.recall.matches import Found, Match
from pane_cli.recall.patterns import Span
from pane_cli.recall.results import Hit, Near
from pane_cli.search.corpus import Corpus, Shelf
from pane_cli.search.documents import body_of, is_searched, role_of, session_of
from pane_cli.session.address import format_range
from pane_cli.session.types import Entry
from pane_cli.text.clip import one_line, snippet
from pane_cli.text.entries import clean_entry
from pane_cli.text.pieces import compose, is_packed
from pane_cli.text.refusals import is_refusal

#: Tiers in which the best answer comes first; the others list what matches.
_RANKED = ("terms", "near")

Spans = Callable[[str], list[Span]]


class Page(msgspec.Struct, frozen=True):
    """Which part of the matches becomes hits, and how they are shown."""

    number: int
    limit: int
    around: int
    """Entries before and after a hit that are shown, too."""
    width: int
    """Characters of a snippet."""
    alike: float = 0.0
    """From this share of common words on, a hit gives way to the better one."""
    now: datetime | None = None
    """The clock, for ages."""
    refusals: tuple[str, ...] = ()
    """What replies begin with that answer nothing: they give way to what does."""

    @property
    def start(self) -> int:
        """Matches before this page."""
        return (self.number - 1) * self.limit

    @property
    def end(self) -> int:
        """Matches up to the end of this page."""
        return self.number * self.limit


class Shower:
    """Makes hits of matches. `redact` takes the secrets out of a text."""

    def __init__(
        self, corpus: Corpus, redact: Callable[[str], str], page: Page
    ) -> None:
        self._corpus = corpus
        self._shelves: dict[int, Shelf] = {}
        self._redact = redact
        self._page = page

    def matches(self, found: Found, query: str) -> list[Match]:
        """The matches of this page, near-copies behind what they are copies of.

        So are replies that answer nothing, unless it is one that the query asks for.
        """
        page = self._page
        refusals = () if is_refusal(query, page.refusals) else page.refusals
        sketch_of = partial(self._sketch, refusals)
        if found.matches and found.matches[0].tier in ("filter", "address"):
            return found.matches[page.start : page.end]
        return spread(found.matches, sketch_of, page.alike, page.end)[page.start :]

    def hits(
        self, matches: Iterable[Match], spans: Spans, query: str
    ) -> tuple[Hit, ...]:
        """Matches as hits; `spans` finds in a text what was asked for."""
        exact = _standing(query)
        return tuple(self._hit(match, spans, exact) for match in matches)

    def whole(
        self, session: int, entry: Entry, text: str, tier: str = "address"
    ) -> Hit:
        """An entry that was asked for by address, with its text."""
        line = one_line(text, self._page.width)
        hit = self._bare(session, entry, entry.tool, 1.0, tier, line)
        return msgspec.structs.replace(hit, text=text)

    def _sketch(
        self, refusals: tuple[str, ...], match: Match
    ) -> tuple[int, ...] | None:
        """None: a reply that answers nothing."""
        entry = self._corpus.entry(match.document)
        is_reply = entry.kind == "text" and entry.role == "assistant"
        if is_reply and match.tier in _RANKED and is_refusal(entry.text, refusals):
            return None
        return sketch(body_of(entry)) if self._page.alike else ()

    def _hit(self, match: Match, spans: Spans, exact: re.Pattern[str] | None) -> Hit:
        number = session_of(match.document.key)
        entry = self._corpus.entry(match.document)
        text = compose(body_of(clean_entry(entry, self._redact)))
        places, tier = spans(text), match.tier
        stands = exact.search(text) if exact is not None and tier == "terms" else None
        if stands:
            places, tier = [stands.span()], "exact"
        line = snippet(text, places, self._page.width)
        tool = match.document.tool or entry.tool
        hit = self._bare(number, entry, tool, match.score, tier, line)
        hit = msgspec.structs.replace(
            hit,
            annotations=self._annotations(number, entry),
            sure=match.sure if match.sure < 1 else None,
        )
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

    def _annotations(self, session: int, entry: Entry) -> tuple[str, ...]:
        if entry.kind not in ("call", "result"):
            return ()
        return later_of(entry, self._corpus.log(session))

    def _bare(
        self,
        session: int,
        entry: Entry,
        tool: str | None,
        score: float,
        tier: str,
        line: str,
    ) -> Hit:
        if session not in self._shelves:
            self._shelves = self._corpus.shelves()
        shelf = self._shelves[session]
        if tool is None and entry.kind == "result":
            call = call_of(entry, self._corpus.log(session))
            tool = call.tool if call is not None else None
        now = self._page.now
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
            age=age_of(entry.ts, now) if now is not None else None,
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


def _standing(query: str) -> re.Pattern[str] | None:
    """What finds the query as it stands, in any case, over any white space."""
    words = compose(query).split()
    if not words:
        return None
    inside = r"\s+".join(map(re.escape, words))
    before, after = _letters(words[0][0]), _letters(words[-1][-1])
    return re.compile(rf"(?<!{before}){inside}(?!{after})", re.IGNORECASE)


def _letters(end: str) -> str:
    """What must not stand beside the end of a word, or it would be a part of one."""
    if not end.isalnum() or is_packed(end):
        return "$.^"  # anything may
    return "[0-9A-Za-z_]" if end.isascii() else r"\w"
