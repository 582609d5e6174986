"""Where a text falls apart: at spaces and signs, and between scripts."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

#: Scripts that write without spaces: kana, Hanzi, Hangul, Thai, Lao, Burmese, Khmer;
#: emoji are found one by one as well.
_PACKED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2600-\u27bf\u3005-\u3007"
    "\u3041-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f"
    "\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U0001f000-\U0003ffff"
)
#: Marks inside words of other scripts, which `\w` leaves out.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u0900-\u0963\u0966-\u0dff\u200c\u200d"
)
_ASCII = re.compile(r"[A-Za-z0-9]+(?:[._-]+[A-Za-z0-9]+)*")
_LETTER = rf"(?:(?![{_PACKED}])[^\W_]|[{_MARKS}])"

#: Bytes that end a token become spaces; what is not ASCII is looked at later.
_SPACED = bytes(
    byte if byte >= 128 or chr(byte).isalnum() or byte in b"._-" else 32
    for byte in range(256)
)


@cache
def _any() -> re.Pattern[str]:
    """Tokens of every script. Compiled (20 ms) at the first text that is not ASCII."""
    return re.compile(rf"[{_PACKED}]+|{_LETTER}+(?:[._-]+{_LETTER}+)*")


@cache
def _packed() -> re.Pattern[str]:
    return re.compile(rf"[{_PACKED}]")


def pattern_for(text: str) -> re.Pattern[str]:
    """What finds the tokens of `text`."""
    return _ASCII if text.isascii() else _any()


def is_packed(token: str) -> bool:
    """Whether a token is of a script that writes without spaces."""
    return not token.isascii() and _packed().match(token) is not None


def pieces_of(text: str) -> list[bytes]:
    """A text between its spaces and signs: words, identifiers, runs of other scripts.

    Bytes, because translating and splitting them is four times as fast as a regex.
    """
    return spaced(text).split()


def spaced(text: str) -> bytes:
    """A text with spaces between its pieces, and nothing else there."""
    return text.encode("utf-8", "replace").translate(_SPACED)


def compose(text: str) -> str:
    """The one form of characters that can be written in several (NFC)."""
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return text
    return unicodedata.normalize("NFC", text)
