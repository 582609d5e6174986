"""How records of chats and exports look: one rule a format, as in `recognise.py`."""

from __future__ import annotations

from typing import Any

from pane_cli.transcripts.recognise import type_of

Record = dict[str, Any]

_GOOSE = ("description", "message_count", "session_type", "name", "conversation")
_CONTINUE = ("contextItems", "toolCallStates", "editorState")
_LANGCHAIN = frozenset(("human", "ai", "system", "tool", "function", "chat", "remove"))
_GROK = frozenset(("system", "user", "assistant", "tool_result", "backend_tool_call"))
#: One of these is in records of others whose type is a role.
_AROUND = frozenset(
    (
        "role",
        "message",
        "subtype",
        "uuid",
        "id",
        "timestamp",
        "sessionId",
        "session_id",
        "parentUuid",
    )
)
#: Claude Code says one of these when its stream begins, droid none.
_CLAUDE_INIT = frozenset(("uuid", "apiKeySource", "permissionMode", "mcp_servers"))
_ONE_BLOCK = "exactly ONE bash code block"


def is_mini_swe_agent(record: Record) -> bool:
    """Its format's name, or how its messages must look."""
    name = record.get("trajectory_format")
    if isinstance(name, str):
        return name.startswith("mini-swe-agent")
    content = record.get("content")
    if not isinstance(content, str):
        return False
    if record.get("role") == "assistant":
        return "```mswea_bash_command\n" in content
    return record.get("role") == "system" and _ONE_BLOCK in content


def is_swe_agent(record: Record) -> bool:
    """A run, a message that says which agent's it is, or a step."""
    if "role" in record:
        is_told = "thought" in record or "action" in record
        return "message_type" in record or ("agent" in record and is_told)
    if isinstance(record.get("info"), dict) and "environment" in record:
        return True
    if isinstance(record.get("trajectory"), list):
        return True
    is_step = "action" in record and "observation" in record
    return is_step and ("thought" in record or "response" in record)


def is_goose(record: Record) -> bool:
    """Where a session runs, or a message with the time of its making."""
    if "role" not in record:
        return "working_dir" in record and any(key in record for key in _GOOSE)
    is_message = isinstance(record.get("content"), list)
    return is_message and isinstance(record.get("created"), int)


def is_continue(record: Record) -> bool:
    """A session of a workspace, or an item of its history."""
    if isinstance(record.get("workspaceDirectory"), str):
        return True
    has_message = isinstance(record.get("message"), dict)
    return has_message and any(key in record for key in _CONTINUE)


def is_sharegpt(record: Record) -> bool:
    """A turn, or a conversation of them."""
    if isinstance(record.get("from"), str):
        return "value" in record
    turn = _first(record, "conversations")
    return ("from" in turn and "value" in turn) or ("role" in turn and len(turn) < 4)


def is_langchain(record: Record) -> bool:
    """An object that was dumped, or a message's type and data."""
    if type_of(record) == "constructor":
        return "lc" in record and isinstance(record.get("kwargs"), dict)
    data = record.get("data")
    is_message = type_of(record).removesuffix("MessageChunk").lower() in _LANGCHAIN
    return is_message and isinstance(data, dict) and "content" in data


def is_chatgpt(record: Record) -> bool:
    """A conversation, or a node of its tree."""
    if isinstance(record.get("mapping"), dict):
        return True
    if "message" not in record or "parent" not in record or type_of(record):
        return "current_node" in record and "role" not in record
    message = record["message"]
    return message is None or (isinstance(message, dict) and "author" in message)


def is_claude_ai(record: Record) -> bool:
    """A conversation, or a message of it."""
    if isinstance(record.get("chat_messages"), list):
        return True
    return "uuid" in record and record.get("sender") in ("human", "assistant")


def is_amp(record: Record) -> bool:
    """A thread, or a message with its place in it."""
    if "role" in record:
        has_blocks = isinstance(record.get("content"), list)
        return has_blocks and isinstance(record.get("messageId"), int | str)
    return isinstance(record.get("v"), int) and "created" in record


def is_droid(record: Record) -> bool:
    """How a session begins, or a record of its stream."""
    kind = type_of(record)
    if kind == "session_start":
        return "id" in record or "cwd" in record
    if not isinstance(record.get("session_id"), str):
        return False
    if kind == "system":
        is_init = "model" in record and ("tools" in record or "timestamp" in record)
        return is_init and not _CLAUDE_INIT.intersection(record)
    if kind == "message":
        return "role" in record and "text" in record
    return (kind in ("tool_call", "tool_result") and "toolCallId" in record) or (
        kind == "completion" and "finalText" in record
    )


def is_kimi(record: Record) -> bool:
    """The version of the protocol, or what goes into the context."""
    kind = type_of(record)
    if kind == "metadata":
        return "protocol_version" in record
    return kind.startswith("context.append_")


def is_grok(record: Record) -> bool:
    """Roles as types, with nothing around them."""
    if type_of(record) not in _GROK:
        return False
    if type_of(record) == "backend_tool_call":
        return isinstance(record.get("kind"), dict)
    return "content" in record and not _AROUND.intersection(record)


def is_grok_export(record: Record) -> bool:
    """A conversation and its responses."""
    held = _first(record, "conversations") or record
    return isinstance(held.get("responses"), list) and "conversation" in held


def is_windsurf(record: Record) -> bool:
    """A step that holds what it is of under its own name."""
    kind = type_of(record)
    return bool(kind) and isinstance(record.get(kind), dict) and "status" in record


def _first(record: Record, key: str) -> Record:
    held = record.get(key)
    item = held[0] if isinstance(held, list) and held else None
    return item if isinstance(item, dict) else {}
