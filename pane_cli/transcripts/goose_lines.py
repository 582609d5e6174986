"""Goose's sessions as lines, from its database (`sessions.db`).

The session with what never changes, its name, each message, and at the end what the
session used in all. Messages are named as Goose's own export names them.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from pane_cli.session.values import parse
from pane_cli.transcripts.rows import encoded, hash_of, loaded, text_in

Record = dict[str, Any]
#: Others have these tables too; only Goose keeps content so.
TABLES = frozenset(("sessions", "messages", "messages.content_json"))
_STABLE = ("working_dir", "created_at", "session_type")
_TOTALS = (
    "input_tokens",
    "output_tokens",
    "accumulated_input_tokens",
    "accumulated_output_tokens",
)
_COUNTS = "SELECT session_id, count(*), max(id) FROM messages GROUP BY session_id"


def sessions(connection: sqlite3.Connection) -> dict[str, tuple[int, int]]:
    """Ids of the sessions with messages: how many, and a mark that changes with it."""
    found = {}
    for id, many, last in connection.execute(_COUNTS).fetchall():
        row = _session_row(connection, text_in(id))
        found[text_in(id)] = (many, last + hash_of(encoded(row)))
    return found


def session_lines(connection: sqlite3.Connection, id: str) -> list[bytes]:
    """The lines of a session."""
    row = _session_row(connection, id)
    lines: list[Record] = [{"id": id, **{key: row.get(key) for key in _STABLE}}]
    name = row.get("name") or row.get("description")
    if name:
        lines.append({"type": "session-title", "id": id, "name": name})
    lines += _messages(connection, id)
    totals = {key: row[key] for key in _TOTALS if row.get(key)}
    if totals:
        lines.append({"type": "session-totals", "id": id, **totals})
    return [encoded(line) for line in lines]


def _messages(connection: sqlite3.Connection, id: str) -> list[Record]:
    """Messages in the order of their rows: their times have no more than seconds."""
    cursor = connection.execute(
        "SELECT * FROM messages WHERE session_id = ? ORDER BY id", (id,)
    )
    names = [column[0] for column in cursor.description]
    found = []
    for index, values in enumerate(cursor.fetchall()):
        row = dict(zip(names, values, strict=True))
        message = {
            "id": f"msg_{id}_{index}",
            "role": text_in(row["role"]),
            "created": row["created_timestamp"],
            "content": _content(row["content_json"]),
        }
        metadata = row.get("metadata_json")  # since the third version
        if metadata:
            message["metadata"] = loaded(metadata)
        found.append(message)
    return found


def _content(body: bytes) -> Any:
    """The blocks of a message; the text itself where it is no JSON."""
    try:
        return parse(body)
    except ValueError:
        return text_in(body)


def _session_row(connection: sqlite3.Connection, id: str) -> Record:
    """What the database says of a session, whatever its version has columns for."""
    cursor = connection.execute("SELECT * FROM sessions WHERE id = ?", (id,))
    names = [column[0] for column in cursor.description]
    values = cursor.fetchone() or ()
    return {
        name: text_in(value) if isinstance(value, bytes) else value
        for name, value in zip(names, values, strict=False)
    }
