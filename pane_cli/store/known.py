"""Which records of a rewritten source the session already has, and under which numbers.

A record is known by its exact bytes and, where it occurs more than once, by which
occurrence it is. Records of the current generation are known by their offset.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from contextlib import suppress

import msgspec

from pane_cli.session.documents import records_in
from pane_cli.session.records import Record, parse
from pane_cli.session.types import Amend, Entry, Line, Mark, Range
from pane_cli.store.archive import Archive
from pane_cli.store.numbers import merged, unnumbered
from pane_cli.store.sourcebytes import digest

VANISHED = "vanished"


class Known:
    """The records of a session, as a reader of `generation` meets them again."""

    def __init__(self, generation: int) -> None:
        self._generation = generation
        self._here: dict[int, list[int]] = {}
        self._before: dict[str, deque[list[int]]] = {}
        self._left: dict[int, list[int]] = {}
        """Numbers of earlier records that have not been met, by the first of them."""

    def match(self, record: Record, raw: bytes) -> list[int]:
        """The numbers that a record's entries have; none where it is new."""
        here = self._here.get(record.offset)
        if here is not None:
            return here
        queue = self._before.get(_name(record, raw))
        while queue:
            numbers = queue.popleft()
            # A document's own record waits under two names.
            if self._left.pop(numbers[0], None):
                return numbers
        return []

    def vanished(self) -> Amend | None:
        """What says that the records which were not met are gone from the source."""
        gone: list[Range] = [(n, n) for ns in self._left.values() for n in ns]
        return Amend("amend", tuple(merged(gone)), VANISHED) if gone else None

    def add(
        self, entry: Entry, archive: Archive, wait: dict[object, list[int]]
    ) -> None:
        """Take an entry of the session in; `wait` holds those of the same record."""
        if entry.src is None:
            return
        generation, offset, length = entry.src
        if generation == self._generation:
            self._here.setdefault(offset, []).append(entry.n)
            return
        numbers = wait.setdefault(entry.src, [])
        numbers.append(entry.n)
        if len(numbers) == 1:
            self._left[entry.n] = numbers
            # What is lost is not known again: its record is told anew.
            with suppress(KeyError):
                for name in _names(archive.read(generation, offset, length)):
                    self._before.setdefault(name, deque()).append(numbers)


def known_records(
    lines: Iterable[Line], archive: Archive, generation: int
) -> tuple[Known, list[Amend], list[Mark]]:
    """What a session knows when its source is in `generation`.

    Also its amends, and the decisions that its source told.
    """
    known = Known(generation)
    entries: list[Entry] = []
    amends: list[Amend] = []
    marks: list[Mark] = []
    for line in lines:
        if isinstance(line, Entry):
            entries.append(msgspec.structs.replace(line, text="", args=None))
        elif isinstance(line, Amend):
            amends.append(line)
        elif isinstance(line, Mark) and line.is_told:
            marks.append(unnumbered(line))
    gone = {
        n
        for amend in amends
        if amend.what == VANISHED
        for first, last in amend.entries
        for n in range(first, last + 1)
    }
    wait: dict[object, list[int]] = {}
    for entry in entries:
        if entry.n not in gone:
            known.add(entry, archive, wait)
    return known, amends, marks


def _name(record: Record, raw: bytes) -> str:
    if record.value is not None and _lists(parse_or_none(raw)) - _lists(record.value):
        return _frame_name(record.value)
    return digest(raw)


def _names(raw: bytes) -> list[str]:
    """By its bytes; what holds lists may be a document, which is known without them."""
    value = parse_or_none(raw)
    if not _lists(value) or not isinstance(value, dict):
        return [digest(raw)]
    return [digest(raw), _frame_name(value)]


def parse_or_none(raw: bytes) -> object:
    """The value of a record's bytes; None where only repair could read them."""
    try:
        value: object = parse(raw)
    except ValueError:
        return None
    return value


def _lists(value: object) -> set[str]:
    if not isinstance(value, dict):
        return set()
    return set(records_in(value))


def _frame_name(value: dict[str, object]) -> str:
    """The name of a document by what it says besides its records."""
    lists = _lists(value)
    rest = {key: inner for key, inner in value.items() if key not in lists}
    return "document:" + digest(msgspec.json.encode(rest))
