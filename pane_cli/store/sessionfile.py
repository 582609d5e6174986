"""A session file that is open for appending, locked: the only writer of session lines.

Whoever holds one may trust that nobody else appends, and that the last line is whole.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pane_cli.store.lock import locked
from pane_cli.store.place import naming, open_private

_TAIL = 1 << 16


class SessionFile:
    """Append bytes at the end; `size` is where that is."""

    def __init__(self, stream: IO[bytes], path: Path) -> None:
        self._stream, self._path = stream, path
        self.size = _cut(stream)

    def append(self, lines: bytes) -> None:
        r"""Whole lines, each with its `\n`, in one write."""
        with naming(self._path):
            self._stream.seek(self.size)
            self._stream.write(lines)
            self._stream.flush()
        self.size += len(lines)

    def sync(self) -> None:
        """Wait until what was appended would survive a power cut."""
        os.fsync(self._stream.fileno())

    def read(self, start: int, length: int) -> bytes:
        """Bytes as they stand."""
        self._stream.seek(start)
        return self._stream.read(length)


@contextmanager
def appending(path: Path, create: bool = False) -> Iterator[SessionFile]:
    """The session file at `path`, locked; raises FileNotFoundError where it is not."""
    flags = os.O_RDWR | (os.O_CREAT if create else 0)
    while True:
        with os.fdopen(open_private(path, flags), "r+b") as stream, locked(stream):
            # Another process may have forgotten the session while we waited.
            if _is_at(stream, path):
                yield SessionFile(stream, path)
                return


def _is_at(stream: IO[bytes], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(stream.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _cut(stream: IO[bytes]) -> int:
    r"""Drop a torn last line of ours: what follows the last `\n`. Returns the size."""
    size = stream.seek(0, os.SEEK_END)
    end = size
    while end > 0:
        start = max(0, end - _TAIL)
        stream.seek(start)
        newline = stream.read(end - start).rfind(b"\n")
        if newline >= 0:
            end = start + newline + 1
            break
        end = start
    if end < size:
        stream.truncate(end)
    return end
