r"""Which lines of a file can't hold a wanted term, told from their bytes.

As grep would: a line is worth reading where it has the needle of a wanted term, or
something that may become one: `\u0066ail`, `ﬁle`, `e\u0301tat`. Everything else is
cold. No line is cold that would be found were all of them read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from pane_cli.search.sieve import JOINTS, needles_of
from pane_cli.search.strange import Strange, strange_in

_CHUNK = 4 << 20
_PIECE = 1 << 18
"""Where one hit is enough: what is common stands in the first ones."""
_LOWER = bytes(range(256)).lower()
_ESCAPES = re.compile(rb"\\u([0-9a-fA-F]{4})")
_OTHERWISE = re.compile(rb"[0-9.]e[+-]?[0-9]|image|document|audio|video|media|file")
"""What may become a number that is not in the bytes: it is written in another way, or
tells the size of media, for which `[image image/png, 1234 bytes]` stands."""
_STAND_INS = ("byte", "bytes", "media")


class Prefilter:
    """Tells lines by their bytes for one set of wanted terms."""

    def __init__(self, wanted: Iterable[str], language: str) -> None:
        terms = frozenset(wanted)
        self._needles = needles_of(terms, language)
        self._strange = Strange(terms)
        self._has_numbers = any(
            t in _STAND_INS or t.replace(".", "").isdigit() for t in terms
        )

    @property
    def is_useful(self) -> bool:
        """Whether there is any telling without reading."""
        return self._needles is not None

    def passes(self, stream: BinaryIO) -> bool:
        """Whether any line may match, from here on."""
        while chunk := stream.read(_PIECE):
            chunk += stream.readline()
            plain = chunk.translate(_LOWER, JOINTS)
            if any(needle in plain for needle in self._needles or (b"",)):
                return True
            if self._may_become(chunk) and any(
                map(self._may_become, chunk.split(b"\n"))
            ):
                return True
        return False

    def lines(self, stream: BinaryIO) -> Iterator[tuple[int, bool]]:
        """Of every line where it begins, from here on, and whether it may match."""
        offset = 0
        while chunk := stream.read(_CHUNK):
            chunk += stream.readline()
            for length, is_hot in zip(_lengths(chunk), self.hot(chunk), strict=False):
                yield offset, is_hot
                offset += length

    def hot(self, lines: bytes) -> list[bool]:
        """Of every line whether it may match, and of what follows the last line."""
        plain = lines.translate(_LOWER, JOINTS)
        needles = [needle for needle in self._needles or () if needle in plain]
        is_strange = self._may_become(lines)
        if not is_strange and not needles:
            return [False] * (lines.count(b"\n") + 1)
        apart = plain.split(b"\n")
        hot = [False] * len(apart)
        for needle in needles:
            found = zip(hot, apart, strict=True)
            hot = [is_hot or needle in line for is_hot, line in found]
        if is_strange:
            whole = zip(hot, lines.split(b"\n"), strict=True)
            hot = [is_hot or self._may_become(line) for is_hot, line in whole]
        return hot

    def _may_become(self, raw: bytes) -> bool:
        """Whether what is not plain ASCII may become a wanted term."""
        if self._has_numbers and _OTHERWISE.search(raw.lower()):
            return True
        letters = set() if raw.isascii() else strange_in(raw)
        if b"\\u" in raw:
            letters |= _escaped(raw)
        return bool(letters) and self._strange.may_become(letters)


def _escaped(raw: bytes) -> set[str]:
    units = bytes.fromhex(b"".join(_ESCAPES.findall(raw)).decode("ascii"))
    return set(units.decode("utf-16-be", "replace"))


def _lengths(chunk: bytes) -> Iterator[int]:
    """The length of every line, its end included."""
    at = 0
    while at < len(chunk):
        end = chunk.find(b"\n", at) + 1 or len(chunk)
        yield end - at
        at = end
