"""Where text may be cut: never inside what a reader sees as one character.

is_inside("é", 1)  ->  True      (an e and a combining accent)
"""

from __future__ import annotations

import unicodedata

_JOINER = "\u200d"


def is_inside(text: str, at: int) -> bool:
    """Return whether `text[at - 1]` and `text[at]` belong to one character."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if after < "\u0300":
        return before == "\r" and after == "\n"
    return (
        after == _JOINER
        or before == _JOINER
        or unicodedata.category(after).startswith("M")
        or _extends(after)
        or ("\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff")
        or (_is_flag(after) and _flags_before(text, at) % 2 == 1)
    )


def _extends(character: str) -> bool:
    """Return whether it is a skin tone, a tag, or a vowel or tail of old Hangul."""
    return (
        "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
        or "\u1160" <= character <= "\u11ff"
    )


def _is_flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _flags_before(text: str, at: int) -> int:
    start = at
    while start > 0 and _is_flag(text[start - 1]):
        start -= 1
    return at - start
