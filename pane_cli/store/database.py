"""The catalog's database: opened, made anew where it is damaged, or in memory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pane_cli.store.place import open_private

if TYPE_CHECKING:
    import sqlite3

_VERSION = 2
_PATIENCE_SECONDS = 10.0
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS sources (
  path TEXT PRIMARY KEY, size INT, mtime_ns INT, status TEXT, session TEXT,
  generation INT, consumed INT, head TEXT, tail TEXT,
  records INT, skipped INT, held INT
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sessions (
  name TEXT PRIMARY KEY, size INT, mtime_ns INT, scanned INT, last TEXT, overview BLOB
) WITHOUT ROWID;
PRAGMA user_version = {_VERSION};
"""


def open_database(path: Path) -> sqlite3.Connection:
    """The database at `path`, of this version; one in memory where it can't be."""
    import sqlite3

    try:
        if not path.exists():
            os.close(open_private(path, os.O_CREAT | os.O_RDWR))
        db = _connect(path)
        version = db.execute("PRAGMA user_version").fetchone()[0]
        return db if version == _VERSION else _filled(_renewed(db, path, version))
    except sqlite3.OperationalError:
        return _filled(sqlite3.connect(":memory:"))
    except sqlite3.DatabaseError:
        return make_anew(path)
    except OSError:
        # A store that can't be written still reads.
        return _filled(sqlite3.connect(":memory:"))


def _renewed(db: sqlite3.Connection, path: Path, version: int) -> sqlite3.Connection:
    if version == 0:
        return db
    db.close()
    path.unlink()
    os.close(open_private(path, os.O_CREAT | os.O_RDWR))
    return _connect(path)


def _connect(path: Path) -> sqlite3.Connection:
    import sqlite3

    db = sqlite3.connect(path, timeout=_PATIENCE_SECONDS)
    # Derived data: losing it costs a scan, waiting for the disk costs every ingest.
    db.execute("PRAGMA synchronous = OFF")
    # A forgotten session's title must not stay in a free page.
    db.execute("PRAGMA secure_delete = ON")
    return db


def _filled(db: sqlite3.Connection) -> sqlite3.Connection:
    db.executescript(_SCHEMA)
    return db


def make_anew(path: Path) -> sqlite3.Connection:
    """An empty database in place of a damaged one."""
    import sqlite3

    try:
        path.unlink(missing_ok=True)
        os.close(open_private(path, os.O_CREAT | os.O_RDWR))
        return _filled(_connect(path))
    except (OSError, sqlite3.DatabaseError):
        return _filled(sqlite3.connect(":memory:"))


def in_memory(db: sqlite3.Connection) -> sqlite3.Connection:
    """A copy that can be written, of a database that can't."""
    import sqlite3

    memory = sqlite3.connect(":memory:")
    try:
        db.backup(memory)
    except sqlite3.DatabaseError:
        memory = _filled(sqlite3.connect(":memory:"))
    db.close()
    return memory


def is_unwritable(error: sqlite3.OperationalError) -> bool:
    """Whether the store is read-only, full or held by another: that is no damage."""
    parts = ("readonly", "unable to open", "disk I/O error", "is full", "is locked")
    return any(part in str(error) for part in parts)


def is_of_another_shape(error: sqlite3.OperationalError) -> bool:
    """Whether tables are not as they were made."""
    return any(
        part in str(error) for part in ("no such", "has no column", "values for")
    )


def unsound(path: Path) -> str:
    """What is wrong with the database at `path`; empty where nothing is."""
    import sqlite3

    try:
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            found = str(db.execute("PRAGMA quick_check").fetchone()[0])
            db.execute("SELECT path, held FROM sources").fetchone()
            db.execute("SELECT name, overview FROM sessions").fetchone()
        finally:
            db.close()
    except sqlite3.DatabaseError as error:
        return f"damaged: {error}"
    return "" if found == "ok" else f"damaged: {found}"
