"""What is not plain ASCII: whether it may become a term that is wanted.

Everything else of a text is told by the needles of `sieve.py`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Set

from pane_cli.text.pieces import is_packed

_ASCII = bytes(range(128))


class Strange:
    """Judges characters for one set of wanted terms."""

    def __init__(self, wanted: Iterable[str]) -> None:
        terms = list(wanted)
        others = [term for term in terms if not term.isascii()]
        self._packed = [_apart(term) for term in others if is_packed(term)]
        self._has_others = len(others) > len(self._packed)
        self._has_plain = len(others) < len(terms)

    def may_become(self, letters: Set[str]) -> bool:
        """Whether words with these may be wanted though no needle is in them."""
        if self._has_plain and any(map(gives_ascii, letters)):
            return True
        if self._has_others and any(not c.isascii() and _tells(c) for c in letters):
            return True
        apart = _apart("".join(letters)) if self._packed else frozenset()
        return any(term <= apart for term in self._packed)


def strange_in(raw: bytes) -> set[str]:
    """The characters of UTF-8 bytes that are not ASCII."""
    return set(raw.translate(None, _ASCII).decode("utf-8", "replace"))


_known: dict[str, bool] = {}


def gives_ascii(letter: str) -> bool:
    """Whether a character becomes ASCII, or nothing, in a term: `é`, `ﬁ`, `５`."""
    known = _known.get(letter)
    if known is None:
        apart = unicodedata.normalize("NFKD", letter.casefold())
        known = letter in "._-" or (
            (letter.isalnum() or bool(unicodedata.combining(letter)))
            and any(unicodedata.combining(c) or (c < "\x80") for c in apart)
        )
        _known[letter] = known
    return known


def _tells(letter: str) -> bool:
    """Whether a character may be of a word: a letter, mark, number or joiner."""
    return unicodedata.category(letter)[0] in "LMNC"


def _apart(text: str) -> frozenset[str]:
    """The characters of a text, however they were composed."""
    return frozenset(unicodedata.normalize("NFD", text))
