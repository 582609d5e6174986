"""How the formats' records look: one rule a format, each about a single record.

A rule says yes only to what no other agent writes: a file is read as what its first
telling record is. Formats that pane does not read must be met by no rule, or be in
`others.py`.
"""

from __future__ import annotations

from typing import Any

from pane_cli.session.documents import held_by, lists_of
from pane_cli.transcripts.response_items import ITEM_TYPES

Record = dict[str, Any]

_CODEX = frozenset(
    (
        "session_meta",
        "response_item",
        "event_msg",
        "turn_context",
        "compacted",
        "world_state",
        "inter_agent_communication",
        "inter_agent_communication_metadata",
    )
)
_CLAUDE_TYPES = frozenset(
    (
        "user",
        "assistant",
        "system",
        "summary",
        "progress",
        "file-history-snapshot",
        "queue-operation",
        "attachment",
        "custom-title",
        "ai-title",
        "agent-name",
        "last-prompt",
        "permission-mode",
        "mode",
        "pr-link",
        "frame-link",
        "worktree-state",
        "relocated",
        "bridge-session",
        "content-replacement",
    )
)
_CLAUDE_KEYS = (
    "parentUuid",
    "isSidechain",
    "leafUuid",
    "sessionId",
    "isSnapshotUpdate",
)
_ROLES = frozenset(("system", "developer", "user", "assistant", "tool", "function"))
_SPOKEN = ("content", "tool_calls", "function_call")
_OPENAI_ROLES = frozenset(("developer", "tool", "function"))
_OPENAI_PARTS = frozenset(("image_url", "input_audio", "refusal"))
_ANTHROPIC_PARTS = frozenset(
    (
        "tool_use",
        "tool_result",
        "thinking",
        "redacted_thinking",
        "server_tool_use",
        "web_search_tool_result",
    )
)
_STREAMED = frozenset(("system", "assistant", "user", "result", "stream_event"))


def is_codex(record: Record) -> bool:
    """An envelope, the header of bare items, or a state between them."""
    if type_of(record) in _CODEX:
        return isinstance(record.get("payload"), dict)
    if record.get("record_type") == "state":
        return True
    has_header = isinstance(record.get("id"), str) and "timestamp" in record
    is_telling = "instructions" in record or "git" in record
    return "type" not in record and has_header and is_telling


def is_oh_my_pi(record: Record) -> bool:
    """The title that comes before the session record."""
    return type_of(record) == "title" and isinstance(record.get("title"), str)


def is_pi(record: Record) -> bool:
    """The session record."""
    return type_of(record) == "session" and "id" in record and "timestamp" in record


def is_claude_code(record: Record) -> bool:
    """A record with the keys of its chains."""
    return type_of(record) in _CLAUDE_TYPES and any(k in record for k in _CLAUDE_KEYS)


def may_be_claude_code(record: Record) -> bool:
    """A message without any keys around it."""
    if type_of(record) not in ("user", "assistant"):
        return False
    message = record.get("message")
    return isinstance(message, dict) and ("content" in message or "role" in message)


def is_openai_responses(record: Record) -> bool:
    """A bare item, or a response that holds items."""
    kind = type_of(record)
    if record.get("object") == "response":
        return True
    if kind == "message":
        return "role" in record and "content" in record
    is_call = "call_id" in record or isinstance(record.get("action"), dict)
    return kind in ITEM_TYPES and is_call


def is_anthropic_messages(record: Record) -> bool:
    """A message with blocks that only Anthropic has, an answer, or a streamed event."""
    kind = type_of(record)
    if kind in _STREAMED and isinstance(record.get("session_id"), str):
        return "subtype" in record or isinstance(record.get("message"), dict)
    if kind == "message":
        is_answer = "stop_reason" in record or "usage" in record
        return is_answer or bool(_parts(record) & _ANTHROPIC_PARTS)
    if is_openai_chat(record):
        return bool(_parts(record) & _ANTHROPIC_PARTS)
    return "type" not in record and "role" not in record and "system" in record


def is_sure_openai_chat(record: Record) -> bool:
    """A message that Anthropic's API would not know."""
    if isinstance(record.get("messages_display"), str):
        return True
    return is_openai_chat(record) and (
        record["role"] in _OPENAI_ROLES
        or isinstance(record.get("tool_calls"), list)
        or "function_call" in record
        or bool(_parts(record) & _OPENAI_PARTS)
    )


def is_openai_chat(record: Record) -> bool:
    """A message with a role: either API's, where nothing else tells."""
    role = record.get("role")
    return (
        isinstance(role, str)
        and role in _ROLES
        and any(key in record for key in _SPOKEN)
        and not type_of(record)
    )


def _parts(record: Record) -> set[str]:
    content = record.get("content")
    parts = content if isinstance(content, list) else []
    return {type_of(part) for part in parts if isinstance(part, dict)}


def type_of(record: Record) -> str:
    """A record's type; nothing where it has none."""
    kind = record.get("type")
    return kind if isinstance(kind, str) else ""


def is_documents_own(record: Record) -> bool:
    """Whether a record is what a document says besides the list of its records."""
    return not lists_of(record) and "role" not in record and not type_of(record)


def inside(record: Record) -> list[Record]:
    """The records that tell what `record` is: itself, and those it holds."""
    found = [record]
    for key in lists_of(record):
        for item in held_by(record, key)[:50]:
            items = item if isinstance(item, list) else [item]
            found += [inner for inner in items if isinstance(inner, dict)]
    return found
