"""Which sessions were forgotten, so that no ingest brings them back.

`sessions/ID.forgotten` holds a hash of the source's path and nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pane_cli.store.place import file_stem, id_of, write_private
from pane_cli.store.sourcebytes import digest

SUFFIX = ".forgotten"


def add(root: Path, id: str, source: str | None) -> None:
    """Remember that a session was forgotten."""
    write_private(_path(root, id), _name(source).encode() if source else b"")


def has(root: Path, id: str, source: Path | None) -> bool:
    """Whether the session was forgotten, or one that was read from `source`.

    A transcript that names no session gets its id from its first record, which may
    change: then the path tells.
    """
    if _path(root, id).exists():
        return True
    return source is not None and _name(str(source)) in _sources(root)


def ids(root: Path) -> list[str]:
    """Ids of forgotten sessions, those that a file name can hold."""
    return sorted(filter(None, (id_of(stem) for stem in _stems(root))))


def _stems(root: Path) -> Iterator[str]:
    try:
        with os.scandir(root / "sessions") as entries:
            names = [entry.name for entry in entries]
    except FileNotFoundError:
        return
    yield from (n[: -len(SUFFIX)] for n in names if n.endswith(SUFFIX))


def _sources(root: Path) -> set[str]:
    tombs = (root / "sessions" / f"{stem}{SUFFIX}" for stem in _stems(root))
    return {tomb.read_text("ascii") for tomb in tombs} - {""}


def _path(root: Path, id: str) -> Path:
    return root / "sessions" / f"{file_stem(id)}{SUFFIX}"


def _name(source: str) -> str:
    return digest(source.encode("utf-8", "surrogateescape"))
