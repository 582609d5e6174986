"""What is damaged in a store: its files one by one, and what can be made anew.

Only what is derived is ever repaired: the catalog, folds, reader states, what a killed
process left half written. What was said is never touched.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from pane_cli.errors import PaneError
from pane_cli.session.address import USER_SESSION
from pane_cli.session.log import scan
from pane_cli.session.types import Entry
from pane_cli.store import folds, listing, place, saved
from pane_cli.store.database import unsound
from pane_cli.store.frames import Damaged
from pane_cli.store.naming import header_of
from pane_cli.store.overview import Overview
from pane_cli.store.sessionfile import appending
from pane_cli.store.store import Store


class Damage(NamedTuple):
    """One thing that is not as it should be."""

    path: Path
    what: str
    todo: str
    repair: Callable[[], None] | None = None
    """Does it away; None: nobody can but the user."""


def examine(store: Store) -> Iterator[Damage]:
    """Everything that is damaged; nothing is changed."""
    if not (store.root / "sessions").is_dir():
        raise PaneError(f"no store in {store.root}", "name its folder with --store")
    yield from _modes(store.root)
    yield from _left_behind(store.root)
    for entry in sorted(listing.session_files(store.root), key=lambda e: e.name):
        yield from _session(Path(entry.path))
    for id in store.ids():
        yield from _original(store, id)
    yield from _catalog(store)
    yield from _kept(store)


def _modes(root: Path) -> Iterator[Damage]:
    """What others than the owner can read."""
    folders = [root / name for name in place.FOLDERS if (root / name).is_dir()]
    files = [path for folder in folders for path in folder.iterdir() if path.is_file()]
    for path in (*folders, *files):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            mend = _call(path.chmod, mode & 0o700)
            yield Damage(
                path, f"others can read it (mode {mode:04o})", "close it", mend
            )


def _left_behind(root: Path) -> Iterator[Damage]:
    """Files that a killed process was writing, beside the one that it would replace."""
    for path in sorted(root.rglob(".*.tmp")):
        pid = path.name.split(".")[-2]
        if not pid.isdigit() or not _is_running(int(pid)):
            mend = _call(path.unlink, True)
            yield Damage(
                path, "half written by a process that is gone", "drop it", mend
            )


def _session(path: Path) -> Iterator[Damage]:
    with path.open("rb") as stream:
        first = stream.readline()
        stream.seek(max(0, path.stat().st_size - 1))
        is_torn = stream.read(1) not in (b"", b"\n")
    if is_torn:
        mend = _call(_cut, path)
        yield Damage(path, "its last line is torn", "cut it: it was never whole", mend)
    if not first:
        todo = "ingest its transcript again, or delete the file"
        yield Damage(path, "empty: its ingest was stopped", todo)
        return
    try:
        header = header_of(path, first)
    except PaneError as error:
        yield Damage(path, f"no header: {error}", "put a copy of line 1 back")
        return
    if place.file_stem(header.id) != path.stem:
        what = f"named otherwise than its session, {header.id}"
        yield Damage(path, what, "give the file its name back")
    yield from _lines(path)


def _lines(path: Path) -> Iterator[Damage]:
    bad = [n for n, (*_, line) in enumerate(scan(path), 1) if line is None]
    if bad:
        count = "1 line is" if len(bad) == 1 else f"{len(bad):,} lines are"
        todo = f"see: pane check {path}; its original may still hold what they said"
        yield Damage(path, f"{count} damaged, the first is line {bad[0]}", todo)


def _original(store: Store, id: str) -> Iterator[Damage]:
    """Whether the bytes that a session was read from are there, and can be unpacked."""
    archive = store.archive(id)
    again = "ingest its transcript again while the agent still has it"
    if archive.path.exists() and archive.path.stat().st_size > archive.size:
        mend = _call(os.truncate, archive.path, archive.size)
        yield Damage(archive.path, "its last frame is torn", "cut it", mend)
    ends: dict[int, int] = {}
    for *_, line in scan(store.path(id)):
        if isinstance(line, Entry) and line.src is not None:
            generation, offset, length = line.src
            ends[generation] = max(ends.get(generation, 0), offset + length)
    lost = any(archive.end(generation) < end for generation, end in ends.items())
    if lost and id != USER_SESSION:
        what = "gone" if not archive.path.exists() else "not all of its source is here"
        yield Damage(archive.path, what, again)
    try:
        for generation in ends:
            for _ in archive.chunks(generation):
                pass
    except Damaged as error:
        yield Damage(archive.path, str(error).removeprefix(f"{archive.path}: "), again)


def _catalog(store: Store) -> Iterator[Damage]:
    """The catalog, against the session files themselves."""
    path = store.root / "cache" / "catalog.sqlite"
    if not path.exists():
        return
    mend = _call(path.unlink, True)
    what = unsound(path)
    if what:
        yield Damage(path, what, "make it anew", mend)
        return
    for entry in listing.session_files(store.root):
        known = store.catalog.session(entry.name)
        if known is None or known.size != entry.stat().st_size:
            continue
        overview = Overview()
        for *_, line in scan(Path(entry.path)):
            overview.step(line)
        if msgspec.json.encode(overview) != known.overview:
            yield Damage(path, f"wrong about {entry.name}", "make it anew", mend)
            return


def _kept(store: Store) -> Iterator[Damage]:
    """Folds and reader states: of sessions that are here, and whole."""
    stems = {Path(e.name).stem for e in listing.session_files(store.root)}
    for folder, is_whole in (("folds", folds.is_whole), ("readers", saved.is_whole)):
        for path in sorted((store.root / "cache" / folder).glob("[!.]*")):
            if path.stem not in stems:
                what = "of a session that is not here"
            elif not is_whole(path):
                what = "damaged"
            else:
                continue
            yield Damage(path, what, "drop it", _call(path.unlink, True))


def _cut(path: Path) -> None:
    with appending(path):
        pass  # whoever opens a session for writing cuts what is torn


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _call(act: Callable[..., object], *values: object) -> Callable[[], None]:
    def repair() -> None:
        act(*values)

    return repair
