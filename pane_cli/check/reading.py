"""A file, be it a transcript or a session, as the pieces that checks look at.

Every piece has its line in the file, also where a session line was made of a record of
a transcript.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from pane_cli.check.faults import Fault, FaultAt, Look
from pane_cli.check.figures import Figures
from pane_cli.check.finding import Placed, Spot
from pane_cli.check.watched import Watched
from pane_cli.session.codec import decode, is_readable, kind_of
from pane_cli.session.records import NULS, TORN, Record
from pane_cli.session.types import ENTRY_KINDS, MARK_KINDS, Entry
from pane_cli.transcripts.transcribe import Skip, joined, transcribe

_KINDS = ENTRY_KINDS | MARK_KINDS | {"session", "amend"}
#: Lines at the start of a file that are looked at for one of ours.
HEAD_LINES = 5

Piece = Skip | FaultAt | Placed


def pieces(
    stream: BinaryIO, name: str, agent: str | None = None, look: Look | None = None
) -> Iterator[Piece]:
    """Everything in `stream`; raises UnknownFormat where it is neither.

    `look` finds more faults in whole lines.
    """
    watched = Watched(stream, look)
    opened = watched.opened()
    head: list[bytes] = []
    while len(head) < HEAD_LINES and (line := opened.readline()):
        head.append(line)
        if agent is None and is_session_line(line):
            yield from _session(joined(b"".join(head), opened), name, watched)
            return
    yield from _transcript(joined(b"".join(head), opened), name, agent, watched)


def is_session_line(raw: bytes) -> bool:
    """Whether a line is one of ours, so that the whole file is."""
    return kind_of(raw) in _KINDS and is_readable(raw)


def _transcript(
    stream: BinaryIO, name: str, agent: str | None, watched: Watched
) -> Iterator[Piece]:
    figures, wrong = Figures(), deque[Fault]()

    def look(record: Record) -> None:
        wrong.extend(figures.look(record))

    sources = (watched.faults, wrong)
    spot = Spot(1)
    for item in transcribe(stream, name, agent=agent, look=look):
        if isinstance(item, Skip):
            yield item
            continue
        size = 0
        if isinstance(item, Entry) and item.src is not None:
            _, offset, size = item.src
            yield from _faults(sources, offset, None)
            yield from _faults(sources, offset + size, item.n)
            spot = Spot(watched.line_of(offset), item.n)
        yield Placed(item, spot, size)
    yield from _faults(sources, None, None)


def _session(stream: BinaryIO, name: str, watched: Watched) -> Iterator[Piece]:
    offset, sources = 0, (watched.faults,)
    for number, raw in enumerate(stream, 1):
        end = offset + len(raw)
        if raw.strip():
            try:
                line = decode(raw)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                problem = _problem(raw, error)
                length = len(raw.rstrip(b"\r\n"))
                yield Skip(name, number, problem, offset, length)
            else:
                n = line.n if isinstance(line, Entry) else None
                yield from _faults(sources, end, n)
                yield Placed(line, Spot(number, n), len(raw))
        yield from _faults(sources, end, None)
        offset = end


def _faults(
    sources: tuple[deque[Fault], ...], end: int | None, n: int | None
) -> Iterator[FaultAt]:
    """Take out those that begin before `end`."""
    for faults in sources:
        while faults and (end is None or faults[0].offset < end):
            yield faults.popleft(), n


def _problem(raw: bytes, error: Exception) -> str:
    if not raw.endswith(b"\n"):
        return TORN
    return NULS if not raw.strip(b"\0 \t\r\n") else f"not a session line: {error}"
