"""Anthropic's Messages API in a file: answers, and what `claude -p` streams.

Plain messages, `{role, content}`, are in `openai_chat.py`: they differ by blocks only.
"""

from __future__ import annotations

from typing import Any

from pane_cli.session.numbering import Draft, note
from pane_cli.transcripts.anthropic_blocks import answer_drafts, result_draft, usage_of
from pane_cli.transcripts.content import as_text, image_draft, is_media, text_of
from pane_cli.transcripts.host_text import user_text

Record = dict[str, Any]
_STREAMED = ("system", "assistant", "user", "result", "stream_event")


def is_streamed(record: Record) -> bool:
    """An event of `claude -p --output-format stream-json`."""
    if record.get("type") not in _STREAMED or "role" in record:
        return False
    return isinstance(record.get("message"), dict) or "content" not in record


def is_answer(record: Record) -> bool:
    """A response of the API: a whole answer in one object."""
    if record.get("type") != "message" or not isinstance(record.get("content"), list):
        return False
    return any(key in record for key in ("stop_reason", "stop_sequence", "usage"))


def answer(message: Record) -> list[Draft]:
    """The blocks of an answer."""
    drafts = answer_drafts(message.get("content"), as_text(message.get("id")))
    drafts[0]["model"] = as_text(message.get("model"))
    drafts[0]["usage"] = usage_of(message.get("usage"))
    return drafts


def streamed_drafts(event: Record) -> list[Draft]:
    """The blocks of an event; those under a tool call are a subagent's."""
    kind, message = event.get("type"), event.get("message")
    if kind == "assistant" and isinstance(message, dict):
        drafts = answer(message)
    elif kind == "user" and isinstance(message, dict):
        drafts = _user(message.get("content"))
    else:
        # A result repeats the last answer.
        drafts = [note(as_text(event.get("subtype")) or str(kind))]
    if event.get("parent_tool_use_id"):
        for draft in drafts:
            draft["side"] = True
    uuid = as_text(event.get("uuid"))
    if uuid is not None:
        drafts[0]["id"] = uuid
    return drafts


def _user(content: Any) -> list[Draft]:
    blocks = content if isinstance(content, list) else [content]
    return [_user_block(block) for block in blocks] or [note("empty", role="user")]


def _user_block(block: Any) -> Draft:
    if isinstance(block, dict):
        if block.get("type") == "tool_result":
            return result_draft(block)
        if is_media(block):
            return image_draft(block, role="user")
    return user_text(text_of(block))
