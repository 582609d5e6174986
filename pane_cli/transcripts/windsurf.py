"""Windsurf: `~/.windsurf/transcripts/<id>.jsonl`, one step of its agent a line.

A step is named by its type and holds under that name both what was asked and what came
of it: a call and its result.
"""

from __future__ import annotations

from typing import Any

from pane_cli.session.numbering import Draft, note
from pane_cli.transcripts.content import as_exit, as_text
from pane_cli.transcripts.keyed import (
    Keyed,
    Record,
    as_object,
    plain_path,
    said,
    value_text,
)
from pane_cli.transcripts.reader import Reading
from pane_cli.transcripts.response_items import call_draft

#: What a step says came of it; all else was asked for.
_GIVEN = (
    "output",
    "content",
    "exit_code",
    "total_results",
    "acknowledgement_type",
    "user_rejected",
    "results",
    "error",
)
_FAILED = ("error", "failed", "canceled", "cancelled")


class Windsurf(Keyed):
    """Reader of Windsurf's transcripts."""

    agent = "windsurf"
    ids = ("session_id", "trajectory_id")
    times = ("timestamp",)

    def read(self, record: Record) -> Reading:
        """Words, or a call and its result."""
        kind = as_text(record.get("type")) or "unknown"
        step = as_object(record.get(kind))
        if kind == "user_input":
            drafts = [said(value_text(step.get("user_response")), "user")]
        elif kind == "planner_response":
            drafts = _answer(step)
        elif kind in record:
            drafts = _tool(kind, step, as_text(record.get("status")))
        else:
            drafts = [note(f"unknown:{kind}")]
        for draft in drafts:
            draft["ts"] = record.get("timestamp")
        return Reading(drafts)


def _answer(step: Record) -> list[Draft]:
    found: list[Draft] = []
    thought = step.get("thinking")
    if isinstance(thought, str) and thought.strip():
        found.append(Draft(kind="thinking", role="assistant", text=thought))
    text = value_text(step.get("response"))
    if text.strip() or not found:
        found.append(said(text, "assistant"))
    return found


def _tool(kind: str, step: Record, status: str | None) -> list[Draft]:
    args = {key: _plain(value) for key, value in step.items() if key not in _GIVEN}
    exit = as_exit(step.get("exit_code"))
    is_failed = status in _FAILED or step.get("user_rejected") is True
    result = Draft(kind="result", role="tool", text=_text(step, status))
    result["exit"] = exit
    result["error"] = bool(exit) or is_failed or bool(step.get("error"))
    return [call_draft(kind, args, None, "assistant"), result]


def _text(step: Record, status: str | None) -> str:
    given = (step[key] for key in ("output", "content", "results") if step.get(key))
    told = next(given, None) or step.get("error")
    if told is not None:
        return value_text(told)
    if step.get("total_results") is not None:
        return f"{as_text(step['total_results'])} results"
    return as_text(step.get("acknowledgement_type")) or status or ""


def _plain(value: Any) -> Any:
    return plain_path(value) if isinstance(value, str) else value
