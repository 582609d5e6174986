"""The folder of transcribed FILEs: found, kept, dropped.

A name in it is the hash of a path; the first line of the file says the path, a
checksum stands before the rest. All of it can be deleted at any time.
"""

from __future__ import annotations

import os
import time
import zlib
from contextlib import suppress
from pathlib import Path

import msgspec

from pane_cli.search.parts import Part
from pane_cli.store.place import write_private
from pane_cli.store.transcribed import Kept, Watch, code, grow, look_at

#: Bytes of a FILE for which it pays.
LEAST = 256 << 10
#: New lines for which it pays to write all again.
WORTH = 64
#: Bytes of a FILE that is read anew each time: what is kept is held in memory.
LARGEST = 64 << 20
_WRITTEN_BY_NOW = 3600
"""Seconds that no writing takes."""
_CRC = 4


class Files:
    """The folder of what is kept."""

    def __init__(self, folder: Path, most: int, least: int = LEAST) -> None:
        """`most` is how many bytes it may have, `least` what a FILE must have."""
        self._folder, self._most, self._least = folder, most, least
        self._written = 0
        self._found: dict[tuple[Path, str | None], Kept | None] = {}
        self._watched: list[tuple[Watch, str | None, Part]] = []

    def is_for(self, path: Path) -> bool:
        """Whether a FILE may be kept."""
        return path.suffix == ".jsonl" and self._least <= _size(path) <= LARGEST

    def find(self, path: Path, agent: str | None) -> Kept | None:
        """What `path` became when it was read before, and has become since."""
        asked = path, agent
        if asked not in self._found:
            self._found[asked] = self._find(path, agent) if self.is_for(path) else None
        return self._found[asked]

    def watched(self, watch: Watch, agent: str | None, part: Part) -> None:
        """A FILE became this; it is kept when there is time."""
        self._watched.append((watch, agent, part))

    def close(self) -> None:
        """Keep what was read."""
        with suppress(OSError):  # it costs time, nothing else
            for watch, agent, part in self._watched:
                kept = watch.kept(part.log, part.last, part.listed)
                if kept is not None:
                    self.keep(watch.path, agent, kept)
            if self._written:
                self._drop()
        self._watched.clear()

    def keep(self, path: Path, agent: str | None, kept: Kept) -> None:
        """Keep it, unless it is too much; what can't be kept costs time alone."""
        body = msgspec.msgpack.encode(kept)
        self._written += len(body)
        if self._written > self._most:
            return
        first = os.fsencode(path.absolute()) + b"\n"
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            checked = zlib.crc32(body).to_bytes(_CRC, "big")
            write_private(self._at(path, agent), first + checked + body)

    def _find(self, path: Path, agent: str | None) -> Kept | None:
        at = self._at(path, agent)
        try:
            kept = _load(at)
            seen = look_at(path)
            if kept is None or seen is None or kept.code != code():
                return None
            if kept.seen == seen:
                with suppress(OSError):
                    os.utime(at)  # it was used now
                return kept
            new = grow(kept, path, seen)
        except (OSError, ValueError):  # not there, or damaged: the FILE says it all
            return None
        if new is not None and new >= WORTH and not kept.seen.is_young:
            self.keep(path, agent, kept)
        return None if new is None else kept

    def _at(self, path: Path, agent: str | None) -> Path:
        from hashlib import blake2b  # who has no large FILE needs none

        name = os.fsencode(path.absolute()) + b"\0" + (agent or "").encode()
        return self._folder / blake2b(name, digest_size=16).hexdigest()

    def _drop(self) -> None:
        """What is of no FILE that is there, and what was not used for longest."""
        left = self._most
        entries = [
            (entry.stat(), Path(entry.path)) for entry in os.scandir(self._folder)
        ]
        for stat, at in sorted(entries, key=lambda item: -item[0].st_mtime_ns):
            if at.name.startswith("."):  # being written, unless by who is gone
                is_over = stat.st_mtime < time.time() - _WRITTEN_BY_NOW
            else:
                left -= stat.st_size
                # What is damaged may name nothing that could be a path.
                is_over = left < 0 or not _size(source_of(at))
            if is_over:
                at.unlink(missing_ok=True)


def forget(folder: Path) -> None:
    """Drop all: words of a forgotten session may be in it."""
    from shutil import rmtree

    rmtree(folder, ignore_errors=True)


def damaged(folder: Path) -> list[Path]:
    """What in a folder can't be read."""
    paths = sorted(folder.glob("[!.]*")) if folder.is_dir() else []
    return [path for path in paths if not is_whole(path)]


def source_of(at: Path) -> Path:
    """The FILE that is kept at a place."""
    with at.open("rb") as stream:
        return Path(os.fsdecode(stream.readline().rstrip(b"\n")))


def is_whole(at: Path) -> bool:
    """Whether what is kept at a place can be read."""
    try:
        return _load(at) is not None
    except msgspec.DecodeError:
        return False


def _load(at: Path) -> Kept | None:
    whole = at.read_bytes()
    start = whole.find(b"\n") + 1
    body = memoryview(whole)[start + _CRC :]
    if whole[start : start + _CRC] != zlib.crc32(body).to_bytes(_CRC, "big"):
        return None
    return msgspec.msgpack.decode(body, type=Kept)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0
