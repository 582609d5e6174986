"""What the hook remembers between two events, kept in the store's cache."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pane_cli.agents.memory import Memory
from pane_cli.store.place import file_stem, write_private

_FOLDER = "hook"


def remembered(root: Path, session: str) -> Memory:
    """Of the session that the agent names; an empty one where there is none."""
    try:
        return msgspec.json.decode(_path(root, session).read_bytes(), type=Memory)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return Memory()


def remember(root: Path, session: str, memory: Memory) -> None:
    """Keep it; OSError where it can't be: then something may be added twice."""
    path = _path(root, session)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_private(path, msgspec.json.encode(memory))


def _path(root: Path, session: str) -> Path:
    return root / "cache" / _FOLDER / f"{file_stem(session)}.json"
