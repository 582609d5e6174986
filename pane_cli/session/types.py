"""The line types of a session file, as frozen records.

One line is one record; the field order here is the key order in the file. Fields that
hold their default are left out, so lines stay short and a line written twice is the
same bytes.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

EntryKind = Literal["text", "thinking", "call", "result", "image", "note"]
MarkKind = Literal[
    "pin", "unpin", "evict", "restore", "undo", "fact", "forget", "summary"
]
Role = Literal["user", "assistant", "tool", "system"]

ENTRY_KINDS = frozenset(EntryKind.__args__)  # type: ignore[attr-defined]
MARK_KINDS = frozenset(MarkKind.__args__)  # type: ignore[attr-defined]

#: [generation, offset, length] of a record's bytes in the archived original.
Src = tuple[int, int, int]
#: [first, last], both included, of entry numbers.
Range = tuple[int, int]
#: [first, last, text]: what stands in the context in place of these entries.
Stand = tuple[int, int, str]


TOLD = "host:"
"""How `by` begins where a transcript tells a decision of its agent or an extension."""


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line. Holds nothing that a longer source would change."""

    kind: Literal["session"]
    v: int
    id: str
    agent: str
    cwd: str | None = None
    started: str | None = None
    source: str | None = None
    parent: str | None = None
    """Session this one was started from: of a subagent, a fork or a branch."""
    title: str | None = None


class Usage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Tokens of one model answer, as the provider counted them."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0

    @property
    def prompt(self) -> int:
        """Everything that was in the window when the answer was asked for."""
        return self.input + self.cache_read + self.cache_write


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One content line: a block of a record, with its permanent number."""

    kind: EntryKind
    n: int
    turn: int
    role: Role
    name: str | None = None
    """Who speaks, where a transcript names its speakers."""
    tool: str | None = None
    args: dict[str, Any] | None = None
    call: str | None = None
    text: str = ""
    error: bool = False
    exit: int | None = None
    what: str | None = None
    """A note's sort: compact-summary, command, reminder, unknown:TYPE, duplicate."""
    signature: str | None = None
    data: str | None = None
    """Opaque content that must pass through unread: encrypted or redacted thinking."""
    media: str | None = None
    bytes: int | None = None
    sha256: str | None = None
    files: tuple[str, ...] = ()
    msg: str | None = None
    model: str | None = None
    usage: Usage | None = None
    ts: str | None = None
    id: str | None = None
    parent: str | None = None
    side: bool = False
    """Of a side conversation (an inline subagent), never of the main context."""
    src: Src | None = None


class Amend(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something later learned of earlier entries."""

    kind: Literal["amend"]
    entries: tuple[Range, ...]
    what: str
    """rewound, replaced, vanished, reset, inherited (a fork's copy of its origin)."""


class Form(msgspec.Struct, frozen=True, array_like=True):
    """What is shown of one entry that is out: `[12, "#12 Read a.py", ["line"]]`."""

    n: int
    head: str
    lines: tuple[str, ...] = ()


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision: changes what is in context, never what was said."""

    kind: MarkKind
    mark: int
    entity: str | None = None
    """Of a fact: whom or what it is about; `name` is its key."""
    name: str | None = None
    text: str | None = None
    entries: tuple[Range, ...] = ()
    back: tuple[Range, ...] = ()
    """Of an eviction: what comes back first, by the same decision."""
    stands: tuple[Stand, ...] = ()
    """Of an eviction: texts that stand in place of parts of `entries`."""
    note: str | None = None
    undoes: int | None = None
    by: str = "user"
    after: int = 0
    """The last entry that existed when the decision was made."""
    ts: str | None = None
    forms: tuple[Form, ...] = ()
    """Of an eviction: what is shown of everything that is out, until the next one."""

    @property
    def is_told(self) -> bool:
        """Whether the transcript says it: nobody decided it here."""
        return self.by.startswith(TOLD)


class Other(msgspec.Struct, frozen=True):
    """A line of a kind this version does not know: passed through, never read."""

    kind: str


Line = Header | Entry | Amend | Mark | Other
