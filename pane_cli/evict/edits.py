"""What somebody did to a mirror, block by block; a file that is unclear is refused.

A block that is gone leaves; a rewritten one stands in for its turn; `restore` brings
back what left of it.
"""

from __future__ import annotations

from typing import NamedTuple

from pane_cli.errors import PaneError
from pane_cli.evict.blocks import Block, Words, blocks
from pane_cli.evict.mirror import (
    Found,
    Mirror,
    damaged,
    header,
    key_of,
    looks_like_header,
    session_word,
)
from pane_cli.evict.units import untouchable
from pane_cli.view.under import under
from pane_cli.view.view import View

RESTORE = "restore"
#: What can be done to a block.
WHATS = ("out", "rewritten", "back")


class Edit(NamedTuple):
    """What was done to one block."""

    block: Block
    what: str
    """One of `WHATS`."""
    text: str = ""


class Edits(NamedTuple):
    """What was done to a mirror, and what of it is not followed, line by line."""

    done: tuple[Edit, ...]
    notes: tuple[str, ...]


def edits(view: View, mirror: Mirror, words: Words) -> tuple[View, Edits]:
    """The view that the mirror was written from, and what was done since.

    Raises PaneError where the file is not of this session as it stands, or damaged.
    """
    before = _before(view, mirror)
    expected = {b.label: b for b in blocks(before, mirror.state.last, words)}
    if key_of(mirror.state, expected.values()) != mirror.key:
        raise PaneError(
            f"{mirror.name}: shows other text than the session, the rules or this"
            " version of pane give",
            "write it anew, and make the edits there",
        )
    _check(mirror, expected)
    reading = _Comparing(mirror, untouchable(view))
    for block in expected.values():
        reading.compare(block)
    return before, Edits(
        tuple(reading.done), (*_outside(mirror, expected), *reading.notes)
    )


def is_of(view: View, mirror: Mirror) -> bool:
    """Whether a mirror is of this session."""
    return session_word(view.header.id) == mirror.state.session


def _before(view: View, mirror: Mirror) -> View:
    state = mirror.state
    if not is_of(view, mirror):
        raise PaneError(
            f"{mirror.name} is a mirror of {state.session}, this is {view.header.id}",
            f"pane evict -s {state.session} --from-mirror {mirror.name}",
        )
    if state.last > view.last or state.mark > view.decisions.last:
        raise PaneError(
            f"{mirror.name} was written from #{state.last} and mark {state.mark}, the"
            f" session ends with #{view.last} and mark {view.decisions.last}",
            "give the session that it was written from, or write it anew",
        )
    return under(view, (m for m in view.decisions.marks if m.mark <= state.mark))


def _check(mirror: Mirror, expected: dict[str, Block]) -> None:
    """Raise where a header is no longer what it was."""
    known = {line.rstrip() for b in expected.values() for line in b.body.split("\n")}
    whole = {
        label: f" {' '.join(block.words)} "
        for label, block in expected.items()
        if label not in mirror.blocks and block.is_marked
    }
    for label, found in mirror.blocks.items():
        block = expected.get(label)
        if block is None:
            raise damaged(mirror.name, found.line, f"no block {label} was written")
        if not block.is_same(found.text):
            _check_lines(mirror, found, known)
            _check_merged(mirror, found, label, whole)


def _check_lines(mirror: Mirror, found: Found, known: set[str]) -> None:
    for number, line in enumerate(found.text.split("\n"), found.line + 1):
        if looks_like_header(line) and line.rstrip() not in known:
            raise damaged(mirror.name, number, line)


def _check_merged(
    mirror: Mirror, found: Found, label: str, whole: dict[str, str]
) -> None:
    """Raise where the text of a missing block stands whole under another header."""
    text = f" {' '.join(found.text.split())} "
    gone = next((name for name, words in whole.items() if words in text), None)
    if gone is not None:
        raise PaneError(
            f"{mirror.name}:{found.line}: the text of {gone} stands under {label},"
            " its own header is missing",
            f"put `{header(mirror.key, gone)}` back above it, or delete the text too;"
            " nothing was changed",
        )


def _outside(mirror: Mirror, expected: dict[str, Block]) -> list[str]:
    notes = [
        f"{mirror.name}:{line}: text outside of any block is ignored"
        for line in mirror.ignored
    ]
    order = [label for label in expected if label in mirror.blocks]
    for was, label in zip(order, mirror.blocks, strict=True):
        if was != label:
            line = mirror.blocks[label].line
            notes.append(
                f"{mirror.name}:{line}: {label} was moved: a context keeps the order"
                " of its session"
            )
            break
    return notes


class _Comparing:
    """Block by block: what it was, and what stands there now."""

    def __init__(self, mirror: Mirror, newest: frozenset[int]) -> None:
        self.done: list[Edit] = []
        self.notes: list[str] = []
        self._mirror, self._newest = mirror, newest

    def compare(self, block: Block) -> None:
        """Take what was done to one block in."""
        found = self._mirror.blocks.get(block.label)
        if block.is_same(found.text if found is not None else ""):
            return
        text = block.own(found.text) if found is not None else ""
        if text.strip(" `\n").lower() == RESTORE:
            self._restore(block)
        elif block.stays or block.entries & self._newest:
            where = f":{found.line}" if found is not None else ""
            self.notes.append(
                f"{self._mirror.name}{where}: {block.name} stays as it is: the newest"
                " request and step never leave"
            )
        elif text:
            self.done.append(Edit(block, "rewritten", text))
        else:
            self.done.append(Edit(block, "out"))

    def _restore(self, block: Block) -> None:
        if block.out:
            self.done.append(Edit(block, "back"))
        else:
            self.notes.append(
                f"{self._mirror.name}: {block.name} is in context already"
            )
