"""Files that pane does not read, where a rule would take them for one it does."""

from __future__ import annotations

from collections.abc import Callable

from pane_cli.transcripts.recognise import Record, type_of


def _is_exec_stream(record: Record) -> bool:
    kind = type_of(record)
    is_event = kind.startswith(("thread.started", "turn.started", "turn.completed"))
    return is_event or (
        kind.startswith("item.") and isinstance(record.get("item"), dict)
    )


def _is_tui_log(record: Record) -> bool:
    return all(isinstance(record.get(key), str) for key in ("ts", "dir", "kind"))


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
)
"""What is refused, and what it is."""
