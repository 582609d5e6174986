"""Files that a session read and wrote, each with the entries that did (`--touched`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

import msgspec

from pane_cli.recall.branches import off_branch
from pane_cli.search.corpus import Shelf
from pane_cli.session.address import format_range
from pane_cli.session.log import Log
from pane_cli.view.work import FileUse, Work

_NAMED = 8
"""Entries that a line names; the rest is counted."""


class Touched(msgspec.Struct, frozen=True):
    """A file in one session."""

    session: str
    path: str
    """Below the session's folder where it lies in it."""
    reads: tuple[int, ...]
    writes: tuple[int, ...]
    address: str
    """Of the newest of them."""
    command: str
    """Prints the file as it was then."""


def touched(log: Log, shelf: Shelf, branch: bool = False) -> list[Touched]:
    """Files of a session, the one that was touched last first.

    Calls that failed touched nothing. With `branch`, neither did those left behind.
    """
    off = off_branch(log) if branch else set[int]()
    work = Work(cwd=(log.header.cwd or "").rstrip("/"))
    calls: dict[str, int] = {}
    done: dict[int, int] = {}
    """Call to its result: from there on the file is as the call left it."""
    for entry in log.entries():
        if entry.n not in off:
            work.step(entry)
        if entry.call and entry.kind == "call":
            calls[entry.call] = entry.n
        elif entry.call in calls:
            done.setdefault(calls[entry.call], entry.n)
    uses = sorted(work.files.values(), key=lambda use: (-use.last, use.path))
    folders = {str(above) for use in uses for above in PurePath(use.path).parents}
    folders.add(work.cwd)
    return [
        _touched(use, shelf, done.get(use.last, use.last))
        for use in uses
        if use.last and (use.writes or use.path not in folders)
    ]


def _touched(use: FileUse, shelf: Shelf, at: int) -> Touched:
    place = format_range(at, at)
    return Touched(
        shelf.id,
        use.path,
        tuple(use.reads),
        tuple(use.writes),
        shelf.short + format_range(use.last, use.last),
        shelf.command(f"{place}:{use.path}"),
    )


def as_line(file: Touched) -> str:
    """`4d5611e5#40 src/auth.ts written #12 #40, read #3`."""
    parts = (("written", file.writes), ("read", file.reads))
    said = ", ".join(f"{word} {_numbers(ns)}" for word, ns in parts if ns)
    return f"{file.address} {file.path} {said}"


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(_shown(numbers))


def _shown(numbers: tuple[int, ...]) -> Iterator[str]:
    left = len(numbers) - _NAMED
    if left > 0:
        yield f"({left} more)"
    yield from (format_range(n, n) for n in numbers[-_NAMED:])
