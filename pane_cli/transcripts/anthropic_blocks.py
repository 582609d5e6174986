"""Blocks of messages in Anthropic's shape: Claude Code and the Messages API."""

from __future__ import annotations

import re
from typing import Any

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Usage
from pane_cli.transcripts.content import (
    as_count,
    as_text,
    files_of,
    image_draft,
    is_media,
    text_of,
)

_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")
_EXIT = re.compile(r"(?:Error: )?Exit code (\d{1,9})\b")


def answer_drafts(content: Any, msg: str | None) -> list[Draft]:
    """The blocks of a model's answer, at least one."""
    blocks = content if isinstance(content, list) else [content]
    drafts = [_answer_item(block) for block in blocks] or [note("empty")]
    if msg is not None:
        for draft in drafts:
            draft["msg"] = msg
    return drafts


def _answer_item(block: Any) -> Draft:
    if isinstance(block, dict):
        return answer_block(block)
    if isinstance(block, str) and block:
        return Draft(kind="text", role="assistant", text=block)
    return note("empty", role="assistant")


def answer_block(block: dict[str, Any]) -> Draft:
    """One block of a model's answer."""
    kind = block.get("type")
    if kind == "text":
        return Draft(kind="text", role="assistant", text=text_of(block.get("text")))
    if kind == "thinking":
        return Draft(
            kind="thinking",
            role="assistant",
            text=text_of(block.get("thinking")),
            signature=as_text(block.get("signature")),
        )
    if kind == "redacted_thinking":
        return Draft(kind="thinking", role="assistant", data=as_text(block.get("data")))
    if kind in _CALLS:
        return call_draft(block)
    if isinstance(kind, str) and kind.endswith("tool_result"):
        return result_draft(block)
    if is_media(block):
        return image_draft(block, role="assistant")
    return note(f"unknown:{as_text(kind)}", text_of(block), "assistant")


def call_draft(block: dict[str, Any]) -> Draft:
    """A `tool_use` block."""
    args = block.get("input")
    args = args if isinstance(args, dict) else {"input": args}
    return Draft(
        kind="call",
        role="assistant",
        tool=as_text(block.get("name")) or "?",
        args=args,
        call=as_text(block.get("id")),
        files=files_of(args),
    )


def result_draft(block: dict[str, Any]) -> Draft:
    """A `tool_result` block; the exit status where the text says it."""
    text = text_of(block.get("content"))
    draft = Draft(
        kind="result", role="tool", call=as_text(block.get("tool_use_id")), text=text
    )
    if block.get("is_error") is True:
        draft["error"] = True
    exit_code = _EXIT.match(text) if text.startswith(("Exit code", "Error: ")) else None
    if exit_code:
        draft["exit"] = int(exit_code.group(1))
    return draft


def usage_of(usage: Any) -> Usage | None:
    """Anthropic's counts of one answer."""
    if not isinstance(usage, dict):
        return None
    return Usage(
        input=as_count(usage.get("input_tokens")),
        output=as_count(usage.get("output_tokens")),
        cache_read=as_count(usage.get("cache_read_input_tokens")),
        cache_write=as_count(usage.get("cache_creation_input_tokens")),
    )
