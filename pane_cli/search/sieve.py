"""Finds wanted terms in many texts without analyzing every word of them.

A word is analyzed only where it holds the needle of a wanted term: bytes that every
word which gives the term must have in it. Only such words are even cut out of a text,
and those that are not plain ASCII where they may become what is wanted.
"""

from __future__ import annotations

from collections.abc import Iterable

from pane_cli.search.strange import Strange, strange_in
from pane_cli.text.pieces import spaced
from pane_cli.text.stems import needle
from pane_cli.text.terms import Terms

JOINTS = b"._-"
_MOST_NEEDLES = 64
"""With more, looking for each costs more than analyzing."""


class Sieve:
    """Finds the wanted terms in a text."""

    def __init__(self, terms: Terms, wanted: Iterable[str]) -> None:
        self._terms = terms
        self._wanted = frozenset(wanted)
        self._needles = needles_of(self._wanted, terms.language)
        self._strange = Strange(self._wanted)
        self._seen: set[bytes] = set()
        self._hot: dict[bytes, tuple[str, ...]] = {}

    def pieces(self, text: str) -> list[bytes]:
        """At least the words of `text` between spaces that may give a wanted term."""
        body = spaced(text)
        if self._needles is None:
            return body.split()
        if not body.isascii() and self._strange.may_become(strange_in(body)):
            return body.split()
        return _with_any(self._needles, body)

    def counts(self, text: str) -> dict[str, int]:
        """How often each wanted term occurs in `text`."""
        return self.counts_of(self.pieces(text))

    def counts_of(self, pieces: list[bytes]) -> dict[str, int]:
        """The same from what `pieces` gave."""
        if not pieces:
            return {}
        different = self._different(pieces)
        found: dict[str, int] = {}
        for piece in different & self._hot.keys():
            count = pieces.count(piece)
            for term in self._hot[piece]:
                found[term] = found.get(term, 0) + count
        return found

    def places(self, text: str) -> dict[str, list[int]]:
        """Where each wanted term stands in `text`, counted in words from 0."""
        pieces = spaced(text).split()
        found: dict[str, list[int]] = {}
        if self._hot.keys().isdisjoint(self._different(pieces)):
            return found
        for place, piece in enumerate(pieces):
            for term in self._hot.get(piece, ()):
                found.setdefault(term, []).append(place)
        return found

    def _different(self, pieces: list[bytes]) -> set[bytes]:
        different = set(pieces)
        new = different - self._seen
        if new:
            self._look(list(new))
            self._seen |= new
        return different

    def _look(self, pieces: list[bytes]) -> None:
        for piece in self._likely(pieces):
            terms = self._terms.of(piece)
            if not self._wanted.isdisjoint(terms):
                self._hot[piece] = tuple(t for t in terms if t in self._wanted)

    def _likely(self, pieces: list[bytes]) -> Iterable[bytes]:
        """Those that may give a wanted term; no other can."""
        if self._needles is None:
            return pieces
        joined = b"\n".join(pieces)
        plain = joined.lower().translate(None, JOINTS)
        found = [needle for needle in self._needles if needle in plain]
        if not found and joined.isascii():
            return ()
        return [
            piece
            for piece, line in zip(pieces, plain.split(b"\n"), strict=True)
            if not piece.isascii() or any(needle in line for needle in found)
        ]


def _with_any(needles: list[bytes], body: bytes) -> list[bytes]:
    """The words of a text between spaces that have any of the needles in them."""
    lower = body.lower()
    plain = lower.translate(None, JOINTS)
    words: dict[int, int] = {}
    for one in needles:
        count = plain.count(one)
        if not count:
            continue
        # With fewer, some stand across joints: where, only the words tell.
        if not one or lower.count(one) < count:
            return body.split()
        at = lower.find(one)
        while at >= 0:
            end = lower.find(b" ", at)
            end = len(lower) if end < 0 else end
            words[lower.rfind(b" ", 0, at) + 1] = end
            at = lower.find(one, end)
    return [body[start:end] for start, end in words.items()]


def needles_of(wanted: frozenset[str], language: str) -> list[bytes] | None:
    """What words with these terms have in them, without what joins their parts.

    None: there is no telling without analyzing.
    """
    needles: set[bytes] = set()
    for term in wanted:
        if not term.isascii():
            continue  # no piece that is ASCII gives it, and all others are analyzed
        cut = needle(term.translate({ord(c): None for c in "._-"}), language)
        if cut is None:
            return None
        needles.add(cut.encode("ascii"))
    return sorted(needles) if len(needles) <= _MOST_NEEDLES else None
