"""Messages in Pi's shape: roles in camelCase, calls as `toolCall` blocks."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Role, Usage
from pane_cli.transcripts.content import (
    as_count,
    as_exit,
    as_text,
    files_of,
    image_draft,
    is_media,
    json_args,
    list_of_dicts,
    text_of,
)

Message = dict[str, Any]
_FAILED = ("error", "aborted")
#: How Pi's bash tool says the status of a command that failed, at its very end.
_EXIT = re.compile(r"(?:Command|Process) exited with code (\d{1,9})\s*\Z")


def message_drafts(message: Message, record: str) -> list[Draft]:
    """The blocks of one message, at least one; `record` names its record."""
    role = as_text(message.get("role")) or "unknown"
    read = _READERS.get(role)
    if read is None:
        drafts = [note(f"unknown:{role}", text_of(message.get("content")))]
    else:
        drafts = read(message, record)
    for draft in drafts:
        draft["ts"] = message.get("timestamp")
    return drafts


def _user(message: Message, record: str) -> list[Draft]:
    return [_said(block, "user") for block in _blocks(message)]


def _answer(message: Message, record: str) -> list[Draft]:
    stop = message.get("stopReason")
    drafts = [_answer_block(block) for block in _blocks(message)]
    if stop in _FAILED:
        if drafts[0]["kind"] == "note" and len(drafts) == 1:
            drafts = [note(stop, text_of(message.get("errorMessage")), "assistant")]
        drafts[0]["error"] = True
    model = as_text(message.get("model"))
    if model is not None:
        drafts[0]["model"] = model
    drafts[0]["usage"] = _usage(message.get("usage"))
    # Version 1 has no ids: no two answers of a session begin in one millisecond.
    msg = as_text(message.get("timestamp")) if record.isdigit() else record
    for draft in drafts:
        draft["msg"] = msg
    return drafts


def _blocks(message: Message) -> list[Any]:
    content = message.get("content")
    return (content if isinstance(content, list) else [content]) or [None]


def _answer_block(block: Any) -> Draft:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "thinking":
        return _thinking(block)
    if kind == "toolCall":
        return _call(block)
    return _said(block, "assistant")


def _said(block: Any, role: Role) -> Draft:
    """Text or an image; a note where there is neither."""
    if not isinstance(block, dict):
        text = text_of(block)
        if not text.strip():
            return note("empty", text, role)
        return Draft(kind="text", role=role, text=text)
    if is_media(block):
        return image_draft(block, role=role)
    text, kind = text_of(block), block.get("type")
    if kind not in ("text", None):
        return note(f"unknown:{as_text(kind)}", text, role)
    if not text.strip():
        return note("empty", text, role)
    draft = Draft(kind="text", role=role, text=text)
    signature = as_text(block.get("textSignature"))
    if signature is not None:
        draft["signature"] = signature
    return draft


def _thinking(block: dict[str, Any]) -> Draft:
    signature = as_text(block.get("thinkingSignature"))
    if block.get("redacted") is True:
        return Draft(kind="thinking", role="assistant", data=signature)
    text = text_of(block.get("thinking"))
    return Draft(kind="thinking", role="assistant", text=text, signature=signature)


def _call(block: dict[str, Any]) -> Draft:
    args = json_args(block.get("arguments"))
    return Draft(
        kind="call",
        role="assistant",
        tool=as_text(block.get("name")) or "?",
        args=args,
        call=as_text(block.get("id")),
        files=files_of(args),
        signature=as_text(block.get("thoughtSignature")),
    )


def _result(message: Message, record: str) -> list[Draft]:
    text = text_of(message.get("content"))
    draft = Draft(
        kind="result",
        role="tool",
        tool=as_text(message.get("toolName")),
        call=as_text(message.get("toolCallId")),
        text=text,
        error=message.get("isError") is True,
    )
    status = _EXIT.search(text, max(len(text) - 80, 0)) if draft["error"] else None
    if status:
        draft["exit"] = int(status.group(1))
    return [draft]


def _run(message: Message, record: str, tool: str, key: str) -> list[Draft]:
    """What the user ran: a call and its result in one record.

    Where the user kept it from the model, both are notes.
    """
    source, output = text_of(message.get(key)), text_of(message.get("output"))
    if message.get("excludeFromContext") is True:
        what = f"private-{tool}"
        return [note(what, source, "user"), note(what, output, "user")]
    call, status = f"{tool}-{record}", as_exit(message.get("exitCode"))
    ran = Draft(kind="call", role="user", tool=tool, args={key: source}, call=call)
    shown = Draft(kind="result", role="tool", tool=tool, call=call, text=output)
    shown["exit"] = status
    shown["error"] = bool(status) or message.get("cancelled") is True
    return [ran, shown]


def _mention(message: Message, record: str) -> list[Draft]:
    files = list_of_dicts(message.get("files"))
    names = tuple(name for f in files if (name := as_text(f.get("path"))))
    parts = (f"{as_text(f.get('path'))}\n{text_of(f.get('content'))}" for f in files)
    return [note("file-mention", "\n\n".join(parts), "user", files=names)]


def _summary(message: Message, record: str) -> list[Draft]:
    text = text_of(message.get("summary")) or text_of(message.get("content"))
    return [note("compact-summary", text, "user")]


def _custom(message: Message, record: str) -> list[Draft]:
    return [note("custom-message", text_of(message.get("content")))]


def _system(message: Message, record: str) -> list[Draft]:
    return [note("system", text_of(message.get("content")))]


def _usage(usage: Any) -> Usage | None:
    if not isinstance(usage, dict):
        return None
    return Usage(
        input=as_count(usage.get("input")),
        output=as_count(usage.get("output")),
        cache_read=as_count(usage.get("cacheRead")),
        cache_write=as_count(usage.get("cacheWrite")),
    )


_READERS: dict[str, Callable[[Message, str], list[Draft]]] = {
    "user": _user,
    "assistant": _answer,
    "toolResult": _result,
    "bashExecution": partial(_run, tool="bash", key="command"),
    "pythonExecution": partial(_run, tool="python", key="code"),
    "fileMention": _mention,
    "branchSummary": _summary,
    "compactionSummary": _summary,
    "custom": _custom,
    "hookMessage": _custom,
    "developer": _system,
    "system": _system,
}
