"""Grok: `chat_history.jsonl` of its CLI, and the export of grok.com.

The CLI's lines have roles for types and neither times nor ids; what it says in the
user's place gives a reason. The export is a document of conversations.
"""

from __future__ import annotations

from typing import Any

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Header
from pane_cli.transcripts.content import (
    as_text,
    as_time,
    json_args,
    list_of_dicts,
    text_of,
)
from pane_cli.transcripts.keyed import (
    Keyed,
    Record,
    as_object,
    images_of,
    said,
    spoken,
    words_of,
)
from pane_cli.transcripts.reader import Reader, Reading
from pane_cli.transcripts.response_items import call_draft
from pane_cli.transcripts.response_messages import thinking_draft, thoughts_of
from pane_cli.transcripts.shell_output import output_draft


class Grok(Keyed):
    """Reader of the history that Grok's CLI keeps."""

    agent = "grok"
    ids = ("session_id",)
    cwds = ("cwd",)
    times = ("timestamp",)

    def read(self, record: Record) -> Reading:
        """The blocks of a line."""
        drafts = _line(record, as_text(record.get("type")) or "unknown")
        for draft in drafts:
            draft["ts"] = record.get("timestamp")
        return Reading(drafts)


def _line(record: Record, kind: str) -> list[Draft]:
    content = record.get("content")
    if kind == "user":
        reason = as_text(record.get("synthetic_reason"))
        if reason is not None:
            return [note(reason, text_of(content), "user")]
        return spoken(content, "user")
    if kind == "assistant":
        return _answer(record)
    if kind == "tool_result":
        draft = output_draft(words_of(content), record.get("tool_call_id"))
        if record.get("is_error") is True:
            draft["error"] = True
        return [draft, *images_of(content, "tool")]
    if kind == "reasoning":
        return [thinking_draft(record, thoughts_of(record))]
    if kind == "backend_tool_call":
        return _backend(as_object(record.get("kind")))
    return [note(kind, text_of(content))]


def _answer(record: Record) -> list[Draft]:
    calls = list_of_dicts(record.get("tool_calls"))
    content = record.get("content")
    found = spoken(content, "assistant") if content or not calls else []
    for call in calls:
        args = json_args(call.get("arguments"))
        found.append(call_draft(call.get("name"), args, call.get("id"), "assistant"))
    found[0]["model"] = as_text(record.get("model_id"))
    return found


def _backend(kind: Record) -> list[Draft]:
    """A call that the provider ran: of its result only the status is told."""
    tool, call = kind.get("tool_type"), kind.get("id")
    asked = as_object(kind.get("action"))
    args = {key: value for key, value in asked.items() if key != "type"}
    status = text_of(kind.get("status"))
    return [call_draft(tool, args, call, "assistant"), output_draft(status, call)]


class GrokExport(Reader):
    """Reader of one conversation of an export: what it is, then its responses."""

    agent = "grok-export"

    def header(self, records: list[Record], final: bool) -> Header | None:
        """Who the conversation is."""
        known = as_object(records[0].get("conversation"))
        return Header(
            "session",
            1,
            as_text(known.get("id")) or self.fallback_id(records[0]),
            self.agent,
            started=as_time(_time(known.get("create_time"))),
            title=as_text(known.get("title")),
        )

    def read(self, record: Record) -> Reading:
        """What one side says."""
        response = as_object(record.get("response")) or record
        sender = (as_text(response.get("sender")) or "").lower()
        text = text_of(response.get("message"))
        if sender == "human":
            drafts = [said(text, "user")]
        elif sender in ("assistant", "grok"):
            drafts = [said(text, "assistant")]
            drafts[0]["model"] = as_text(response.get("model"))
        else:
            what = "session" if "conversation" in record else sender or "unknown"
            drafts = [note(what, text)]
        drafts[0]["ts"] = _time(response.get("create_time"))
        return Reading(drafts)


def _time(value: Any) -> Any:
    """A time, or one in the wrapping of a database."""
    inner = as_object(value).get("$date", value)
    return as_object(inner).get("$numberLong", inner)
