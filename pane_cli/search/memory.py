"""Search without an index: entries stream by once, and what they match is kept.

The questions must be known before: only documents that match one of their terms, and
the neighbours of those, are remembered. Everything is counted, so that the ranking is
the one that an index would give.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from pane_cli.search.documents import (
    BODY,
    DAY,
    Document,
    Text,
    day_of,
    session_of,
)
from pane_cli.search.engine import (
    DAY_MARK,
    MOST,
    Aim,
    Best,
    Occurrence,
    Passes,
    code_of,
)
from pane_cli.search.sieve import Sieve
from pane_cli.search.worth import Posting, beside, estimated
from pane_cli.text.terms import Terms

REACH = 8
"""How far from a match a document is remembered: the most of `recall.neighbours`."""


class Scan:
    """An engine over texts that stream by. `dated`: the questions name days."""

    def __init__(self, terms: Terms, wanted: Iterable[str], dated: bool) -> None:
        self.documents = 0
        self.characters = 0
        self._sieve = Sieve(terms, wanted)
        self._dated = dated
        self._postings: dict[str, list[Occurrence]] = {}
        self._documents: dict[int, Document] = {}
        self.likely: set[int] = set()
        """Documents with words that come near: all that hold a wanted one, and more."""
        self._before: list[Text] = []
        self._last_match = -REACH - 1
        self._first = -1

    def add(self, text: Text) -> None:
        """The next document; those of one session come in order."""
        self.documents += 1
        self.characters += len(text.body)
        is_early = self._is_early(text.key)
        if self.count(text):
            self._last_match = text.key
            for near in (*self._before, text):
                self._documents.setdefault(near.key, near.document())
            self._before.clear()
        elif text.key - self._last_match <= REACH or is_early:
            self._documents[text.key] = text.document()
        else:
            near_ones = [t for t in self._before if text.key - t.key < REACH]
            self._before = [*near_ones, text]

    def pass_over(self, chars: int) -> None:
        """Count a document that has no wanted term, nor is near one."""
        self.documents += 1
        self.characters += chars

    def frequency(self, term: str) -> int:
        """How many documents hold `term`, which must have been wanted."""
        return len({hit[0] for hit in self.postings(term)})

    def best(self, aim: Aim) -> Best:
        """What documents gain."""
        found = {term: self._posting(term) for term, _ in aim.worth}
        passes = aim.passes
        terms = {key for own in found.values() for key in own.documents()}
        holding = {key for key in terms if not passes or self._passes(key, passes)}
        near = beside(terms, aim.rules.neighbours).difference(terms)
        return Best(estimated(found, holding | near, holding, aim), len(holding))

    def _posting(self, term: str) -> Posting:
        posting = Posting([], [], [], [])
        for key, field, count, chars in self.postings(term):
            is_body = field == BODY
            keys, codes = posting[:2] if is_body else posting[2:]
            keys.append(key)
            codes.append(code_of(field, count, chars if is_body else 0))
        return posting

    def postings(
        self, term: str, among: Set[int] | None = None
    ) -> Iterable[Occurrence]:
        """Occurrences of `term`, which must have been wanted."""
        hits = self._postings.get(term, ())
        return hits if among is None else [hit for hit in hits if hit[0] in among]

    def days(self) -> Iterable[str]:
        """The days on which documents were written."""
        return sorted(t[1:] for t in self._postings if t.startswith(DAY_MARK))

    def document(self, key: int) -> Document | None:
        """What is known of a document that matched, or is near one that did."""
        return self._documents.get(key)

    def _passes(self, key: int, passes: Passes) -> bool:
        found = self.document(key)
        return found is not None and passes(found)

    def _is_early(self, key: int) -> bool:
        """Near the first one read of its session: before it, the index may match."""
        if session_of(key) != session_of(self._first):
            self._first = key
        return key - self._first < REACH

    def count(self, text: Text) -> bool:
        """Note what a document holds, and nothing of itself; whether it is anything."""
        chars = len(text.body)
        found = False
        for field, content in ((BODY, text.body), *text.fields):
            pieces = self._sieve.pieces(content)
            if not pieces:
                continue
            self.likely.add(text.key)
            for term, count in self._sieve.counts_of(pieces).items():
                hits = self._postings.setdefault(term, [])
                hits.append((text.key, field, min(count, MOST), chars))
                found = True
        day = day_of(text.entry.ts or "")
        if self._dated and day:
            hits = self._postings.setdefault(DAY_MARK + day, [])
            hits.append((text.key, DAY, 1, chars))
            found = True
        return found
