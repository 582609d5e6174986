"""What agents' folders hold, and how much of it the store has. Nothing is opened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pane_cli.store.catalog import SourceRow
from pane_cli.transcripts.places import Place

_STORED = ("stored", "many")


class Holding(NamedTuple):
    """One folder of an agent's that is there."""

    place: Place
    files: int
    bytes: int
    new: int
    """Files that the store does not have as they are now."""
    newest_ns: int
    """When the youngest was changed; 0 where there is none."""


def holdings(
    places: Iterable[Place], known: Mapping[str, SourceRow]
) -> Iterator[Holding]:
    """The folders that exist, in the order of the table."""
    for place in places:
        if place.root.is_dir():
            yield _holding(place, known)


def _holding(place: Place, known: Mapping[str, SourceRow]) -> Holding:
    count = size = new = newest = 0
    for path in _sessions(place):
        try:
            stat = path.stat()
        except OSError:
            continue  # it went away meanwhile
        row = known.get(str(path))
        count += 1
        size += stat.st_size
        newest = max(newest, stat.st_mtime_ns)
        new += row is None or not _is_stored(row, stat.st_size, stat.st_mtime_ns)
    return Holding(place, count, size, new, newest)


def _sessions(place: Place) -> Iterator[Path]:
    found = {path for name in place.files for path in place.folder.glob(name)}
    return (path for path in sorted(found) if path.is_file())


def _is_stored(row: SourceRow, size: int, mtime_ns: int) -> bool:
    return row.status in _STORED and (row.size, row.mtime_ns) == (size, mtime_ns)
