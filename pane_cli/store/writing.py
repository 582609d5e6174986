"""A source into a session that is locked.

From its beginning, on from where it was, or anew because the source was rewritten.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from pane_cli.session.records import Record, read_records
from pane_cli.session.types import Header
from pane_cli.store import saved
from pane_cli.store.beginning import Beginning, records_of, row_of
from pane_cli.store.catalog import SourceRow
from pane_cli.store.intake import Intake, Tally
from pane_cli.store.known import known_records
from pane_cli.store.numbers import Numbers
from pane_cli.store.overview import Overview, is_content
from pane_cli.store.relation import Relation, relate
from pane_cli.store.sessionfile import SessionFile
from pane_cli.store.sourcebytes import (
    NOTHING_SEEN,
    WINDOW,
    Tee,
    Windows,
    chained,
    digest,
    open_at,
)
from pane_cli.store.store import Store
from pane_cli.transcripts.formats import named
from pane_cli.transcripts.source import plain_name
from pane_cli.transcripts.source_paths import is_same_source
from pane_cli.transcripts.transcribe import SNIFF_RECORDS, Transcriber


class Written(NamedTuple):
    """What came of it."""

    tally: Tally
    generation: int
    end: int
    """Bytes of the source that are archived."""
    seen: Windows
    """Of those bytes, not of what the source may have become meanwhile."""
    is_new: bool = False


class Writing:
    """One source into one session; the lock is held."""

    def __init__(
        self,
        store: Store,
        id: str,
        path: Path,
        file: SessionFile,
        damaged: Callable[[Record], None],
    ) -> None:
        self._store, self._id, self._path = store, id, path
        self._file, self._damaged = file, damaged
        self._archive = store.archive(id)

    def first(self, start: Beginning) -> Written:
        """A session that has no line yet."""
        assert start.header is not None and start.row is not None
        self._archive.clear()
        header = msgspec.structs.replace(
            start.header, id=self._id, source=str(self._path)
        )
        transcriber = Transcriber(start.row, plain_name(self._path))
        intake = self._intake(transcriber, header, Overview())
        intake.take(start.records, start.tee, start.is_document)
        return self._done(intake, start.row.name, start.is_document, is_new=True)

    def more(self, row: SourceRow | None, has_looked: bool) -> Written | Relation:
        """A session that is there; a Relation where the source is not to be read."""
        header = self._store.header(self._id)
        is_own = is_same_source(header.source, str(self._path))
        relation = relate(self._path, is_own, row, self._archive)
        generation = self._archive.generation
        if relation is Relation.KNOWN:
            stored = row.records if row else 0
            return Written(Tally(stored=stored), generation, 0, NOTHING_SEEN)
        if relation is Relation.OTHER or (
            relation is Relation.CHANGED and not has_looked
        ):
            return relation
        if relation is Relation.CHANGED:
            generation += 1
            self._repeat(generation)
        else:
            state = saved.load(self._state_path, self._file, self._archive)
            if state is not None and not state.is_document:
                return self._resume(state, header, row)
        return self._replay(header, generation)

    def _resume(
        self, state: saved.Saved, header: Header, row: SourceRow | None
    ) -> Written:
        format = named(state.row)
        assert format is not None
        transcriber = self._transcriber(format.name, state.generation)
        transcriber.restore(bytes(state.reader))
        overview = self._store.overview(self._id)
        intake = self._intake(transcriber, header, overview, state.numbers, state.line)
        intake.tally.stored = state.records
        intake.tally.skipped = row.skipped if row else 0
        with open_at(self._path, state.consumed) as stream:
            tee, buffered = Tee.buffered(stream, state.consumed)
            records = read_records(buffered, state.consumed, state.line, final=False)
            intake.take(records, tee, is_document=False)
        return self._done(intake, state.row, is_document=False)

    def _replay(self, header: Header, generation: int) -> Written:
        """Run the reader over what is archived, then on over the source."""
        archive = self._archive
        archive.check()
        overview, count = Overview(), 0
        for line in self._store.lines(self._id):
            overview.step(line)
            count += is_content(line)
        with open_at(self._path, archive.end(generation)) as rest:
            stream = chained(archive.chunks(generation), rest)
            tee, records, is_document = records_of(stream)
            seen = list(itertools.islice(records, SNIFF_RECORDS))
            name = row_of(header.agent, seen).name
            transcriber = self._transcriber(name, generation)
            intake = self._intake(transcriber, header, overview)
            if generation:
                self._merge(intake, overview, generation)
            else:
                intake.stored_lines = count
            intake.take(itertools.chain(seen, records), tee, is_document)
        return self._done(intake, name, is_document)

    def _merge(self, intake: Intake, overview: Overview, generation: int) -> None:
        lines = self._store.lines(self._id)
        intake.known, amends, marks = known_records(lines, self._archive, generation)
        intake.numbers = Numbers(
            overview.entries, overview.turns, amends=amends, marks=marks
        )

    def _repeat(self, generation: int) -> None:
        """Archive only once what a rewritten source has in common with before."""
        with open_at(self._path, 0) as stream:
            common, _ = self._archive.common(generation - 1, stream)
        if common >= WINDOW:
            self._archive.repeat(generation, common)

    def _transcriber(self, format: str, generation: int) -> Transcriber:
        row = named(format)
        assert row is not None
        return Transcriber(row, plain_name(self._path), generation=generation)

    def _intake(
        self,
        transcriber: Transcriber,
        header: Header,
        overview: Overview,
        numbers: Numbers | None = None,
        line: int = 0,
    ) -> Intake:
        intake = Intake(self._file, self._archive, transcriber, header, overview)
        intake.numbers = numbers or Numbers()
        intake.line, intake.damaged = line, self._damaged
        return intake

    def _done(
        self, intake: Intake, format: str, is_document: bool, is_new: bool = False
    ) -> Written:
        generation = intake.transcriber.generation
        state = saved.Saved(
            version=saved.VERSION,
            row=format,
            is_document=is_document,
            generation=generation,
            consumed=intake.consumed,
            line=intake.line,
            records=intake.tally.read + intake.tally.stored,
            archived=self._archive.size,
            size=self._file.size,
            check=saved.check(self._file, self._file.size),
            numbers=intake.numbers,
            reader=msgspec.Raw(intake.transcriber.save()),
        )
        saved.save(self._state_path, state)
        self._store.note(self._id, intake.overview, self._file.size)
        end = self._archive.end(generation)
        return Written(intake.tally, generation, end, self._seen(generation), is_new)

    def _seen(self, generation: int) -> Windows:
        """Of what is archived: the source may be another by now."""
        end = self._archive.end(generation)
        start = max(0, end - WINDOW)
        try:
            first = self._archive.read(generation, 0, min(WINDOW, end))
            last = self._archive.read(generation, start, end - start)
        except KeyError:
            return NOTHING_SEEN  # damaged: the next ingest compares byte by byte
        return Windows(end, digest(first), digest(last))

    @property
    def _state_path(self) -> Path:
        return self._store.state_path(self._id)
