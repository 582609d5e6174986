"""What is known of every source and session, so that unchanged ones stay closed.

All of it is derived. A catalog that is missing, damaged or of another version is made
anew; one that can't be written is copied into memory.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pane_cli.store.place import open_private

if TYPE_CHECKING:
    import sqlite3

_VERSION = 1
_PATIENCE_SECONDS = 10.0
_BETWEEN_SECONDS = 1.0
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS sources (
  path TEXT PRIMARY KEY, size INT, mtime_ns INT, status TEXT, session TEXT,
  generation INT, consumed INT, head TEXT, tail TEXT,
  records INT, skipped INT, held INT
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sessions (
  name TEXT PRIMARY KEY, size INT, mtime_ns INT, scanned INT, last TEXT, facts BLOB
) WITHOUT ROWID;
PRAGMA user_version = {_VERSION};
"""
T = TypeVar("T")


class SourceRow(NamedTuple):
    """A source as it was when it was last read."""

    path: str
    size: int = -1
    mtime_ns: int = -1
    status: str = ""
    """stored, many, held, empty, damaged, forgotten, unknown, session."""
    session: str | None = None
    generation: int = 0
    consumed: int = 0
    """Bytes, unpacked, whose records are stored."""
    head: str = ""
    tail: str = ""
    """Hashes of the first 4 KiB, and of the 4 KiB before `consumed`."""
    records: int = 0
    skipped: int = 0
    held: int = 0


class SessionEntry(NamedTuple):
    """A session file as it was when it was last scanned."""

    name: str
    size: int
    mtime_ns: int
    scanned: int
    """Bytes of whole lines that `facts` stands for."""
    last: str
    """Time of the last message, so written that text order is time order."""
    facts: bytes


class Catalog:
    """`cache/catalog.sqlite` of a store."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pending: dict[str, SourceRow] = {}
        self._pending_sessions: dict[str, SessionEntry] = {}
        self._written = time.monotonic()
        self._db = _open(path)

    def sources(self) -> dict[str, SourceRow]:
        """Every known source by its path."""
        rows = self._read("SELECT * FROM sources")
        return {row[0]: SourceRow(*row) for row in rows}

    def source(self, path: str) -> SourceRow | None:
        """What is known of one source."""
        if path in self._pending:
            return self._pending[path]
        rows = self._read("SELECT * FROM sources WHERE path = ?", (path,))
        return SourceRow(*rows[0]) if rows else None

    def put_source(self, row: SourceRow) -> None:
        """Remember a source; written soon, at the latest by `flush`."""
        self._pending[row.path] = row
        self._flush_sometimes()

    def put_session(self, entry: SessionEntry) -> None:
        """Remember a session file; written soon, at the latest by `flush`."""
        self._pending_sessions[entry.name] = entry
        self._flush_sometimes()

    def flush(self) -> None:
        """Write what is remembered."""
        sources = list(self._pending.values())
        sessions = list(self._pending_sessions.values())
        self._pending, self._pending_sessions = {}, {}
        self._written = time.monotonic()
        for table, rows in (("sessions", sessions), ("sources", sources)):
            if rows:
                marks = ",".join("?" * len(rows[0]))
                self._write(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", rows)

    def session(self, name: str) -> SessionEntry | None:
        """What is known of one session file."""
        if name in self._pending_sessions:
            return self._pending_sessions[name]
        rows = self._read("SELECT * FROM sessions WHERE name = ?", (name,))
        return SessionEntry(*rows[0]) if rows else None

    def stamps(self) -> dict[str, tuple[int, int]]:
        """Size and mtime of every known session file."""
        rows = self._read("SELECT name, size, mtime_ns FROM sessions")
        return {name: (size, mtime) for name, size, mtime in rows}

    def latest(self) -> Iterator[SessionEntry]:
        """Session files, the newest message first; mtime decides between equals."""
        query = "SELECT * FROM sessions ORDER BY last DESC, mtime_ns DESC, name"
        return (SessionEntry(*row) for row in self._db.execute(query))

    def drop_sessions(self, names: Iterable[str]) -> None:
        """Forget session files that are gone."""
        self._write("DELETE FROM sessions WHERE name = ?", [(name,) for name in names])

    def drop_session(self, name: str, id: str) -> None:
        """Forget one session and that sources were read into it."""
        self.flush()
        self._write("DELETE FROM sessions WHERE name = ?", [(name,)])
        self._write("DELETE FROM sources WHERE session = ?", [(id,)])

    def close(self) -> None:
        """Write what is pending."""
        self.flush()
        self._db.close()

    def _flush_sometimes(self) -> None:
        if time.monotonic() - self._written > _BETWEEN_SECONDS:
            self.flush()

    def _read(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        return self._steadily(lambda: self._db.execute(query, values).fetchall())

    def _write(self, query: str, rows: Iterable[tuple[Any, ...]]) -> None:
        rows = list(rows)

        def write() -> None:
            with self._db:
                self._db.executemany(query, rows)

        if rows:
            self._steadily(write)

    def _steadily(self, act: Callable[[], T]) -> T:
        """Do it; with a new catalog where this one turns out to be damaged."""
        import sqlite3

        try:
            return act()
        except sqlite3.OperationalError as error:
            if _is_unwritable(error):
                self._db = _in_memory(self._db)
                return act()
            raise
        except sqlite3.DatabaseError:
            self._db.close()
            self._db = _anew(self._path)
            return act()


def _open(path: Path) -> sqlite3.Connection:
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
        return _anew(path)
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
    return db


def _filled(db: sqlite3.Connection) -> sqlite3.Connection:
    db.executescript(_SCHEMA)
    return db


def _anew(path: Path) -> sqlite3.Connection:
    import sqlite3

    try:
        path.unlink(missing_ok=True)
        os.close(open_private(path, os.O_CREAT | os.O_RDWR))
        return _filled(_connect(path))
    except (OSError, sqlite3.DatabaseError):
        return _filled(sqlite3.connect(":memory:"))


def _in_memory(db: sqlite3.Connection) -> sqlite3.Connection:
    import sqlite3

    memory = sqlite3.connect(":memory:")
    db.backup(memory)
    db.close()
    return memory


def _is_unwritable(error: sqlite3.OperationalError) -> bool:
    return "readonly" in str(error) or "unable to open" in str(error)
