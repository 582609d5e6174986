"""A session page as JSON; the names are stable."""

from __future__ import annotations

import msgspec

from pane_cli.evict.pointers import Pointer
from pane_cli.recall.whole import whole_text
from pane_cli.report.book import Book, Wish
from pane_cli.report.tools import tool_of
from pane_cli.session.types import Entry, Range


class ShownEntry(msgspec.Struct, frozen=True):
    """One entry, its text whole (secrets aside)."""

    n: int
    turn: int
    role: str
    kind: str
    tool: str | None
    ts: str | None
    failed: bool
    out: bool
    off: bool
    text: str


class ShownPointer(msgspec.Struct, frozen=True):
    """What stands for a range that is out."""

    entries: Range
    turns: Range
    tokens: int
    what: str
    text: str | None
    """What somebody wrote to stand there."""
    command: str


class ShownPin(msgspec.Struct, frozen=True):
    """A note that is kept."""

    name: str
    text: str
    by: str


class ShownSession(msgspec.Struct, frozen=True):
    """One session of the envelope."""

    id: str
    agent: str
    project: str | None
    title: str | None
    started: str | None
    last: str | None
    turns: int
    last_entry: int
    tokens: int
    """Now in context."""
    pins: tuple[ShownPin, ...]
    entries: tuple[ShownEntry, ...]
    out: tuple[ShownPointer, ...]


def session_record(book: Book, wish: Wish) -> ShownSession:
    """A session as a record."""
    view, header = book.view, book.view.header
    items = list(book.items(wish))
    return ShownSession(
        header.id,
        header.agent,
        header.cwd,
        book.clean(header.title) if header.title else None,
        header.started,
        view.shape.last_ts,
        sum(1 for turn in view.turns if turn.requests),
        view.last,
        view.tokens_in,
        tuple(ShownPin(pin.name, book.clean(pin.text), pin.by) for pin in view.pins),
        tuple(_entry(book, item) for item in items if isinstance(item, Entry)),
        tuple(_pointer(book, item) for item in items if isinstance(item, Pointer)),
    )


def _entry(book: Book, entry: Entry) -> ShownEntry:
    n = entry.n
    return ShownEntry(
        n,
        entry.turn,
        entry.role,
        entry.kind,
        tool_of(book.view, n),
        entry.ts,
        entry.kind == "result" and bool(entry.error or entry.exit),
        n in book.view.out,
        n in book.view.off,
        book.clean(whole_text(entry)),
    )


def _pointer(book: Book, item: Pointer) -> ShownPointer:
    what = book.clean(item.what)
    return ShownPointer(
        item.span, item.turns, item.tokens, what, item.text or None, item.command
    )
