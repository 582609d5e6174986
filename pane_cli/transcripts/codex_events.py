"""Codex's events: copies of messages, usage, and what the host tells."""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Usage
from pane_cli.transcripts.codex_copies import Copies, Stream
from pane_cli.transcripts.content import as_text, json_args, list_of_dicts, text_of
from pane_cli.transcripts.reader import short_hash
from pane_cli.transcripts.response_items import call_draft, usage_of
from pane_cli.transcripts.response_messages import user_text
from pane_cli.transcripts.shell_output import output_draft

Event = dict[str, Any]
_ROLES = {"user_message": "user", "agent_message": "assistant"}
_THOUGHTS = ("agent_reasoning", "agent_reasoning_raw_content")
#: Kinds of a completed turn item, by whose words they are.
_SPOKEN = {"UserMessage": "user", "AgentMessage": "assistant"}


class Events(msgspec.Struct):
    """The last cumulative count of tokens: repeated counts are no new usage."""

    total: dict[str, int] | None = None


def event_drafts(
    event: Event, copies: Copies, events: Events, calls: set[int], model: str | None
) -> list[Draft]:
    """The blocks of one event, at least one."""
    kind = as_text(event.get("type")) or "unknown"
    if kind in _ROLES:
        text = text_of(event.get("message"))
        return _spoken(_ROLES[kind], text, copies, "event")
    if kind in _THOUGHTS:
        text = text_of(event.get("text")) or text_of(event.get("message"))
        return _thought([text], copies, "event")
    if kind == "item_completed" and isinstance(event.get("item"), dict):
        return _completed(event["item"], copies)
    if kind == "token_count":
        usage = events_usage(event, events)
        return [note(kind, usage=usage, model=model if usage else None)]
    if kind in ("mcp_tool_call_end", "tool_call"):
        return _tool_call(kind, event, calls)
    return [_told(kind, event)]


def _spoken(role: str, text: str, copies: Copies, stream: Stream) -> list[Draft]:
    if not text:
        return [note("empty")]
    if role == "user":
        return copies.without_copies([user_text(text)], stream)
    spoken = Draft(kind="text", role="assistant", text=text)
    return copies.without_copies([spoken], stream)


def _thought(sections: list[str], copies: Copies, stream: Stream) -> list[Draft]:
    new = copies.new_thoughts([s for s in sections if s], stream)
    if not new:
        return [note("copy", role="assistant")]
    return [Draft(kind="thinking", role="assistant", text="\n\n".join(new))]


def _completed(item: Event, copies: Copies) -> list[Draft]:
    kind = as_text(item.get("type")) or "unknown"
    if kind in _SPOKEN:
        return _spoken(_SPOKEN[kind], text_of(item.get("content")), copies, "turn")
    if kind == "Reasoning":
        told = item.get("summary_text") or item.get("raw_content")
        sections = [text_of(s) for s in told] if isinstance(told, list) else []
        return _thought(sections, copies, "turn")
    if kind == "Plan":
        return [note("plan", text_of(item.get("text")), "assistant")]
    return [note(f"item_completed:{kind}")]


def events_usage(event: Event, events: Events) -> Usage | None:
    """Tokens of the last answer; None where the event tells nothing new."""
    info = event.get("info", event)
    if not isinstance(info, dict):
        return None
    total, last = info.get("total_token_usage"), info.get("last_token_usage")
    if isinstance(total, dict):
        counts = {k: v for k, v in total.items() if type(v) is int and 0 <= v < 1 << 53}
        before, events.total = events.total, counts
        if counts == before:
            return None
        if not isinstance(last, dict):
            return usage_of(_difference(counts, before or {}))
    usage = usage_of(last if isinstance(last, dict) else info)
    return usage if usage != Usage() else None


def _difference(total: dict[str, int], before: dict[str, int]) -> dict[str, int]:
    """What was added; a count that fell began anew."""
    if any(value < before.get(key, 0) for key, value in total.items()):
        return total
    return {key: value - before.get(key, 0) for key, value in total.items()}


def _tool_call(kind: str, event: Event, calls: set[int]) -> list[Draft]:
    """A call that only its event tells of."""
    call = as_text(event.get("call_id"))
    if call is None or short_hash(call) in calls:
        return [note(kind)]
    calls.add(short_hash(call))
    if kind == "tool_call":
        args = json_args(event.get("input"))
        return [call_draft(event.get("name"), args, call, "assistant")]
    asked = event.get("invocation")
    asked = asked if isinstance(asked, dict) else {}
    tool = f"{as_text(asked.get('server'))}.{as_text(asked.get('tool'))}"
    args = json_args(asked.get("arguments"))
    return [call_draft(tool, args, call, "assistant"), _mcp_result(event, call)]


def _mcp_result(event: Event, call: str) -> Draft:
    result = event.get("result")
    if not isinstance(result, dict):
        return output_draft(result, call)
    if "Err" in result:
        draft = output_draft(result["Err"], call)
        draft["error"] = True
        return draft
    return output_draft(result.get("Ok", result), call)


def _told(kind: str, event: Event) -> Draft:
    if kind in ("error", "stream_error", "warning"):
        error = event.get("error")
        text = text_of(event.get("message")) or text_of(error)
        if not text and isinstance(error, dict):
            text = text_of(error.get("message"))
        return note(kind, text, error=kind == "error")
    if kind == "turn_aborted":
        return note("interrupted", as_text(event.get("reason")) or "", "user")
    if kind == "patch_apply_end" and isinstance(event.get("changes"), dict):
        return note(kind, files=tuple(event["changes"]))
    if kind == "exited_review_mode":
        found = event.get("review_output")
        found = found if isinstance(found, dict) else {}
        lines = [text_of(found.get("overall_explanation"))]
        lines += [text_of(f.get("body")) for f in list_of_dicts(found.get("findings"))]
        return note(kind, "\n".join(filter(None, lines)))
    return note(kind)
