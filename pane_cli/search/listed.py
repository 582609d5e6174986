"""The documents of a session by place: what is known of them without their texts."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pane_cli.search.documents import Reading
from pane_cli.session.types import Entry


class Listed(msgspec.Struct, array_like=True):
    """The documents of one session by place, as far as it was read."""

    numbers: list[int] = []
    """Of their entries."""
    chars: list[int] = []
    tools: list[str] = []
    reading: Reading = msgspec.field(default_factory=lambda: Reading(0))
    """Behind the last one."""

    def add(self, entries: Iterable[Entry]) -> None:
        """Those of entries that follow."""
        for entry in entries:
            text = self.reading.text(entry, entry.n)
            if text is not None:
                self.numbers.append(entry.n)
                self.chars.append(len(text.body))
                self.tools.append(text.tool)
