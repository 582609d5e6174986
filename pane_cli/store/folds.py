"""The folds of a session file, kept so that the next command only reads what is new.

`cache/folds/ID.bin` is trusted only where it fits the session file, the rules that
folds read, and this version of them; else the session is folded from its first line. It
holds places in the session file and the state of the folds, not what was said.
"""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from pane_cli.rules.schema import Rules
from pane_cli.session.codec import decode
from pane_cli.session.log import Log, scan_stream
from pane_cli.session.types import Amend, Entry, Header, Mark
from pane_cli.store.naming import header_of
from pane_cli.store.place import write_private
from pane_cli.view.state import Stamp, pack, stamp, unpack
from pane_cli.view.view import View

#: New lines for which it pays to write the file again.
WORTH = 64
#: Bytes at either end of what was folded that must still be there.
WINDOW = 4096
_CRC = 4


class Place(NamedTuple):
    """Where a line stands."""

    offset: int
    length: int


class Kept(msgspec.Struct, array_like=True):
    """What the file holds, behind its checksum."""

    stamp: Stamp
    inode: int
    end: int
    """Bytes of the session file that are folded."""
    check: int
    places: tuple[list[int], list[int]]
    """Offsets and lengths of the entries."""
    changes: list[Place]
    """Amends and marks."""
    folds: msgspec.Raw


_decoder = msgspec.msgpack.Decoder(Kept)


class Reading:
    """A session file that is being folded."""

    def __init__(self, path: Path, rules: Rules, at: int | None = None) -> None:
        self._stream = path.open("rb")
        raw = self._stream.readline()
        self.header: Header = header_of(path, raw)
        self._rules = rules
        self._end = len(raw)
        self._changes: list[Place] = []
        self.fresh = 0
        """Lines that were read, not resumed."""
        self.log = Log(self.header, self._stream)
        self.view = View(self.header, rules, at)

    def resume(self, path: Path) -> None:
        """Go on behind what was kept at `path`, if that is of use."""
        try:
            kept = _load(path)
            if kept is None or not self._fits(kept):
                return
            view = unpack(kept.folds, self.header, self._rules)
            changes = [self._change(place) for place in kept.changes]
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return  # not there, or damaged: the session says it all again
        for change in changes:
            if isinstance(change, Mark):
                view.decisions.step(change)
        self.log.amends = [line for line in changes if isinstance(line, Amend)]
        self.log.restore(*kept.places)
        self.view, self._end, self._changes = view, kept.end, kept.changes

    def read_on(self) -> None:
        """Take in every line that is not folded yet."""
        for raw, offset, line in scan_stream(self._stream, self._end):
            if isinstance(line, Entry):
                self.log.place(line.n, offset, len(raw))
            elif isinstance(line, Amend | Mark):
                self._changes.append(Place(offset, len(raw)))
            if isinstance(line, Amend):
                self.log.amends.append(line)
            if line is not None and not isinstance(line, Header):
                self.view.step(line)
            self._end = offset + len(raw)
            self.fresh += 1

    def keep(self, path: Path) -> None:
        """Keep the folds at `path`; what can't be kept costs time, nothing else."""
        with suppress(OSError, OverflowError):
            inode, check = (
                os.fstat(self._stream.fileno()).st_ino,
                self._check(self._end),
            )
            body = msgspec.msgpack.encode(
                Kept(
                    stamp(self.header, self._rules),
                    inode,
                    self._end,
                    check,
                    self.log.places(),
                    self._changes,
                    msgspec.Raw(pack(self.view)),
                )
            )
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_private(path, zlib.crc32(body).to_bytes(_CRC, "big") + body)

    def _fits(self, kept: Kept) -> bool:
        found = os.fstat(self._stream.fileno())
        return (
            kept.stamp == stamp(self.header, self._rules)
            and kept.inode == found.st_ino
            and kept.end <= found.st_size
            and kept.check == self._check(kept.end)
        )

    def _check(self, end: int) -> int:
        first = _bytes(self._stream, Place(0, min(WINDOW, end)))
        start = max(0, end - WINDOW)
        return zlib.crc32(
            _bytes(self._stream, Place(start, end - start)), zlib.crc32(first)
        )

    def _change(self, place: Place) -> Amend | Mark:
        line = decode(_bytes(self._stream, place))
        if not isinstance(line, Amend | Mark):
            raise msgspec.DecodeError("neither an amend nor a mark")
        return line


def read(path: Path, cache: Path, rules: Rules, at: int | None = None) -> Reading:
    """The session file at `path`, folded; `cache` is where its folds are kept.

    As of an earlier entry `at`, it is folded from its beginning.
    """
    reading = Reading(path, rules, at)
    if at is None:
        reading.resume(cache)
    reading.read_on()
    if at is None and reading.fresh >= WORTH:
        reading.keep(cache)
    return reading


def is_whole(path: Path) -> bool:
    """Whether the folds that are kept at `path` can be read."""
    try:
        return _load(path) is not None
    except msgspec.DecodeError:
        return False


def _load(path: Path) -> Kept | None:
    whole = path.read_bytes()
    body = memoryview(whole)[_CRC:]
    if whole[:_CRC] != zlib.crc32(body).to_bytes(_CRC, "big"):
        return None
    return _decoder.decode(body)


def _bytes(stream: BinaryIO, place: Place) -> bytes:
    stream.seek(place.offset)
    return stream.read(place.length)
