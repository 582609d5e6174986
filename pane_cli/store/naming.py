"""Which session a part of an id means, and what a session file says it is."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import takewhile
from pathlib import Path

import msgspec

from pane_cli.errors import PaneError
from pane_cli.session.address import matches_id, short_id
from pane_cli.session.codec import decode
from pane_cli.session.log import Log
from pane_cli.session.types import Amend, Header

_NUMBER = re.compile(rb'\{"kind":"(?:text|thinking|call|result|image|note)","n":(\d+),')

_AMEND = b'{"kind":"amend"'


class Unfinished(PaneError):
    """A session without a whole first line: there is nothing of it to read yet."""


def resolve(part: str, ids: Iterable[str]) -> list[str]:
    """The ids that `part` may mean, sorted: one where it is exact or unique.

    A session wins over its own subagents (`ID/...`) and namesakes (`ID~...`).
    """
    return _meant(part, sorted(id for id in ids if matches_id(id, part)))


def _meant(part: str, found: list[str]) -> list[str]:
    if part in found:
        return [part]
    if found and all(
        id.startswith((found[0] + "/", found[0] + "~")) for id in found[1:]
    ):
        return found[:1]
    return found


class Shorts:
    """Short ids of many sessions, each looked up and not compared with all others."""

    def __init__(self, ids: Iterable[str]) -> None:
        self._all = ids

    def short(self, id: str) -> str:
        """What to print for `id`: `resolve` gives it back."""
        short = short_id(id)
        return short if _meant(short, self._matching(short)) == [id] else id

    def _matching(self, part: str) -> list[str]:
        """What `matches_id`, sorted."""
        found = set(_beginning(self._ids, part))
        found.update(end[::-1] for end in _beginning(self._ends, part[::-1]))
        for short in _beginning(self._named, part):
            found.update(self._named_so[short])
        return sorted(found)

    @cached_property
    def _ids(self) -> list[str]:
        return sorted(self._all)

    @cached_property
    def _ends(self) -> list[str]:
        return sorted(id[::-1] for id in self._ids)

    @cached_property
    def _named_so(self) -> dict[str, list[str]]:
        named: dict[str, list[str]] = {}
        for id in self._ids:
            named.setdefault(short_id(id), []).append(id)
        return named

    @cached_property
    def _named(self) -> list[str]:
        return sorted(self._named_so)


def _beginning(words: Sequence[str], part: str) -> Iterator[str]:
    """Those of sorted words that begin with `part`."""
    start = bisect_left(words, part)
    later = (words[i] for i in range(start, len(words)))
    return takewhile(lambda word: word.startswith(part), later)


def header_of(path: Path, raw: bytes) -> Header:
    """The first line of the session file at `path`; PaneError where it is none.

    Its file is there a moment before its first line is: then it is Unfinished.
    """
    if not raw.endswith(b"\n"):
        todo = "ingest its transcript again; see: pane doctor --files"
        raise Unfinished(f"{path}:1: not whole; its ingest runs or was stopped", todo)
    try:
        line = decode(raw)
    except msgspec.DecodeError as error:
        raise PaneError(f"{path}:1: {error}", "see: pane check") from error
    if not isinstance(line, Header):
        raise PaneError(f"{path}:1: no session header", "see: pane check")
    return line


def number_of(raw: bytes) -> int | None:
    """The number of the entry whose line this is; None: the line is no entry's."""
    number = _NUMBER.match(raw)
    return int(number.group(1)) if number else None


def log_of(path: Path) -> Log:
    """The session file at `path`, its entries by number."""
    with path.open("rb") as stream:
        raw = stream.readline()
        log = Log(header_of(path, raw), path.open("rb"))
        offset = len(raw)
        for raw in stream:
            number = number_of(raw)
            if number is not None and raw.endswith(b"\n"):
                log.place(number, offset, len(raw))
            elif raw.startswith(_AMEND) and raw.endswith(b"\n"):
                log.amends.extend(_amends(raw))
            offset += len(raw)
    return log


def _amends(raw: bytes) -> Iterator[Amend]:
    try:
        line = decode(raw)
    except msgspec.DecodeError:
        return  # `check` finds damaged lines
    if isinstance(line, Amend):
        yield line
