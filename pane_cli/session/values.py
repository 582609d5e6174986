r"""One JSON value from bytes, and what a value may hold so that a line can hold it.

Accepted: NaN and infinities, integers (past 4,300 digits as text), duplicate keys (the
last wins), raw control characters in strings, invalid UTF-8 and lone surrogates (both
become U+FFFD). Refused: nesting so deep that no decoder reads it.

>>> parse(rb'{"a": "\ud99c", "b": 123456789012345678901234567890}')
{'a': '\ufffd', 'b': 123456789012345678901234567890}
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    import json

_SURROGATE = re.compile("[\ud800-\udfff]")
#: Digits of an integer; Python turns no more of them into one.
_LONGEST = 4300
#: Levels below this are text: a line must be read by decoders that recurse.
_DEEPEST = 200
fast = msgspec.json.Decoder()
"""Reads nearly everything; what it refuses, `whole` reads."""
REFUSED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
NO_OBJECT = "not an object but"
"""How the reason begins where nobody began to write a record."""


class _Nothing:
    pass


NOTHING = _Nothing()
"""No value: the bytes are none."""


def _integer(digits: str) -> Any:
    return int(digits) if len(digits) < _LONGEST else digits


@cache
def _whole() -> json.JSONDecoder:
    import json  # nearly all that is read needs none

    return json.JSONDecoder(parse_int=_integer, strict=False)


def scan(text: str, start: int = 0) -> tuple[Any, int]:
    """The value that begins at `start`, and where it ends.

    Reads what msgspec refuses; raises ValueError and RecursionError.
    """
    return _whole().raw_decode(text, start)


def parse(body: bytes) -> Any:
    """One JSON value from `body`; raises ValueError where it is not one."""
    value = whole(body)
    if value is NOTHING:
        raise ValueError(reason(body))
    return clean(value)


def whole(body: bytes) -> Any:
    """The value that `body` is; NOTHING where it is not exactly one."""
    try:
        return fast.decode(body)
    except REFUSED:
        pass
    # msgspec refuses lone surrogates, NaN, control characters and invalid UTF-8.
    try:
        text = text_from(body)
        value, end = scan(text)
        return clean(value) if end == len(text) else NOTHING
    except (ValueError, RecursionError):
        return NOTHING


def text_from(body: bytes) -> str:
    """UTF-8 as text; each invalid byte is a lone surrogate, so that lengths stay."""
    return body.decode("utf-8", "surrogateescape")


def clean(value: Any, depth: int = 0) -> Any:
    """The same value with what JSON lines can't hold replaced.

    Lone surrogates become U+FFFD, and what is nested too deep a remark.
    """
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if depth > _DEEPEST and isinstance(value, dict | list):
        return "[nested too deep]"
    if isinstance(value, dict):
        return {clean(key): clean(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list):
        return [clean(inner, depth + 1) for inner in value]
    return value


def holdable(value: Any) -> Any:
    """The value itself where a line can hold it as it is, else a clean one."""
    try:
        msgspec.json.encode(value)
    except (RecursionError, ValueError):
        return clean(value)
    return value


def reason(body: bytes) -> str:
    """Why `body` is no record, in words."""
    try:
        value, end = scan(text_from(body.replace(b"\0", b" ")).strip())
    except RecursionError:
        return "nested too deep to read"
    except ValueError as error:
        is_begun = body.lstrip(b"\0 \t\r").startswith(b"{")
        return f"not JSON: {error}" if is_begun else f"{NO_OBJECT} text"
    if isinstance(value, dict):
        return f"not JSON: more behind the object that ends at character {end}"
    return f"{NO_OBJECT} {type(value).__name__}"
