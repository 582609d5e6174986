"""Where a store is, and the names and modes of what lies in it.

`sessions/ID.jsonl originals/ID.zst rules.yaml cache/`; files 0600, folders 0700.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote, unquote

from pane_cli.errors import PaneError

FOLDERS = ("sessions", "originals", "cache", "cache/readers", "cache/folds")
LOCAL = ".pane"
_IGNORED = ("/.gitignore", "/sessions/", "/originals/", "/cache/")
_LONGEST = 200
REPLACING = threading.Lock()
"""Held while a file is half written: who has it may end the process."""


def locate(option: Path | None = None) -> Path:
    """`--store`, else $PANE_STORE, else a `.pane/` made by `init --local`, else XDG."""
    if option is not None:
        return option.expanduser().absolute()
    named = os.environ.get("PANE_STORE")
    if named:
        return Path(named).expanduser().absolute()
    return _local(Path.cwd()) or _user()


def _local(folder: Path) -> Path | None:
    for above in (folder, *folder.parents):
        if (above / LOCAL / "sessions").is_dir():
            return above / LOCAL
    return None


def _user() -> Path:
    data = os.environ.get("XDG_DATA_HOME", "")
    if Path(data).is_absolute():  # the specification: relative values are ignored
        return Path(data) / "pane"
    try:
        return Path.home() / ".local" / "share" / "pane"
    except RuntimeError as error:
        raise PaneError(
            "no home folder to keep sessions in", "name a folder with --store"
        ) from error


def make(root: Path) -> None:
    """The folders of a store, where they are missing."""
    for folder in (root, *(root / name for name in FOLDERS)):
        if not folder.is_dir():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_cache(root: Path) -> None:
    """The cache of a store that lost it: all in it is derived, and dear to derive.

    One that can't be written does without.
    """
    if not (root / "cache").is_dir() and (root / "sessions").is_dir():
        with suppress(OSError):
            make(root)


def make_local(project: Path) -> Path:
    """A store in `project/.pane` that git does not see; rules stay visible to it."""
    root = project / LOCAL
    make(root)
    ignore = root / ".gitignore"
    lines = ignore.read_text("utf-8").splitlines() if ignore.exists() else []
    missing = [line for line in _IGNORED if line not in lines and "*" not in lines]
    if missing:
        ignore.write_text("\n".join([*lines, *missing]) + "\n", "utf-8")
    return root


def file_stem(id: str) -> str:
    """The file name of an id, without suffix; `id_of` is its inverse."""
    stem = quote(id, safe="")
    if stem.startswith("."):
        stem = "%2E" + stem[1:]
    if len(stem) <= _LONGEST:
        return stem
    import hashlib  # four milliseconds that a prompt must not pay

    # Too long for a file system: such a name is not reversible, its header is.
    return f"{stem[:_LONGEST]}%{hashlib.sha256(id.encode()).hexdigest()[:16]}"


def id_of(stem: str) -> str | None:
    """The id of a file's stem; None where only the header knows it."""
    return None if len(stem) > _LONGEST else unquote(stem)


def open_private(path: Path, flags: int) -> int:
    """A file descriptor; a new file can be read by its owner alone."""
    return os.open(path, flags | getattr(os, "O_BINARY", 0), 0o600)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """What fails in here is said of `path`: a full disk has no name of its own."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


def write_private(path: Path, body: bytes) -> None:
    """The whole file at once: readers see the old one or the new one."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    flags = os.O_CREAT | os.O_WRONLY | os.O_TRUNC
    with REPLACING:
        try:
            with naming(path), open(open_private(beside, flags), "wb") as stream:
                stream.write(body)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
