"""Items of OpenAI's Responses API in a file, one a line or in a document."""

from __future__ import annotations

from typing import Any

from pane_cli.session.numbering import Draft
from pane_cli.transcripts.content import as_text
from pane_cli.transcripts.response_items import ITEM_TYPES, item_drafts, usage_of

__all__ = ["drafts", "is_item", "usage_of"]

Record = dict[str, Any]


def is_item(record: Record) -> bool:
    """Whether a record is an item, and no message of another API."""
    kind = record.get("type")
    if not isinstance(kind, str) or kind not in ITEM_TYPES:
        return False
    return kind != "message" or "role" in record


def drafts(record: Record) -> list[Draft]:
    """The blocks of an item; those of one answer's message are joined by its id."""
    found = item_drafts(record)
    if record.get("type") == "message" and record.get("role") == "assistant":
        msg = as_text(record.get("id"))
        for draft in found:
            draft["msg"] = msg
    return found
