"""Where a forked Codex session stops repeating its origin and begins its own.

The copied records are stamped anew within moments of the fork, so their own times say
nothing. A turn whose id is younger than the session is its own; where no turn tells,
the first record that comes noticeably later.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from pane_cli.session.times import parse_time, to_rfc3339
from pane_cli.session.types import Amend

_UUID7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-", re.I)
#: Copying takes some 50 ms; nobody asks again within a second.
_COPYING_MS = 1000


class Fork(msgspec.Struct):
    """How a session with an origin is told from what it copied."""

    is_copying: bool = False
    has_begun: bool = False
    first: int = 1
    """The first entry that may be a copy."""
    born_ms: int = 0
    """When the session's id was made."""
    forked_ms: int = 0
    ordinal: int | None = None
    """The first record that is the session's own, where its header says so."""

    def begin(self, meta: dict[str, Any], ts: Any, last: int) -> None:
        """Take the session's own header; later ones are its ancestors'."""
        if self.has_begun:
            return
        self.has_begun = True
        ordinal = meta.get("subagent_history_start_ordinal")
        self.ordinal = ordinal if isinstance(ordinal, int) else None
        self.is_copying = bool(meta.get("forked_from_id")) or self.ordinal is not None
        self.first = last + 2
        self.born_ms = uuid7_ms(meta.get("id")) or 0
        self.forked_ms = _ms(ts) or self.born_ms

    def step(
        self, kind: Any, payload: dict[str, Any], record: dict[str, Any], last: int
    ) -> list[Amend]:
        """What is said of the copies when the first record of one's own comes."""
        if not self.is_copying or not self._is_own(kind, payload, record):
            return []
        self.is_copying = False
        if last < self.first:
            return []
        return [Amend("amend", ((self.first, last),), "inherited")]

    def _is_own(
        self, kind: Any, payload: dict[str, Any], record: dict[str, Any]
    ) -> bool:
        ordinal = record.get("ordinal")
        if self.ordinal is not None and isinstance(ordinal, int):
            return ordinal >= self.ordinal
        if kind == "session_meta":
            return False
        if kind == "turn_context":
            begun = uuid7_ms(payload.get("turn_id"))
            if begun is not None and self.born_ms:
                return begun >= self.born_ms
        when = _ms(record.get("timestamp"))
        return when is not None and when > self.forked_ms + _COPYING_MS


def uuid7_ms(value: Any) -> int | None:
    """Milliseconds since 1970 in a UUID of version 7; None where it is none."""
    if not isinstance(value, str) or not _UUID7.match(value):
        return None
    return int(value[:8] + value[9:13], 16)


def _ms(ts: Any) -> int | None:
    text = to_rfc3339(ts)
    when = parse_time(text) if text else None
    return int(when.timestamp() * 1000) if when else None
