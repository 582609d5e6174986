"""Items of OpenAI's Responses API, as Codex stores them and as the API returns them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Role, Usage
from pane_cli.transcripts.content import (
    as_count,
    as_text,
    files_of,
    image_draft,
    json_args,
    list_of_dicts,
    text_of,
)
from pane_cli.transcripts.response_messages import (
    message_drafts,
    thinking_draft,
    thoughts_of,
)
from pane_cli.transcripts.shell_output import output_draft

Item = dict[str, Any]


def item_drafts(item: Item) -> list[Draft]:
    """The blocks of one item, at least one."""
    kind = item.get("type", "message" if "role" in item else None)
    read = _READERS.get(kind) if isinstance(kind, str) else None
    if read is None:
        return [note(f"unknown:{as_text(kind)}", text_of(item.get("content")))]
    return read(item)


def call_draft(tool: Any, args: dict[str, Any], call: Any, role: Role) -> Draft:
    """A call of a tool."""
    return Draft(
        kind="call",
        role=role,
        tool=as_text(tool) or "?",
        args=args,
        call=as_text(call),
        files=files_of(args),
    )


def usage_of(usage: Any) -> Usage | None:
    """OpenAI's counts of one answer: there, what was cached is part of the input."""
    if not isinstance(usage, dict):
        return None
    prompt = as_count(usage.get("input_tokens", usage.get("prompt_tokens")))
    details = usage.get("input_tokens_details", usage.get("prompt_tokens_details"))
    details = details if isinstance(details, dict) else {}
    read = as_count(usage.get("cached_input_tokens", details.get("cached_tokens")))
    write = as_count(usage.get("cache_write_input_tokens"))
    return Usage(
        input=max(prompt - read - write, 0),
        output=as_count(usage.get("output_tokens", usage.get("completion_tokens"))),
        cache_read=read,
        cache_write=write,
    )


def _reasoning(item: Item) -> list[Draft]:
    return [thinking_draft(item, thoughts_of(item))]


def _function_call(item: Item) -> list[Draft]:
    tool, space = as_text(item.get("name")), as_text(item.get("namespace"))
    tool = f"{space}.{tool}" if space and tool else tool
    args = json_args(item.get("arguments"))
    return [call_draft(tool, args, item.get("call_id") or item.get("id"), "assistant")]


def _custom_call(item: Item) -> list[Draft]:
    args = {"input": item.get("input")}
    call = item.get("call_id") or item.get("id")
    return [call_draft(item.get("name"), args, call, "assistant")]


def _shell_call(item: Item) -> list[Draft]:
    action = item.get("action")
    action = action if isinstance(action, dict) else {}
    args = {k: v for k, v in action.items() if v is not None and k != "type"}
    call = item.get("call_id") or item.get("id")
    return [call_draft("shell", args, call, "assistant")]


def _output(item: Item) -> list[Draft]:
    return [output_draft(item.get("output"), item.get("call_id") or item.get("id"))]


def _hosted_call(item: Item) -> list[Draft]:
    """A call that the provider ran: of its result only the status is told."""
    tool = str(item["type"]).removesuffix("_call")
    args = item.get("action") or item.get("arguments") or item.get("queries")
    if tool == "image_generation":
        args = {"prompt": item.get("revised_prompt")}
    args = args if isinstance(args, dict) else {"input": args} if args else {}
    drafts = [
        call_draft(tool, args, item.get("call_id") or item.get("id"), "assistant")
    ]
    if "call_id" not in item:
        drafts.append(output_draft(item.get("status"), item.get("id")))
    if isinstance(item.get("result"), str) and item["result"]:
        block = {"data": item["result"], "mimeType": "image/png"}
        drafts.append(image_draft(block, role="assistant"))
    return drafts


def _search_output(item: Item) -> list[Draft]:
    tools = list_of_dicts(item.get("tools"))
    names = [as_text(tool.get("name")) or "?" for tool in tools]
    return [output_draft("\n".join(names), item.get("call_id"))]


def _compaction(item: Item) -> list[Draft]:
    text, data = text_of(item.get("summary")), as_text(item.get("encrypted_content"))
    return [note("compact-summary", text, "user", data=data)]


def _agent_message(item: Item) -> list[Draft]:
    return [note("agent-message", text_of(item.get("content")))]


def _silent(item: Item) -> list[Draft]:
    return [note(str(item["type"]))]


_READERS: dict[str, Callable[[Item], list[Draft]]] = {
    "message": message_drafts,
    "reasoning": _reasoning,
    "function_call": _function_call,
    "custom_tool_call": _custom_call,
    "local_shell_call": _shell_call,
    "function_call_output": _output,
    "custom_tool_call_output": _output,
    "local_shell_call_output": _output,
    "mcp_tool_call_output": _output,
    "web_search_call": _hosted_call,
    "file_search_call": _hosted_call,
    "code_interpreter_call": _hosted_call,
    "image_generation_call": _hosted_call,
    "tool_search_call": _hosted_call,
    "tool_search_output": _search_output,
    "agent_message": _agent_message,
    "compaction": _compaction,
    "compaction_summary": _compaction,
    "context_compaction": _compaction,
    "ghost_snapshot": _silent,
    "item_reference": _silent,
}
#: Types of items, for those who must tell a record's format.
ITEM_TYPES = frozenset(_READERS)
