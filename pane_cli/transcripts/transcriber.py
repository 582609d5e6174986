"""One session's records become lines, record by record, resumable at any of them."""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Numbering, note
from pane_cli.session.records import Record
from pane_cli.session.types import Amend, Entry, Header, Mark
from pane_cli.transcripts.formats import Format
from pane_cli.transcripts.reader import Reading

Content = Header | Entry | Amend | Mark
#: What a record of a shape that nobody has seen may raise in a reader.
_UNREADABLE = (TypeError, ValueError, KeyError, AttributeError, IndexError)


class _Saved(msgspec.Struct):
    numbering: Numbering
    header: Header | None
    reader: msgspec.Raw


class Transcriber:
    """One session's records to lines. Held records wait until the header is known.

    A record that was fed and is not `held` is consumed: go on behind it, at its
    `offset + length`, with the state that `save` gives.
    """

    def __init__(
        self,
        row: Format,
        name: str,
        *,
        part: int | None = None,
        source: str | None = None,
        generation: int = 0,
    ) -> None:
        self.numbering = Numbering()
        self.reader = row.load()(name, self.numbering, part)
        self.header: Header | None = None
        self.generation = generation
        self.format = row.name
        self._source = source
        self._held: list[Record] = []
        self._values: list[dict[str, Any]] = []

    @property
    def held(self) -> int:
        """Records that wait for a header."""
        return len(self._held)

    def feed(self, record: Record) -> list[Content]:
        """The lines of one record; a record before the header may wait for later."""
        if record.value is None:
            return []
        if self.header is not None:
            return self._lines(record)
        self._held.append(record)
        self._values.append(record.value)
        return self._decide(final=False)

    def finish(self) -> list[Content]:
        """The lines of what was held, when no more will come."""
        if self.header is None and self._held:
            return self._decide(final=True)
        return []

    def save(self) -> bytes:
        """Everything needed to go on later, as JSON."""
        state = msgspec.Raw(msgspec.json.encode(self.reader.state))
        return msgspec.json.encode(_Saved(self.numbering, self.header, state))

    def restore(self, saved: bytes) -> None:
        """Go on from `save`; raises msgspec.DecodeError where it does not fit."""
        state = msgspec.json.decode(saved, type=_Saved)
        self.numbering = self.reader.numbering = state.numbering
        self.header = state.header
        self.reader.state = msgspec.json.decode(state.reader, type=self.reader.State)

    def _decide(self, final: bool) -> list[Content]:
        header = self.reader.header(self._values, final)
        if header is None:
            return []
        self.header = msgspec.structs.replace(header, source=self._source)
        lines: list[Content] = [self.header]
        held, self._held, self._values = self._held, [], []
        for record in held:
            lines += self._lines(record)
        return lines

    def _lines(self, record: Record) -> list[Content]:
        assert record.value is not None
        try:
            reading = self.reader.read(record.value)
        except _UNREADABLE as error:
            # A record of a shape nobody has seen keeps its number and its bytes.
            reading = Reading([note(f"unreadable:{type(error).__name__}")])
        src = (self.generation, record.offset, record.length)
        lines: list[Content] = []
        lines += self.numbering.number(
            reading.drafts or [note("empty")], src, reading.goes_on
        )
        lines += reading.amends
        lines += [self._placed(mark) for mark in reading.marks]
        return lines

    def _placed(self, mark: Mark) -> Mark:
        """A decision, behind the entries that its record became."""
        numbering = self.numbering
        numbering.marks += 1
        return msgspec.structs.replace(
            mark, mark=numbering.marks, after=numbering.last, ts=numbering.ts
        )
