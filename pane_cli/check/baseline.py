"""Findings that are known: what was there when a team began to look.

A finding is known by its id, its session (else its file), and the call, record or entry
that it is about, which have ids and numbers for ever: so lines may move, files be
renamed, and a session grow. Several that are alike are counted.

{"version":1,"findings":[{"key":"5f0c...","id":"P201","file":"a.jsonl","count":1}]}
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

import msgspec

from pane_cli.check.finding import Finding
from pane_cli.errors import PaneError


class Known(msgspec.Struct, frozen=True):
    """A finding of a baseline; `count` of them are alike."""

    key: str
    id: str
    file: str
    count: int = 1


class _File(msgspec.Struct):
    version: int
    findings: list[Known]


class Compared(NamedTuple):
    """Findings of one file that are not known, and how many were."""

    new: list[Finding]
    known: int


class Baseline:
    """Known findings, each to be met as often as it is known."""

    def __init__(self, known: Iterable[Known]) -> None:
        self._rows = {row.key: row for row in known}
        self._left = Counter({row.key: row.count for row in self._rows.values()})

    def compare(self, found: Iterable[Finding]) -> Compared:
        """Take out what is known."""
        new: list[Finding] = []
        known = 0
        for one in found:
            key = key_of(one)
            if self._left[key] > 0:
                self._left[key] -= 1
                known += 1
            else:
                new.append(one)
        return Compared(new, known)

    def gone(self, files: Collection[str], ids: Collection[str]) -> list[Known]:
        """What was not met again, of files and ids that were looked at."""
        rows = (self._rows[key] for key, left in self._left.items() if left > 0)
        return [row for row in rows if row.file in files and row.id in ids]


def key_of(found: Finding) -> str:
    """16 hex digits that stay while the finding does."""
    if found.subject:
        place = found.subject
    elif found.n is not None:
        place = f"#{found.n}"
    else:
        place = f"@{found.offset}" if found.offset is not None else found.message
    parts = (found.id, found.session or found.file, place)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:16]


def keys_of(found: Iterable[Finding]) -> list[str]:
    """The same, but every key once: `5f0c...`, and of one alike `5f0c...-2`."""
    counts = Counter[str]()
    keys = []
    for one in found:
        key = key_of(one)
        counts[key] += 1
        keys.append(key if counts[key] == 1 else f"{key}-{counts[key]}")
    return keys


def read_baseline(body: bytes, file: str) -> Baseline:
    """The findings that a file holds; `file` is its name."""
    try:
        read = msgspec.json.decode(body, type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        hint = f"write it anew: pane check --write-baseline {file} FILES"
        raise PaneError(f"{file}: no baseline: {error}", hint) from None
    if read.version != 1:
        hint = "it was written by a newer pane"
        raise PaneError(f"{file}: a baseline of version {read.version}", hint)
    return Baseline(read.findings)


def write_baseline(found: Iterable[Finding]) -> bytes:
    """The file, one finding a line, so that its differences can be read."""
    rows: dict[str, Known] = {}
    for one in found:
        key = key_of(one)
        before = rows.get(key) or Known(key, one.id, one.file, 0)
        rows[key] = msgspec.structs.replace(before, count=before.count + 1)
    ordered = sorted(rows.values(), key=lambda row: (row.file, row.id, row.key))
    lines = b",\n".join(msgspec.json.encode(row) for row in ordered)
    return b'{"version":1,"findings":[\n' + lines + b"\n]}\n"


def severities(
    found: Iterable[Finding], severity: Mapping[str, object]
) -> Iterable[Finding]:
    """The findings with the severities that rules give to ids."""
    for one in found:
        level = severity.get(one.id, one.severity)
        yield msgspec.structs.replace(one, severity=level)
