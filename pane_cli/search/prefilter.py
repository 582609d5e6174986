r"""Which lines of a file can't hold a wanted term, told from their bytes.

As grep would: a line is worth reading where it has the needle of a wanted term, or
something that may become one: `\u0066ail`, `ﬁle`, `e\u0301tat`. Everything else is
cold. No line is cold that would be found were all of them read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from pane_cli.search.sieve import JOINTS, needles_of
from pane_cli.text.pieces import is_packed

_CHUNK = 4 << 20
_ASCII = bytes(range(128))
_ESCAPES = re.compile(rb"\\u([0-9a-f]{4})")
_OTHERWISE = re.compile(rb"[0-9.]e[+-]?[0-9]|image|document|audio|video|media|file")
"""What may become a number that is not in the bytes: it is written in another way, or
tells the size of media, for which `[image image/png, 1234 bytes]` stands."""
_STAND_INS = ("byte", "bytes", "media")


class Prefilter:
    """Tells lines by their bytes for one set of wanted terms."""

    def __init__(self, wanted: Iterable[str], language: str) -> None:
        terms = frozenset(wanted)
        self._needles = needles_of(terms, language)
        strange = [term for term in terms if not term.isascii()]
        self._packed = [_apart(term) for term in strange if is_packed(term)]
        self._has_others = len(strange) > len(self._packed)
        self._has_numbers = any(
            t in _STAND_INS or t.replace(".", "").isdigit() for t in terms
        )

    @property
    def is_useful(self) -> bool:
        """Whether there is any telling without reading."""
        return self._needles is not None

    def lines(self, stream: BinaryIO) -> Iterator[tuple[int, bool]]:
        """Of every line where it begins, from here on, and whether it may match."""
        offset = 0
        while chunk := stream.read(_CHUNK):
            chunk += stream.readline()
            for length, hot in zip(_lengths(chunk), self._hot(chunk), strict=False):
                yield offset, hot
                offset += length

    def _hot(self, chunk: bytes) -> Iterator[bool]:
        """For every line of the chunk whether it may match."""
        lower = chunk.lower()
        plain = lower.translate(None, JOINTS)
        needles = [needle for needle in self._needles or () if needle in plain]
        look = self._look(lower)
        if look is None and not needles:
            return (False for _ in range(chunk.count(b"\n") + 1))
        pairs = zip(plain.split(b"\n"), lower.split(b"\n"), strict=True)
        return (
            any(needle in line for needle in needles)
            or (look is not None and look(whole))
            for line, whole in pairs
        )

    def _look(self, lower: bytes) -> Callable[[bytes], bool] | None:
        """How lines are told that have more than plain ASCII; None: none has."""
        if self._may_become(lower):
            return self._may_become
        return None

    def _may_become(self, lower: bytes) -> bool:
        """Whether what is not plain ASCII may become a wanted term."""
        if self._has_numbers and _OTHERWISE.search(lower):
            return True
        letters = set(lower.translate(None, _ASCII).decode("utf-8", "replace"))
        if b"\\u" in lower:
            letters |= _escaped(lower)
        if not letters:
            return False
        if self._needles and any(map(gives_ascii, letters)):
            return True
        if self._has_others and any(not c.isascii() and _tells(c) for c in letters):
            return True
        apart = _apart("".join(letters)) if self._packed else frozenset()
        return any(term <= apart for term in self._packed)


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


def _escaped(lower: bytes) -> set[str]:
    units = bytes.fromhex(b"".join(_ESCAPES.findall(lower)).decode("ascii"))
    return set(units.decode("utf-16-be", "replace"))


def _lengths(chunk: bytes) -> Iterator[int]:
    """The length of every line, its end included."""
    at = 0
    while at < len(chunk):
        end = chunk.find(b"\n", at) + 1 or len(chunk)
        yield end - at
        at = end
