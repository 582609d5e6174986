"""Files that pane does not read, where a rule would take them for one it does."""

from __future__ import annotations

from collections.abc import Callable

from pane_cli.transcripts.recognise import Record, type_of

#: Keys at the top of records or documents of other agents.
_OTHERS = (
    "protocol_version",
    "message_type",
    "trajectory_format",
    "trajectory",
    "mapping",
    "chat_messages",
    "conversations",
    "workspaceDirectory",
    "working_dir",
)
#: One of these is in every record of ours whose type is a role.
_AROUND = frozenset(
    (
        "role",
        "message",
        "subtype",
        "uuid",
        "sessionId",
        "session_id",
        "parentUuid",
        "id",
    )
)


def _is_exec_stream(record: Record) -> bool:
    kind = type_of(record)
    is_event = kind.startswith(("thread.started", "turn.started", "turn.completed"))
    return is_event or (
        kind.startswith("item.") and isinstance(record.get("item"), dict)
    )


def _is_tui_log(record: Record) -> bool:
    return all(isinstance(record.get(key), str) for key in ("ts", "dir", "kind"))


def _is_other(record: Record) -> bool:
    """What other agents write: their envelopes, documents and messages."""
    if any(key in record for key in _OTHERS):
        return True
    return _is_document(record) or _is_anothers_message(record) or _is_grok(record)


def _is_anothers_message(record: Record) -> bool:
    """Amp's have their id, Goose's a time of another name."""
    if "role" not in record:
        return False
    is_timed = "created" in record and isinstance(record.get("content"), list)
    return "messageId" in record or is_timed


def _is_grok(record: Record) -> bool:
    """Roles as types, with nothing around them."""
    is_role = type_of(record) in ("system", "user", "assistant")
    return is_role and "content" in record and not _AROUND.intersection(record)


def _is_document(record: Record) -> bool:
    """A thread of Amp's, around messages."""
    return "v" in record and "created" in record


OTHERS: tuple[tuple[Callable[[Record], bool], str], ...] = (
    (
        _is_exec_stream,
        "the event stream of `codex exec --json`, not a session: "
        "sessions are in ~/.codex/sessions",
    ),
    (
        _is_tui_log,
        "a debug log of Codex's terminal interface, not a session: "
        "sessions are in ~/.codex/sessions",
    ),
    (_is_other, ""),
)
"""What is refused, and its name; without one, the refusal names the keys seen."""
