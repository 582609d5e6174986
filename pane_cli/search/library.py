"""Session files as one engine: the index where there is one, the rest read now.

A query never waits for the index, and never misses what is not in it: lines behind the
indexed part of a file are searched in memory, and count in the same statistics.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pane_cli.search.corpus import Near, Shelf, terms_in
from pane_cli.search.documents import Document, Reading, Text, session_of
from pane_cli.search.engine import Engine, Together, Unusable
from pane_cli.search.memory import Scan
from pane_cli.search.places import (
    Place,
    Source,
    likely_texts,
    sifted,
    stands,
    texts_from,
)
from pane_cli.search.prefilter import Prefilter
from pane_cli.search.rank import Question
from pane_cli.search.state import LAYOUT, State, is_kept
from pane_cli.session.log import Log
from pane_cli.session.types import Entry
from pane_cli.text.terms import Terms

if TYPE_CHECKING:
    from pane_cli.search.engine import Index

WHOOSH = "whoosh"
"""The engine that is always there."""

_entry = msgspec.json.Decoder(Entry)


class Library:
    """Session files, and how far an index with this `state` knows them."""

    def __init__(
        self,
        sources: Sequence[Source],
        terms: Terms,
        state: State | None = None,
        index: Index | None = None,
    ) -> None:
        self._terms = terms
        self._index = index
        self._state = state or State("")
        self.places = [place for place in map(self._place, sources) if place]
        self.is_damaged = False
        """There is an index, but it can't be read: it must be built anew."""
        self._prefilter: Prefilter | None = None
        """Of what `engine` was asked for first: all that is asked, no wider words."""
        self._logs: dict[int, Log] = {}
        self._stream: BufferedReader | None = None
        """The session file that was read last: hits come in crowds."""
        self._by_number = {place.reading.session: place.source for place in self.places}

    @property
    def waiting(self) -> int:
        """Bytes of session lines that are not in the index."""
        return sum(place.size - place.start for place in self.places)

    def engine(self, questions: Iterable[Question]) -> Engine:
        """An engine that can answer these questions."""
        asked = list(questions)
        wanted = {term for question in asked for term in question.terms}
        dated = any(question.days for question in asked)
        scan = Scan(self._terms, wanted, dated)
        prefilter = Prefilter(wanted, self._terms.language)
        self._prefilter = self._prefilter or prefilter
        for found in self._unread(None if dated else prefilter):
            if isinstance(found, int):
                scan.pass_over(found)
            else:
                scan.add(found)
        if self._index is None:
            return scan

        indexed = (place.source.id for place in self.places if place.start)
        self._index.limit(indexed)
        return Together((self._index, scan))

    def vocabulary(
        self, heads: Sequence[str], likely: bool = False, near: Near | None = None
    ) -> set[str]:
        """Every term that begins with one of `heads`."""
        unread = (text for text in self._unread() if isinstance(text, Text))
        found = terms_in(unread, heads, self._terms)
        if self._index is not None:
            found.update(word for head in heads for word in self._index.words(head))
        return found

    def likely(self) -> Iterator[Text]:
        """Of `texts`, at least those with a word the first `engine` was made for."""
        if self._prefilter is None or not self._prefilter.is_useful:
            yield from self.texts()
            return
        for place in map(_whole, self.places):
            yield from likely_texts(place, self._prefilter)

    def texts(self) -> Iterator[Text]:
        """Every document, read now, session after session."""
        for place in map(_whole, self.places):
            for text, _ in texts_from(place):
                if text is not None:
                    yield text

    def shelves(self) -> dict[int, Shelf]:
        """The sessions by number, in the order in which they were given."""
        places = ((p.reading.session, p.source.shelf) for p in self.places)
        return {number: shelf for number, shelf in places if shelf is not None}

    def log(self, session: int) -> Log:
        """A session with its entries by number."""
        log = self._logs.get(session)
        if log is None:
            source = self._by_number[session]
            assert source.log is not None, "a library to read from knows its logs"
            log = self._logs[session] = source.log(source.id)
        return log

    def source(self, document: Document) -> Source:
        """The session file that a document is in."""
        return self._by_number[session_of(document.key)]

    def entry(self, document: Document) -> Entry:
        """The entry of a document; raises msgspec.DecodeError where it is damaged."""
        path = self.source(document).path
        if self._stream is None or self._stream.name != str(path):
            self._close()
            self._stream = path.open("rb")
        self._stream.seek(document.offset)
        return _entry.decode(self._stream.readline())

    def _close(self) -> None:
        if self._stream is not None:
            self._stream.close()

    def _unread(self, prefilter: Prefilter | None = None) -> Iterator[Text | int]:
        """Documents that are not in the index; of those passed over their size."""
        for place in self.places:
            if place.size <= place.start:
                continue
            if prefilter is not None and prefilter.is_useful:
                yield from sifted(place.again(), prefilter)
                continue
            for text, _ in texts_from(place.again()):
                if text is not None:
                    yield text

    def _place(self, source: Source) -> Place | None:
        part = self._state.parts.get(source.id)
        try:
            size, changed = source.stamp()
            if part is None or not stands(part, source.path, (size, changed)):
                part = self._state.renew(source.id)
        except FileNotFoundError:
            return None  # forgotten between listing and now
        return Place(source, part.reading, part.end, size, changed)


def _whole(place: Place) -> Place:
    """The same from its beginning, be it indexed or not."""
    return place._replace(reading=Reading(place.reading.session), start=0)


def open_library(
    folder: Path, sources: Sequence[Source], terms: Terms, engine: str = WHOOSH
) -> Library:
    """The library over the index in `folder`, or over none where it is of no use."""
    version = version_of(terms, engine)
    if not is_kept(folder, version):
        return Library(sources, terms)
    from pane_cli.search.engines import ENGINES

    try:
        index = ENGINES[engine].read(folder, version)
    except Unusable:
        library = Library(sources, terms)
        library.is_damaged = True
        return library
    return Library(sources, terms, index.state, index)


def version_of(terms: Terms, engine: str = WHOOSH) -> str:
    """What an index must have been written with, to be of use."""
    return f"{engine}-{LAYOUT}-{terms.version}"
