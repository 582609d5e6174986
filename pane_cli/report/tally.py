"""What is counted: of an entry, an answer, a session; and the frozen report."""

from __future__ import annotations

import msgspec

from pane_cli.session.types import Usage

#: Rows of the table by kind, in the order in which they are printed.
KINDS = ("user", "assistant", "thinking", "call", "result", "image", "note")


class Tally(msgspec.Struct):
    """Sums. It is added to while sessions are read, then stays as it is."""

    sessions: int = 0
    turns: int = 0
    entries: int = 0
    calls: int = 0
    failures: int = 0
    tokens: int = 0
    """Estimated, of all entries that a model sees and of its thinking."""
    context: int = 0
    """Those of them now in context."""
    out: int = 0
    """Those that were evicted."""
    bytes: int = 0
    """Of the source records."""
    images: int = 0
    """Bytes of them that are images, as base64."""
    answers: int = 0
    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0

    def use(self, usage: Usage) -> None:
        """Add one answer, as its provider counted it."""
        self.answers += 1
        self.input += usage.input
        self.output += usage.output
        self.cache_read += usage.cache_read
        self.cache_write += usage.cache_write


class Group(msgspec.Struct, frozen=True):
    """One row of a table."""

    key: str
    tally: Tally
    title: str = ""
    """Of a session."""


class Copies(msgspec.Struct, frozen=True):
    """What earlier sessions hold already, and is not counted again."""

    entries: int = 0
    tokens: int = 0
    context: int = 0
    """Tokens of them that are in the context of the session that copied them."""


class Report(msgspec.Struct, frozen=True):
    """What sessions add up to."""

    total: Tally
    kinds: tuple[Group, ...]
    tools: tuple[Group, ...]
    by: str | None
    groups: tuple[Group, ...]
    """By day, project, tool, model or session, where that was asked for."""
    copies: Copies
    off: int
    """Tokens of entries off the active branch."""
    skipped: int = 0
    """Damaged lines, which are in no other number."""
