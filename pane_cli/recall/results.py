"""What recall gives: answers with hits, frozen records that a renderer prints."""

from __future__ import annotations

import msgspec

VERSION = 1
"""Of the JSON envelope."""

NEAREST = ("near", "fuzzy")
"""Tiers of what was not found, but comes nearest: never counted as found."""


class Near(msgspec.Struct, frozen=True):
    """An entry beside a hit, on one line (`-C`)."""

    n: int
    role: str
    kind: str
    tool: str | None
    snippet: str


class Hit(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry that was found."""

    session: str
    source: str | None
    n: int
    turn: int
    role: str
    kind: str
    tool: str | None
    ts: str | None
    score: float
    tier: str
    """`exact`: has the query as it stands. `terms`: has words of it; `prefix`: has
    words that begin so. `literal`, `regex`, `address`, `file`: what it says. `filter`:
    nothing was asked for. Not found, but nearest: `near`, beside entries that have
    words of it; `fuzzy`, has words that are a typing error away."""
    snippet: str
    command: str
    """Prints the entry whole."""
    address: str
    """`ID#120`, with the short id."""
    what: str | None = None
    """Of a note: its sort."""
    error: bool = False
    annotations: tuple[str, ...] = ()
    """What came of it later: `superseded: src/auth.ts changed at #52`."""
    age: str | None = None
    """Time from the entry to now: `3 days`."""
    text: str | None = None
    """The entry whole, where it was asked for by address."""
    sure: float | None = None
    """How sure the score is, below 1; None: sure, or nobody asked for it."""
    before: tuple[Near, ...] = ()
    after: tuple[Near, ...] = ()


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a query gives: the envelope of `--json`."""

    version: int
    query: str
    total: int
    """Entries that were found; the nearest ones are not."""
    hits: tuple[Hit, ...]
    id: str | int | None = None
    """Of the query, in `--queries`."""
    page: int = 1
    nearest: int = 0
    """Entries among the hits of all pages that were not found, but come nearest."""
    sessions: tuple[str, ...] = ()
    """Sessions with a hit (`-l`)."""
    remarks: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    """Of each hit, what its score is made of (`--explain`)."""
