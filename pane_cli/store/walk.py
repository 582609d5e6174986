"""PATHs as they are named become sources: files, files in folders, globs."""

from __future__ import annotations

import fnmatch
import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pane_cli.errors import PaneError
from pane_cli.transcripts.source import is_made, may_hold
from pane_cli.transcripts.source_paths import (
    is_holder_name,
    is_told_elsewhere,
    may_have_moved,
)

#: What a transcript in a folder is called; a file that is named may be called anything.
SUFFIXES = (".jsonl", ".json", ".ndjson", ".traj")
PACKED = (".gz", ".zst")


class Found(NamedTuple):
    """A source and how it stands, told without opening it."""

    path: Path
    size: int
    mtime_ns: int
    shown: str
    """The path as the user would write it."""
    is_named: bool = False
    """By the user, not found in a folder."""


class Missing(NamedTuple):
    """A PATH that could not be looked at."""

    shown: str
    problem: str
    is_named: bool = False


def walk(
    paths: Iterable[Path], exclude: Sequence[str] = (), skip: Path | None = None
) -> Iterator[Found | Missing]:
    """Every source once, by absolute path; `skip` is a folder to stay out of."""
    seen: set[str] = set()
    for path in paths:
        for found in _named(path, skip):
            if isinstance(found, Missing):
                yield found
            elif str(found.path) not in seen:
                seen.add(str(found.path))
                if not is_excluded(str(found.path), exclude):
                    yield found


def is_excluded(path: str, exclude: Sequence[str]) -> bool:
    """Whether a glob of the rules keeps this source out of every store."""
    return any(
        fnmatch.fnmatchcase(path, str(Path(pattern).expanduser()))
        for pattern in exclude
    )


def _named(path: Path, skip: Path | None) -> Iterator[Found | Missing]:
    try:
        stat = path.stat()
    except OSError as error:
        if path.parent.is_file():  # a session in a file
            yield from _held(Path.cwd() / path, str(path), is_named=True)
            return
        matches = _matches(str(path))
        for match in matches:
            yield from _named(Path(match), skip)
        if not matches:
            yield Missing(str(path), error.strerror or str(error), is_named=True)
        return
    absolute = Path(os.path.normpath(path.absolute()))
    if path.is_dir() and not is_made(absolute):
        yield from _folder(str(absolute), str(path), str(skip) if skip else None)
    elif may_hold(absolute):
        yield from _held(absolute, str(path), is_named=True)
    else:
        yield Found(absolute, stat.st_size, stat.st_mtime_ns, str(path), is_named=True)


def _matches(pattern: str) -> list[str]:
    """Paths that a pattern means, where the shell did not expand it."""
    if not glob.has_magic(pattern):
        return []
    return sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207, may be absolute


def _folder(folder: str, shown: str, skip: str | None) -> Iterator[Found | Missing]:
    try:
        with os.scandir(folder) as scanned:
            entries = sorted(scanned, key=lambda entry: entry.name)
    except OSError as error:
        yield Missing(shown, error.strerror or str(error))
        return
    names = {entry.name for entry in entries}
    for entry in entries:
        name = f"{shown.rstrip(os.sep)}{os.sep}{entry.name}"
        try:
            if not is_told_elsewhere(folder, entry.name, names):
                yield from _entry(entry, name, skip)
        except OSError as error:
            yield Missing(name, error.strerror or str(error))


def _entry(
    entry: os.DirEntry[str], name: str, skip: str | None
) -> Iterator[Found | Missing]:
    path = Path(entry.path)
    if entry.is_dir(follow_symlinks=False):
        if is_made(path):
            yield from _held(path, name)
        elif entry.path != skip:
            yield from _folder(entry.path, name, skip)
    elif is_holder_name(entry.name) or may_have_moved(path):
        yield from _held(path, name)
    elif is_transcript_name(entry.name) and entry.is_file():
        stat = entry.stat()
        yield Found(path, stat.st_size, stat.st_mtime_ns, name)


def _held(path: Path, shown: str, is_named: bool = False) -> Iterator[Found | Missing]:
    """What a path holds: sessions in one file, or one that is in many."""
    from pane_cli.transcripts.containers import is_in_database, sources_of

    if not is_named and may_have_moved(path) and is_in_database(path):
        return
    try:
        parts = sources_of(path)
    except (OSError, PaneError) as error:
        problem = str(getattr(error, "strerror", None) or error)
        problem = problem.removeprefix(f"{path}: ")
        if is_named or isinstance(error, OSError):
            yield Missing(shown, problem, is_named)
        return
    for part in parts:
        name = shown if part.path == path else f"{shown}{os.sep}{part.path.name}"
        yield Found(part.path, part.size, part.mtime_ns, name, is_named)


def is_transcript_name(name: str) -> bool:
    """Whether a file in a folder is worth opening."""
    name = name.lower()
    for packed in PACKED:
        name = name.removesuffix(packed)
    return name.endswith(SUFFIXES)
