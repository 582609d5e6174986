r"""Words in the bytes of a file that may be a mistyped one: none is missed.

A glance at what is not worth reading. What it gives may stand where nothing is
searched, as in keys and ids; every word that a reader would find is among it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import BinaryIO

from pane_cli.search.sieve import JOINTS

_CHUNK = 4 << 20
_ESCAPED = re.compile(rb"\\+u([0-9a-fA-F]{4})")
_STRANGE = rb"\xc2-\xcb\xe1\xe2\xef\xf0"
"""First bytes of letters that may become ASCII: `É`, `ﬁ`, wide ones."""
_ENDING = 16
"""Letters of a word that its stem may lack, and to spare."""
_ERRORS = 2
"""`recall.typos` at most; a word of fewer than eight letters may have one."""
_A_WORD = 4
_SPREAD = 5
"""Where the second letters of a word may stand, be they moved by errors and joints."""


def can_tell(terms: Iterable[str]) -> bool:
    """Whether words that are nearly these are found here."""
    return all(term.isascii() and term[0].isalpha() for term in terms)


def words_in(stream: BinaryIO, terms: Iterable[str]) -> set[bytes]:
    """Every word with the first letter of a term, and one of the next ones near it."""
    listed = list(terms)
    finders = [_finder(term).findall for term in listed]
    found: set[tuple[bytes, bytes]] = set()
    while chunk := stream.read(_CHUNK):
        chunk += stream.readline()
        # It may be no escape but text that says one: then the bytes are right.
        for said in (chunk, _ESCAPED.sub(_character, _escaped_lines(chunk))):
            for find in finders:
                found.update(find(said))
    words = {first + rest for first, rest in found}
    return {word for word in words if any(_may_be(word, term) for term in listed)}


def _may_be(word: bytes, term: str) -> bool:
    """Whether no more letters of the term are missing than errors may take away.

    Its last two are not looked for: a word may have others where its stem has those.
    """
    if not word.isascii():
        return True
    head = word.translate(None, JOINTS).lower()[1 : len(term) + _ERRORS]
    wanted = set(term[1:-2].encode())
    return len(wanted.difference(head)) <= min(_ERRORS, len(term) // _A_WORD)


def _finder(term: str) -> re.Pattern[bytes]:
    """Words begin behind what is no letter, at a hump, and behind an escaped space.

    Two errors can't take all of four letters away, nor one all of two.
    """
    first = term[0].encode()
    next_ = re.escape(term[1:5] if len(term) > 7 else term[1:3]).encode()
    start = rb"([%s%s%s])" % (first, first.upper(), _STRANGE)
    begins = rb"(?:(?<![A-Za-z].)|(?<=[%s%s])|(?<=\\[bfnrt].))" % (
        first.upper(),
        _STRANGE,
    )
    inside = rb"A-Za-z0-9._\x80-\xff-"
    near = rb"(?=[%s]{0,%d}[%s%s\x80-\xff])" % (inside, _SPREAD, next_, next_.upper())
    word = rb"(?=([%s]{2,%d}))" % (inside, len(term) + _ENDING)
    return re.compile(start + begins + near + word, re.DOTALL)


def _escaped_lines(chunk: bytes) -> bytes:
    """Those lines that have an escaped character."""
    lines, at = [], chunk.find(b"\\u")
    while at >= 0:
        end = chunk.find(b"\n", at)
        end = len(chunk) if end < 0 else end
        lines.append(chunk[chunk.rfind(b"\n", 0, at) + 1 : end])
        at = chunk.find(b"\\u", end)
    return b"\n".join(lines)


def _character(match: re.Match[bytes]) -> bytes:
    return chr(int(match[1], 16)).encode("utf-8", "replace")
