"""ShareGPT: data sets of conversations, `{"from": ..., "value": ...}` by turns.

Each object is a session. Calls and results have no ids: they pair in their order.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.values import parse
from pane_cli.transcripts.content import as_text, json_args, text_of
from pane_cli.transcripts.keyed import Keyed, Record, first_of, said, value_text
from pane_cli.transcripts.odd_calls import OpenCalls
from pane_cli.transcripts.reader import Reading
from pane_cli.transcripts.response_items import call_draft

_USER = ("human", "user")
_ASSISTANT = ("gpt", "assistant", "chatgpt", "bing", "bard", "model")
_CALLS = ("function_call", "tool_call", "function-call")
_RESULTS = ("observation", "tool", "function_response", "function-response", "function")


class ShareGPT(Keyed):
    """Reader of one conversation of a data set."""

    agent = "sharegpt"

    class State(msgspec.Struct):
        """Calls that wait for their results."""

        odd: OpenCalls = msgspec.field(default_factory=OpenCalls)

    def read(self, record: Record) -> Reading:
        """The blocks of a turn; notes for the conversation's own record."""
        speaker = as_text(first_of(record, ("from", "role")))
        if speaker is None:
            return Reading(_conversation(record))
        value = first_of(record, ("value", "content", "text"))
        return Reading(self._turn(speaker, value))

    def _turn(self, speaker: str, value: Any) -> list[Draft]:
        if speaker in _USER:
            return [said(value_text(value), "user")]
        if speaker in _ASSISTANT:
            return [said(value_text(value), "assistant")]
        if speaker in _CALLS:
            return self._calls(value)
        if speaker in _RESULTS:
            call = self.state.odd.answered(None)
            text = value_text(value)
            return [Draft(kind="result", role="tool", call=call, text=text)]
        return [note(speaker, value_text(value))]

    def _calls(self, value: Any) -> list[Draft]:
        if isinstance(value, str):
            value = _from_json(value)
        calls = value if isinstance(value, list) else [value]
        found: list[Draft] = []
        for asked in calls:
            known = asked if isinstance(asked, dict) else {"arguments": asked}
            name = as_text(known.get("name")) or "?"
            args = json_args(first_of(known, ("arguments", "parameters")))
            n = self.numbering.last + len(found) + 1
            call = self.state.odd.asked(name, n)
            found.append(call_draft(name, args, call, "assistant"))
        return found or [note("empty", role="assistant")]


def _conversation(record: Record) -> list[Draft]:
    """What is said of all of it: the system's words, tools, pictures by path."""
    system, images = text_of(record.get("system")), record.get("images")
    found = [note("system", system)] if system else []
    if isinstance(images, list) and images:
        names = tuple(name for name in images if isinstance(name, str))
        found.append(note("images", "\n".join(names), files=names))
    if record.get("tools"):
        found.append(note("tools", value_text(record["tools"])))
    return found or [note("conversation")]


def _from_json(text: str) -> Any:
    try:
        return parse(text.encode("utf-8", "replace"))
    except ValueError:
        return {"arguments": text}
