r"""Bytes of a transcript become records: the rules that hold for every format.

Owned here: splitting on `\n` only, byte order marks, carriage returns, NUL runs, raw
control characters, invalid UTF-8, several objects on one line, half an object glued to
a whole one, and the torn last line. What a value may hold is in `values.py`. Every
record keeps the offset and length of its exact bytes.

>>> import io
>>> [r.value for r in read_records(io.BytesIO(b'{"a":1}\n{"b":\n{"c":3}'))]
[{'a': 1}, None, {'c': 3}]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from pane_cli.session.values import (
    NO_OBJECT,
    NOTHING,
    REFUSED,
    clean,
    fast,
    parse,
    reason,
    scan,
    text_from,
    whole,
)

__all__ = ["Record", "clean", "parse", "read_records", "repair"]

BOM = b"\xef\xbb\xbf"
#: Problems of records, for those who tell them apart.
TORN = "torn last line"
SAVED = "saved from a damaged line"
NULS = "NUL bytes where a record should be"
#: Where a whole object may begin behind a half written one.
_RESTART = re.compile(r'\{\s*"[^"\\]{1,64}"\s*:')
_SPACE = re.compile("[ \t\r\n\ufeff]*")
#: One of these is in every record of every format.
_RECORD_KEYS = frozenset(
    (
        "type",
        "uuid",
        "parentUuid",
        "role",
        "kind",
        "record_type",
        "payload",
        "message",
        "messages",
    )
)
#: Objects of one line that may break off before the rest of it is given up: as many as
#: are nested in a record, so that a hostile line costs no more than its length allows.
_MOST_BROKEN = 64


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

    @property
    def is_foreign(self) -> bool:
        """Whether nobody began to write a record here, so that nothing is damaged."""
        return self.value is None and (self.problem or "").startswith(NO_OBJECT)


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
        if raw.startswith(b"{") and raw.endswith(b"}\n"):  # nearly every line
            try:
                yield Record(fast.decode(raw), start, len(raw) - 1, line)
                continue
            except REFUSED:
                pass
        torn = not raw.endswith(b"\n")
        if start == 0 and raw.startswith(BOM):
            raw, start = raw[3:], 3
        body = raw.strip(b" \t\r\n")
        if not body:
            continue
        if raw[0] in b" \t\r":
            start += len(raw) - len(raw.lstrip(b" \t\r"))
        value = whole(body)
        if isinstance(value, dict):
            yield Record(value, start, len(body), line)
        elif torn and not final:
            return
        elif torn:
            yield from _torn(body, start, line)
        else:
            yield from repair(body, start, line)


def _torn(body: bytes, start: int, line: int) -> Iterator[Record]:
    """The last line, of which no more will come."""
    saved = list(repair(body, start, line))
    if not saved or (saved[0].value is None and not saved[0].is_foreign):
        saved = [Record(None, start, len(body), line, TORN)]
    yield from saved


def repair(body: bytes, start: int, line: int) -> Iterator[Record]:
    """What can be saved of a line that is not one whole object.

    Records are marked as saved where bytes of the line had to be given up.
    """
    text = text_from(body.replace(b"\0", b" "))
    found, is_bad = _objects(text)
    problem = SAVED if is_bad or b"\0" in body else None
    places = _Bytes(text, len(body))
    for value, first, last in found:
        offset = places.at(first)
        length = places.at(last) - offset
        yield Record(clean(value), start + offset, length, line, problem)
    if is_bad and not found:
        problem = NULS if not body.strip(b"\0 ") else reason(body)
        yield Record(None, start, len(body), line, problem)


def _objects(text: str) -> tuple[list[tuple[Any, int, int]], bool]:
    """The objects in a line, each with its place; whether anything else is there."""
    found: list[tuple[Any, int, int]] = []
    position, is_bad, is_behind = _skip(text, 0), not text.strip(), False
    broken = 0
    while position < len(text) and broken < _MOST_BROKEN:
        value, end = _value(text, position)
        if isinstance(value, dict) and not (
            is_behind and not _stands(text, value, end)
        ):
            found.append((value, position, end))
            position, is_behind = _skip(text, end), False
            continue
        is_bad = True
        if value is NOTHING:
            broken, is_behind, end = broken + 1, True, position + 1
        elif not is_behind:
            position = _skip(text, end)
            continue
        restart = _RESTART.search(text, end)
        position = restart.start() if restart else len(text)
    return found, is_bad


def _value(text: str, position: int) -> tuple[Any, int]:
    try:
        return scan(text, position)
    except (ValueError, RecursionError):
        return NOTHING, position


def _stands(text: str, value: dict[str, Any], end: int) -> bool:
    """Whether what was found behind broken bytes is a record, and no part of one.

    It has a record's keys, and ends where the line ends or the next object begins.
    """
    end = _skip(text, end)
    is_last = end == len(text) or text[end] == "{"
    return is_last and not _RECORD_KEYS.isdisjoint(value)


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


class _Bytes:
    """Characters of a line to bytes, asked for in ascending order."""

    def __init__(self, text: str, length: int) -> None:
        self._text, self._is_plain = text, len(text) == length
        self._character = self._byte = 0

    def at(self, character: int) -> int:
        if self._is_plain:
            return character
        piece = self._text[self._character : character]
        self._byte += len(piece.encode("utf-8", "surrogateescape"))
        self._character = character
        return self._byte
