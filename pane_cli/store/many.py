"""A file each line of which is a session of its own."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import msgspec

from pane_cli.session.codec import encode
from pane_cli.session.documents import document_records
from pane_cli.session.records import Record
from pane_cli.session.types import Entry, Header
from pane_cli.session.values import holdable
from pane_cli.store.beginning import Beginning
from pane_cli.store.intake import Tally
from pane_cli.store.overview import Overview, is_content
from pane_cli.store.sessionfile import SessionFile, appending
from pane_cli.store.sourcebytes import digest
from pane_cli.store.store import Store
from pane_cli.transcripts.formats import Format
from pane_cli.transcripts.known_types import unknown_type
from pane_cli.transcripts.source import plain_name
from pane_cli.transcripts.transcribe import (
    NO_SESSION,
    Content,
    Transcriber,
    is_around,
    is_session,
)


def take_many(
    store: Store, path: Path, start: Beginning, damaged: Callable[[Record], None]
) -> tuple[Tally, int]:
    """Every line of a source; returns what became of them and how many are new."""
    assert start.row is not None
    tally, part, new = Tally(), 0, 0
    agent = start.row.load().agent

    def unknown(line: Content) -> bool:
        return isinstance(line, Entry) and unknown_type(agent, line) is not None

    # Around the conversations of an export there may be a document.
    for record in itertools.islice(start.records, is_around(start.seen), None):
        if record.value is not None and not is_session(record.value):
            record = record._replace(value=None, problem=NO_SESSION)
        if record.problem is not None:
            damaged(record)
        if record.value is None:
            tally.skipped += 1
            continue
        raw = start.tee.peek(record.offset, record.length)
        lines = _lines(start.row, path, part, record)
        is_new = _one(store, path, record, raw, lines)
        tally.read += is_new
        tally.stored += not is_new
        tally.unknown += sum(map(unknown, lines)) if is_new else 0
        new += is_new
        part += 1
        start.tee.take(record.offset + record.length)
    if not start.is_document:
        tally.held += bool(start.tee.rest().rpartition(b"\n")[2].strip())
    return tally, new


def _lines(row: Format, path: Path, part: int, record: Record) -> list[Content]:
    transcriber = Transcriber(row, plain_name(path), part=part, source=str(path))
    lines: list[Content] = []
    for inner in document_records(msgspec.json.encode(holdable(record.value))):
        moved = inner._replace(
            offset=record.offset, length=record.length, line=record.line
        )
        lines += transcriber.feed(moved)
    return lines + list(transcriber.finish())


def _one(
    store: Store, path: Path, record: Record, raw: bytes, lines: list[Content]
) -> bool:
    """One session; whether it had to be written. An id that is taken gets a hash."""
    header = next((line for line in lines if isinstance(line, Header)), None)
    if header is None:
        return False
    for id in (header.id, f"{header.id}~{digest(str(path).encode() + raw)[:8]}"):
        if store.is_forgotten(id, None):
            return False
        with appending(store.path(id), create=True) as file:
            archive = store.archive(id)
            span = (0, record.offset, record.length)
            if file.size == 0:
                archive.clear()
                archive.append(0, record.offset, raw)
            elif not _holds(store, id, raw):
                continue
            stored = sum(map(is_content, store.lines(id))) if file.size else 0
            _write(store, id, file, header, lines, stored, span)
            return stored < len(lines)
    return False


def _holds(store: Store, id: str, raw: bytes) -> bool:
    """Whether these bytes are the whole original of a session."""
    return b"".join(store.archive(id).chunks(0)) == raw


def _write(
    store: Store,
    id: str,
    file: SessionFile,
    header: Header,
    lines: list[Content],
    stored: int,
    span: tuple[int, int, int],
) -> None:
    """The lines that are missing, as many as the session does not have yet."""
    body = b"".join(
        encode(msgspec.structs.replace(line, id=id) if line is header else line)
        for line in lines[stored:]
    )
    if body:
        file.append(body)
    overview = Overview()
    for line in store.lines(id):
        overview.step(line)
    store.note(id, overview, file.size)
