"""A store: sessions by id, their lines and originals, and what is appended to them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pane_cli.errors import PaneError
from pane_cli.session.address import USER_SESSION
from pane_cli.session.codec import encode
from pane_cli.session.log import Log, scan
from pane_cli.session.types import Header, Line, Mark
from pane_cli.store import listing, place
from pane_cli.store.naming import Names, header_of, log_of, resolve
from pane_cli.store.overview import Overview, SessionRow

if TYPE_CHECKING:
    from pane_cli.store.archive import Archive
    from pane_cli.store.catalog import Catalog


class Store:
    """The folder of sessions at `root`. Nothing is made before something is written."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._sessions = root / "sessions"
        self._catalog: Catalog | None = None

    def ids(self) -> list[str]:
        """Every stored session, sorted."""
        return sorted(filter(self._has_lines, self._names()))

    def find(self, part: str) -> str:
        """The id that `part` names; raises PaneError with the candidates if not one."""
        if self._has_lines(part):
            return part
        found = [id for id in resolve(part, self._names()) if self._has_lines(id)]
        if len(found) == 1:
            return found[0]
        if not found:
            raise self._no_session(part)
        shown = ", ".join(map(self.names().short, found[:8]))
        more = f" and {len(found) - 8} more" if len(found) > 8 else ""
        raise PaneError(f"{part} may be {shown}{more}", "say more of the id")

    def short(self, id: str) -> str:
        """What to print for `id`: `find` gives it back."""
        return self.names().short(id)

    def names(self) -> Names:
        """The sessions there are now: `short`, for many."""
        return Names(self._names())

    def path(self, id: str) -> Path:
        """The session's file, be it there or not."""
        return self._sessions / f"{place.file_stem(id)}.jsonl"

    def lines(self, id: str) -> Iterator[Line]:
        """Every line that is whole; raises PaneError where there is no such session."""
        return (line for _, _, line in scan(self._existing(id)) if line is not None)

    def log(self, id: str) -> Log:
        """The session with its entries by number."""
        return log_of(self._existing(id))

    def append_marks(self, id: str, marks: Iterable[Mark]) -> list[Mark]:
        """Write decisions behind a session, numbered on; returns them as they stand."""
        marks = list(marks)
        if not marks:
            return []
        from pane_cli.store.sessionfile import appending  # readers do without

        if id == USER_SESSION:
            place.make(self.root)
        else:
            self._existing(id)
        with appending(self.path(id), create=id == USER_SESSION) as file:
            if file.size == 0 and id != USER_SESSION:
                raise self._no_session(id)
            body = b"" if file.size else encode(Header("session", 1, id, "pane"))
            overview = self.overview(id)
            placed = [
                msgspec.structs.replace(
                    mark, mark=overview.marks + 1 + i, after=overview.entries
                )
                for i, mark in enumerate(marks)
            ]
            file.append(body + b"".join(map(encode, placed)))
            file.sync()
        return placed

    def sessions(
        self,
        limit: int | None = None,
        since: str | None = None,
        project: str | None = None,
    ) -> list[SessionRow]:
        """Sessions, the one with the newest message first.

        `since` is a time, `project` a folder or the name of one.
        """
        listing.refresh(self.root, self.catalog)
        try:
            rows = listing.rows(self.catalog, since, project)
            return list(itertools.islice(rows, limit))
        except msgspec.DecodeError:
            # What the catalog says is derived: the session files say it again.
            self.catalog.renew()
            listing.refresh(self.root, self.catalog)
            rows = listing.rows(self.catalog, since, project)
            return list(itertools.islice(rows, limit))

    def headless(self) -> list[Path]:
        """Session files whose header is damaged: no session is made of them."""
        names = listing.headless(self.catalog)
        return [self._sessions / name for name in names]

    def forget(self, id: str) -> None:
        """Remove a session and its original; ingest will not bring it back."""
        from pane_cli.store import tombstones
        from pane_cli.store.sessionfile import appending

        path = self._existing(id)
        with appending(path):
            tombstones.add(self.root, id, self.header(id).source)
            self.archive(id).path.unlink(missing_ok=True)
            self.state_path(id).unlink(missing_ok=True)
            self.folds_path(id).unlink(missing_ok=True)
            self.catalog.drop_session(path.name, id)
            path.unlink()

    def is_forgotten(self, id: str, source: Path | None = None) -> bool:
        """Whether `forget` removed this session, or one that was read from `source`."""
        from pane_cli.store import tombstones

        return tombstones.has(self.root, id, source)

    def forgotten(self) -> list[str]:
        """Sessions that `forget` removed."""
        from pane_cli.store import tombstones

        return tombstones.ids(self.root)

    def header(self, id: str) -> Header:
        """The first line of a session."""
        with self._existing(id).open("rb") as stream:
            return header_of(self.path(id), stream.readline())

    @property
    def catalog(self) -> Catalog:
        """What is known of sources and sessions; opened when first asked."""
        if self._catalog is None:
            from pane_cli.store.catalog import Catalog

            place.make_cache(self.root)
            self._catalog = Catalog(self.root / "cache" / "catalog.sqlite")
        return self._catalog

    def archive(self, id: str) -> Archive:
        """The original of a session."""
        from pane_cli.store.archive import Archive

        return Archive(self.root / "originals" / f"{place.file_stem(id)}.zst")

    def state_path(self, id: str) -> Path:
        """Where it is kept how far the session's source is read."""
        return self.root / "cache" / "readers" / f"{place.file_stem(id)}.json"

    def folds_path(self, id: str) -> Path:
        """Where the folds of the session are kept."""
        return self.root / "cache" / "folds" / f"{place.file_stem(id)}.bin"

    def overview(self, id: str) -> Overview:
        """What the session's lines add up to."""
        return listing.overview_of(self.path(id), self.catalog)[0]

    def note(self, id: str, overview: Overview, size: int) -> None:
        """Remember what the session's first `size` bytes add up to."""
        listing.put(self.catalog, self.path(id), overview, size)

    def by_source(self) -> dict[str, str]:
        """Session ids by the path they were read from, where their header says it."""
        found = {}
        for id in self.ids():
            # One that is damaged, or being made, stops the ingest of no other.
            with suppress(PaneError):
                found[self.header(id).source] = id
        return {source: id for source, id in found.items() if source}

    def _names(self) -> Iterator[str]:
        for entry in listing.session_files(self.root):
            stem = entry.name[: -len(listing.SUFFIX)]
            id = place.id_of(stem) or self._id_in(Path(entry.path))
            if id is not None:
                yield id

    def _has_lines(self, id: str) -> bool:
        # One that was being made when its ingest was killed is no session yet.
        try:
            return self.path(id).stat().st_size > 0
        except OSError:
            return False

    def _id_in(self, path: Path) -> str | None:
        """The id of a file whose name is too short for it; None: no header says it."""
        with suppress(PaneError), path.open("rb") as stream:
            return header_of(path, stream.readline()).id
        return None

    def _existing(self, id: str) -> Path:
        if not self._has_lines(id):
            raise self._no_session(id)
        return self.path(id)

    def _no_session(self, part: str) -> PaneError:
        hint = "see: pane show" if self.ids() else "save some: pane ingest PATH"
        return PaneError(f"no session {part} in {self.root}", hint)
