"""Factory's droid: `~/.factory/sessions/**/<id>.jsonl`, and what `droid exec` streams.

A stored session has messages with Anthropic's blocks; a stream has calls and results
as records of their own. What is put behind the user's words of a file that they mention
is the host's.
"""

from __future__ import annotations

import re

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.transcripts.anthropic_blocks import answer_drafts
from pane_cli.transcripts.content import as_text, json_args, text_of
from pane_cli.transcripts.host_text import is_reminder
from pane_cli.transcripts.keyed import Keyed, Once, Record, as_object, said, spoken
from pane_cli.transcripts.reader import Reading, short_hash
from pane_cli.transcripts.response_items import call_draft
from pane_cli.transcripts.shell_output import output_draft

_MENTION = re.compile(r"Contents of (.+?) \(lines? [\d-]+ of \d+\):\n")


class Droid(Keyed):
    """Reader of droid's sessions and streams."""

    agent = "droid"
    ids = ("session_id", "sessionId", "id")
    cwds = ("cwd",)
    times = ("timestamp",)

    class State(msgspec.Struct):
        """Ids of messages so far, and the last words of the assistant."""

        ids: Once = msgspec.field(default_factory=Once)
        session: str | None = None
        said: int = 0

    def read(self, record: Record) -> Reading:
        """The blocks of a record."""
        drafts = self._drafts(record)
        for draft in drafts:
            draft["ts"] = record.get("timestamp")
        if record.get("type") == "message":
            drafts[0]["id"] = self.state.ids.new(record.get("id"))
            parent = as_text(record.get("parentId"))
            drafts[0]["parent"] = None if parent == self.state.session else parent
        elif record.get("type") == "session_start":
            self.state.session = as_text(record.get("id"))
        return Reading(drafts)

    def _drafts(self, record: Record) -> list[Draft]:
        kind, message = record.get("type"), record.get("message")
        if kind == "message":
            drafts = _message(message if isinstance(message, dict) else record, record)
            self.state.said = short_hash(drafts[-1].get("text", ""))
            return drafts
        if kind == "tool_call":
            args = json_args(record.get("parameters", record.get("input")))
            call = record.get("toolCallId") or record.get("id")
            tool = record.get("toolName") or record.get("name")
            return [call_draft(tool, args, call, "assistant")]
        if kind == "tool_result":
            call = record.get("toolCallId") or record.get("id")
            draft = output_draft(record.get("value"), call)
            if record.get("isError") is True or record.get("error"):
                draft["error"] = True
            return [draft]
        if kind == "completion":
            return [self._final(text_of(record.get("finalText")))]
        if kind in ("session_start", "system"):
            title = record.get("sessionTitle") or record.get("title")
            draft = note("session", text_of(title))
            draft["model"] = as_text(record.get("model"))
            return [draft]
        return [_other(record, as_text(kind) or "unknown")]

    def _final(self, text: str) -> Draft:
        """How a stream ends: with the last words, which may have been told."""
        if short_hash(text) == self.state.said:
            return note("completion", role="assistant")
        return said(text, "assistant")


def _message(message: Record, record: Record) -> list[Draft]:
    content = message.get("content", message.get("text"))
    if message.get("role") == "assistant":
        drafts = answer_drafts(content, as_text(record.get("id")))
        drafts[0]["model"] = as_text(message.get("model"))
        return drafts
    return [_meant(draft) for draft in spoken(content, "user")]


def _meant(draft: Draft) -> Draft:
    """Words of the user, or a note where the host speaks."""
    if draft["kind"] != "text":
        return draft
    mention = _MENTION.match(draft["text"])
    if mention:
        files = (mention.group(1),)
        return note("file-mention", draft["text"], "user", files=files)
    if is_reminder(draft["text"]):
        return note("reminder", draft["text"], "user")
    return draft


def _other(record: Record, kind: str) -> Draft:
    summary = text_of(record.get("summaryText") or record.get("summary"))
    if summary:
        return note("compact-summary", summary, "user")
    todos = as_object(record.get("todos")).get("todos")
    return note(kind.replace("_", "-"), text_of(todos))
