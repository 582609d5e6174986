"""What Cline's panel shows: `ui_messages.json`, records of `ask` and `say`.

Calls and results are told as a person reads them; they are notes, but for commands.
"""

from __future__ import annotations

from typing import Any

from pane_cli.session.numbering import Draft, made_up, note
from pane_cli.session.types import Usage
from pane_cli.transcripts.content import as_count, as_text, json_args, text_of
from pane_cli.transcripts.response_items import call_draft

Record = dict[str, Any]
_USER = ("task", "user_feedback", "user_feedback_diff")
_ANSWER = ("text", "completion_result", "plan_mode_respond", "followup")


def ui_drafts(record: Record, last: int) -> list[Draft]:
    """The blocks of a record; `last` is the entry before."""
    kind = as_text(record.get("say")) or as_text(record.get("ask")) or "unknown"
    text = text_of(record.get("text"))
    if record.get("partial") is True:
        return [note(f"partial:{kind}")]
    if kind == "api_req_started":
        counts = json_args(text)
        return [note(kind, usage=_usage(counts), msg=as_text(record.get("ts")))]
    if kind == "reasoning":
        return [Draft(kind="thinking", role="assistant", text=text)]
    if kind == "command" and text:
        args = {"command": text}
        call = made_up(last + 1)
        return [call_draft("execute_command", args, call, "assistant")]
    if not text.strip():
        return [note(kind)]
    if kind in _USER:
        return [Draft(kind="text", role="user", text=text)]
    if kind in _ANSWER:
        return [Draft(kind="text", role="assistant", text=text)]
    return [note(kind, text, error="error" in kind)]


def _usage(counts: Record) -> Usage | None:
    if "tokensIn" not in counts:
        return None
    return Usage(
        input=as_count(counts.get("tokensIn")),
        output=as_count(counts.get("tokensOut")),
        cache_read=as_count(counts.get("cacheReads")),
        cache_write=as_count(counts.get("cacheWrites")),
    )
