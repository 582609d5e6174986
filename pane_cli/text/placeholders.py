"""Tell a secret's value from a placeholder, a reference in code, a hash or a word.

is_random("your-api-key")  ->  False
"""

from __future__ import annotations

import re
from collections import Counter
from math import log2
from typing import Any


class _Late:
    """A pattern that is compiled when it is first used: most texts have no secret."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._given = pattern, flags

    def __getattr__(self, way: str) -> Any:
        return getattr(re.compile(*self._given), way)


# Nobody's key: masked, elided, or a note to put one here.
_DUMMY = _Late(
    r"x{6}|\*{3}|0{12}|\.{3}|…|•|\[redacted|<|\$\{|\{\{"
    r"|your[-_]|placeholder|example|replace[-_]|change[-_]?me|insert[-_]",
    re.IGNORECASE,
)
# Where only the name before it speaks for a value, these words speak against it.
_EXAMPLE = _Late(
    r"sample|dummy|fake|mock|test|foobar|default|undefined",
    re.IGNORECASE,
)
# $VAR, %VAR%, {var}, @handle, !tag, ./file, --option
_TEMPLATE = _Late(r"[$%@{(\[!&]|--|\.{0,2}/")
# process.env.KEY, Config::TOKEN, pages[-1].token2
_DOTTED = _Late(
    r"[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*|\[[^\]]{0,20}\])+"
)
# PKCS7PrivateKeyTypes: the name of a type
_HUMPS = _Late(r"[A-Z]{0,8}[0-9]{0,3}(?:[A-Z][a-z]{2,}){2,}[0-9]{0,2}")
# An ARN names a thing of AWS, also one that is secret.
_ARN = "arn:"
_STAND_IN = _Late(
    r"(?:my|the|some|db|user)?[-_]?(?:password|passwd|pass|pwd|secret|token)"
    r"|x{3,}|\*+|\.+",
    re.IGNORECASE,
)
_UUID = _Late(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_GIT_SHA = _Late(r"[0-9a-f]{40}")
_KEY_PART = _Late(r"(?=[A-Za-z]*[0-9])(?=[0-9]*[A-Za-z])[A-Za-z0-9]{10}")
_BASE64_PART = _Late(r"[A-Za-z0-9+/=]{20}")
_CHANGE = _Late(r"[a-z](?=[A-Z])|[A-Za-z](?=[0-9])|[0-9](?=[A-Za-z])")
_CASES = tuple(map(_Late, ("[a-z]", "[A-Z]", "[0-9]", "[^A-Za-z0-9_./-]")))

SHORTEST = 12
JUDGED = 80
LEAST_ENTROPY = 3.0
"""Bits a character. Twelve random letters and digits have about 3.3."""

CHARACTERS_A_CHANGE = 5
"""Random text goes from letter to digit or from lower to upper case every two or
three characters, names with humps and numbers every six or more."""


def is_real(value: str) -> bool:
    """Return whether a value of a known format is neither masked nor elided."""
    return _DUMMY.search(value) is None


def is_key(value: str) -> bool:
    """Return whether an unbroken part of ten mixes letters and digits: a key."""
    return is_real(value) and _KEY_PART.search(value) is not None


def is_block(value: str) -> bool:
    """Return whether a PEM block has a body: code that names its header has none.

    Documents show one with dots or the word in it.
    """
    if "EXAMPLE" in value or "..." in value:
        return False
    return _BASE64_PART.search(value.partition("KEY")[2]) is not None


def is_password(value: str) -> bool:
    """Return whether a password is neither kept elsewhere nor the word itself."""
    is_stand_in = _TEMPLATE.match(value) or _STAND_IN.fullmatch(value)
    return is_real(value) and not is_stand_in


def is_encoded(value: str) -> bool:
    """Return whether a value is no word: it has digits, humps or padding."""
    return is_password(value) and bool(re.search(r"[0-9=]|[a-z][A-Z]", value))


def is_random(value: str) -> bool:
    """Return whether a value looks drawn, not written: long, mixed, of no words.

    The first `JUDGED` characters decide.
    """
    value = value[:JUDGED]
    if len(value) < SHORTEST or not re.search("[0-9]", value):
        return False
    if _UUID.fullmatch(value) or _GIT_SHA.fullmatch(value):
        return False
    if entropy(value) < LEAST_ENTROPY or _EXAMPLE.search(value):
        return False
    if not is_password(value) or value.startswith(_ARN):
        return False
    if _HUMPS.fullmatch(value):
        return False
    if len(_CHANGE.findall(value)) * CHARACTERS_A_CHANGE >= len(value):
        return True
    is_mixed = all(case.search(value) for case in _CASES)
    return is_mixed and not _DOTTED.fullmatch(value)


def entropy(value: str) -> float:
    """Return the bits a character by how often each occurs in the value itself."""
    total = len(value)
    return -sum(n / total * log2(n / total) for n in Counter(value).values())
