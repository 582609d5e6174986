"""Blocks of text under a limit: cut between items, with the command for the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from pane_cli.text.clip import clip

#: Fewer characters of an item say nothing.
_LEAST = 80
_STEP = 64


class Block(msgspec.Struct, frozen=True):
    """A heading, what stands below it, and the command that prints all of it."""

    title: str
    items: tuple[str, ...]
    command: str

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join((self.title, *self.items))


class Fitted(msgspec.Struct, frozen=True):
    """The text, and the items that stand in it whole."""

    text: str
    items: tuple[str, ...]


def fit(blocks: Sequence[Block], size: int, excess: Callable[[str], int]) -> Fitted:
    """As much of the blocks as the limit holds.

    `size` is the limit in characters, to plan with; `excess` says of a text how many of
    its characters are about too many, and has the last word.
    """
    while size > 0:
        fitted = _laid_out(blocks, size)
        over = excess(fitted.text)
        if not over:
            return fitted
        size = min(size, len(fitted.text)) - max(over, _STEP)
    return Fitted("", ())


def _laid_out(blocks: Sequence[Block], size: int) -> Fitted:
    """Every block gets a fair share at least, and what the others leave."""
    texts: list[str] = []
    items: list[str] = []
    needs = [len(block.text) + 1 for block in blocks]
    for place, block in enumerate(blocks):
        left = len(blocks) - place
        room = max(size - sum(needs[place + 1 :]), size // left)
        lines, whole = _cut(block, room - 1)
        if lines:
            texts.append("\n".join(lines))
            items += whole
            size -= len(texts[-1]) + 1
    return Fitted("\n".join(texts), tuple(items))


def _cut(block: Block, room: int) -> tuple[list[str], Sequence[str]]:
    """The lines of a block, and the items that are whole among them."""
    if len(block.text) <= room:
        return [block.title, *block.items], block.items
    kept: list[str] = []
    used = len(block.title) + len(_more(block, 0))
    for item in block.items:
        if used + len(item) + 1 > room:
            break
        used += len(item) + 1
        kept.append(item)
    if kept:
        return [block.title, *kept, _more(block, len(kept))], kept
    # Not even the first fits: its beginning says more than nothing.
    least = room - used - 1
    if least < _LEAST:
        return [], ()
    first = clip(block.items[0], least, marker="… (cut)")
    return [block.title, first, _more(block, 0)], ()


def _more(block: Block, kept: int) -> str:
    return f"- (+{len(block.items) - kept} more, whole: `{block.command}`)"
