"""Run the table's checks over one file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import BinaryIO

from pane_cli.check.finding import Finding, Hit, Placed
from pane_cli.check.leaks import looker
from pane_cli.check.limits import USUAL, Limits
from pane_cli.check.reading import pieces
from pane_cli.check.row import Row, chosen, unknown
from pane_cli.check.seen import Seen, line_kind
from pane_cli.rules.merge import Fault, Setting
from pane_cli.session.types import Header
from pane_cli.transcripts.transcribe import Skip

__all__ = ["check", "check_rules", "chosen", "finding", "unknown"]

#: Which rows are shown a fault of a sort; all others are of bytes.
_PLACES = {"secret": "secret", "usage": "record", "total": "record", "time": "record"}


def check(
    stream: BinaryIO,
    file: str,
    rows: Sequence[Row],
    *,
    name: str | None = None,
    agent: str | None = None,
    limits: Limits = USUAL,
) -> list[Finding]:
    """What is wrong with `stream`, by line; `file` is what findings call it.

    `name` is the file's name, for formats that say nothing about themselves. Raises
    UnknownFormat where it is neither a session nor a transcript that is known.
    """
    run = _Run(file, rows, limits)
    is_leak_asked = any("secret" in row.places for row in rows)
    look = looker(limits) if is_leak_asked else None
    for piece in pieces(stream, name or file, agent, look):
        if isinstance(piece, Skip):
            run.ask("skip", piece)
        elif isinstance(piece, Placed):
            run.line(piece)
        else:
            run.ask(_PLACES.get(piece[0].sort, "bytes"), piece)
    run.end()
    return sorted(run.findings, key=lambda found: (found.line, found.id))


def check_rules(
    read: Iterable[Setting | Fault], file: str, rows: Sequence[Row]
) -> list[Finding]:
    """What is wrong with a rules file, given what was read of it."""
    run = _Run(file, rows, USUAL)
    for item in read:
        run.ask("rules", item)
    return sorted(run.findings, key=lambda found: (found.line, found.id))


class _Run:
    """The rows by what they look at, and the session that is being read."""

    def __init__(self, file: str, rows: Sequence[Row], limits: Limits) -> None:
        self.findings: list[Finding] = []
        self._file = file
        self._rows = rows
        self._limits = limits
        self._by_place: dict[str, list[Row]] = {}
        self._seen = Seen(limits)
        self._ids: set[str] = set()

    def line(self, placed: Placed) -> None:
        """Check one line, then know it."""
        line = placed.line
        if isinstance(line, Header):
            self.end()
            again = line.id in self._ids
            self._seen = Seen(self._limits, is_repeated=again)
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
        hit.subject,
    )
