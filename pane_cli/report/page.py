"""A session as a person reads it: turns, what was said, calls and results clipped.

What is out stands as its pointer, what is off the active branch as one line.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from pane_cli.assemble.layout import render_entry
from pane_cli.evict.pointers import Pointer
from pane_cli.report.book import Book, Item, Off, Wish
from pane_cli.report.style import Style
from pane_cli.session.address import format_range, short_id
from pane_cli.session.times import parse_time
from pane_cli.session.types import Entry
from pane_cli.text.clip import clip, head_tail
from pane_cli.text.counts import counted
from pane_cli.view.carried import named
from pane_cli.view.view import View

#: Lines that are kept of a call and of a result, at its head and at its tail.
_CALL_LINES = (8, 2)
_RESULT_LINES = (6, 4)
_LINE_CHARS = 200


def page(book: Book, wish: Wish, zone: tzinfo, style: Style) -> Iterator[str]:
    """The session as text, piece by piece."""
    yield from _head(book, zone, style)
    turn, is_apart = -1, False
    for item in book.items(wish):
        number = book.view.row(_first(item)).turn
        is_text = isinstance(item, Entry) and item.kind == "text"
        if (number != turn or is_text) and not is_apart:
            yield "\n"
        if number != turn:
            turn = number
            yield style.heading(_turn(book.view, number, zone, book)) + "\n\n"
        yield _shown(item, book, wish, style) + ("\n\n" if is_text else "\n")
        is_apart = is_text


def _head(book: Book, zone: tzinfo, style: Style) -> Iterator[str]:
    view, header = book.view, book.view.header
    parts = [short_id(header.id), header.agent, header.cwd or ""]
    yield style.heading("# " + " · ".join(part for part in parts if part)) + "\n"
    out = sum(view.row(n).tokens for n in view.out if view.is_context(n))
    asked = sum(1 for turn in view.turns if turn.requests)
    counts = f"{counted(asked, 'turn')}, {counted(view.last, 'entry')}, "
    counts += f"{view.tokens_in:,} tokens in context"
    started, last = clock(header.started, zone), clock(view.shape.last_ts, zone)
    # A file that was written anew says it began later than what it tells.
    told = [when for when in (started, last) if when and when <= (last or when)]
    times = f" · {' to '.join(told)}" if told else ""
    yield style.dim(counts + (f", {out:,} out" if out else "") + times) + "\n"
    for pin in view.pins:
        yield f"[pin {named(pin)}] {book.clean(pin.text)}\n"


def _turn(view: View, number: int, zone: tzinfo, book: Book) -> str:
    turn = view.turn(number)
    assert turn is not None  # a row has the number of its turn
    begin = turn.requests[0] if turn.requests else turn.first
    when = clock(book.fetch(begin).ts, zone)
    parts = [f"## t{number}", when, format_range(turn.first, turn.last)]
    return " · ".join(part for part in parts if part)


def _shown(item: Item, book: Book, wish: Wish, style: Style) -> str:
    if isinstance(item, Pointer):
        return style.dim(book.clean(item.whole()))
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


def _first(item: Item) -> int:
    return item.n if isinstance(item, Entry) else item.span[0]


def clock(ts: str | None, zone: tzinfo) -> str:
    """A time as a person reads it; empty where there is none."""
    when = parse_time(ts) if ts else None
    return f"{when.astimezone(zone):%Y-%m-%d %H:%M}" if when else ""
