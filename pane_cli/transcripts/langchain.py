"""LangChain's messages: as it dumps objects (`lc`), and as plain `{type, data}`.

Calls are told again among the blocks of a content, in the shape of the provider.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Usage
from pane_cli.transcripts.content import (
    as_count,
    as_text,
    json_args,
    list_of_dicts,
    text_of,
)
from pane_cli.transcripts.keyed import (
    Keyed,
    Once,
    Record,
    as_object,
    first_of,
    images_of,
    spoken,
    words_of,
)
from pane_cli.transcripts.odd_calls import OpenCalls
from pane_cli.transcripts.openai_responses import usage_of
from pane_cli.transcripts.reader import Reading
from pane_cli.transcripts.response_items import call_draft
from pane_cli.transcripts.swe_agent import asked

_ROLES = {
    "human": "user",
    "user": "user",
    "ai": "assistant",
    "assistant": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "function",
}
_CALL_BLOCKS = ("tool_use", "tool_call", "function_call", "input_json_delta")


class LangChain(Keyed):
    """Reader of LangChain's messages."""

    agent = "langchain"
    ids = ("thread_id", "session_id")

    class State(msgspec.Struct):
        """Ids so far, and calls that wait for results without one."""

        ids: Once = msgspec.field(default_factory=Once)
        odd: OpenCalls = msgspec.field(default_factory=OpenCalls)

    def read(self, record: Record) -> Reading:
        """The blocks of a message."""
        message = as_object(record.get("kwargs") or record.get("data"))
        kind = _kind(record, message)
        drafts = self._blocks(kind, message)
        drafts[0]["id"] = self.state.ids.new(message.get("id"))
        name = as_text(message.get("name"))
        if name is not None and drafts[0]["kind"] == "text":
            drafts[0]["name"] = name
        return Reading(drafts)

    def _blocks(self, kind: str, message: Record) -> list[Draft]:
        role, content = _ROLES.get(kind), message.get("content")
        if role == "user":
            return spoken(content, "user")
        if role == "assistant":
            return self._answer(message)
        if role in ("tool", "function"):
            call = as_text(message.get("tool_call_id"))
            if call is None:
                call = self.state.odd.answered(as_text(message.get("name")))
            return _result(message, call)
        return [note("system" if role == "system" else kind, text_of(content))]

    def _answer(self, message: Record) -> list[Draft]:
        more = as_object(message.get("additional_kwargs"))
        calls = _calls(message, more)
        content = message.get("content")
        if isinstance(content, list):
            told = {draft["call"] for draft in calls}
            content = [part for part in content if not _repeats(part, told)]
        found, legacy = _thoughts(more), as_object(more.get("function_call"))
        if content or not (calls or found or legacy):
            found += spoken(content, "assistant")
        found += calls
        if legacy:
            name = as_text(legacy.get("name")) or "?"
            call = self.state.odd.asked(name, self.numbering.last + len(found) + 1)
            args = json_args(legacy.get("arguments"))
            found.append(call_draft(name, args, call, "assistant"))
        return _counted(found, message)


def _kind(record: Record, message: Record) -> str:
    """Which sort of message: said by its own type, or by the class it is of."""
    kind, path = record.get("type"), record.get("id")
    if kind == "constructor":
        told = path[-1] if isinstance(path, list) and path else None
        kind = message.get("type") or told
    told = as_text(message.get("role")) or as_text(kind) or "unknown"
    return told.removesuffix("Chunk").removesuffix("Message").lower()


def _calls(message: Record, more: Record) -> list[Draft]:
    """Calls in LangChain's own shape, or as the provider wrote them."""
    good = list_of_dicts(message.get("tool_calls"))
    bad = list_of_dicts(message.get("invalid_tool_calls"))
    if not good and not bad:
        return [asked(call) for call in list_of_dicts(more.get("tool_calls"))]
    return [
        call_draft(c.get("name"), json_args(c.get("args")), c.get("id"), "assistant")
        for c in good + bad
    ]


def _repeats(part: Any, told: set[str | None]) -> bool:
    if not isinstance(part, dict) or part.get("type") not in _CALL_BLOCKS:
        return False
    return as_text(first_of(part, ("id", "call_id"))) in told or not part.get("id")


def _thoughts(more: Record) -> list[Draft]:
    text = text_of(more.get("reasoning_content"))
    return [Draft(kind="thinking", role="assistant", text=text)] if text else []


def _result(message: Record, call: str | None) -> list[Draft]:
    content = message.get("content")
    draft = Draft(kind="result", role="tool", call=call, text=words_of(content))
    draft["tool"] = as_text(message.get("name"))
    if message.get("status") == "error":
        draft["error"] = True
    return [draft, *images_of(content, "tool")]


def _counted(drafts: list[Draft], message: Record) -> list[Draft]:
    told = as_object(message.get("response_metadata"))
    drafts[0]["model"] = as_text(first_of(told, ("model_name", "model")))
    usage = message.get("usage_metadata")
    drafts[0]["usage"] = _usage(usage) or usage_of(told.get("token_usage"))
    msg = as_text(message.get("id"))
    for draft in drafts:
        draft["msg"] = msg
    return drafts


def _usage(usage: Any) -> Usage | None:
    """Here what was cached is part of the input."""
    if not isinstance(usage, dict):
        return None
    details = as_object(usage.get("input_token_details"))
    read = as_count(details.get("cache_read"))
    write = as_count(details.get("cache_creation"))
    return Usage(
        input=max(as_count(usage.get("input_tokens")) - read - write, 0),
        output=as_count(usage.get("output_tokens")),
        cache_read=read,
        cache_write=write,
    )
