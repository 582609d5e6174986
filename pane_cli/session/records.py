r"""Bytes of a transcript become records: the rules that hold for every format.

Owned here: splitting on `\n` only, byte order marks, carriage returns, NUL runs, lone
surrogates, NaN and huge integers, several objects on one line, half an object glued to
a whole one, and the torn last line. Every record keeps the offset and length of its
exact bytes.

>>> import io
>>> [r.value for r in read_records(io.BytesIO(b'{"a":1}\n{"b":\n{"c":3}'))]
[{'a': 1}, None, {'c': 3}]
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

import msgspec

BOM = b"\xef\xbb\xbf"
#: Problems of records, for those who tell them apart.
TORN = "torn last line"
SAVED = "saved from a damaged line"
NULS = "NUL bytes where a record should be"
_SURROGATE = re.compile("[\ud800-\udfff]")
#: Where a whole object may begin behind a half written one.
_RESTART = re.compile(r'\{"(?:timestamp|type|parentUuid|kind|id|role)":')
_INT64 = 1 << 63
_scan = json.JSONDecoder(parse_int=lambda digits: _parse_int(digits))
_fast = msgspec.json.Decoder()


class Record(NamedTuple):
    """One JSON object of a source, or the bytes that should have been one.

    `value` is None for damage, and `problem` says what is wrong; a record that was
    saved by repair has both.
    """

    value: dict[str, Any] | None
    offset: int
    length: int
    line: int
    problem: str | None = None


def read_records(
    stream: BinaryIO, offset: int = 0, line: int = 0, final: bool = True
) -> Iterator[Record]:
    r"""Records from `stream`, whose first byte is `offset` in the source.

    A last line without `\n` that is no whole object is a write in progress: it is held
    back, and yielded as damage only when `final`.
    """
    for raw in stream:
        line += 1
        start = offset
        offset += len(raw)
        torn = not raw.endswith(b"\n")
        if start == 0 and raw.startswith(BOM):
            raw, start = raw[3:], 3
        body = raw.strip(b" \t\r\n")
        if not body:
            continue
        start += len(raw) - len(raw.lstrip(b" \t\r\n"))
        value = _whole(body)
        if isinstance(value, dict):
            yield Record(value, start, len(body), line)
        elif torn and not final:
            return
        elif torn:
            yield Record(None, start, len(body), line, TORN)
        else:
            yield from repair(body, start, line)


def repair(body: bytes, start: int, line: int) -> Iterator[Record]:
    """What can be saved of a line that is not one whole object."""
    text = body.replace(b"\0", b" ").decode("utf-8", "replace")
    position, found, bad = 0, 0, False
    while position < len(text):
        position = _skip_space(text, position)
        if position >= len(text):
            break
        try:
            value, end = _scan.raw_decode(text, position)
        except (ValueError, RecursionError):
            bad = True
            restart = _RESTART.search(text, position + 1)
            if restart is None:
                break
            position = restart.start()
            continue
        if isinstance(value, dict):
            found += 1
            offset = start + _byte_length(text, body, 0, position)
            length = _byte_length(text, body, position, end)
            problem = SAVED if bad or b"\0" in body else None
            yield Record(clean(value), offset, length, line, problem)
        else:
            bad = True
        position = end
    if not found:
        yield Record(None, start, len(body), line, _reason(body))


def parse(body: bytes) -> Any:
    """One JSON value from `body`; raises ValueError where it is not one."""
    value = _whole(body)
    if value is _NOTHING:
        raise ValueError(_reason(body))
    return value


def clean(value: Any) -> Any:
    """The same value with what JSON lines can't hold replaced.

    Lone surrogates become U+FFFD; integers past 64 bits become their digits.
    """
    if isinstance(value, str):
        return _SURROGATE.sub("�", value)
    if isinstance(value, dict):
        return {clean(k): clean(v) for k, v in value.items()}
    if isinstance(value, list):
        return [clean(v) for v in value]
    if isinstance(value, int) and not -_INT64 <= value < _INT64:
        return str(value)
    return value


class _Nothing:
    pass


_NOTHING = _Nothing()


def _whole(body: bytes) -> Any:
    try:
        return _fast.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    # msgspec refuses lone surrogates, NaN, huge integers and invalid UTF-8.
    try:
        text = body.decode("utf-8", "replace")
        value, end = _scan.raw_decode(text)
        return clean(value) if end == len(text) else _NOTHING
    except (ValueError, RecursionError):
        return _NOTHING


def _parse_int(digits: str) -> Any:
    return int(digits) if len(digits) < 20 else digits


def _skip_space(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\r\n":
        position += 1
    return position


def _byte_length(text: str, body: bytes, start: int, end: int) -> int:
    if len(text) == len(body):  # every character is one byte
        return end - start
    return len(text[start:end].encode("utf-8", "surrogatepass"))


def _reason(body: bytes) -> str:
    if b"\0" in body and not body.strip(b"\0"):
        return NULS
    try:
        value = json.loads(body.decode("utf-8", "replace"))
    except RecursionError:
        return "nested too deep to read"
    except ValueError as error:
        return f"not JSON: {error}"
    return f"not an object but {type(value).__name__}"
