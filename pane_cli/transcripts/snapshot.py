"""An agent's SQLite database, read as it stands, without touching it.

Nothing is locked and no file is made beside it. A database at rest is opened as
immutable. Where a write-ahead log or a journal is there, both are copied to a private
folder and the copy is opened: SQLite's own shared locks and its `-shm` file would be
changes. What was written while it was read or copied is seen by sizes and times: then
all is done again.
"""

from __future__ import annotations

import errno
import functools
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from pane_cli.transcripts.rows import text_in

MAGIC = b"SQLite format 3\0"
_BESIDE = ("", "-wal", "-journal")
_TRIES = 3
_T = TypeVar("_T")
_Folder = tempfile.TemporaryDirectory[str]
Stamp = tuple[tuple[int, int], ...]


def is_database(path: Path) -> bool:
    """Whether the file begins as SQLite's do."""
    try:
        with path.open("rb") as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def read_database(path: Path, work: Callable[[sqlite3.Connection], _T]) -> _T:
    """What `work` finds in the database; raises OSError where it can't be read.

    Text comes as bytes. `work` may be run again, and keeps no cursor.
    """
    for _ in range(_TRIES):
        before = stamp(path)
        is_at_rest = not any(size for size, _ in before[1:])
        try:
            copied = None if is_at_rest else _copied(path, before)
            if copied is not None and before != stamp(path):
                continue
            with closing(_opened(path, copied)) as connection:
                connection.text_factory = bytes
                result = work(connection)
        except sqlite3.Error as error:
            if before == stamp(path):
                raise OSError(errno.EIO, f"damaged database: {error}", path) from error
            continue
        if copied is not None or before == stamp(path):
            return result
    problem = "it was written to each time it was read; try again"
    raise OSError(errno.EBUSY, problem, str(path))


def stamp(path: Path) -> Stamp:
    """Sizes and times of the database and of what SQLite writes beside it."""
    found = []
    for suffix in _BESIDE:
        try:
            stat = path.with_name(path.name + suffix).stat()
            found.append((stat.st_size, stat.st_mtime_ns))
        except OSError:
            found.append((0, 0))
    return tuple(found)


def _opened(path: Path, copied: _Folder | None) -> sqlite3.Connection:
    if copied is None:
        return sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)
    return sqlite3.connect(Path(copied.name) / path.name)


@functools.lru_cache(maxsize=1)
def _copied(path: Path, known: Stamp) -> _Folder:
    """A copy for as long as nothing changes: one for all sessions of a database."""
    folder = tempfile.TemporaryDirectory(prefix="pane-")
    for suffix, (size, _) in zip(_BESIDE, known, strict=True):
        if size:
            name = path.name + suffix
            shutil.copyfile(path.with_name(name), Path(folder.name) / name)
    return folder


def tables(connection: sqlite3.Connection) -> set[str]:
    """Names of the tables."""
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {text_in(name) for (name,) in rows}


def names_in(connection: sqlite3.Connection) -> set[str]:
    """Names of the tables, and of their columns as `table.column`."""
    rows = connection.execute(
        "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c "
        "WHERE t.type = 'table'"
    )
    columns = {f"{text_in(table)}.{text_in(name)}" for table, name in rows}
    return tables(connection) | columns
