"""Every way in which a file of a store can be damaged, and what must come of it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from faults.made import ID

SESSION = f"sessions/{ID}.jsonl"
ORIGINAL = f"originals/{ID}.zst"
CATALOG = "cache/catalog.sqlite"
_OTHER = "CAST(REPLACE(CAST(overview AS TEXT), 'zebra', 'okapi') AS BLOB)"
#: No text, no JSON, no frame.
NOISE = bytes((7 * n * n + 3 * n) % 251 for n in range(1, 3000))

Do = Callable[[Path], object]


class Row(NamedTuple):
    """One damage of a store."""

    name: str
    do: Do
    answers: bool = True
    """The session is still read; else an error names its file, others are found."""
    mends: bool = True
    """`doctor --repair` leaves nothing of it."""
    is_seen: bool = True
    """`doctor` finds it; else it is none, or is gone when doctor looks."""


def cut(name: str, size: int) -> Do:
    """The first `size` bytes; a negative size: all but so many."""
    return lambda store: (store / name).write_bytes((store / name).read_bytes()[:size])


def put(name: str, body: bytes) -> Do:
    return lambda store: (store / name).write_bytes(body)


def gone(name: str) -> Do:
    return lambda store: (
        shutil.rmtree(store / name)
        if (store / name).is_dir()
        else (store / name).unlink()
    )


def each(folder: str, change: Callable[[bytes], bytes]) -> Do:
    def do(store: Path) -> None:
        for path in (store / folder).rglob("*"):
            if path.is_file():
                path.write_bytes(change(path.read_bytes()))

    return do


def swap(name: str, old: bytes, new: bytes) -> Do:
    def do(store: Path) -> None:
        body = (store / name).read_bytes()
        assert old in body
        (store / name).write_bytes(body.replace(old, new, 1))

    return do


def sql(script: str) -> Do:
    def do(store: Path) -> None:
        with closing(sqlite3.connect(store / CATALOG)) as db:
            db.executescript(script)

    return do


def flip(name: str, at: int) -> Do:
    def do(store: Path) -> None:
        body = bytearray((store / name).read_bytes())
        body[at] ^= 0xFF
        (store / name).write_bytes(bytes(body))

    return do


def tail(body: bytes) -> Do:
    return lambda s: (s / SESSION).write_bytes((s / SESSION).read_bytes() + body)


def half(body: bytes) -> bytes:
    return body[: len(body) // 2]


def lost(name: str, do: Do) -> Row:
    """A damage of what was said: nobody can make it anew."""
    return Row(name, do, answers=False, mends=False)


def line(name: str, old: bytes, new: bytes) -> Row:
    """One damaged line: the others are read."""
    return Row(name, swap(SESSION, old, new), mends=False)


ROWS = (
    Row("catalog-cut", cut(CATALOG, 5000)),
    Row("catalog-cut-in-its-head", cut(CATALOG, 60)),
    Row("catalog-empty", put(CATALOG, b"")),
    Row("catalog-noise", put(CATALOG, NOISE)),
    Row("catalog-of-no-overview", sql("UPDATE sessions SET overview = x'00ff'")),
    Row("catalog-of-wrong-overview", sql(f"UPDATE sessions SET overview = {_OTHER}")),
    Row("catalog-of-other-tables", sql("DROP TABLE sources; DROP TABLE sessions")),
    Row("catalog-of-odd-values", sql("UPDATE sessions SET last = NULL"), is_seen=False),
    Row("catalog-journal", put(f"{CATALOG}-journal", NOISE)),
    Row("cache-gone", gone("cache"), is_seen=False),
    Row("cache-noise", each("cache", lambda body: NOISE)),
    Row("cache-half", each("cache", half)),
    Row("cache-empty", each("cache", lambda body: b"")),
    Row("readers-noise", each("cache/readers", lambda body: NOISE)),
    Row("folds-half", each("cache/folds", half)),
    Row("original-gone", gone(ORIGINAL), mends=False),
    Row("originals-gone", gone("originals"), mends=False),
    Row("original-half-a-frame", cut(ORIGINAL, -20), mends=False),
    Row("original-flipped", flip(ORIGINAL, 100), mends=False),
    Row("original-noise", put(ORIGINAL, NOISE), mends=False),
    Row("session-torn", cut(SESSION, -30)),
    Row("session-without-its-last-line-end", cut(SESSION, -1)),
    Row("session-nul-tail", tail(bytes(500))),
    Row("session-nul-line", tail(bytes(9) + b"\n"), mends=False),
    lost("session-cut-in-its-header", cut(SESSION, 60)),
    lost("session-noise", put(SESSION, NOISE)),
    lost("session-of-text", put(SESSION, b"hello\nworld\n")),
    lost("header-flipped", flip(SESSION, 12)),
    line("line-that-is-no-json", b'"n":2', b'"n":'),
    line("line-of-another-type", b'"text":"the result', b'"text":null,"x":"the result'),
    line("line-of-another-role", b'"role":"tool"', b'"role":"robot"'),
    line("line-of-no-utf-8", b"the result", b"\xff\xfe result"),
    Row(
        "number-beyond-all",
        swap(SESSION, b'"n":3,', b'"n":300000000000,'),
        is_seen=False,
    ),
    Row("number-negative", swap(SESSION, b'"n":3,', b'"n":-3,'), is_seen=False),
    Row("number-twice", swap(SESSION, b'"n":3,', b'"n":2,'), is_seen=False),
    Row("half-written-beside", put("cache/folds/.x.bin.99999999.tmp", b"x")),
    Row("open-to-others", lambda store: (store / SESSION).chmod(0o644)),
)
