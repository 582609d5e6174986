"""A session as a person reads it: turns, what was said, calls and results clipped.

What is out stands as its pointer, what is off the active branch as one line.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from datetime import tzinfo
from typing import NamedTuple

from pane_cli.assemble.layout import render_entry
from pane_cli.evict.pointers import Pointer, pointers
from pane_cli.recall.filters import Filter
from pane_cli.report.style import Style
from pane_cli.search.documents import Document, milliseconds, role_of
from pane_cli.session.address import format_range, short_id
from pane_cli.session.times import parse_time
from pane_cli.session.types import Entry, Range
from pane_cli.text.clip import clip, head_tail
from pane_cli.view.view import View

#: Lines that are kept of a call and of a result, at its head and at its tail.
_CALL_LINES = (8, 2)
_RESULT_LINES = (6, 4)
_LINE_CHARS = 200


class Wish(NamedTuple):
    """What is to be shown."""

    filter: Filter = Filter()
    limit: int | None = None
    """Entries at most, the newest."""
    everything: bool = False
    """Also what is out, and what is off the active branch."""
    full: bool = False
    """Calls and results to the last line."""
    thinking: bool = False
    notes: bool = False


class Off(NamedTuple):
    """Entries off the active branch that are not shown."""

    span: Range
    is_side: bool


Item = Entry | Pointer | Off


class Book(NamedTuple):
    """A session, and how its entries are fetched and cleaned of secrets."""

    view: View
    fetch: Callable[[int], Entry]
    clean: Callable[[str], str]
    command: str
    """What recalls a range: `pane recall ID{span}`."""

    def items(self, wish: Wish) -> Iterator[Item]:
        """What is shown, in session order."""
        if wish.limit is None:
            return self._items(wish)
        shown: deque[Item] = deque()
        entries = 0
        for item in self._items(wish):
            shown.append(item)
            entries += isinstance(item, Entry)
            while entries > wish.limit:
                entries -= isinstance(shown.popleft(), Entry)
        return iter(shown)

    def tool(self, n: int) -> str | None:
        """The tool of a call, or of the call that a result answers."""
        row = self.view.row(n)
        if row.kind == "result" and row.tool is None and row.call is not None:
            call = self.view.shape.calls.get(row.call)
            return self.view.row(call).tool if call is not None else None
        return row.tool

    def _items(self, wish: Wish) -> Iterator[Item]:
        view = self.view
        standing = {} if wish.everything else self._pointers()
        hidden = 0
        off: list[int] = []
        for row in view.rows:
            n = row.n
            if off and (n not in view.off or view.row(off[0]).side != row.side):
                yield Off((off[0], off[-1]), view.row(off[0]).side)
                off = []
            if n in standing:
                yield standing[n]
                hidden = standing[n].span[1]
            if n <= hidden or row.kind == "gap" or not _is_wanted(row.kind, wish):
                continue
            if n in view.off and not wish.everything:
                off.append(n)
                continue
            entry = self.fetch(n)
            if wish.filter.is_empty or wish.filter.passes(self._document(entry)):
                yield entry
        if off:
            yield Off((off[0], off[-1]), view.row(off[0]).side)

    def _pointers(self) -> dict[int, Pointer]:
        def text(n: int) -> str:
            return self.clean(self.fetch(n).text)

        found = pointers(self.view, self.view.out, text, self.command)
        return {pointer.span[0]: pointer for pointer in found}

    def _document(self, entry: Entry) -> Document:
        tool = self.tool(entry.n) or ""
        role, time = role_of(entry), milliseconds(entry.ts)
        return Document(0, 0, 0, entry.kind, role, time, tool, 0)


def page(book: Book, wish: Wish, zone: tzinfo, style: Style) -> Iterator[str]:
    """The session as text, piece by piece."""
    yield from _head(book, zone, style)
    turn = -1
    for item in book.items(wish):
        number = book.view.row(_first(item)).turn
        if number != turn:
            turn = number
            yield "\n" + style.heading(_turn(book.view, number, zone, book)) + "\n\n"
        is_said = isinstance(item, Entry) and item.kind == "text"
        yield _shown(item, book, wish, style) + ("\n\n" if is_said else "\n")


def _head(book: Book, zone: tzinfo, style: Style) -> Iterator[str]:
    view, header = book.view, book.view.header
    parts = [short_id(header.id), header.agent, header.cwd or ""]
    yield style.heading("# " + " · ".join(part for part in parts if part)) + "\n"
    out = sum(view.row(n).tokens for n in view.out if view.is_context(n))
    asked = sum(1 for turn in view.turns if turn.requests)
    counts = (
        f"{asked:,} turns, {view.last:,} entries, {view.tokens_in:,} tokens in context"
    )
    started, last = clock(header.started, zone), clock(view.shape.last_ts, zone)
    times = f" · {started or '?'} to {last or '?'}" if started or last else ""
    yield style.dim(counts + (f", {out:,} out" if out else "") + times) + "\n"
    for pin in view.pins:
        yield f"[pin {pin.name}] {book.clean(pin.text)}\n"


def _turn(view: View, number: int, zone: tzinfo, book: Book) -> str:
    turn = view.turn(number)
    assert turn is not None  # a row has the number of its turn
    begin = turn.requests[0] if turn.requests else turn.first
    when = clock(book.fetch(begin).ts, zone)
    parts = [f"## t{number}", when, format_range(turn.first, turn.last)]
    return " · ".join(part for part in parts if part)


def _shown(item: Item, book: Book, wish: Wish, style: Style) -> str:
    if isinstance(item, Pointer):
        return style.dim(book.clean(item.line()))
    if isinstance(item, Off):
        what = "a subagent's" if item.is_side else "off the active branch"
        return style.dim(f"[off {format_range(*item.span)}] {what}; --all shows it")
    text = _text(item, book, wish.full)
    mark, _, rest = text.partition("]")
    mark = style.mark(mark + "]")
    for name, numbers in (("out", book.view.out), ("off", book.view.off)):
        if item.n in numbers:
            mark += style.dim(f" ({name})")
    is_failure = item.kind == "result" and (item.error or item.exit)
    colour = style.failure if is_failure else style.by_kind(item.kind, item.role)
    return mark + colour(rest)


def _text(entry: Entry, book: Book, full: bool) -> str:
    if entry.kind in ("thinking", "note"):
        what = entry.kind + (f" {entry.what}" if entry.what else "")
        said = entry.text or (
            "kept by its provider" if entry.kind == "thinking" else ""
        )
        return book.clean(f"[#{entry.n}] {what}: {said}".rstrip(": "))
    # Cut only once the secrets are out: no half of one is shown.
    text = render_entry(entry, book.clean)
    if full or entry.kind not in ("call", "result"):
        return text
    head, tail = _CALL_LINES if entry.kind == "call" else _RESULT_LINES
    lines = head_tail(text, head, tail).split("\n")
    return "\n".join(clip(line, _LINE_CHARS) for line in lines)


def _is_wanted(kind: str, wish: Wish) -> bool:
    if kind in wish.filter.kinds:
        return True
    return (kind != "thinking" or wish.thinking) and (kind != "note" or wish.notes)


def _first(item: Item) -> int:
    return item.n if isinstance(item, Entry) else item.span[0]


def clock(ts: str | None, zone: tzinfo) -> str:
    """A time as a person reads it; empty where there is none."""
    when = parse_time(ts) if ts else None
    return f"{when.astimezone(zone):%Y-%m-%d %H:%M}" if when else ""
