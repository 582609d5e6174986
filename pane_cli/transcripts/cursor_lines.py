"""Cursor's sessions as lines: of the CLI's `store.db`, of the editor's `state.vscdb`.

Both: what the session is, its title, then its messages. The CLI keeps messages under
hashes of their content; the newest root names those that are in context, in order.
Those that it no longer names come first, and a line says that they are out. The editor
keeps each bubble under its own key, and their order with the session.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from pane_cli.transcripts.rows import encoded, hash_of, loaded, text_in

Record = dict[str, Any]
CLI_TABLES = frozenset(("meta", "blobs"))
EDITOR_TABLES = frozenset(("cursorDiskKV",))
_COMPOSER = "composerData:"
_COMPOSERS = "SELECT key, value FROM cursorDiskKV WHERE key >= ? AND key < ?"
_VALUE = "SELECT value FROM cursorDiskKV WHERE key = ?"
_ID_BYTES = 32
#: Field 1, of bytes, in a root: one hash of a message each.
_HASH_FIELD = bytes((0x0A, _ID_BYTES))


def cli_meta(connection: sqlite3.Connection) -> Record:
    """What the CLI says of its session: JSON, written in hexadecimal."""
    for (value,) in connection.execute("SELECT value FROM meta WHERE key = '0'"):
        try:
            return loaded(bytes.fromhex(bytes(value).decode("ascii")))
        except ValueError:
            return loaded(bytes(value))
    return {}


def cli_sessions(connection: sqlite3.Connection) -> dict[str, tuple[int, int]]:
    """The one session of the CLI's database: how many blobs, and the newest's row."""
    counts = "SELECT count(*), coalesce(max(rowid), 0) FROM blobs"
    meta = cli_meta(connection)
    many, last = connection.execute(counts).fetchone()
    mark = hash_of(encoded(meta))
    return {str(meta.get("agentId") or "session"): (many, last + mark)}


def cli_lines(connection: sqlite3.Connection, id: str) -> list[bytes]:
    """The lines of the CLI's session."""
    meta = cli_meta(connection)
    head = {"agentId": id, "createdAt": meta.get("createdAt")}
    title = {"type": "session-title", "name": meta.get("name")}
    title["lastUsedModel"] = meta.get("lastUsedModel")
    blobs = {
        text_in(key): bytes(value or b"")
        for key, value in connection.execute(
            "SELECT id, data FROM blobs ORDER BY rowid"
        )
    }
    messages = {key: line for key, body in blobs.items() if (line := _message(body))}
    root = blobs.get(str(meta.get("latestRootBlobId")), b"")
    named = [key for key in _hashes(root) if key in messages]
    out = [line for key, line in messages.items() if key not in set(named)]
    if named and out:
        out.append(encoded({"type": "context-replaced", "agentId": id}))
    inside = [messages[key] for key in named]
    return [encoded(head), encoded(title), *out, *inside]


def _message(body: bytes) -> bytes | None:
    """A blob that is a message, as a line."""
    if not body.startswith(b"{"):
        return None
    value = loaded(body)
    if not isinstance(value.get("role"), str):
        return None
    return body if b"\n" not in body else encoded(value)


def _hashes(root: bytes) -> list[str]:
    """The hashes that a root begins with."""
    found, position = [], 0
    while root[position : position + 2] == _HASH_FIELD:
        position += 2
        found.append(root[position : position + _ID_BYTES].hex())
        position += _ID_BYTES
    return found


def editor_sessions(connection: sqlite3.Connection) -> dict[str, tuple[int, int]]:
    """Composers with messages: how many, and a mark that changes with them."""
    end = _COMPOSER[:-1] + ";"
    found = {}
    for key, value in connection.execute(_COMPOSERS, (_COMPOSER, end)):
        body = _bytes(value)
        order = _order(loaded(body))
        if order:
            id = text_in(key)[len(_COMPOSER) :]
            found[id] = (len(order), hash_of(body))
    return found


def editor_lines(connection: sqlite3.Connection, id: str) -> list[bytes]:
    """The lines of a composer."""
    row = connection.execute(_VALUE, (_COMPOSER + id,)).fetchone()
    composer = loaded(_bytes(row[0])) if row else {}
    head = {"composerId": id, "createdAt": composer.get("createdAt")}
    title = {"type": "session-title", "composerId": id, "name": composer.get("name")}
    title["modelConfig"] = composer.get("modelConfig")
    lines = [encoded(head), encoded(title)]
    for bubble in _order(composer):
        key = f"bubbleId:{id}:{bubble.get('bubbleId')}"
        row = connection.execute(_VALUE, (key,)).fetchone()
        body = _bytes(row[0]).strip() if row else b""
        value = loaded(body)
        if not value:  # older versions keep it where the order is
            lines.append(encoded(bubble))
        elif "bubbleId" in value and b"\n" not in body:
            lines.append(body)
        else:
            lines.append(encoded({"bubbleId": bubble.get("bubbleId"), **value}))
    return lines


def _order(composer: Record) -> list[Record]:
    for key in ("fullConversationHeadersOnly", "conversation"):
        bubbles = composer.get(key)
        if isinstance(bubbles, list) and bubbles:
            return [bubble for bubble in bubbles if isinstance(bubble, dict)]
    return []


def _bytes(value: Any) -> bytes:
    return bytes(value) if isinstance(value, bytes | memoryview) else b""
