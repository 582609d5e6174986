"""Which session a part of an id means, and what a session file says it is."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property
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
    found = sorted(id for id in ids if matches_id(id, part))
    if part in found:
        return [part]
    if found and all(
        id.startswith((found[0] + "/", found[0] + "~")) for id in found[1:]
    ):
        return found[:1]
    return found


class Names:
    """Ids of which many are printed: looked at once, when the first one is."""

    def __init__(self, ids: Iterable[str]) -> None:
        self._ids = ids

    def short(self, id: str) -> str:
        """What to print for `id`, and `resolve` gives back; the whole where it must."""
        short = short_id(id)
        return short if resolve(short, self._near(short)) == [id] else id

    def _near(self, part: str) -> set[str]:
        """At least the ids that `part` may mean."""
        near = set[str]()
        for begin, forms in ((part, self._heads), (part[::-1], self._tails)):
            for form, id in forms[bisect_left(forms, (begin,)) :]:
                if not form.startswith(begin):
                    break
                near.add(id)
        return near

    @cached_property
    def _heads(self) -> list[tuple[str, str]]:
        return sorted((form, id) for id in self._all for form in {id, short_id(id)})

    @cached_property
    def _tails(self) -> list[tuple[str, str]]:
        return sorted((id[::-1], id) for id in self._all)

    @cached_property
    def _all(self) -> list[str]:
        return list(self._ids)


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
