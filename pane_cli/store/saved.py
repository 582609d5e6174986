"""Where reading a source stands, kept in the cache so that the next ingest goes on.

It is trusted only where it fits what the session file and the archive hold; without it
the reader is run again over the archived original.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from pane_cli.session.codec import kind_of
from pane_cli.store.archive import Archive
from pane_cli.store.numbers import Numbers
from pane_cli.store.overview import is_mark
from pane_cli.store.place import write_private
from pane_cli.store.sessionfile import SessionFile
from pane_cli.store.sourcebytes import WINDOW, digest

VERSION = 1


class Saved(msgspec.Struct):
    """A reader between two records."""

    version: int
    row: str
    """Name of the transcript format."""
    is_document: bool
    generation: int
    consumed: int
    line: int
    """Lines of the source before `consumed`, the last one only where it is whole."""
    records: int
    archived: int
    """Size of the archive file."""
    size: int
    """Size of the session file behind our last line; marks may follow."""
    check: str
    numbers: Numbers
    reader: msgspec.Raw


def save(path: Path, state: Saved) -> None:
    """Keep a state; what can't be kept costs time, nothing else."""
    try:
        write_private(path, msgspec.json.encode(state))
    except OSError:
        path.unlink(missing_ok=True)


def load(path: Path, file: SessionFile, archive: Archive) -> Saved | None:
    """The state that fits the session file and archive as they stand."""
    try:
        state = msgspec.json.decode(path.read_bytes(), type=Saved)
    except (OSError, msgspec.DecodeError):
        return None
    fits = (
        state.version == VERSION
        and state.archived == archive.size
        and state.generation == archive.generation
        and state.size <= file.size
        and state.check == check(file, state.size)
        and _only_marks(file.read(state.size, file.size - state.size))
    )
    return state if fits else None


def is_whole(path: Path) -> bool:
    """Whether the state that is kept at `path` can be read."""
    try:
        msgspec.json.decode(path.read_bytes(), type=Saved)
    except msgspec.DecodeError:
        return False
    return True


def check(file: SessionFile, size: int) -> str:
    """What the session file ends with at `size`."""
    start = max(0, size - WINDOW)
    return digest(file.read(start, size - start))


def _only_marks(tail: bytes) -> bool:
    return all(is_mark(kind_of(line)) for line in tail.split(b"\n") if line)
