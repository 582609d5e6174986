"""Records of one source into one session: archive first, then the session's lines.

Stopped at any moment, the archive holds at least what the session's lines stand for,
and the next intake writes the lines that are missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from pane_cli.session.codec import encode
from pane_cli.session.records import Record
from pane_cli.session.types import Amend, Entry, Header, Mark
from pane_cli.store.archive import FRAME, Archive
from pane_cli.store.known import Known
from pane_cli.store.numbers import Numbers
from pane_cli.store.overview import Overview
from pane_cli.store.sessionfile import SessionFile
from pane_cli.store.sourcebytes import Tee
from pane_cli.transcripts.known_types import unknown_type
from pane_cli.transcripts.transcribe import Content, Transcriber


class Tally(msgspec.Struct):
    """Records of a source, by what became of them."""

    read: int = 0
    stored: int = 0
    """They were in the session before."""
    skipped: int = 0
    held: int = 0
    unknown: int = 0
    """Of those that were read: notes of types that pane does not know."""


class Intake:
    """Writes what `take` is given; the session's lock is held meanwhile."""

    def __init__(
        self,
        file: SessionFile,
        archive: Archive,
        transcriber: Transcriber,
        header: Header,
        overview: Overview,
    ) -> None:
        self.transcriber = transcriber
        self.overview = overview
        self.numbers = Numbers()
        self.known: Known | None = None
        """What the session has of a source that was rewritten."""
        self.stored_lines = 0
        """Lines that a reader which starts anew says again."""
        self.damaged: Callable[[Record], None] = lambda record: None
        self.tally = Tally()
        self.consumed = 0
        self.line = 0
        self._file, self._archive, self._header = file, archive, header
        self._waiting: dict[tuple[int, int], tuple[Record, bytes]] = {}
        """Records that were fed, and may have to wait until the header is known."""
        self._turn = transcriber.numbering.turn
        self._buffer: list[bytes] = []

    def take(self, records: Iterable[Record], tee: Tee, is_document: bool) -> None:
        """Every record, in batches of about a frame; a document all at once."""
        self.consumed = tee.base
        try:
            for record in records:
                self._record(record, tee)
                if not is_document and tee.kept(self.consumed) > FRAME:
                    self._flush(tee)
            self._gone()
        finally:
            self._flush(tee)  # also what came before a source turned out unreadable
        if not is_document and tee.rest().rpartition(b"\n")[2].strip():
            self.tally.held += 1
        self.tally.held += self.transcriber.held

    def _record(self, record: Record, tee: Tee) -> None:
        self.consumed = max(self.consumed, record.offset + record.length)
        self.line = record.line - 1
        if record.problem is not None:
            self.damaged(record)
        if record.value is None:
            self.tally.skipped += 1
            return
        if self.known is not None:
            raw = tee.peek(record.offset, record.length)
            self._waiting[record.offset, record.length] = (record, raw)
        for lines in _by_record(list(self.transcriber.feed(record))):
            is_merged = self.transcriber.generation > 0
            fresh = self._merged(lines) if is_merged else self._missing(lines)
            is_read = any(isinstance(line, Entry) for line in fresh)
            self.tally.read += is_read
            self.tally.stored += not is_read
            self._write(fresh)

    def _missing(self, lines: list[Content]) -> list[Content]:
        count = min(self.stored_lines, len(lines))
        self.stored_lines -= count
        return lines[count:]

    def _merged(self, lines: list[Content]) -> list[Content]:
        """What the session does not have of a record, in permanent numbers."""
        entries = [line for line in lines if isinstance(line, Entry)]
        known: list[int] = []
        if self.known is not None:
            known = self.known.match(*self._waiting.pop(_place(entries[0])))
        is_new_turn = entries[0].turn > self._turn
        self._turn = entries[0].turn
        fresh: list[Content] = []
        fresh += self.numbers.place(entries, known, is_new_turn)
        for line in lines:
            if isinstance(line, Amend):
                moved = self.numbers.amend(line)
                fresh += [moved] if moved else []
            elif isinstance(line, Mark):
                told = self.numbers.mark(line)
                fresh += [told] if told else []
        return fresh

    def _gone(self) -> None:
        gone = self.known.vanished() if self.known is not None else None
        if gone is not None:
            self.numbers.amends.append(gone)
            self._write([gone])

    def _write(self, lines: list[Content]) -> None:
        for line in lines:
            if isinstance(line, Header):
                line = self._header
            elif isinstance(line, Mark):
                # Decisions that were made here have numbers too.
                line = msgspec.structs.replace(line, mark=self.overview.marks + 1)
            elif isinstance(line, Entry):
                self.tally.unknown += unknown_type(self._header.agent, line) is not None
            self.overview.step(line)
            self._buffer.append(encode(line))

    def _flush(self, tee: Tee) -> None:
        generation = self.transcriber.generation
        start, body = tee.take(self.consumed)
        end = self._archive.end(generation)
        if start + len(body) > end:
            self._archive.append(
                generation, max(start, end), body[max(0, end - start) :]
            )
        if self._buffer:
            self._file.append(b"".join(self._buffer))
            self._buffer.clear()


def _by_record(lines: list[Content]) -> list[list[Content]]:
    """Lines of several records apart; a header goes with the first."""
    groups: list[list[Content]] = []
    place = None
    for line in lines:
        is_next = isinstance(line, Entry) and place not in (None, _place(line))
        if not groups or is_next:
            groups.append([line])
        else:
            groups[-1].append(line)
        if isinstance(line, Entry):
            place = _place(line)
    return groups


def _place(entry: Entry) -> tuple[int, int]:
    assert entry.src is not None
    return entry.src[1:]
