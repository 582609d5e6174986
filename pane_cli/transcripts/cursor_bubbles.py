"""Bubbles of Cursor's editor: each holds one thing that was said, thought or called."""

from __future__ import annotations

import re
from typing import Any

from pane_cli.session.numbering import Draft, made_up, note
from pane_cli.session.types import Usage
from pane_cli.transcripts.content import as_count, as_text, json_args, text_of
from pane_cli.transcripts.response_items import call_draft
from pane_cli.transcripts.shell_output import output_draft

Record = dict[str, Any]
_QUERY = re.compile(r"\s*<user_query>\s*(.*?)\s*</user_query>\s*", re.DOTALL)
#: What Cursor writes before the user's words, each the whole text.
_HOST = re.compile(r"\s*<(user_info|rules|project_layout|git_status|system_reminder)\b")


def bubble_drafts(bubble: Record, last: int, model: str | None) -> list[Draft]:
    """The blocks of a bubble; `last` is the entry before, `model` the session's."""
    text = text_of(bubble.get("text"))
    if bubble.get("type") == 1:
        return [asked(text)]
    drafts: list[Draft] = []
    thought = text_of(bubble.get("thinking"))
    if thought:
        drafts.append(Draft(kind="thinking", role="assistant", text=thought))
    if text.strip():
        drafts.append(Draft(kind="text", role="assistant", text=text))
    tool = bubble.get("toolFormerData")
    if isinstance(tool, dict) and tool.get("name"):
        id = as_text(tool.get("toolCallId")) or made_up(last + len(drafts) + 1)
        drafts += _tool(tool, id)
    drafts = drafts or [note("empty", role="assistant")]
    drafts[0]["model"] = model_of(bubble) or model
    drafts[0]["usage"] = _usage(bubble.get("tokenCount"))
    return drafts


def asked(text: str) -> Draft:
    """The user's words, without the tags that Cursor puts around them."""
    query = _QUERY.search(text)
    if query is not None:
        rest = (text[: query.start()] + text[query.end() :]).strip()
        if not rest or rest.startswith("<"):
            text = query.group(1)
    if not text.strip():
        return note("empty", text, "user")
    if _HOST.match(text):
        return note("context", text, "user")
    return Draft(kind="text", role="user", text=text)


def _tool(tool: Record, id: str) -> list[Draft]:
    args = json_args(tool.get("rawArgs") or tool.get("params"))
    drafts = [call_draft(tool.get("name"), args, id, "assistant")]
    status, result = tool.get("status"), tool.get("result")
    is_error = status in ("error", "cancelled") or bool(tool.get("error"))
    if result is None and not is_error:
        return drafts
    draft = output_draft(result if isinstance(result, dict) else text_of(result), id)
    draft["tool"] = as_text(tool.get("name"))
    draft["text"] = draft["text"] or text_of(tool.get("error"))
    draft["error"] = is_error or draft.get("error", False)
    return [*drafts, draft]


def model_of(record: Record) -> str | None:
    """The model, wherever it is named."""
    for key in ("modelInfo", "modelConfig"):
        inner = record.get(key)
        if isinstance(inner, dict) and as_text(inner.get("modelName")):
            return as_text(inner["modelName"])
    named = (record.get(key) for key in ("model", "modelType", "lastUsedModel"))
    return next(filter(None, map(as_text, named)), None)


def _usage(count: Any) -> Usage | None:
    if not isinstance(count, dict) or not any(count.values()):
        return None
    return Usage(
        input=as_count(count.get("inputTokens")),
        output=as_count(count.get("outputTokens")),
    )
