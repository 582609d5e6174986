"""Session files and what the catalog knows of them; only changed ones are read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pane_cli.session.address import is_in_folder
from pane_cli.session.log import scan
from pane_cli.session.times import sortable, to_rfc3339
from pane_cli.store.overview import Overview, SessionRow

if TYPE_CHECKING:
    from pane_cli.store.catalog import Catalog, SessionEntry

SUFFIX = ".jsonl"
_decoder = msgspec.json.Decoder(Overview)
_NO_ID = b'{"id":"",'
"""How an overview begins that no header was read for."""


def session_files(root: Path) -> Iterator[os.DirEntry[str]]:
    """The session files of a store; none where there is no store yet."""
    try:
        with os.scandir(root / "sessions") as entries:
            yield from (entry for entry in entries if entry.name.endswith(SUFFIX))
    except FileNotFoundError:
        return


def refresh(root: Path, catalog: Catalog) -> None:
    """Scan the session files that are not as the catalog has them."""
    catalog.flush()
    known = catalog.stamps()
    changed = []
    for entry in session_files(root):
        stat = entry.stat()
        if known.pop(entry.name, None) != (stat.st_size, stat.st_mtime_ns):
            changed.append(entry.name)
    catalog.drop_sessions(known)
    for name in changed:
        overview, scanned = overview_of(root / "sessions" / name, catalog)
        put(catalog, root / "sessions" / name, overview, scanned)
    catalog.flush()


def overview_of(path: Path, catalog: Catalog) -> tuple[Overview, int]:
    """A session's, read on from where the catalog knows it; and up to where."""
    overview, scanned = Overview(), 0
    entry = catalog.session(path.name)
    if entry is not None and _goes_on(entry, path.stat()):
        with suppress(msgspec.DecodeError):  # damaged: the session says it all again
            overview, scanned = _decoder.decode(entry.overview), entry.scanned
    for raw, offset, line in scan(path, scanned):
        overview.step(line)
        scanned = offset + len(raw)
    return overview, scanned


def _goes_on(entry: SessionEntry, stat: os.stat_result) -> bool:
    """Whether lines were appended since, and nothing else happened to the file."""
    is_same = (entry.size, entry.mtime_ns) == (stat.st_size, stat.st_mtime_ns)
    return is_same or entry.scanned < stat.st_size


def put(catalog: Catalog, path: Path, overview: Overview, scanned: int) -> None:
    """Remember what a session's lines up to `scanned` add up to."""
    from pane_cli.store.catalog import SessionEntry  # loaded with the catalog

    stat = path.stat()
    body = msgspec.json.encode(overview)
    when = overview.last or overview.started or ""
    size, mtime = stat.st_size, stat.st_mtime_ns
    catalog.put_session(SessionEntry(path.name, size, mtime, scanned, when, body))


def rows(
    catalog: Catalog, since: str | None, project: str | None
) -> Iterator[SessionRow]:
    """Sessions with entries, the newest message first."""
    oldest = sortable(to_rfc3339(since) or since)
    for entry in catalog.latest():
        if sortable(entry.last) < oldest:
            return
        overview = _decoder.decode(entry.overview)
        if (
            overview.id
            and overview.entries
            and (project is None or is_in_folder(overview.cwd, project))
        ):
            yield overview.row(entry.size, entry.mtime_ns)


def headless(catalog: Catalog) -> list[str]:
    """Names of session files whose first line does not say which session they are."""
    return catalog.beginning(_NO_ID)
