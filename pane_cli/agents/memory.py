"""What the hook remembers of a session: what it added to the window that is open.

A text that stands in the window is not added again. A compaction, or a new session,
opens another window, and all is new. Losing a memory costs a repetition, nothing else.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import msgspec

from pane_cli.agents.event import Event
from pane_cli.rules.hook import Hook


class Memory(msgspec.Struct, frozen=True, omit_defaults=True):
    """Of one session, between two events."""

    id: str = ""
    """The stored session."""
    seen: bool = False
    """An event of it was answered before."""
    source: str = ""
    """The transcript, and its size when it was read."""
    size: int = -1
    boundary: int = 0
    """The newest entry that says the window was compacted."""
    ahead: bool = False
    """The agent told of a compaction that the transcript does not know yet."""
    shown: tuple[int, ...] = ()
    """Sums of the texts, and of the addresses, that were added to the window."""
    asked: int = 0
    """Entries up to here were looked at for markers."""
    muted: bool = False


def sum_of(text: str) -> int:
    """What stands for a text that was added."""
    return zlib.crc32(text.encode("utf-8", "surrogatepass"))


def address_of(id: str, n: int) -> str:
    """What an entry is remembered by once it was recalled."""
    return f"{id}#{n}"


def opened(memory: Memory, event: Event, boundary: int) -> tuple[Memory, bool]:
    """The memory of the window that is open now, and whether it is a compacted one.

    `boundary` is the newest compaction that the transcript tells of, 0: none. It may
    lag: then the one that the agent told of is still to come, and is no second one.
    """
    if event.is_new:
        return _window(memory, boundary), False
    if event.is_compacted:
        return _window(memory, boundary, ahead=boundary <= memory.boundary), True
    if boundary <= memory.boundary:
        return memory, False
    if memory.ahead or not memory.seen:
        # It was told of; or nothing is known, and it may be long ago.
        known = msgspec.structs.replace(memory, boundary=boundary, ahead=False)
        return known, False
    return _window(memory, boundary), True


def _window(memory: Memory, boundary: int, ahead: bool = False) -> Memory:
    return msgspec.structs.replace(
        memory, boundary=max(boundary, memory.boundary), ahead=ahead, shown=()
    )


def is_muted(texts: Iterable[str], rules: Hook, before: bool = False) -> bool:
    """Whether the user's words leave the hook silent; the last marker counts."""
    muted = before
    for text in texts:
        for line in text.splitlines():
            word = line.strip().casefold()
            if word in rules.mute:
                muted = True
            elif word in rules.unmute:
                muted = False
    return muted
