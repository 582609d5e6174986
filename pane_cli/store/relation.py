"""How a source stands to the session that it says it is.

A session's own source is the one that its header names. Only that one may rewrite it:
another path with other bytes is another session.
"""

from __future__ import annotations

from enum import Enum, auto
from pathlib import Path

from pane_cli.store.archive import Archive
from pane_cli.store.catalog import SourceRow
from pane_cli.store.sourcebytes import WINDOW, open_at, windows


class Relation(Enum):
    """What to do with the source."""

    GROWS = auto()
    """Its bytes are the archived ones, and perhaps more."""
    CHANGED = auto()
    """It was rewritten: a new generation."""
    KNOWN = auto()
    """A copy of what the session's source once was."""
    OTHER = auto()
    """Another conversation of the same name."""


def relate(
    path: Path, is_own: bool, row: SourceRow | None, archive: Archive
) -> Relation:
    """Compare a source with the archive; `row` is what was read of it before."""
    generation = archive.generation
    end = archive.end(generation)
    if row is not None and (row.generation, row.consumed) == (generation, end):
        is_alike = windows(path, end) == (end, row.head, row.tail)
        # Written to, and not longer: what is between the windows may be another.
        if is_alike and (end <= 2 * WINDOW or _is_longer(path, end)):
            return Relation.GROWS
        if is_own and not is_alike:
            return Relation.CHANGED
    return _compare(path, is_own, row, archive)


def _is_longer(path: Path, end: int) -> bool:
    with open_at(path, end) as rest:
        return bool(rest.read(16).strip())  # a line's end may not be consumed


def _compare(
    path: Path, is_own: bool, row: SourceRow | None, archive: Archive
) -> Relation:
    with open_at(path, 0) as stream:
        count, ended = archive.common(archive.generation, stream)
    is_less = row is not None and count < row.consumed
    if ended == "archive":
        return Relation.GROWS
    if ended == "stream":
        return Relation.CHANGED if is_own and is_less else Relation.GROWS
    # What differs behind the bytes that came from here came from another path.
    if is_own and (row is None or is_less):
        return Relation.CHANGED
    for generation in range(archive.generation):
        with open_at(path, 0) as stream:
            if archive.common(generation, stream)[1] == "stream":
                return Relation.KNOWN
    return Relation.OTHER
