"""One pass over sources: each into its session, only what is new."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pane_cli.errors import PaneError
from pane_cli.session.records import Record
from pane_cli.store import place
from pane_cli.store.beginning import Beginning, IsSession, begin
from pane_cli.store.catalog import Catalog, SourceRow
from pane_cli.store.intake import Tally
from pane_cli.store.many import take_many
from pane_cli.store.outcome import (
    FORMATS_KNOWN,
    LEFT,
    Outcome,
    as_before,
    left_out,
    twin,
)
from pane_cli.store.sessionfile import appending
from pane_cli.store.sourcebytes import open_at
from pane_cli.store.store import Store
from pane_cli.store.walk import Found
from pane_cli.store.writing import Writing, Written
from pane_cli.transcripts.transcribe import UnknownFormat, choose

#: What is told of each damaged record: its source, the record.
Damaged = Callable[[Path, Record], None]


class Ingest:
    """A pass into `store`; `agent` overrides what the first records say."""

    def __init__(self, store: Store, agent: str | None, damaged: Damaged) -> None:
        choose([], "", agent)  # an unknown format stops before any work
        place.make(store.root)
        self._store, self._agent, self._damaged = store, agent, damaged
        self._catalog: Catalog = store.catalog
        self._by_source: dict[str, str] | None = None

    def run(self, sources: Iterable[Found]) -> Iterator[Outcome]:
        """Every source in turn; what is wrong with one does not stop the others."""
        known = self._catalog.sources()
        try:
            for found in sources:
                yield self._one(found, known.get(str(found.path)))
        finally:
            self._catalog.flush()

    def one(self, found: Found) -> tuple[Outcome, str | None]:
        """One source, whatever others are known, and the session it is stored in."""
        try:
            outcome = self._one(found, self._catalog.source(str(found.path)))
        finally:
            self._catalog.flush()
        row = self._catalog.source(str(found.path))
        return outcome, row.session if row is not None else None

    def _one(self, found: Found, row: SourceRow | None) -> Outcome:
        if row is not None and self._is_unchanged(row, found):
            return as_before(found.path, row)
        return self._source(found, row)

    def _is_unchanged(self, row: SourceRow, found: Found) -> bool:
        if (row.size, row.mtime_ns) != (found.size, found.mtime_ns):
            return False
        if row.status not in LEFT:
            return True
        return row.head == FORMATS_KNOWN and not (found.is_named or self._agent)

    def _source(self, found: Found, row: SourceRow | None) -> Outcome:
        path = found.path
        try:
            outcome, row = self._read(path, row)
        except UnknownFormat as error:
            outcome, row = left_out(path, "unknown", str(error), error.hint)
        except IsSession:
            problem = f"{path}: holds session lines already, and is no transcript"
            outcome, row = left_out(path, "session", problem)
        except (OSError, PaneError) as error:
            problem = _problem(path, error)
            return Outcome(path, "unreadable", Tally(), problem=problem)
        row = row._replace(size=found.size, mtime_ns=found.mtime_ns)
        self._catalog.put_source(row)
        return outcome

    def _read(self, path: Path, row: SourceRow | None) -> tuple[Outcome, SourceRow]:
        if row is not None and row.session and self._store.path(row.session).exists():
            written = self._into(row.session, path, row, None)
            if written is not None:
                return self._stored(row.session, path, written)
        with open_at(path, 0) as stream:
            start = begin(stream, path, self._agent)
            if start.is_many:
                return self._many(path, start)
            if start.header is None:
                return self._nothing(path, start, row)
            id = self._named(start, start.header.id, path, row)
            if self._store.is_forgotten(id, path if start.is_fallback else None):
                return left_out(path, "forgotten")
            return self._looked_at(id, path, row, start)

    def _named(
        self, start: Beginning, id: str, path: Path, row: SourceRow | None
    ) -> str:
        """The session's id; one that names none stays what its path was first."""
        before = row.session if row is not None else None
        if before and (start.is_fallback or before in (id, twin(id, path))):
            return before
        if not start.is_fallback:
            return id
        if self._by_source is None:
            self._by_source = self._store.by_source()
        return self._by_source.get(str(path), id)

    def _looked_at(
        self, id: str, path: Path, row: SourceRow | None, start: Beginning
    ) -> tuple[Outcome, SourceRow]:
        if row is not None and row.session != id:
            row = None
        written = self._into(id, path, row, start)
        if written is None:  # the id is another's
            id = twin(id, path)
            if self._store.is_forgotten(id):
                return left_out(path, "forgotten")
            written = self._into(id, path, None, start)
        if written is None:
            raise PaneError(f"{path}: {id} in {self._store.root} is another session's")
        return self._stored(id, path, written)

    def _into(
        self, id: str, path: Path, row: SourceRow | None, start: Beginning | None
    ) -> Written | None:
        """A source into a session; None where it is another's.

        Without a `start` also None where the beginning must be looked at first.
        """
        with appending(self._store.path(id), create=start is not None) as file:
            writing = Writing(self._store, id, path, file, self._reporter(path))
            if file.size:
                written = writing.more(row, start is not None)
            elif start is not None:
                written = writing.first(start)
            else:
                return None
        return written if isinstance(written, Written) else None

    def _stored(
        self, id: str, path: Path, written: Written
    ) -> tuple[Outcome, SourceRow]:
        tally = written.tally
        row = SourceRow(
            str(path),
            status="stored",
            session=id,
            generation=written.generation,
            records=tally.read + tally.stored,
            skipped=tally.skipped,
            held=tally.held,
        )
        seen = written.seen
        row = row._replace(consumed=seen.consumed, head=seen.head, tail=seen.tail)
        grown = int(not written.is_new and tally.read > 0)
        return Outcome(path, "stored", tally, int(written.is_new), grown), row

    def _many(self, path: Path, start: Beginning) -> tuple[Outcome, SourceRow]:
        tally, new = take_many(self._store, path, start, self._reporter(path))
        row = SourceRow(
            str(path),
            status="many",
            records=tally.read + tally.stored,
            skipped=tally.skipped,
            held=tally.held,
        )
        return Outcome(path, "stored", tally, new), row

    def _nothing(
        self, path: Path, start: Beginning, row: SourceRow | None
    ) -> tuple[Outcome, SourceRow]:
        """A source that does not say yet what it is; nothing of it is archived."""
        for record in start.seen:
            if record.problem is not None:
                self._damaged(path, record)
        whole = sum(record.value is not None for record in start.seen)
        tally = Tally(held=whole, skipped=len(start.seen) - whole)
        if not start.seen and start.tee.rest().strip():
            tally.held += 1
        status = "held" if tally.held else "damaged" if tally.skipped else "empty"
        row = (row if row and row.session else SourceRow(str(path)))._replace(
            status=status, held=tally.held, skipped=tally.skipped
        )
        return Outcome(path, status, tally), row

    def _reporter(self, path: Path) -> Callable[[Record], None]:
        return lambda record: self._damaged(path, record)


def _problem(path: Path, error: OSError | PaneError) -> str:
    if isinstance(error, PaneError):
        return str(error)
    return f"{error.filename or path}: {error.strerror or error}"
