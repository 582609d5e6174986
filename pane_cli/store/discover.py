"""What agents' folders hold, and how much of it the store has.

Sources are counted as `ingest` takes them: each session of a database is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pane_cli.errors import PaneError
from pane_cli.store.catalog import SourceRow
from pane_cli.transcripts.containers import Part, is_in_database, sources_of
from pane_cli.transcripts.places import Place
from pane_cli.transcripts.source import is_made
from pane_cli.transcripts.source_paths import may_have_moved

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
            parts = sources_of(path)
        except (OSError, PaneError):
            continue  # it went away meanwhile, or is another's database
        count += len(parts)
        size += stat.st_size
        newest = max(newest, stat.st_mtime_ns)
        new += sum(not _is_stored(known.get(str(part.path)), part) for part in parts)
    return Holding(place, count, size, new, newest)


def _sessions(place: Place) -> Iterator[Path]:
    found = {path for name in place.files for path in place.folder.glob(name)}
    for path in sorted(found):
        is_source = path.is_file() or is_made(path)
        if is_source and not (may_have_moved(path) and is_in_database(path)):
            yield path


def _is_stored(row: SourceRow | None, part: Part) -> bool:
    if row is None or row.status not in _STORED:
        return False
    return (row.size, row.mtime_ns) == (part.size, part.mtime_ns)
