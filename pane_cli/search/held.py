"""Sessions read from FILEs or a pipe, searched in memory.

A FILE that can't hold what is asked for is not read: its bytes tell. Whatever needs it
after all reads it then. For the ranking only sessions count that do hold something of
it, so that no answer depends on what was passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import NamedTuple, Protocol

from pane_cli.search.corpus import Near, Shelf, terms_in
from pane_cli.search.documents import (
    Document,
    Text,
    key_of,
    place_of,
    session_of,
)
from pane_cli.search.engine import Engine
from pane_cli.search.glimpse import can_tell
from pane_cli.search.memory import Scan
from pane_cli.search.parts import Part
from pane_cli.search.prefilter import Prefilter
from pane_cli.search.rank import Question
from pane_cli.session.log import Log
from pane_cli.session.types import Entry
from pane_cli.text.terms import Terms


class Ready(NamedTuple):
    """Sessions that are at hand."""

    sessions: list[Part]

    def parts(self, prefilter: Prefilter | None) -> list[Part]:
        """All of them."""
        return self.sessions

    def words(self, terms: Sequence[str]) -> set[bytes]:
        """None: all of it is read."""
        return set()


class Source(Protocol):
    """A FILE or pipe with sessions in it."""

    def parts(self, prefilter: Prefilter | None) -> list[Part] | None:
        """Its sessions; None where the prefilter lets nothing of it through."""

    def words(self, terms: Sequence[str]) -> set[bytes]:
        """Words in its bytes that may be nearly one of these; it is not read."""


class Held:
    """Sessions of sources; those of a source that is passed over are not known yet."""

    def __init__(
        self,
        sources: Sequence[Source],
        shelve: Callable[[Log, Sequence[str]], Shelf],
        terms: Terms,
    ) -> None:
        """`shelve` makes a shelf of a log, which it tells apart by the ids of all."""
        self._terms = terms
        self._shelve = shelve
        self._waiting: list[Source] = list(sources)
        self._parts: list[Part] = []
        self._is_sifted = False
        """Something was asked for, and what can't hold it was passed over."""
        self._likely: Set[int] | None = None

    def engine(self, questions: Iterable[Question]) -> Engine:
        """An engine that can answer these questions."""
        asked = list(questions)
        wanted = {term for question in asked for term in question.terms}
        dated = any(question.days for question in asked)
        prefilter = Prefilter(wanted, self._terms.language)
        self._is_sifted = prefilter.is_useful and not dated
        sifting = prefilter if self._is_sifted else None
        self._read(sifting)
        scan = _Scan(self._terms, wanted, dated, self._text)
        for number, part in enumerate(self._parts):
            if sum(map(scan.count, part.texts(number, sifting))):
                scan.documents += len(part.listed.numbers)
                scan.characters += sum(part.listed.chars)
        if self._likely is None:
            self._likely = scan.likely
        return scan

    def vocabulary(
        self, heads: Sequence[str], likely: bool = False, near: Near | None = None
    ) -> set[str]:
        """Every term that begins with one of `heads`; of `likely` texts alone.

        With `near`, what waits is only glimpsed at, and read where a word passes.
        """
        if likely:
            return terms_in(self.likely(), heads, self._terms)
        if near is None or not can_tell(near.terms):
            return terms_in(self.texts(), heads, self._terms)
        seen: set[bytes] = set()
        for source in self._waiting:
            seen |= source.words(near.terms)
        glimpsed = {term for piece in seen for term in self._terms.of(piece)}
        passing = sorted(filter(near.passes, glimpsed))
        known = terms_in(self._at_hand(), heads, self._terms)
        if passing:
            engine = self.engine([Question(tuple(passing))])
            known.update(term for term in passing if engine.frequency(term))
        return known

    def likely(self) -> Iterator[Text]:
        """Documents with something of what the first `engine` was made for."""
        return self._at_hand(self._likely)

    def texts(self) -> Iterator[Text]:
        """Every document, the session with the newest message first."""
        self._read()
        return self._at_hand()

    def _at_hand(self, keys: Set[int] | None = None) -> Iterator[Text]:
        """Documents that were read, of these keys alone."""
        for number in self.shelves():
            part = self._parts[number]
            for place in range(len(part.listed.numbers)):
                if keys is None or key_of(number, place) in keys:
                    text = part.text(number, place)
                    assert text is not None
                    yield text

    def _text(self, key: int) -> Text | None:
        number, place = session_of(key), place_of(key)
        part = self._parts[number] if 0 <= number < len(self._parts) else None
        return part.text(number, place) if part else None

    def shelves(self) -> dict[int, Shelf]:
        """The sessions by number, the one with the newest message first."""
        if not self._is_sifted:
            self._read()
        ids = [part.log.header.id for part in self._parts]
        newest = sorted(enumerate(self._parts), key=lambda p: p[1].last, reverse=True)
        return {number: self._shelve(part.log, ids) for number, part in newest}

    def log(self, session: int) -> Log:
        """A session with its entries by number."""
        return self._parts[session].log

    def entry(self, document: Document) -> Entry:
        """The entry of a document."""
        return self.log(session_of(document.key)).entry(document.offset)

    def _read(self, prefilter: Prefilter | None = None) -> None:
        """Read what waits, but for sources that the prefilter lets nothing through."""
        waiting, self._waiting = self._waiting, []
        for source in waiting:
            parts = source.parts(prefilter)
            if parts is None:
                self._waiting.append(source)
            else:
                self._parts += parts


class _Scan(Scan):
    """An engine that need not remember documents: they are at hand."""

    def __init__(
        self,
        terms: Terms,
        wanted: Iterable[str],
        dated: bool,
        text: Callable[[int], Text | None],
    ) -> None:
        super().__init__(terms, wanted, dated)
        self._text = text

    def document(self, key: int) -> Document | None:
        """What is known of a document."""
        known = self._documents.get(key)
        if known is None and (text := self._text(key)) is not None:
            known = self._documents[key] = text.document()
        return known
