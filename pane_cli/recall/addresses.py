"""Addresses as agents write them, and the entries they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pane_cli.errors import PaneError
from pane_cli.search.corpus import Corpus, Shelf
from pane_cli.session.address import Address, matches_id, parse_address
from pane_cli.session.types import Entry

_SHOWN = 8
"""Candidates that an error names."""
_WORDS = r"(?:(?:entry|entries|messages?)\s+)?"
_TO = r"(?:\s*(?:-|–|—|\.\.|\bto\b)\s*#?\s*(\d{1,12}))?"
_MARKED = re.compile(rf"{_WORDS}([^\s#]+)?\s*#\s*(\d{{1,12}}){_TO}", re.IGNORECASE)
_BARE = re.compile(
    rf"(entry\s+|entries\s+|messages?\s+)?(\d{{1,12}}){_TO}", re.IGNORECASE
)


_FILE = re.compile(r"([^\s#:]*)#(\d{1,12}):(\S(?:.*\S)?)")


class FileAddress(NamedTuple):
    """A file at an entry of one session (None: the one in scope)."""

    session: str | None
    n: int
    path: str


class Span(NamedTuple):
    """Entries of one session."""

    session: int
    first: int
    last: int
    turn: int | None = None


def read_address(text: str, corpus: Corpus) -> Address | None:
    """The address that a query is; None where it is something to look for.

    Where one session is in scope, `t4` is one, and so are `10-20` and `entry 12` where
    it has such entries. A number alone is a word.
    """
    trimmed = trim(text)
    address, bare = parse_address(trimmed), _BARE.fullmatch(trimmed)
    if address is None and bare is None and "#" not in trimmed:
        return None  # before any session is read
    shelves = corpus.shelves().values()
    is_one = len(shelves) == 1
    if address is not None:
        is_turn = address.turn is not None and address.session is None
        return address if is_one or not is_turn else None
    marked = _MARKED.fullmatch(trimmed)
    if marked:
        session, first, last = marked.groups()
        if session is None or any(_names(shelf, session) for shelf in shelves):
            return _address(session, first, last)
    _refuse_mangled(trimmed, list(shelves))
    if not is_one or bare is None or not (bare.group(1) or bare.group(3)):
        return None
    address = _address(None, bare.group(2), bare.group(3))
    return address if any(entries_of(resolve(address, corpus), corpus)) else None


def trim(text: str) -> str:
    """An address without what stands around it in prose: `(#12),` is `#12`."""
    return text.strip().strip("[]()<>\"'`,").rstrip(",.;:!?)]>").strip()


def _refuse_mangled(text: str, shelves: list[Shelf]) -> None:
    """Raise for one word that begins as an address of a session here, and is none.

    Searched as words it would find something else, which reads like an answer.
    """
    part, mark, _ = text.partition("#")
    if not mark or not part or " " in text:
        return
    if any(_names(shelf, part) for shelf in shelves):
        forms = "ID#120, ID#120-140, ID#t4 or ID#120:PATH"
        raise PaneError(f"{text}: no address", forms)


def _address(session: str | None, first: str, last: str | None) -> Address:
    numbers = int(first), int(last or first)
    return Address(session, min(numbers), max(numbers))


def resolve(address: Address, corpus: Corpus) -> Span:
    """The session an address is in; raises PaneError with the candidates if not one."""
    shelves = corpus.shelves()
    part = address.session
    found = [n for n, s in shelves.items() if part is None or _names(s, part)]
    exact = [n for n in found if part in (shelves[n].id, shelves[n].short)]
    if part is not None and len(exact) == 1:
        found = exact
    if len(found) == 1:
        return Span(found[0], address.first, address.last, address.turn)
    raise _unclear(address, [shelves[n] for n in found], list(shelves.values()))


def _unclear(address: Address, found: list[Shelf], known: list[Shelf]) -> PaneError:
    part, tail = address.session, _tail(address)
    if found:
        said = f"{part or tail} may be in {len(found)} sessions"
        return PaneError(said, f"say which: {_listed(found, tail)}")
    if not known:
        return PaneError("there is no session here", "name a FILE, or: pane ingest")
    return PaneError(
        f"no session {part} here",
        f"sessions here: {_listed(known, '')}; for the text itself: --literal",
    )


def read_file_at(text: str, corpus: Corpus) -> FileAddress | None:
    """`ID#120:src/auth.ts` of a session here; None where it is something else."""
    match = _FILE.fullmatch(text.strip().strip("[]()<>\"'`"))
    if match is None:
        return None
    session, n, path = match.groups()
    shelves = corpus.shelves().values()
    is_here = any(_names(shelf, session) for shelf in shelves)
    if not (is_here if session else len(shelves) == 1):
        return None
    return FileAddress(session or None, int(n), path)


def entries_of(span: Span, corpus: Corpus) -> Iterator[Entry]:
    """The entries of a span, in order; nothing where there are none."""
    log = corpus.log(span.session)
    if span.turn is None:
        yield from log.entries(max(span.first, 1), min(span.last, len(log)))
        return
    for entry in log.entries():
        if entry.turn == span.turn:
            yield entry


def _names(shelf: Shelf, part: str) -> bool:
    # What is printed for a session is its id or its short id. `shelf.short` would
    # compare the ids of all sessions, once for each of them.
    return matches_id(shelf.id, part)


def _tail(address: Address) -> str:
    if address.turn is not None:
        return f"#t{address.turn}"
    tail = f"#{address.first}"
    return tail if address.first == address.last else f"{tail}-{address.last}"


def _listed(shelves: list[Shelf], tail: str) -> str:
    shown = ", ".join(f"{shelf.short}{tail}" for shelf in shelves[:_SHOWN])
    more = len(shelves) - _SHOWN
    return f"{shown} and {more} more" if more > 0 else shown
