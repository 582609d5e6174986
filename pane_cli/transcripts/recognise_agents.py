"""How records of coding agents with an envelope of their own look: a rule a format.

As in `recognise.py`: a rule looks at one record and says yes only to what no other
agent writes.
"""

from __future__ import annotations

from pane_cli.transcripts.recognise import Record, type_of

_GEMINI_ROLES = ("user", "model", "gemini")
_COPILOT = (
    "session.",
    "user.",
    "assistant.",
    "tool.",
    "hook.",
    "subagent.",
    "system.",
    "skill.",
    "permission.",
    "abort",
)
_CLINE_KEYS = ("condenseId", "condenseParent", "truncationId", "truncationParent")
_CHAT_KEYS = ("requesterUsername", "responderUsername")


def is_gemini(record: Record) -> bool:
    """A header, a change, a message with the model's own type, or parts in a role."""
    if any(key in record for key in ("$set", "$rewindTo", "projectHash")):
        return True
    if "sessionId" in record and "startTime" in record and "lastUpdated" in record:
        return True
    if "role" in record:
        return record["role"] in _GEMINI_ROLES and isinstance(record.get("parts"), list)
    is_named = "id" in record and "timestamp" in record
    is_plain = "message" not in record and "uuid" not in record
    kinds = ("gemini", "model", "user", "info", "error", "warning")
    return is_named and is_plain and type_of(record) in kinds and "content" in record


def is_qwen(record: Record) -> bool:
    """Claude Code's envelope around parts, or with a payload of the system's."""
    message = record.get("message")
    has_parts = isinstance(message, dict) and isinstance(message.get("parts"), list)
    return "uuid" in record and (has_parts or "systemPayload" in record)


def is_antigravity(record: Record) -> bool:
    """A step."""
    kind = type_of(record)
    return "step_index" in record and "source" in record and kind.isupper()


def is_copilot(record: Record) -> bool:
    """An event with its data."""
    is_event = type_of(record).startswith(_COPILOT)
    return is_event and isinstance(record.get("data"), dict)


def is_vscode_chat(record: Record) -> bool:
    """The document, a request of it, or a change of the log."""
    if any(key in record for key in _CHAT_KEYS):
        return True
    if "requestId" in record and isinstance(record.get("message"), dict):
        return "response" in record
    kind = record.get("kind")
    if kind == 0 and not isinstance(kind, bool):
        return isinstance(record.get("v"), dict)
    return kind in (1, 2) and isinstance(record.get("k"), list)


def is_cursor(record: Record) -> bool:
    """A message beside its role, a bubble, or what a database says of the session."""
    message = record.get("message")
    if "role" in record and isinstance(message, dict) and "content" in message:
        return not any(key in record for key in ("type", "uuid", "sessionId"))
    if any(key in record for key in ("bubbleId", "composerId")):
        return True
    if "agentId" in record and "createdAt" in record:
        return True
    return any(key.startswith("bubbleId:") for key in record)


def is_cline(record: Record) -> bool:
    """The document, a message with its time, or what the panel shows."""
    if "sessionId" in record and "agent" in record and "version" in record:
        return True
    if "messages_path" in record and "session_id" in record:
        return True
    if any(key in record for key in _CLINE_KEYS):
        return True
    is_timed = isinstance(record.get("ts"), int)
    if type_of(record) in ("ask", "say"):
        return is_timed
    is_listed = isinstance(record.get("content"), list)
    return "role" in record and is_timed and is_listed and "parts" not in record


def is_opencode(record: Record) -> bool:
    """A session, a message or a part, or the export's pair of both."""
    info = record.get("info")
    if isinstance(info, dict):
        return "sessionID" in info or "directory" in info
    if type_of(record) in ("session-title", "session-revert"):
        return "sessionID" in record
    is_timed = isinstance(record.get("time"), dict)
    if "directory" in record and "id" in record and is_timed:
        return True
    if "sessionID" in record and "role" in record:
        return is_timed
    if is_timed and "start" not in record["time"]:
        return False
    is_part = "messageID" in record or is_timed
    return is_part and "id" in record and bool(type_of(record))


def is_openhands(record: Record) -> bool:
    """An action or an observation, or a line before them."""
    if "openhands" in record:
        return True
    if "role" in record or ("action" in record and "observation" in record):
        return False  # SWE-agent's
    if isinstance(record.get("action"), str):
        known = ("args", "thought", "source", "wait_for_response", "action_risk")
        return any(key in record for key in known)
    return isinstance(record.get("observation"), str) and "content" in record


def is_aider(record: Record) -> bool:
    """A piece of a chat history (`aider_text.py`)."""
    return isinstance(record.get("aider"), str) and "text" in record
