"""Parts of OpenCode's messages, one reader a type."""

from __future__ import annotations

from typing import Any

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Role
from pane_cli.transcripts.content import (
    as_exit,
    as_text,
    image_draft,
    list_of_dicts,
    text_of,
)
from pane_cli.transcripts.keyed import plain_path
from pane_cli.transcripts.response_items import call_draft

Part = dict[str, Any]
_DONE = ("completed", "success")
_FAILED = ("error", "aborted")


def part_drafts(part: Part, role: Role, is_summary: bool) -> list[Draft]:
    """The blocks of a part, at least one; `role` is its message's."""
    kind = as_text(part.get("type")) or "unknown"
    if kind == "text":
        return [_text(part, role, is_summary)]
    if kind == "reasoning":
        return [_thinking(part)]
    if kind == "tool":
        return _tool(part)
    if kind == "file":
        return [_file(part, role)]
    if kind == "patch":
        named = part.get("files")
        named = named if isinstance(named, list) else []
        files = tuple(name for name in named if isinstance(name, str))
        return [note("patch", "\n".join(files), "assistant", files=files)]
    if kind == "retry":
        error = part.get("error")
        text = text_of(error.get("data")) if isinstance(error, dict) else ""
        return [note("retry", text, error=True)]
    if kind == "subtask":
        return [note("subtask", text_of(part.get("prompt")), role)]
    return [note(kind)]


def _text(part: Part, role: Role, is_summary: bool) -> Draft:
    text = text_of(part.get("text"))
    if is_summary:
        return note("compact-summary", text, "user")
    for key in ("synthetic", "ignored"):
        # What the host says in the user's name, or the user keeps from the model.
        if part.get(key) is True and (role == "user" or key == "ignored"):
            return note(key, text, role)
    if not text.strip():
        return note("empty", text, role)
    return Draft(kind="text", role=role, text=text)


def _thinking(part: Part) -> Draft:
    metadata = part.get("metadata")
    known = metadata.get("anthropic") if isinstance(metadata, dict) else None
    signature = as_text(known.get("signature")) if isinstance(known, dict) else None
    text = text_of(part.get("text"))
    return Draft(kind="thinking", role="assistant", text=text, signature=signature)


def _tool(part: Part) -> list[Draft]:
    state = part.get("state")
    state = state if isinstance(state, dict) else {}
    args = state.get("input")
    args = args if isinstance(args, dict) else {}
    id, tool = as_text(part.get("callID")), as_text(part.get("tool"))
    drafts = [call_draft(tool, args, id, "assistant")]
    status = state.get("status")
    if status not in (*_DONE, *_FAILED):
        return drafts
    metadata = state.get("metadata")
    status_code = metadata.get("exit") if isinstance(metadata, dict) else None
    text = text_of(state.get("output")) or text_of(state.get("error"))
    result = Draft(kind="result", role="tool", tool=tool, call=id, text=text)
    result["exit"] = as_exit(status_code)
    result["error"] = status in _FAILED or bool(result["exit"])
    pictures = [_file(a, "tool") for a in list_of_dicts(state.get("attachments"))]
    return [*drafts, result, *pictures]


def _file(part: Part, role: Role) -> Draft:
    """An image where its bytes are there; else a file that was named."""
    url, mime = as_text(part.get("url")) or "", as_text(part.get("mime")) or ""
    if url.startswith("data:"):
        return image_draft({"type": "file", "url": url, "mimeType": mime}, role)
    name = None if url.startswith("file://") else as_text(part.get("filename"))
    path = name or plain_path(url) or ""
    return note("file-mention", path, role, files=(path,) if path else ())
