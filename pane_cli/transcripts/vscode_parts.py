"""What a request of a VS Code chat holds: the user's words, and the answer.

An answer is told twice: in `response`, as it is shown, and in the rounds of `result`,
as the model gave it, with arguments and results of its calls. The rounds count where
they are there.
"""

from __future__ import annotations

from typing import Any

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Usage
from pane_cli.transcripts.content import (
    as_count,
    as_text,
    json_args,
    list_of_dicts,
    text_of,
)
from pane_cli.transcripts.response_items import call_draft

Record = dict[str, Any]


def asked_drafts(request: Record) -> list[Draft]:
    """What the user says, and what is attached to it."""
    message = request.get("message")
    text = message.get("text") if isinstance(message, dict) else message
    drafts: list[Draft] = []
    if isinstance(text, str) and text.strip():
        drafts.append(Draft(kind="text", role="user", text=text))
    data = request.get("variableData")
    variables = data.get("variables") if isinstance(data, dict) else None
    for variable in list_of_dicts(variables):
        drafts += _attached(variable)
    return drafts or [note("empty", role="user")]


def _attached(variable: Record) -> list[Draft]:
    value = variable.get("value")
    if variable.get("kind") == "image":
        size = len(value) if isinstance(value, dict | list | str) else 0
        media = as_text(variable.get("mimeType")) or "image/*"
        return [Draft(kind="image", role="user", media=media, bytes=size)]
    path = _path(value)
    return [note("file-mention", path, "user", files=(path,))] if path else []


def answer_drafts(request: Record) -> list[Draft]:
    """What there is of an answer; nothing where there is none yet."""
    result = request.get("result")
    result = result if isinstance(result, dict) else {}
    drafts = _rounds(result) if has_rounds(result) else []
    drafts = drafts or shown_drafts(request.get("response"))
    error = result.get("errorDetails")
    if isinstance(error, dict):
        drafts.append(note("error", text_of(error.get("message")), error=True))
    if request.get("isCanceled") is True:
        drafts.append(note("interrupted", role="user"))
    usage = _usage(result)
    if drafts and usage is not None:
        drafts[0]["usage"] = usage
    return drafts


def has_rounds(result: Any) -> bool:
    """Whether a result holds what the model said and called."""
    return any(
        text_of(found.get("response")) or found.get("toolCalls")
        for found in list_of_dicts(_metadata(result).get("toolCallRounds"))
    )


def _metadata(result: Any) -> Record:
    metadata = result.get("metadata") if isinstance(result, dict) else None
    return metadata if isinstance(metadata, dict) else {}


def _rounds(result: Record) -> list[Draft]:
    metadata = _metadata(result)
    results = metadata.get("toolCallResults")
    results = results if isinstance(results, dict) else {}
    drafts: list[Draft] = []
    for one in list_of_dicts(metadata.get("toolCallRounds")):
        thought = one.get("thinking")
        thought = text_of(thought) if thought else ""
        if thought:
            drafts.append(Draft(kind="thinking", role="assistant", text=thought))
        text = text_of(one.get("response"))
        if text.strip():
            drafts.append(Draft(kind="text", role="assistant", text=text))
        for call in list_of_dicts(one.get("toolCalls")):
            id, args = as_text(call.get("id")), json_args(call.get("arguments"))
            drafts.append(call_draft(call.get("name"), args, id, "assistant"))
            if id in results:
                drafts.append(_result(id, results[id]))
    return drafts


def _result(id: str | None, result: Any) -> Draft:
    content = result.get("content") if isinstance(result, dict) else result
    parts = content if isinstance(content, list) else [content]
    text = "\n".join(filter(None, map(_printed, parts)))
    failed = isinstance(result, dict) and result.get("isError") is True
    return Draft(kind="result", role="tool", call=id, text=text, error=failed)


def _printed(part: Any) -> str:
    """The text of a part, be it text or a tree of nodes."""
    value = part.get("value", part) if isinstance(part, dict) else part
    if isinstance(value, dict) and "node" in value:
        return "".join(_leaves(value["node"], 0)).strip("\n")
    return text_of(value)


def _leaves(node: Any, depth: int) -> list[str]:
    if not isinstance(node, dict) or depth > 100:
        return []
    found: list[str] = []
    if isinstance(node.get("text"), str):
        found.append(("\n" if node.get("lineBreakBefore") else "") + node["text"])
    for child in list_of_dicts(node.get("children")):
        found += _leaves(child, depth + 1)
    return found


def shown_drafts(response: Any) -> list[Draft]:
    """The parts of an answer as they are shown: text joined, calls, what was edited."""
    drafts: list[Draft] = []
    for part in list_of_dicts(response):
        kind = as_text(part.get("kind"))
        if kind in (None, "markdownContent", "inlineReference"):
            _say(drafts, _words(part, kind))
        elif kind == "thinking":
            text = text_of(part.get("value"))
            drafts += [Draft(kind="thinking", role="assistant", text=text)]
        elif kind == "toolInvocationSerialized":
            drafts += _invoked(part)
        elif kind == "textEditGroup":
            path = _path(part.get("uri"))
            drafts.append(note("edited", path, "assistant", files=(path,)))
    return [draft for draft in drafts if draft["kind"] != "text" or _is_said(draft)]


def _is_said(draft: Draft) -> bool:
    """Whether it is more than the fence around an edit that is not shown."""
    return bool(draft["text"].strip("` \n"))


def _say(drafts: list[Draft], text: str) -> None:
    last = drafts[-1] if drafts else None
    if last is not None and last["kind"] == "text":
        last["text"] += text
    elif text:
        drafts.append(Draft(kind="text", role="assistant", text=text))


def _words(part: Record, kind: str | None) -> str:
    if kind == "inlineReference":
        named = as_text(part.get("name")) or _path(part.get("inlineReference"))
        return f"`{named.rsplit('/', 1)[-1]}`" if named else ""
    return _markdown(part.get("content" if kind else "value"))


def _markdown(value: Any) -> str:
    return text_of(value.get("value") if isinstance(value, dict) else value)


def _invoked(part: Record) -> list[Draft]:
    """A call of which the arguments are not told, only what it was and what it did."""
    id = as_text(part.get("toolCallId"))
    special = part.get("toolSpecificData")
    args = special if isinstance(special, dict) else {}
    call = call_draft(part.get("toolId"), args, id, "assistant")
    if part.get("isComplete") is not True:
        return [call]
    told = part.get("pastTenseMessage") or part.get("invocationMessage")
    return [call, Draft(kind="result", role="tool", call=id, text=_markdown(told))]


def _path(uri: Any) -> str:
    """The path of a file, or of a place in one."""
    if not isinstance(uri, dict):
        return uri if isinstance(uri, str) else ""
    for key in ("fsPath", "path"):
        if isinstance(uri.get(key), str):
            return str(uri[key])
    return _path(uri.get("uri") or uri.get("location"))


def _usage(result: Record) -> Usage | None:
    """Counts of all rounds of an answer together."""
    counts = result.get("usage")
    counts = counts if isinstance(counts, dict) else _metadata(result)
    if not isinstance(counts.get("promptTokens"), int):
        return None
    output = counts.get("completionTokens", counts.get("outputTokens"))
    return Usage(input=as_count(counts["promptTokens"]), output=as_count(output))
