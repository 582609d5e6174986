"""Calls and results that pair by name and order, for want of an id.

OpenAI's first function calls, and shapes that tools of Codex's family wrote.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, made_up
from pane_cli.transcripts.content import as_text, json_args
from pane_cli.transcripts.response_items import call_draft
from pane_cli.transcripts.shell_output import output_draft

_CALLS = ("tool_call", "function_call")
_RESULTS = ("tool_result", "function_result")


class OpenCalls(msgspec.Struct):
    """Calls without an id that wait for their results: name and made-up id."""

    waiting: list[tuple[str, str]] = []

    def asked(self, name: str, n: int) -> str:
        """The id of a call that will be entry `n`."""
        self.waiting.append((name, made_up(n)))
        del self.waiting[:-64]
        return made_up(n)

    def answered(self, name: str | None) -> str | None:
        """The id of the oldest call of that name that waits."""
        for place, (known, call) in enumerate(self.waiting):
            if name in (None, known):
                del self.waiting[place]
                return call
        return None


def odd_drafts(item: dict[str, Any], calls: OpenCalls, last: int) -> list[Draft]:
    """A call or a result that has no id; nothing where the item is neither."""
    kind = item.get("type")
    named = item.get("function")
    if kind in _CALLS and isinstance(named, dict) and "call_id" not in item:
        name = as_text(named.get("name")) or "?"
        args = json_args(item.get("arguments", named.get("arguments")))
        return [call_draft(name, args, calls.asked(name, last + 1), "assistant")]
    if kind in _RESULTS and "call_id" not in item:
        asked = as_text(item.get("name"))
        return [output_draft(item.get("result"), calls.answered(asked))]
    return []
