"""Parts of messages in the shape of Google's API: Gemini CLI and Qwen Code.

A content is text, a part, or a list of both. A part holds text, media, a call or its
response.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Role, Usage
from pane_cli.session.values import holdable
from pane_cli.transcripts.content import as_count, as_text, image_draft, text_of
from pane_cli.transcripts.response_items import call_draft

Part = dict[str, Any]
#: How the shell tool says the status of a command, in lines behind the output.
_EXIT = re.compile(r"^Exit Code: (\d{1,9})$", re.MULTILINE)
_SHELL = ("run_shell_command", "shell")
_FAILED = ("error", "cancelled", "canceled")
#: What the host writes in the user's name, and what it is.
_HOST = (
    ("<state_snapshot>", "compact-summary"),
    ("<session_context>", "context"),
    ("This is the Gemini CLI. We are setting up the context", "context"),
    ("This is the Qwen Code. We are setting up the context", "context"),
    ("<qwen:user-prompt-submit-context>", "reminder"),
    ("--- Content from referenced files ---", "file-mention"),
    ("<system-reminder>", "reminder"),
)


def content_drafts(content: Any, role: Role) -> list[Draft]:
    """The blocks of a content in their order; none where it holds nothing."""
    parts = content if isinstance(content, list) else [content]
    found: list[Draft] = []
    for part in parts:
        # The content of files that the user named follows in parts of its own.
        is_files = bool(found) and found[-1].get("what") == "file-mention"
        if is_files and role == "user" and not isinstance(part, dict | None):
            found.append(note("file-mention", text_of(part), "user"))
        elif part is not None and part != "":
            found += _part(part, role, is_files)
    return found


def _part(part: Any, role: Role, is_files: bool) -> list[Draft]:
    if not isinstance(part, dict):
        return [said(text_of(part), role)]
    for key in ("functionCall", "functionResponse"):
        inner = part.get(key)
        if isinstance(inner, dict):
            return [_call(inner)] if key == "functionCall" else result_drafts(inner)
    for key in ("inlineData", "fileData"):
        inner = part.get(key)
        if isinstance(inner, dict):
            block = {"type": "image", "url": inner.get("fileUri"), **inner}
            return [image_draft(block, role)]
    text = part.get("text")
    if not isinstance(text, str):
        return [note(f"unknown:{next(iter(part), 'part')}", text_of(part), role)]
    if part.get("thought") is True:
        signature = as_text(part.get("thoughtSignature"))
        return [Draft(kind="thinking", role=role, text=text, signature=signature)]
    return [note("file-mention", text, role) if is_files else said(text, role)]


def said(text: str, role: Role) -> Draft:
    """Words, or a note where the host speaks in the user's name."""
    start = text.lstrip()
    if not start:
        return note("empty", text, role)
    if role == "user":
        for sign, what in _HOST:
            if start.startswith(sign):
                return note(what, text, "user")
    return Draft(kind="text", role=role, text=text)


def _call(call: Part) -> Draft:
    args = call.get("args")
    args = args if isinstance(args, dict) else {"args": args} if args else {}
    return call_draft(call.get("name"), args, call.get("id"), "assistant")


def result_drafts(answer: Part, status: Any = None) -> list[Draft]:
    """A response to a call, and the media in it."""
    response = answer.get("response")
    body = response if isinstance(response, dict) else {"output": response}
    text, tool = _response_text(body), as_text(answer.get("name"))
    draft = Draft(
        kind="result", role="tool", tool=tool, call=as_text(answer.get("id")), text=text
    )
    if body.get("error") or status in _FAILED:
        draft["error"] = True
    found = list(_EXIT.finditer(text[-400:])) if tool in _SHELL else []
    if found:
        draft["exit"] = int(found[-1].group(1))
        draft["error"] = draft.get("error", False) or draft["exit"] != 0
    inner = answer.get("parts")
    media = [p for p in inner if isinstance(p, dict)] if isinstance(inner, list) else []
    images = [p["inlineData"] for p in media if isinstance(p.get("inlineData"), dict)]
    return [draft, *(image_draft({"type": "image", **i}, "tool") for i in images)]


def _response_text(body: Part) -> str:
    for key in ("output", "error", "content", "result"):
        if body.get(key):
            return text_of(body[key]) or _json(body[key])
    return "" if not any(body.values()) else _json(body)


def _json(value: Any) -> str:
    return msgspec.json.encode(holdable(value)).decode("utf-8")


def usage_of(tokens: Any, names: dict[str, str]) -> Usage | None:
    """Counts of one answer; what was cached is part of the input there.

    `names` says under which keys input, output, thoughts and cached are.
    """
    if not isinstance(tokens, dict):
        return None
    count = {name: as_count(tokens.get(key)) for name, key in names.items()}
    return Usage(
        input=max(count["input"] - count["cached"], 0),
        output=count["output"] + count["thoughts"],
        cache_read=count["cached"],
    )
