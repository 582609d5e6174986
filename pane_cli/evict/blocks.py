"""The context as blocks, one a turn: what a mirror file holds, and what leaves with it.

The running turn, of which steps can leave, is a block for its request and one a step.
A block is as it stood after some entry; what came later is in none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from pane_cli.evict.pointers import pointers
from pane_cli.evict.units import members
from pane_cli.session.address import format_range
from pane_cli.session.types import Range
from pane_cli.view.rows import Turn
from pane_cli.view.view import View
from pane_cli.view.view import entries as turn_entries


class Words(NamedTuple):
    """How entries and pointers are put into words, without secrets."""

    render: Callable[[int], str]
    """An entry whole, as contexts show it."""
    fetch: Callable[[int], str]
    """The text of an entry."""
    clean: Callable[[str], str]
    command: str
    """What recalls `{span}`."""


class Piece(NamedTuple):
    """A part of a block: something that is in, a rewriting, or a pointer."""

    text: str
    is_pointer: bool = False


class Block(NamedTuple):
    """What is edited as one."""

    name: str
    """`t4 #12-40`."""
    entries: frozenset[int]
    """All that leaves with it."""
    pieces: tuple[Piece, ...]
    out: tuple[Range, ...]
    """Ranges that pointers stand for."""
    stays: bool = False
    """It is the newest request or step, which never leave."""

    @property
    def label(self) -> str:
        """What its header says."""
        return f"{self.name} (stays)" if self.stays else self.name

    @property
    def body(self) -> str:
        """The block as it is written."""
        return "\n".join(piece.text for piece in self.pieces)

    @property
    def words(self) -> list[str]:
        """What was shown: without pointers, and whatever becomes of white space."""
        texts = "\n".join(p.text for p in self.pieces if not p.is_pointer)
        # As a file holds it: UTF-8 has no half characters.
        return self.own(texts.encode("utf-8", "replace").decode("utf-8")).split()

    @property
    def is_marked(self) -> bool:
        """Whether an entry stands in it whole, under its `[#n]`."""
        return any(p.text.startswith("[#") for p in self.pieces if not p.is_pointer)

    def is_same(self, text: str) -> bool:
        """Whether a text under its header says what the block says."""
        return self.own(text).split() == self.words

    def own(self, text: str) -> str:
        """A text under its header without its pointers, as it is kept."""
        heads = tuple(f"[out {format_range(*span)} ·" for span in self.out)
        kept = [line.rstrip() for line in text.split("\n")]
        return "\n".join(k for k in kept if not k.startswith(heads)).strip("\n")


def blocks(view: View, last: int, words: Words) -> list[Block]:
    """The blocks of what could be in context after entry `last`, in session order."""
    running = _running(view, last)
    found: list[Block | None] = []
    for turn in view.turns:
        if turn is running:
            found += _parts(view, turn, last, words)
        else:
            found.append(_block(view, turn, members(view, turn), last, words))
    return [block for block in found if block is not None]


def _running(view: View, last: int) -> Turn | None:
    """The turn that was running after entry `last`."""
    seen = [turn for turn in view.turns if turn.first <= last]
    live = [turn for turn in seen if _context(view, turn_entries(turn), last)]
    asked = [turn for turn in live if _context(view, turn.requests, last)]
    found = asked or live
    return found[-1] if found else None


def _context(view: View, entries: Iterable[int], last: int) -> list[int]:
    return sorted(n for n in entries if n <= last and view.is_context(n))


def _parts(view: View, turn: Turn, last: int, words: Words) -> Iterator[Block | None]:
    """The requests of the running turn, then its steps; the newest of them stays."""
    requests = frozenset(turn.requests)
    steps = [frozenset(view.steps[index].entries) for index in turn.steps]
    live = [step for step in steps if _is_in(view, step, last)]
    for part in (requests, *steps):
        stays = part is requests or part is (live[-1] if live else None)
        yield _block(view, turn, part, last, words, stays)


def _is_in(view: View, step: frozenset[int], last: int) -> bool:
    return any(view.is_in(n) for n in _context(view, step, last))


def _block(
    view: View,
    turn: Turn,
    entries: frozenset[int],
    last: int,
    words: Words,
    stays: bool = False,
) -> Block | None:
    shown = _context(view, entries, last)
    if not shown:
        return None
    own = [n for n in shown if view.row(n).turn == turn.number] or shown
    standing = {
        pointer.span[0]: pointer
        for pointer in pointers(
            view,
            [n for n in shown if n in view.out],
            words.fetch,
            words.clean,
            words.command,
        )
    }
    pieces: list[Piece] = []
    for n in shown:
        if n not in view.out:
            pieces.append(Piece(words.render(n)))
        elif n in standing:
            pointer = standing[n]
            pieces.append(
                Piece(pointer.head() if pointer.text else pointer.line(), True)
            )
            pieces += [Piece(pointer.text)] if pointer.text else []
    return Block(
        f"t{turn.number} {format_range(own[0], own[-1])}",
        frozenset(n for n in entries if n <= last),
        tuple(pieces),
        tuple(pointer.span for pointer in standing.values()),
        stays,
    )
