"""What a context is made of, before it is rendered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple


class Shown(NamedTuple):
    """What is shown of an entry that is not whole: its head, and lines below it."""

    head: str
    lines: tuple[str, ...]
    """None of them: the head alone."""

    def __str__(self) -> str:
        return "\n".join((self.head, *self.lines))

    def cost(self) -> int:
        """Characters, line ends included."""
        return len(self.head) + 1 + sum(len(line) + 1 for line in self.lines)


Show = dict[int, Shown]
"""By number of the entry."""


class Recalled(NamedTuple):
    """Something that recall found for the query."""

    session: str
    n: int
    address: str
    head: str
    text: str
    score: float = 0.0
    sure: float = 1.0
    """How sure its score is, from 0 to 1."""
    digest: int = 0
    """What tells its whole text from others; 0: nobody asks."""


class Choice(NamedTuple):
    """What is shown of the entries: whole, or some lines, or only a pointer."""

    whole: dict[int, str]
    """Entry to the rule that keeps it whole."""
    show: Show
    quoted: frozenset[int] = frozenset()
    """Those of `show` that are the user's requests, quoted."""
    is_tight: bool = False
    """Not everything fits: pointers over quotes say no more than where they lead."""
    same: Mapping[int, int] = MappingProxyType({})
    """Of `whole`, results that point to another one, which says all that they say."""


class Part(NamedTuple):
    """A piece of the context in its place; `n` where it is one whole entry."""

    block: str
    text: str
    n: int | None = None


class Context(NamedTuple):
    """The stable part, which stands until the next eviction, and what changes."""

    stable: tuple[Part, ...]
    volatile: tuple[Part, ...]
    choice: Choice

    def text(self) -> str:
        """The context as Markdown."""
        texts = [part.text for part in (*self.stable, *self.volatile) if part.text]
        return "\n".join(texts) + "\n" if texts else ""

    def ever_less_volatile(self) -> Iterator[Context]:
        """The context, and then with ever fewer of the blocks that change each turn."""
        for count in range(len(self.volatile), -1, -1):
            yield self._replace(volatile=self.volatile[:count])

    def brief(self, room: int) -> Context:
        """The context, and of what changes each turn as many lines as fit `room`.

        What was recalled was asked for, and has a share of its own.
        """
        parts: list[Part] = []
        for part in self.volatile:
            if part.block == "recalled":
                parts.append(part)
                continue
            lines = part.text.split("\n")
            kept = list(lines)
            while kept and sum(len(line) + 1 for line in kept) > room:
                kept.pop()
            if len(kept) > 1:  # a title over nothing says nothing
                parts.append(part._replace(text="\n".join(kept)))
                room -= sum(len(line) + 1 for line in kept)
        return self._replace(volatile=tuple(parts))
