"""ChatGPT's export: `conversations.json`, a list of conversations, each a tree.

Edited requests and answers made anew are branches; `current_node` is the leaf. A
message to a recipient is a call of that tool. Of what a tool says the first answers
the call; anything more is a call of its own, which nobody wrote down.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Role
from pane_cli.transcripts.content import (
    as_count,
    as_text,
    json_args,
    list_of_dicts,
    text_of,
)
from pane_cli.transcripts.keyed import (
    Keyed,
    Once,
    Record,
    as_object,
    first_of,
    said,
    value_text,
)
from pane_cli.transcripts.reader import Reading, short_hash
from pane_cli.transcripts.response_items import call_draft

_HIDDEN = ("is_visually_hidden_from_conversation", "is_user_system_message")
#: Where contents of other sorts than text keep theirs.
_TEXTS = ("text", "result", "content", "summary", "user_instructions")
_THOUGHTS = ("thoughts", "reasoning_recap")


class ChatGPT(Keyed):
    """Reader of one conversation of an export."""

    agent = "chatgpt"
    ids = ("conversation_id", "id")
    times = ("create_time",)

    class State(msgspec.Struct):
        """The tree so far: which call a node goes back to."""

        ids: Once = msgspec.field(default_factory=Once)
        calls: dict[int, str] = {}
        """Node to the call that nothing answered yet, its own or its parent's."""

    def read(self, record: Record) -> Reading:
        """The blocks of a node; a note for the conversation's own record."""
        if "message" not in record:
            return Reading([note("title", text_of(record.get("title")))])
        message = as_object(record.get("message"))
        drafts = self._blocks(message, record) if message else [note("root")]
        model = as_text(as_object(message.get("metadata")).get("model_slug"))
        for draft in drafts:
            draft["ts"] = message.get("create_time")
            if draft["role"] == "assistant":
                draft["model"] = model
        id = self.state.ids.new(record.get("id"))
        if id is not None:
            drafts[0]["id"], drafts[0]["parent"] = id, as_text(record.get("parent"))
        return Reading(drafts)

    def _blocks(self, message: Record, node: Record) -> list[Draft]:
        author = as_object(message.get("author"))
        role, content = author.get("role"), as_object(message.get("content"))
        open_call = self.state.calls.get(_key(node.get("parent")))
        tool = as_text(message.get("recipient"))
        if role == "tool":
            return self._result(content, author, open_call)
        if role == "assistant" and tool not in (None, "all"):
            return self._call(tool, content, node)
        if open_call is not None:
            self.state.calls[_key(node.get("id"))] = open_call
        if role not in ("user", "assistant") or _is_hidden(message):
            what = as_text(role) if role != "user" else "hidden"
            return [note(what or "unknown", _text(content), "system")]
        return [*_said(content, role), *_attached(message)]

    def _call(self, tool: str | None, content: Record, node: Record) -> list[Draft]:
        text, id = _text(content), as_text(node.get("id"))
        args = json_args(text) if text.lstrip().startswith("{") else {"input": text}
        if id is not None:
            self.state.calls[_key(id)] = id
        return [call_draft(tool, args, id, "assistant")]

    def _result(self, content: Record, author: Record, call: str | None) -> list[Draft]:
        text, images = _text(content), _images(content, "tool")
        draft = Draft(kind="result", role="tool", call=call, text=text)
        if content.get("content_type") == "system_error":
            draft["error"] = True
        if call is not None and self._answers(call):
            return [draft, *images]
        draft["call"] = None
        return [call_draft(author.get("name"), {}, None, "assistant"), draft, *images]

    def _answers(self, call: str) -> bool:
        """Whether the call waited; from here on it does not."""
        waiting = [key for key, known in self.state.calls.items() if known == call]
        for key in waiting:
            del self.state.calls[key]
        return bool(waiting)


def _key(id: Any) -> int:
    return short_hash(as_text(id) or "")


def _is_hidden(message: Record) -> bool:
    metadata = as_object(message.get("metadata"))
    return message.get("weight") == 0 or any(metadata.get(key) for key in _HIDDEN)


def _said(content: Record, role: Role) -> list[Draft]:
    kind = content.get("content_type")
    if kind in _THOUGHTS:
        return [Draft(kind="thinking", role="assistant", text=_thoughts(content))]
    if kind in ("user_editable_context", "model_editable_context"):
        return [note(str(kind), _text(content))]
    text, images = _text(content), _images(content, role)
    return [said(text, role), *images] if text.strip() or not images else images


def _thoughts(content: Record) -> str:
    thoughts = list_of_dicts(content.get("thoughts"))
    told = [first_of(t, ("content", "summary")) for t in thoughts]
    return "\n\n".join(filter(None, map(text_of, told))) or _text(content)


def _text(content: Record) -> str:
    parts = content.get("parts")
    if not isinstance(parts, list):
        keys = [key for key in _TEXTS if content.get(key)]
        return "\n".join(value_text(content[key]) for key in keys)
    return "\n".join(filter(None, (_part(part) for part in parts)))


def _part(part: Any) -> str:
    return "" if isinstance(part, dict) and _is_asset(part) else text_of(part)


def _is_asset(part: Record) -> bool:
    return "asset_pointer" in part or "image_url" in part


def _images(content: Record, role: Role) -> list[Draft]:
    """Pictures are files beside the export: what is told is their size."""
    assets = [p for p in list_of_dicts(content.get("parts")) if _is_asset(p)]
    return [_image(part, role) for part in assets]


def _image(part: Record, role: Role) -> Draft:
    address = as_text(part.get("asset_pointer")) or text_of(part.get("image_url"))
    return Draft(
        kind="image",
        role=role,
        text=address,
        media="image/*",
        bytes=as_count(part.get("size_bytes")),
    )


def _attached(message: Record) -> list[Draft]:
    files = list_of_dicts(as_object(message.get("metadata")).get("attachments"))
    names = [name for file in files if (name := as_text(file.get("name")))]
    return [note("attachment", name, "user", files=(name,)) for name in names]
