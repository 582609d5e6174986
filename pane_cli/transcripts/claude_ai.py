"""claude.ai's export: `conversations.json`, a list of conversations.

The text of a message repeats its blocks, and says that it can't show the tools among
them. Requests that were edited are branches; the newest comes last.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.transcripts.anthropic_blocks import answer_drafts
from pane_cli.transcripts.content import as_text, list_of_dicts, text_of
from pane_cli.transcripts.keyed import Keyed, Once, Record, spoken
from pane_cli.transcripts.reader import Reading

_ROOT = "00000000-0000-4000-8000-000000000000"


class ClaudeAI(Keyed):
    """Reader of one conversation of an export."""

    agent = "claude-ai"
    ids = ("uuid",)
    times = ("created_at",)

    class State(msgspec.Struct):
        """Ids so far, and the last: older exports name no parents."""

        ids: Once = msgspec.field(default_factory=Once)
        last: str | None = None

    def read(self, record: Record) -> Reading:
        """The blocks of a message; a note for the conversation's own record."""
        if "sender" not in record:
            return Reading([note("title", text_of(record.get("name")))])
        drafts = _blocks(record)
        for draft in drafts:
            draft["ts"] = record.get("created_at")
        id = self.state.ids.new(record.get("uuid"))
        if id is not None:
            drafts[0]["id"], drafts[0]["parent"] = id, self._parent(record)
            self.state.last = id
        return Reading(drafts)

    def _parent(self, record: Record) -> str | None:
        if "parent_message_uuid" not in record:
            last: str | None = self.state.last
            return last
        parent = as_text(record["parent_message_uuid"])
        return None if parent == _ROOT else parent


def _blocks(message: Record) -> list[Draft]:
    content: Any = message.get("content") or message.get("text")
    if message["sender"] == "assistant":
        return answer_drafts(content, as_text(message.get("uuid")))
    drafts = spoken(content, "user")
    for file in list_of_dicts(message.get("attachments")):
        drafts.append(_attachment(file, text_of(file.get("extracted_content"))))
    for file in list_of_dicts(message.get("files")):
        drafts.append(_attachment(file, as_text(file.get("file_name")) or ""))
    return drafts


def _attachment(file: Record, text: str) -> Draft:
    name = as_text(file.get("file_name"))
    return note("attachment", text, "user", files=(name,) if name else ())
