"""What was found, before anything of it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pane_cli.recall.patterns import Span
from pane_cli.recall.results import NEAREST
from pane_cli.search.corpus import Shelf
from pane_cli.search.documents import Document, session_of


class Match(NamedTuple):
    """A document that was found, or comes nearest: `Hit.tier` says how."""

    document: Document
    score: float
    tier: str
    sure: float = 1.0
    """How sure the score is, from 0 to 1."""

    @property
    def is_found(self) -> bool:
        """Whether it is what was asked for."""
        return self.tier not in NEAREST


class Found(NamedTuple):
    """All that was found, best first, and how to find it in a text again."""

    matches: list[Match]
    spans: Callable[[str], list[Span]]
    remarks: tuple[str, ...] = ()
    """What a person should know of how it was found."""
    beyond: int = 0
    """Those that were found, too, but rank too low to be listed."""

    @property
    def total(self) -> int:
        """How many were found."""
        return sum(match.is_found for match in self.matches) + self.beyond

    @property
    def nearest(self) -> int:
        """How many were not, and only come nearest."""
        return sum(not match.is_found for match in self.matches)


def once(matches: Iterable[Match], shelves: dict[int, Shelf]) -> list[Match]:
    """Of copies in several sessions, the one in the session they come from."""
    listed = list(matches)
    origins: dict[int, int] = {}
    for match in listed:
        copy, session = match.document.copy, session_of(match.document.key)
        known = origins.setdefault(copy, session)
        if session != known and shelves[session].age < shelves[known].age:
            origins[copy] = session
    return [
        match
        for match in listed
        if not match.document.copy
        or origins[match.document.copy] == session_of(match.document.key)
    ]
