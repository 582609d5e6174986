"""One writer at a time for one file, on POSIX and Windows."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

if sys.platform == "win32":
    import msvcrt

    #: Windows locks bytes, and others could not read them: one that no file has.
    _BYTE = 1 << 62

    def _lock(stream: IO[bytes]) -> None:
        while True:
            stream.seek(_BYTE)
            try:
                msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
                return
            except OSError:
                time.sleep(0.05)

    def _try(stream: IO[bytes]) -> None:
        stream.seek(_BYTE)
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)

    def _unlock(stream: IO[bytes]) -> None:
        stream.seek(_BYTE)
        msvcrt.locking(stream.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(stream: IO[bytes]) -> None:
        fcntl.flock(stream.fileno(), fcntl.LOCK_EX)

    def _try(stream: IO[bytes]) -> None:
        # Shared: two that only look do not see each other.
        fcntl.flock(stream.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)

    def _unlock(stream: IO[bytes]) -> None:
        fcntl.flock(stream.fileno(), fcntl.LOCK_UN)


@contextmanager
def locked(stream: IO[bytes]) -> Iterator[None]:
    """Wait until no other process holds `stream`'s file, then hold it."""
    _lock(stream)
    try:
        yield
    finally:
        _unlock(stream)


def is_held(stream: IO[bytes]) -> bool:
    """Whether another process holds `stream`'s file now; nobody waits."""
    try:
        _try(stream)
    except OSError:
        return True
    _unlock(stream)
    return False
