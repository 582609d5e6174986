"""Goose: sessions in `sessions.db`, as lines (`sessions/*.jsonl`), and as exports.

The first line, or the document, says where; each message has blocks whose types are
camelCase. Results come in messages of the user. What only the agent sees is no request.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Header, Role, Usage
from pane_cli.transcripts.content import (
    as_count,
    as_text,
    image_draft,
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
    value_text,
)
from pane_cli.transcripts.reader import Reading
from pane_cli.transcripts.response_items import call_draft

_NAMED = re.compile(r"\d{8}_\d{1,6}")
_REQUESTS = ("toolRequest", "frontendToolRequest")


class Goose(Keyed):
    """Reader of Goose's messages, wherever they are kept."""

    agent = "goose"
    cwds = ("working_dir",)
    times = ("created_at", "created")

    def header(self, records: list[Record], final: bool) -> Header | None:
        """A file of lines is named by when it began, and its records name no id."""
        first = records[0]
        header = super().header([{} if "role" in first else first], final)
        assert header is not None
        stem = _NAMED.match(self.name) if self.part is None else None
        known = None if "role" in first else as_text(first.get("id"))
        id = known or (stem.group(0) if stem else self.fallback_id(first))
        return msgspec.structs.replace(header, id=id)

    def read(self, record: Record) -> Reading:
        """The blocks of a message; a note for what precedes them."""
        if "role" not in record:
            return Reading([_session(record)])
        role: Role = "assistant" if record["role"] == "assistant" else "user"
        content = record.get("content")
        blocks = content if isinstance(content, list) else [content]
        drafts: list[Draft] = []
        for block in blocks:
            drafts += _block(block, role)
        if role == "user" and _is_hidden(record):
            drafts = [_unseen(draft) for draft in drafts]
        for draft in drafts:
            draft["ts"] = record.get("created")
            if role == "assistant":
                draft["msg"] = as_text(record.get("id"))
        return Reading(drafts)


def _is_hidden(record: Record) -> bool:
    return as_object(record.get("metadata")).get("userVisible") is False


def _unseen(draft: Draft) -> Draft:
    if draft["kind"] != "text":
        return draft
    return note("agent-only", draft["text"], "user")


def _block(block: Any, role: Role) -> list[Draft]:
    if not isinstance(block, dict):
        return [said(text_of(block), role)]
    kind = block.get("type")
    if kind == "text":
        return [said(text_of(block.get("text")), role)]
    if kind == "image":
        return [image_draft(block, role)]
    if kind in _REQUESTS:
        return [_call(block)]
    if kind == "toolResponse":
        return _result(block)
    if kind in ("thinking", "reasoning"):
        text = text_of(block.get("thinking") or block.get("text"))
        signature = as_text(block.get("signature"))
        return [
            Draft(kind="thinking", role="assistant", text=text, signature=signature)
        ]
    if kind == "redactedThinking":
        data = as_text(block.get("data"))
        return [Draft(kind="thinking", role="assistant", data=data)]
    return [note(as_text(kind) or "unknown", text_of(block.get("msg")), role)]


def _call(block: Record) -> Draft:
    asked = as_object(block.get("toolCall"))
    value = as_object(asked.get("value")) or asked
    args = json_args(value.get("arguments"))
    if asked.get("status") == "error":
        args = {"_raw": value_text(asked.get("error"))}
    return call_draft(value.get("name"), args, block.get("id"), "assistant")


def _result(block: Record) -> list[Draft]:
    """Parts that are for the user alone repeat those for the assistant."""
    told = as_object(block.get("toolResult"))
    value = told.get("value")
    answer = as_object(value)
    parts = answer.get("content") if answer else value
    meant = [part for part in list_of_dicts(parts) if _is_meant(part)]
    content = meant or parts
    text = value_text(content)
    failed = told.get("status") == "error"
    if failed and not text:
        text = value_text(told.get("error"))
    draft = Draft(kind="result", role="tool", call=as_text(block.get("id")), text=text)
    if failed or answer.get("isError") is True:
        draft["error"] = True
    return [draft, *images_of(content, "tool")]


def _is_meant(part: Record) -> bool:
    audience = as_object(part.get("annotations")).get("audience", part.get("audience"))
    return not isinstance(audience, list) or "assistant" in audience


def _session(record: Record) -> Draft:
    """What is said of the session: its name, and what it used in all."""
    text = text_of(record.get("name") or record.get("description"))
    draft = note(as_text(record.get("type")) or "session", text)
    for prefix in ("accumulated_", ""):
        sent = as_count(record.get(f"{prefix}input_tokens"))
        received = as_count(record.get(f"{prefix}output_tokens"))
        if sent or received:
            draft["usage"] = Usage(input=sent, output=received)
            draft["msg"] = as_text(record.get("id"))  # sums that grew count once
            break
    return draft
