"""Run the table's checks over one file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from pane_cli.check.finding import Finding, Hit, Placed
from pane_cli.check.reading import pieces
from pane_cli.check.seen import Seen, line_kind
from pane_cli.check.table import Row
from pane_cli.rules.schema import DEFAULT, Facts
from pane_cli.session.types import Header
from pane_cli.transcripts.transcribe import Skip


def check(
    stream: BinaryIO,
    file: str,
    rows: Sequence[Row],
    *,
    name: str | None = None,
    agent: str | None = None,
    facts: Facts = DEFAULT.facts,
) -> list[Finding]:
    """What is wrong with `stream`, by line; `file` is what findings call it.

    `name` is the file's name, for formats that say nothing about themselves; `facts`
    are the rules of metadata. Raises UnknownFormat where it is neither a session nor a
    transcript that is known.
    """
    run = _Run(file, rows, facts)
    for piece in pieces(stream, name or file, agent):
        if isinstance(piece, Skip):
            run.ask("skip", piece)
        elif isinstance(piece, Placed):
            run.line(piece)
        else:
            run.ask("bytes", piece)
    run.end()
    return sorted(run.findings, key=lambda found: (found.line, found.id))


class _Run:
    """The rows by what they look at, and the session that is being read."""

    def __init__(self, file: str, rows: Sequence[Row], facts: Facts) -> None:
        self._facts = facts
        self.findings: list[Finding] = []
        self._file = file
        self._rows = rows
        self._by_place: dict[str, list[Row]] = {}
        self._seen = Seen(rules=facts)
        self._ids: set[str] = set()

    def line(self, placed: Placed) -> None:
        """Check one line, then know it."""
        line = placed.line
        if isinstance(line, Header):
            self.end()
            again = line.id in self._ids
            self._seen = Seen(again, self._facts)
            self._ids.add(line.id)
        self.ask(line_kind(line), placed)
        self._seen.step(placed)

    def end(self) -> None:
        """Check what only the end of a session shows."""
        self.ask("end", None)

    def ask(self, place: str, item: object) -> None:
        """Every row that looks at this place."""
        rows = self._by_place.get(place)
        if rows is None:
            rows = [row for row in self._rows if place in row.places]
            self._by_place[place] = rows
        for row in rows:
            for hit in row.find(item, self._seen):
                header = self._seen.header
                session = header.id if header else None
                self.findings.append(finding(row, hit, self._file, session))


def finding(row: Row, hit: Hit, file: str, session: str | None) -> Finding:
    """A hit, as its row calls it."""
    return Finding(
        row.id,
        row.name,
        hit.severity or row.severity,
        file,
        hit.spot.line,
        hit.message,
        session,
        hit.spot.n,
        hit.spot.offset,
    )


def chosen(
    rows: Iterable[Row], select: Sequence[str], ignore: Sequence[str]
) -> list[Row]:
    """The rows to report: those selected (none: all), but not those ignored."""
    return [
        row
        for row in rows
        if (not select or any(row.matches(part) for part in select))
        and not any(row.matches(part) for part in ignore)
    ]


def unknown(rows: Sequence[Row], parts: Iterable[str]) -> Iterator[str]:
    """Parts that name no row."""
    for part in parts:
        if not any(row.matches(part) for row in rows):
            yield part
