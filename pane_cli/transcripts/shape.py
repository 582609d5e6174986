"""What a source is: lines of records, one JSON document, or lines of documents."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from pane_cli.session.documents import document_records, lists_of
from pane_cli.session.records import BOM, Record, read_records
from pane_cli.session.values import parse, scan, text_from

_LOOK_BYTES = 1 << 20
#: What is said of a record among sessions that is none.
NO_SESSION = "among chats, and no chat: it has no list of messages"
#: Keys of documents that are one session, however they are laid out.
_ONE_SESSION = (
    {"loglines"},
    {"requests"},
    {"sessionId"},
    {"info"},
    {"history", "workspaceDirectory"},
    {"history", "environment"},
    {"trajectory"},
    {"trajectory_format", "messages"},
    {"mapping"},
    {"chat_messages"},
    {"conversation", "working_dir"},
    {"v", "created", "messages"},
)


def source_records(stream: BinaryIO, final: bool = True) -> Iterator[Record]:
    """Records of a source, be it lines or one JSON document."""
    stream, is_document = look(stream)
    if is_document:
        return document_records(stream.read(), recover=final)
    return read_records(stream, final=final)


def is_container(first: list[Record], is_part: Callable[[Any], bool]) -> bool:
    """Whether each of these records is a session: the first one that tells is.

    `is_part` says of a record that it is one of a session's. What is neither tells
    nothing: one odd line among chats takes no chat away. Around conversations of an
    export there may be a document that holds none itself.
    """
    for record in first[is_around(first) :]:
        if is_session(record.value):
            return True
        if record.value is not None and is_part(record.value):
            return False
    return False


def is_around(records: list[Record]) -> bool:
    """Whether the first record is a document, and the others what it holds."""
    if len(records) < 2 or records[0].value is None or is_session(records[0].value):
        return False
    (_, start, length, *_), (_, second, *_) = records[:2]
    return start < second < start + length


def is_session(value: Any) -> bool:
    """Whether one line of a file is a session of its own."""
    return bool(set(lists_of(value)) - {"items"}) or (
        isinstance(value, dict) and isinstance(value.get("messages_display"), str)
    )


def look(stream: BinaryIO) -> tuple[BinaryIO, bool]:
    """The stream again, and whether it is one JSON document and not lines."""
    head = stream.read(_LOOK_BYTES)
    whole = joined(head, stream)
    start = head.removeprefix(BOM).lstrip()
    if not start or start[:1] not in b"[{":
        return whole, False
    line, newline, rest = start.partition(b"\n")
    is_cut = len(head) == _LOOK_BYTES
    if not newline and is_cut:
        return whole, start[:1] == b"["  # one very long line
    try:
        value = parse(line.strip())
    except ValueError:
        return whole, _goes_on(start, line, rest, is_cut)
    if rest.strip():
        return whole, False
    is_one = any(keys <= value.keys() for keys in _ONE_SESSION if lists_of(value))
    return whole, isinstance(value, list) or is_one


def _goes_on(start: bytes, line: bytes, rest: bytes, is_cut: bool) -> bool:
    """Whether a first line that is no whole value begins one over several lines."""
    if line.strip() in (b"{", b"["):
        return True
    if not is_cut:
        try:
            text = text_from(start)
            _, end = scan(text)
        except (ValueError, RecursionError):
            pass
        else:
            return "\n" in text[:end]
    # A damaged line is followed by whole ones.
    return not _has_whole_line(rest)


def _has_whole_line(rest: bytes) -> bool:
    for line in rest.split(b"\n", 20)[:20]:
        line = line.rstrip()  # what begins further right is a part of a document
        if line.startswith(b"{") and line.endswith(b"}"):
            try:
                parse(line)
            except ValueError:
                continue
            return True
    return False


def joined(head: bytes, rest: BinaryIO) -> BinaryIO:
    """`head` that was read to look at it, and then the rest of the stream."""
    return io.BufferedReader(_Joined(head, rest), 1 << 18)


class _Joined(io.RawIOBase):
    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = io.BytesIO(head)
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._head.read(len(buffer)) or self._rest.read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)
