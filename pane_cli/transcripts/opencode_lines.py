"""OpenCode's sessions as lines, from its database.

The session with what never changes, its title, each message and its parts, and at the
end where the user went back to. The older tree of files (`opencode_tree.py`) gives the
same lines, so that a session that was moved to the database stays the same.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from pane_cli.transcripts.rows import encoded, loaded, text_in
from pane_cli.transcripts.snapshot import tables

Record = dict[str, Any]
TABLES = frozenset(("message", "part"))
_STABLE = ("id", "directory", "parentID", "projectID", "version")
_COUNTS = """
SELECT session_id, sum(many), max(at) FROM (
  SELECT session_id, count(*) AS many, max(time_updated) AS at
    FROM message GROUP BY session_id
  UNION ALL
  SELECT session_id, count(*), max(time_updated) FROM part GROUP BY session_id
) GROUP BY session_id ORDER BY session_id
"""


def sessions(connection: sqlite3.Connection) -> dict[str, tuple[int, int]]:
    """Ids of the sessions with messages: how many rows, and when the last changed."""
    found = {text_in(id): (many, at) for id, many, at in connection.execute(_COUNTS)}
    for id, at in _updated(connection):
        if id in found:
            many, last = found[id]
            found[id] = (many, max(last, at))
    return found


def _updated(connection: sqlite3.Connection) -> list[tuple[str, int]]:
    if "session" not in tables(connection):
        return []
    rows = connection.execute("SELECT id, time_updated FROM session")
    return [(text_in(id), at) for id, at in rows]


def session_lines(connection: sqlite3.Connection, id: str) -> list[bytes]:
    """The lines of a session of the database."""
    row = _session_row(connection, id)
    messages = connection.execute(
        "SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id",
        (id,),
    ).fetchall()
    parts: dict[str, list[bytes]] = {}
    for part, message, data in connection.execute(
        "SELECT id, message_id, data FROM part WHERE session_id = ? ORDER BY id", (id,)
    ):
        ids = {"id": text_in(part), "messageID": text_in(message), "sessionID": id}
        parts.setdefault(text_in(message), []).append(line(data, ids))
    lines = head(row)
    for message, data in messages:
        lines.append(line(data, {"id": text_in(message), "sessionID": id}))
        lines += parts.pop(text_in(message), [])
    for left in parts.values():  # of messages that are not there
        lines += left
    return lines + tail(row)


def _session_row(connection: sqlite3.Connection, id: str) -> Record:
    row: Record = {"id": id, "directory": "", "time": {}}
    if "session" not in tables(connection):
        return row
    cursor = connection.execute("SELECT * FROM session WHERE id = ?", (id,))
    names = [column[0] for column in cursor.description]
    for values in cursor.fetchall():
        known = dict(zip(names, values, strict=True))
        for key, name in (
            ("directory", "directory"),
            ("parentID", "parent_id"),
            ("projectID", "project_id"),
            ("version", "version"),
            ("title", "title"),
            ("revert", "revert"),
        ):
            value = known.get(name)
            row[key] = text_in(value) if isinstance(value, bytes) else value
        row["time"] = {"created": known.get("time_created")}
    return row


def head(row: Record) -> list[bytes]:
    """What a session is, and what it is called."""
    first = {key: row[key] for key in _STABLE if row.get(key) is not None}
    time = row.get("time")
    created = time.get("created") if isinstance(time, dict) else None
    lines = [{"directory": "", **first, "time": {"created": created}}]
    if row.get("title"):
        title = {"type": "session-title", "sessionID": row.get("id")}
        lines.append({**title, "title": row["title"]})
    return [encoded(one) for one in lines]


def tail(row: Record) -> list[bytes]:
    """Where the user went back to, if at all."""
    revert = row.get("revert")
    revert = loaded(revert.encode()) if isinstance(revert, str) else revert
    if not isinstance(revert, dict) or not revert.get("messageID"):
        return []
    known = {"type": "session-revert", "sessionID": row.get("id")}
    return [encoded({**known, "messageID": revert["messageID"]})]


def line(data: bytes, ids: Record) -> bytes:
    """A row's value with its ids; bytes that hold none stay as they are."""
    value = loaded(data)
    return encoded({**value, **ids}) if value else data.replace(b"\n", b" ")
