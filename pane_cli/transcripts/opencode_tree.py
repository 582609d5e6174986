"""OpenCode's older tree of files, one for each session, message and part.

`storage/session/<project>/<session>.json`, `storage/message/<session>/*.json` and
`storage/part/<message>/*.json`; before that all parts lay in `storage/part`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pane_cli.transcripts.opencode_lines import Record, head, line, tail
from pane_cli.transcripts.rows import loaded


class _Message(NamedTuple):
    id: str
    created: float
    file: Path
    parts: list[Path]


def tree_id(file: Path) -> str:
    """The id of a tree's session."""
    return str(loaded(file.read_bytes()).get("id") or file.stem)


def tree_stamp(file: Path) -> tuple[int, int]:
    """How many files a tree's session has, and when the last was written."""
    files = [file]
    for message in _messages(file, tree_id(file)):
        files += [message.file, *message.parts]
    return len(files), max(one.stat().st_mtime_ns for one in files)


def tree_lines(file: Path) -> list[bytes]:
    """The lines of a session of the tree."""
    row: Record = loaded(file.read_bytes())
    id, lines = tree_id(file), head(row)
    messages = sorted(_messages(file, id), key=lambda one: (one.created, one.id))
    for message in messages:
        ids = {"id": message.id, "sessionID": id}
        lines.append(line(message.file.read_bytes(), ids))
        for part in message.parts:
            data = part.read_bytes()
            own = str(loaded(data).get("id") or part.stem)
            lines.append(line(data, {**ids, "id": own, "messageID": message.id}))
    return lines + tail(row)


def _messages(file: Path, session: str) -> Iterator[_Message]:
    storage = file.parents[2]
    loose = [(part, loaded(part.read_bytes())) for part in _files(storage / "part")]
    for message in _files(storage / "message" / session):
        body = loaded(message.read_bytes())
        id = str(body.get("id") or message.stem)
        time = body.get("time")
        created = time.get("created") if isinstance(time, dict) else None
        parts = _files(storage / "part" / id)
        parts += [part for part, value in loose if value.get("messageID") == id]
        when = created if isinstance(created, int | float) else 0
        yield _Message(id, when, message, parts)


def _files(folder: Path) -> list[Path]:
    try:
        names = sorted(entry.name for entry in os.scandir(folder))
    except OSError:
        return []
    return [folder / name for name in names if name.endswith(".json")]
