"""What an engine is: where a term occurs, and what there is to know of a document.

Engines find candidates and count; the ranking is `rank.py`'s alone, so that it is the
same whatever found them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from pane_cli.search.documents import Document

MOST = 255
"""Occurrences of a term in a field are counted up to here."""


class Unusable(Exception):
    """There is no index here, or it is damaged, or of another version."""


class Locked(Exception):
    """Another process writes the index, or this one may not."""


Occurrence = tuple[int, int, int, int]
"""A term in a field of a document: its key, the field, how often up to MOST, and the
characters of the document's body."""


class Engine(Protocol):
    """A set of documents that can be searched by term."""

    @property
    def documents(self) -> int:
        """How many there are."""

    @property
    def characters(self) -> int:
        """Characters of all their bodies."""

    def postings(self, term: str) -> Iterable[Occurrence]:
        """Every occurrence of `term`."""

    def days(self) -> Iterable[str]:
        """The days on which documents were written, `2026-02-10`."""

    def on_day(self, day: str) -> Iterable[Occurrence]:
        """The documents of a day."""

    def document(self, key: int) -> Document | None:
        """What is known of a document; None where there is none with this key."""


class Together:
    """Several engines over different documents, as one."""

    def __init__(self, engines: Sequence[Engine]) -> None:
        self._engines = engines

    @property
    def documents(self) -> int:
        """How many there are in all."""
        return sum(engine.documents for engine in self._engines)

    @property
    def characters(self) -> int:
        """Characters in all."""
        return sum(engine.characters for engine in self._engines)

    def postings(self, term: str) -> Iterator[Occurrence]:
        """Occurrences in the first engine, then in the next."""
        for engine in self._engines:
            yield from engine.postings(term)

    def days(self) -> Iterable[str]:
        """The days of all, each once, in order."""
        return sorted({day for engine in self._engines for day in engine.days()})

    def on_day(self, day: str) -> Iterator[Occurrence]:
        """Documents of a day in the first engine, then in the next."""
        for engine in self._engines:
            yield from engine.on_day(day)

    def document(self, key: int) -> Document | None:
        """From the engine that has it."""
        for engine in self._engines:
            document = engine.document(key)
            if document is not None:
                return document
        return None
