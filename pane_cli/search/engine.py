"""What an engine is: where a term occurs, and what there is to know of a document.

Engines find candidates and count; the ranking is `rank.py`'s alone, so that it is the
same whatever found them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pane_cli.search.documents import Document

if TYPE_CHECKING:
    from pane_cli.rules.schema import Recall
    from pane_cli.search.state import State
    from pane_cli.search.worth import Worth

MOST = 255
"""Occurrences of a term in a field are counted up to here."""

_STEP, _COUNT = 3, 8
"""Bits of a code before its step of length, and before its count."""
_LONGEST = (1 << _COUNT - _STEP) - 1

DAY_MARK = "@"
"""Before a day, which so is a term, and no word: `@2026-02-10`."""


class Unusable(Exception):
    """There is no index here, or it is damaged, or of another version."""


class Locked(Exception):
    """Another process writes the index, or this one may not."""


Occurrence = tuple[int, int, int, int]
"""A term in a field of a document: its key, the field, how often up to MOST, and the
characters of the document's body."""

Passes = Callable[[Document], bool]


def code_of(field: int, count: int, chars: int = 0) -> int:
    """Field, count and about how long the body is, in which it counts, as one number.

    Two steps of length double it.
    """
    return (
        field | min((chars * chars).bit_length(), _LONGEST) << _STEP | count << _COUNT
    )


def field_and_count(code: int) -> tuple[int, int]:
    """What a code says exactly."""
    return code & (1 << _STEP) - 1, code >> _COUNT


def length_in(code: int) -> float:
    """About how many characters the body has."""
    step = code >> _STEP & _LONGEST
    return 2.0 ** ((step - 0.5) / 2) if step else 0.0


class Aim(NamedTuple):
    """What is looked for, and which of it."""

    worth: Sequence[tuple[str, Worth]]
    """What each term is worth; a day that is asked for twice is worth both."""
    rules: Recall
    most: int
    """Documents that are wanted, about."""
    passes: Passes | None
    """Which documents count; None: all."""


class Best(NamedTuple):
    """The documents worth ranking."""

    scores: dict[int, float]
    """What they and those near them gain, roughly, by key."""
    total: int
    """How many documents hold any of the terms, and pass."""


class Searched(Protocol):
    """What is ranked."""

    @property
    def documents(self) -> int:
        """How many there are."""

    @property
    def characters(self) -> int:
        """Characters of all their bodies."""

    def frequency(self, term: str) -> int:
        """How many documents hold `term`, be they ranked or not."""

    def postings(self, term: str) -> Iterable[Occurrence]:
        """The occurrences of `term`."""

    def days(self) -> Iterable[str]:
        """The days on which documents were written, `2026-02-10`."""

    def document(self, key: int) -> Document | None:
        """What is known of a document; None where there is none with this key."""


class Engine(Searched, Protocol):
    """A set of documents that can be searched by term."""

    def best(self, aim: Aim) -> Best:
        """The documents that gain most."""

    def postings(
        self, term: str, among: Set[int] | None = None
    ) -> Iterable[Occurrence]:
        """Every occurrence of `term`, or those in the documents with these keys."""


class Index(Engine, Protocol):
    """An engine over an index, for some of its sessions."""

    state: State

    def limit(self, sessions: Iterable[str]) -> None:
        """Search these sessions only; those that are not in the index don't matter."""

    def words(self, head: str) -> set[str]:
        """Terms that begin with `head`, in whatever session."""


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

    def frequency(self, term: str) -> int:
        """How many documents hold `term` in all."""
        return sum(engine.frequency(term) for engine in self._engines)

    def best(self, aim: Aim) -> Best:
        """The best of each: what is worth ranking in one may be in all."""
        found = [engine.best(aim) for engine in self._engines]
        scores = {key: gain for best in found for key, gain in best.scores.items()}
        return Best(scores, sum(best.total for best in found))

    def postings(
        self, term: str, among: Set[int] | None = None
    ) -> Iterator[Occurrence]:
        """Occurrences in the first engine, then in the next."""
        for engine in self._engines:
            yield from engine.postings(term, among)

    def days(self) -> Iterable[str]:
        """The days of all, each once, in order."""
        return sorted({day for engine in self._engines for day in engine.days()})

    def document(self, key: int) -> Document | None:
        """From the engine that has it."""
        for engine in self._engines:
            document = engine.document(key)
            if document is not None:
                return document
        return None
