"""What is known of every source and session, so that unchanged ones stay closed.

All of it is derived. A catalog that is missing, damaged or of another version is made
anew; one that can't be written is copied into memory.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from pane_cli.store.database import (
    in_memory,
    is_of_another_shape,
    is_unwritable,
    make_anew,
    open_database,
)

_BETWEEN_SECONDS = 1.0
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
    """Bytes of whole lines that `overview` stands for."""
    last: str
    """Time of the last message; empty: none is known."""
    overview: bytes


class Catalog:
    """`cache/catalog.sqlite` of a store."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pending: dict[str, SourceRow] = {}
        self._pending_sessions: dict[str, SessionEntry] = {}
        self._written = time.monotonic()
        self._db = open_database(path)

    def sources(self) -> dict[str, SourceRow]:
        """Every known source by its path."""
        rows = self._rows(SourceRow, "SELECT * FROM sources")
        return {row.path: row for row in rows}

    def source(self, path: str) -> SourceRow | None:
        """What is known of one source."""
        if path in self._pending:
            return self._pending[path]
        rows = self._rows(SourceRow, "SELECT * FROM sources WHERE path = ?", (path,))
        return rows[0] if rows else None

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
        query = "SELECT * FROM sessions WHERE name = ?"
        rows = self._rows(SessionEntry, query, (name,))
        return rows[0] if rows else None

    def stamps(self) -> dict[str, tuple[int, int]]:
        """Size and mtime of every known session file."""
        rows = self._read("SELECT name, size, mtime_ns FROM sessions")
        return {name: (size, mtime) for name, size, mtime in rows}

    def latest(self) -> Iterator[SessionEntry]:
        """Session files, the newest message first; mtime decides between equals."""
        # Text order is time order only without the Z, see `session.times.sortable`.
        time = "rtrim(last, 'Z')"
        query = f"SELECT * FROM sessions ORDER BY {time} DESC, mtime_ns DESC, name"
        return (msgspec.convert(row, SessionEntry) for row in self._db.execute(query))

    def beginning(self, overview: bytes) -> list[str]:
        """Names of session files whose overview begins like this."""
        query = "SELECT name FROM sessions WHERE substr(overview, 1, ?) = ?"
        return [name for (name,) in self._read(query, (len(overview), overview))]

    def drop_sessions(self, names: Iterable[str]) -> None:
        """Forget session files that are gone."""
        self._write("DELETE FROM sessions WHERE name = ?", [(name,) for name in names])

    def drop_session(self, name: str, id: str) -> None:
        """Forget one session and that sources were read into it."""
        self.flush()
        self._write("DELETE FROM sessions WHERE name = ?", [(name,)])
        self._write("DELETE FROM sources WHERE session = ?", [(id,)])

    def renew(self) -> None:
        """Forget everything: what is here turned out to be damaged."""
        self._db.close()
        self._db = make_anew(self._path)
        self._pending, self._pending_sessions = {}, {}

    def close(self) -> None:
        """Write what is pending."""
        self.flush()
        self._db.close()

    def _flush_sometimes(self) -> None:
        if time.monotonic() - self._written > _BETWEEN_SECONDS:
            self.flush()

    def _read(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        return self._steadily(lambda: self._db.execute(query, values).fetchall())

    def _rows(self, kind: type[T], query: str, values: tuple[Any, ...] = ()) -> list[T]:
        try:
            return msgspec.convert(self._read(query, values), list[kind])  # type: ignore[valid-type]
        except msgspec.ValidationError:
            self.renew()
            return []

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
            if is_unwritable(error):
                self._db = in_memory(self._db)
                return act()
            if not is_of_another_shape(error):
                raise
        except sqlite3.DatabaseError:
            pass
        self._db.close()
        self._db = make_anew(self._path)
        return act()
