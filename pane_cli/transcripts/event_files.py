"""OpenHands' folder of events, one file each: `sessions/<id>/events/<n>.json`."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

from pane_cli.transcripts.rows import encoded, loaded

EVENTS = "events"
_EVENT = re.compile(r"(\d+)\.json\Z")


def is_event_folder(folder: Path) -> bool:
    """Whether the folder is one of events."""
    return folder.name == EVENTS and bool(_files(folder))


def event_stamp(folder: Path) -> tuple[int, int]:
    """How many files there are, and when the last was written.

    Raises IsADirectoryError for any other folder.
    """
    if not is_event_folder(folder):
        raise IsADirectoryError(errno.EISDIR, "a folder, and no FILE", str(folder))
    files = _files(folder)
    return len(files), max(file.stat().st_mtime_ns for file in files)


def event_lines(folder: Path) -> list[bytes]:
    """A line that says which session it is, then each event in order of its number."""
    name = folder.parent.name
    lines = [encoded({"openhands": "session", "session_id": name})]
    for file in _files(folder):
        body = file.read_bytes()
        value = loaded(body)
        lines.append(encoded(value) if value else body.replace(b"\n", b" "))
    return lines


def _files(folder: Path) -> list[Path]:
    """Files of events; numbers sort as numbers."""
    found = [(m, e.name) for e in os.scandir(folder) if (m := _EVENT.match(e.name))]
    return [folder / name for _, name in sorted((int(m[1]), n) for m, n in found)]
