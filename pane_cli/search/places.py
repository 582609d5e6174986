"""Session files on their way to search: where each is, and how far it is indexed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from pane_cli.search.corpus import Shelf
from pane_cli.search.documents import Reading, Text
from pane_cli.search.memory import REACH
from pane_cli.search.prefilter import Prefilter
from pane_cli.search.state import TAIL, Part
from pane_cli.session.codec import kind_of
from pane_cli.session.log import Log
from pane_cli.session.types import ENTRY_KINDS, Entry

_entry = msgspec.json.Decoder(Entry)


class Source(NamedTuple):
    """A session file."""

    id: str
    path: Path
    shelf: Shelf | None = None
    log: Callable[[str], Log] | None = None
    """Opens it by id. Neither is needed by who only writes the index."""
    seen: tuple[int, int] | None = None
    """Its size and time of change, in ns, where somebody looked just now."""

    def stamp(self) -> tuple[int, int]:
        """The same, looked at where nobody did; raises FileNotFoundError."""
        if self.seen is not None:
            return self.seen
        stat = self.path.stat()
        return stat.st_size, stat.st_mtime_ns


class Place(NamedTuple):
    """Where reading a session goes on: behind what is indexed."""

    source: Source
    reading: Reading
    """Changes as the session is read."""
    start: int
    """Bytes of the file that are in the index."""
    size: int
    changed: int
    """Time of change, in ns."""

    def again(self) -> Place:
        """The same, to be read from here once more."""
        reading = self.reading
        copy = Reading(reading.session, reading.place, dict(reading.tools))
        return self._replace(reading=copy)


def texts_from(place: Place) -> Iterator[tuple[Text | None, int]]:
    """Each line behind the indexed part of a session: its document, and its end."""
    if place.size <= place.start:
        return
    with place.source.path.open("rb") as stream:
        offset = stream.seek(place.start)
        for raw in stream:
            if not raw.endswith(b"\n"):
                return  # a write in progress
            text = _text(place.reading, raw, offset)
            offset += len(raw)
            yield text, offset


def likely_texts(place: Place, prefilter: Prefilter) -> Iterator[Text]:
    """Of a session's documents at least those that may match."""
    with place.source.path.open("rb") as stream:
        if not any(is_hot for _, is_hot in prefilter.lines(stream)):
            return
    yield from (text for text in sifted(place, prefilter) if isinstance(text, Text))


def sifted(place: Place, prefilter: Prefilter) -> Iterator[Text | int]:
    """The documents behind the indexed part that may match, and those near them.

    Of each other one, which is not read, about how many characters it has.
    """
    if place.size <= place.start:
        return
    with place.source.path.open("rb") as stream:
        stream.seek(place.start)
        hot = [is_hot for _, is_hot in prefilter.lines(stream)]
        offset = stream.seek(place.start)
        for i, raw in enumerate(stream):
            if not raw.endswith(b"\n") or i >= len(hot):
                return  # a write in progress
            # The first ones may be near what the index has.
            if i < REACH or any(hot[i - REACH : i + REACH + 1]):
                text = _text(place.reading, raw, offset)
                if text is not None:
                    yield text
            elif _pass_over(place.reading, raw):
                yield len(raw)
            offset += len(raw)


def stands(part: Part, path: Path, stamp: tuple[int, int]) -> bool:
    """Whether the file of this size and time still begins with what is indexed."""
    if stamp == (part.size, part.changed):
        return True
    return stamp[0] >= part.end and tail_of(path, part.end) == part.tail


def tail_of(path: Path, end: int) -> str:
    """A mark of the bytes before `end`: files only grow, so it stands for all."""
    with path.open("rb") as stream:
        stream.seek(max(0, end - TAIL))
        last = stream.read(min(end, TAIL))
    from hashlib import blake2b  # a file that is as it was needs none

    return blake2b(last, digest_size=8).hexdigest()


class _Call(msgspec.Struct):
    tool: str = ""
    call: str = ""


_call = msgspec.json.Decoder(_Call)


def _pass_over(reading: Reading, raw: bytes) -> bool:
    """Count a line that is not read; whether it is a document, as far as that tells."""
    kind = kind_of(raw)
    if kind not in ENTRY_KINDS or (kind != "call" and b'"text":"' not in raw):
        return False
    if kind == "call":
        try:
            call = _call.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return False
        reading.tools[call.call] = call.tool  # for a result that may match
    reading.place += 1
    return True


def _text(reading: Reading, raw: bytes, offset: int) -> Text | None:
    if kind_of(raw) not in ENTRY_KINDS:
        return None
    try:
        return reading.text(_entry.decode(raw), offset)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None  # `check` finds damaged lines; what they held can't be searched
