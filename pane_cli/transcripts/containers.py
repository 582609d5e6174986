"""Where several sessions are in one file, or one session is in many files.

Each session is a source of its own, whose bytes are JSON lines made from what is there.
Its path goes on where the file ends: `opencode.db/ses_1`. So it can be named, ingested,
resumed and compared like any other file, and those lines are what is archived of it.
Nothing here writes, or locks a database.

A row or a file that changes changes its line only: then the source was rewritten, and
the store keeps the numbers of all other lines (`store/known.py`).

To add a database: how to list its sessions and give the lines of one, and a row here.
"""

from __future__ import annotations

import functools
import io
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, NamedTuple
from urllib.parse import quote, unquote

from pane_cli.errors import PaneError
from pane_cli.transcripts import aider_text, cursor_lines, goose_lines, opencode_lines
from pane_cli.transcripts.event_files import event_lines, event_stamp
from pane_cli.transcripts.opencode_tree import tree_id, tree_lines, tree_stamp
from pane_cli.transcripts.rows import encoded, hash_of
from pane_cli.transcripts.snapshot import is_database, names_in, read_database, stamp
from pane_cli.transcripts.source_paths import GOOSE_DATABASE, is_tree_session


class Part(NamedTuple):
    """A source, and two numbers that change when it does."""

    path: Path
    size: int
    mtime_ns: int


class Database(NamedTuple):
    """One row: what it has, its sessions, and the lines of one."""

    has: frozenset[str]
    """Tables, and columns as `table.column`."""
    sessions: Callable[[sqlite3.Connection], dict[str, tuple[int, int]]]
    lines: Callable[[sqlite3.Connection, str], list[bytes]]


DATABASES = (
    Database(
        opencode_lines.TABLES, opencode_lines.sessions, opencode_lines.session_lines
    ),
    Database(
        cursor_lines.CLI_TABLES, cursor_lines.cli_sessions, cursor_lines.cli_lines
    ),
    Database(
        cursor_lines.EDITOR_TABLES,
        cursor_lines.editor_sessions,
        cursor_lines.editor_lines,
    ),
    Database(goose_lines.TABLES, goose_lines.sessions, goose_lines.session_lines),
)
_HISTORY_LOOK = 1 << 18


def sources_of(path: Path) -> list[Part]:
    """The sources that a path is: itself, or one for each session that it holds.

    Raises OSError where it can't be read, PaneError for a database of no known agent.
    """
    if path.is_dir():
        return [Part(path, *event_stamp(path))]
    if path.parent.is_file():
        found = [part for part in sources_of(path.parent) if part.path == path]
        if not found:
            raise FileNotFoundError(2, "no such session in this file", str(path))
        return found
    if is_tree_session(path):
        return [Part(path, *tree_stamp(path))]
    if is_database(path):
        return _database_parts(path)
    if is_history(path):
        return [
            Part(
                path / chat.name, len(chat.lines), hash_of("".join(chat.lines).encode())
            )
            for chat in _chats(path, stamp(path))
            if chat.has_words
        ]
    stat = path.stat()
    return [Part(path, stat.st_size, stat.st_mtime_ns)]


def open_part(path: Path, final: bool) -> BinaryIO:
    """The lines of a source that is no plain file; raises OSError where it is none.

    Unless `final`, what may still go on is left out, as in a file that grows.
    """
    if path.is_dir():
        return _stream(event_lines(path))
    if is_tree_session(path):
        return _stream(tree_lines(path))
    holder = path.parent
    if holder.is_file() and is_database(holder):
        return io.BytesIO(_session(path, stamp(holder)))
    if holder.is_file() and is_history(holder):
        return io.BytesIO(_chat(path, final, stamp(holder)))
    return path.open("rb")


def is_in_database(path: Path) -> bool:
    """Whether a session was moved to a database, and its file left behind."""
    if is_tree_session(path):
        found, id = sorted(path.parents[3].glob("opencode*.db")), tree_id(path)
    else:
        found, id = [path.with_name(GOOSE_DATABASE)], path.stem
    return any(is_database(holder) and has_session(holder, id) for holder in found)


def has_session(path: Path, id: str) -> bool:
    """Whether a database holds a session of this id."""
    return id in _ids(path, stamp(path))


def is_history(path: Path) -> bool:
    """Whether a file is a chat history of aider."""
    if path.suffix != ".md":
        return False
    with path.open("rb") as stream:
        head = stream.read(_HISTORY_LOOK)
    return b"# aider chat started at " in head


def _database_parts(path: Path) -> list[Part]:
    row = read_database(path, _row)
    if row is None:
        raise PaneError(
            f"{path}: a database of no agent that pane knows",
            "databases are read of OpenCode (opencode.db), Cursor (store.db, "
            "state.vscdb) and Goose (sessions.db)",
        )
    found = read_database(path, row.sessions)
    return [Part(path / quote(id, safe=""), *marks) for id, marks in found.items()]


def _row(connection: sqlite3.Connection) -> Database | None:
    names = names_in(connection)
    return next((row for row in DATABASES if row.has <= names), None)


@functools.lru_cache(maxsize=8)
def _ids(path: Path, known: object) -> frozenset[str]:
    row = read_database(path, _row)
    return frozenset(read_database(path, row.sessions) if row else ())


@functools.lru_cache(maxsize=1)
def _session(path: Path, known: object) -> bytes:
    """A session of a database: the last one is kept, as it is read more than once."""
    holder, id = path.parent, unquote(path.name)

    def work(connection: sqlite3.Connection) -> list[bytes]:
        row = _row(connection)
        return row.lines(connection, id) if row is not None else []

    if not has_session(holder, id):
        raise FileNotFoundError(2, "no such session in the database", str(path))
    return _joined(read_database(holder, work))


@functools.lru_cache(maxsize=1)
def _chats(path: Path, known: object) -> list[aider_text.Chat]:
    return aider_text.chats(path.read_bytes().decode("utf-8", "replace"))


@functools.lru_cache(maxsize=2)
def _chat(path: Path, final: bool, known: object) -> bytes:
    """A chat; a last piece that may go on ends in the middle of its line."""
    chats = _chats(path.parent, known)
    chat = next((chat for chat in chats if chat.name == path.name), None)
    if chat is None:
        raise FileNotFoundError(2, "no such chat in the history", str(path))
    lines = []
    for piece in aider_text.pieces(chat, final):
        line = {"aider": piece.kind, "text": piece.text}
        lines.append(
            encoded(line | ({"started": piece.started} if piece.started else {}))
        )
    is_held = chat.is_last and not final
    return _joined(lines) + (b'{"aider":' if is_held else b"")


def _stream(lines: list[bytes]) -> BinaryIO:
    return io.BytesIO(_joined(lines))


def _joined(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)
