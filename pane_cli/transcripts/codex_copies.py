"""Which text of a Codex rollout was said before, in another of its streams.

A message comes as an item, as an event, and since 0.149 as a completed turn item, in
any order. Within a turn, a stream repeats what another has said more often than it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.transcripts.reader import short_hash

Stream = Literal["item", "event", "turn"]
_PLACES: dict[Stream, int] = {"item": 0, "event": 1, "turn": 2}


class Copies(msgspec.Struct):
    """How often each stream said each text, since the last request."""

    said: dict[str, list[int]] = {}
    is_answered: bool = False
    """The model has spoken since the last request, so the next begins a turn."""

    def without_copies(self, drafts: list[Draft], stream: Stream) -> list[Draft]:
        """The blocks of one message; notes in place of text that was said before."""
        texts = [d for d in drafts if d["kind"] == "text"]
        if not texts:
            return drafts
        role = texts[0]["role"]
        if role != "user":
            self.is_answered = True
        whole = "".join(d["text"] for d in texts)
        if not self._is_copy(role, whole, stream):
            return drafts
        return [note("copy", "", role) if d in texts else d for d in drafts]

    def new_thoughts(self, sections: list[str], stream: Stream = "item") -> list[str]:
        """Sections of thinking that were not told before."""
        self.is_answered = True
        return [s for s in sections if not self._is_copy("thinking", s, stream)]

    def _is_copy(self, role: str, text: str, stream: Stream) -> bool:
        key = f"{role[0]}{short_hash(''.join(text.split())):x}"
        place = _PLACES[stream]
        counts = self.said.get(key)
        is_copy = counts is not None and max(counts) > counts[place]
        if role == "user" and not is_copy and self.is_answered:
            self.said.clear()
            self.is_answered, counts = False, None
        if counts is None:
            counts = self.said[key] = [0, 0, 0]
        counts[place] += 1
        return is_copy
