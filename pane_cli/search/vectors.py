"""Vectors of texts, kept beside the index: each text is encoded once.

They are found by a hash of the text, so that it does not matter where it stands. The
file is a cache: damaged or not writable, it costs time only. Where there is none,
vectors are kept in memory.
"""

from __future__ import annotations

import hashlib
import sqlite3
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from pane_cli.search.encoders import Encoder

_BATCH = 500
"""Below the number of variables that SQLite takes."""


class Vectors:
    """What an encoder makes of texts, remembered in a file if `path` is given."""

    def __init__(self, encoder: Encoder, path: Path | None) -> None:
        self._encoder = encoder
        self._path = path
        self._held: dict[bytes, array[float]] = {}
        """Those that no file keeps."""

    def of(self, texts: Sequence[str]) -> list[array[float]]:
        """A vector for each text."""
        marks = list(map(_mark, texts))
        known = self._known(list(dict.fromkeys(marks)))
        new = {m: t for m, t in zip(marks, texts, strict=True) if m not in known}
        if new:
            made = self._encoder.encode(list(new.values()))
            fresh = {
                mark: array("f", vector) for mark, vector in zip(new, made, strict=True)
            }
            known.update(fresh)
            self._keep(fresh)
        return [known[mark] for mark in marks]

    def _known(self, marks: list[bytes]) -> dict[bytes, array[float]]:
        if self._path is None:
            return {mark: self._held[mark] for mark in marks if mark in self._held}
        found: dict[bytes, array[float]] = {}
        with self._file() as file:
            for start in range(0, len(marks), _BATCH) if file else ():
                part = marks[start : start + _BATCH]
                holes = ",".join("?" * len(part))
                query = f"SELECT mark, vector FROM vectors WHERE mark IN ({holes})"
                rows = file.execute(query, part) if file else ()
                found.update((mark, array("f", raw)) for mark, raw in rows)
        return found

    def _keep(self, fresh: dict[bytes, array[float]]) -> None:
        if self._path is None:
            self._held.update(fresh)
            return
        rows = [(mark, vector.tobytes()) for mark, vector in fresh.items()]
        with self._file() as file:
            if file:
                file.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?)", rows)
                file.commit()

    @contextmanager
    def _file(self) -> Iterator[sqlite3.Connection | None]:
        """None: there is none, or another process has it, or it can't be written."""
        if self._path is None:
            yield None
            return
        file = None
        try:
            file = _opened(self._path, self._encoder.name)
        except (sqlite3.Error, OSError):
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
        try:
            with suppress(sqlite3.Error):
                yield file
        finally:
            if file is not None:
                file.close()


def _opened(path: Path, encoder: str) -> sqlite3.Connection:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    file = sqlite3.connect(path, timeout=1)
    try:
        file.execute("CREATE TABLE IF NOT EXISTS model (name TEXT PRIMARY KEY)")
        file.execute(
            "CREATE TABLE IF NOT EXISTS vectors (mark BLOB PRIMARY KEY, vector BLOB)"
            " WITHOUT ROWID"
        )
        names = [name for (name,) in file.execute("SELECT name FROM model")]
        if names != [encoder]:
            file.execute("DELETE FROM model")
            file.execute("DELETE FROM vectors")
            file.execute("INSERT INTO model VALUES (?)", (encoder,))
            file.commit()
    except sqlite3.Error:
        file.close()
        raise
    return file


def _mark(text: str) -> bytes:
    raw = text.encode("utf-8", "replace")
    return hashlib.blake2b(raw, digest_size=12).digest()
