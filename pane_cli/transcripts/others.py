"""Files that pane does not read, where a rule would take them for one it does."""

from __future__ import annotations

from collections.abc import Callable

from pane_cli.transcripts.recognise import Record, type_of

#: Keys at the top of records or documents of other agents.
_OTHERS = (
    "parts",
    "systemPayload",
    "projectHash",
    "requesterUsername",
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
    message = record.get("message")
    has_parts = isinstance(message, dict) and "parts" in message
    if has_parts or any(key in record for key in _OTHERS):
        return True
    return _is_document(record) or _is_anothers_message(record)


def _is_anothers_message(record: Record) -> bool:
    """Cline's have times of another name."""
    is_timed = isinstance(record.get("ts"), int)
    return "role" in record and is_timed and isinstance(record.get("content"), list)


def _is_document(record: Record) -> bool:
    """A document of Cline's around messages."""
    return "agent" in record and "sessionId" in record and "version" in record


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
