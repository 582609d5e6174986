"""Messages as they go over the wire to providers, in files: whoever wrote them.

OpenAI's chat messages and response items, and Anthropic's messages, answers and event
streams, tell themselves apart record by record. So they have one reader under three
names: what the first records looked like does not change what later ones say.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Header
from pane_cli.transcripts import anthropic_messages, openai_chat, openai_responses
from pane_cli.transcripts.content import as_text, as_time
from pane_cli.transcripts.odd_calls import OpenCalls, odd_drafts
from pane_cli.transcripts.reader import Reader, Reading

Record = dict[str, Any]


class Wire(Reader):
    """What the three have in common: everything but the name."""

    class State(msgspec.Struct):
        """What later records depend on."""

        odd: OpenCalls = msgspec.field(default_factory=OpenCalls)

    def header(self, records: list[Record], final: bool) -> Header | None:
        """Named only in streams; else by file name, position and first record."""
        first = records[0]
        id = as_text(first.get("session_id")) or self.fallback_id(first)
        cwd, started = as_text(first.get("cwd")), _time_of(first)
        return Header("session", 1, id, self.agent, cwd=cwd, started=as_time(started))

    def read(self, record: Record) -> Reading:
        """The blocks of a record, of whichever sort it is."""
        drafts = self._drafts(record)
        ts = _time_of(record)
        for draft in drafts:
            draft.setdefault("ts", ts)
        return Reading(drafts)

    def _drafts(self, record: Record) -> list[Draft]:
        last, odd = self.numbering.last, self.state.odd
        if anthropic_messages.is_streamed(record):
            return anthropic_messages.streamed_drafts(record)
        if anthropic_messages.is_answer(record):
            return anthropic_messages.answer(record)
        if isinstance(record.get("messages_display"), str):
            return openai_chat.displayed(record["messages_display"], last)
        drafts = odd_drafts(record, odd, last)
        if drafts:
            return drafts
        if openai_responses.is_item(record):
            return openai_responses.drafts(record)
        if "role" in record:
            return openai_chat.drafts(record, odd, last)
        return _document(record)


class OpenAIChat(Wire):
    """Messages of the Chat Completions API."""

    agent = "openai-chat"


class OpenAIResponses(Wire):
    """Items of the Responses API."""

    agent = "openai-responses"


class AnthropicMessages(Wire):
    """Messages of Anthropic's API."""

    agent = "anthropic-messages"


def _time_of(record: Record) -> Any:
    for key in ("timestamp", "created_at", "ts"):
        if record.get(key):
            return record[key]
    return None


def _document(record: Record) -> list[Draft]:
    """What a document says besides its messages: instructions, a single input."""
    drafts: list[Draft] = []
    for key in ("system", "instructions"):
        text = openai_chat.words(record.get(key))
        if text:
            drafts.append(note("system", text))
    if isinstance(record.get("input"), str) and record["input"]:
        drafts.append(Draft(kind="text", role="user", text=record["input"]))
    drafts = drafts or [note(as_text(record.get("type")) or "document")]
    usage = openai_responses.usage_of(record.get("usage"))
    if usage is not None:
        drafts[0]["usage"] = usage
        drafts[0]["model"] = as_text(record.get("model"))
    return drafts
