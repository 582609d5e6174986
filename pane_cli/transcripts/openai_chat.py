"""Messages of OpenAI's Chat Completions API, and plain ones like them.

`name` and `timestamp` tell who speaks and when. Content may be blocks of Anthropic's:
the two are told apart block by block.
"""

from __future__ import annotations

import re
from typing import Any

from pane_cli.session.numbering import Draft, note
from pane_cli.transcripts.anthropic_blocks import (
    answer_block,
    result_draft,
)
from pane_cli.transcripts.content import (
    as_text,
    image_draft,
    is_media,
    json_args,
    list_of_dicts,
    text_of,
)
from pane_cli.transcripts.host_text import is_reminder
from pane_cli.transcripts.odd_calls import OpenCalls
from pane_cli.transcripts.openai_responses import usage_of
from pane_cli.transcripts.response_items import call_draft
from pane_cli.transcripts.shell_output import output_draft

Record = dict[str, Any]
_SYSTEM = ("system", "developer")
_DISPLAYED = re.compile(r"^(user|assistant|tool|system): ", re.MULTILINE)


def drafts(message: Record, odd: OpenCalls, last: int) -> list[Draft]:
    """The blocks of one message, at least one."""
    role, content = message.get("role"), _content(message)
    name = as_text(message.get("name"))
    if role in _SYSTEM:
        return [note("system", words(content))]
    if role == "tool":
        return [output_draft(content, message.get("tool_call_id"))]
    if role == "function":
        return [output_draft(content, odd.answered(name))]
    if role == "assistant":
        found = _answer(message, content, odd, last)
    elif role in ("user", "human"):
        found = _user(content)
    else:
        return [note(f"role:{as_text(role)}", words(content))]
    if name is not None:
        for draft in found:
            draft["name"] = name
    return found


def words(content: Any) -> str:
    """The text of a content, be it a string or parts."""
    return text_of(content)


def displayed(text: str, last: int) -> list[Draft]:
    """A conversation that was printed as `role: text`; what was called is not told."""
    found: list[Draft] = []
    parts = _DISPLAYED.split(text)[1:]
    for role, body in zip(parts[::2], parts[1::2], strict=True):
        body = body.rstrip("\n")
        if role == "tool":
            found.append(Draft(kind="result", role="tool", text=body))
        elif role == "assistant" and body == "None":
            found.append(call_draft("?", {}, None, "assistant"))
        elif role == "system":
            found.append(note("system", body))
        else:
            spoken = "user" if role == "user" else "assistant"
            found.append(Draft(kind="text", role=spoken, text=body))  # type: ignore[typeddict-item]
    return found or [note("document", text)]


def _content(message: Record) -> Any:
    for key in ("content", "message", "text"):
        if message.get(key) is not None:
            return message[key]
    return None


def _user(content: Any) -> list[Draft]:
    parts = content if isinstance(content, list) else [content]
    return [_user_part(part) for part in parts] or [note("empty", role="user")]


def _user_part(part: Any) -> Draft:
    if isinstance(part, dict):
        if part.get("type") == "tool_result":
            return result_draft(part)
        if is_media(part):
            return image_draft(part, role="user")
    text = text_of(part)
    if not text:
        return note("empty", role="user")
    # What Claude Code's host says stands among the user's blocks in API logs.
    if is_reminder(text):
        return note("reminder", text, "user")
    return Draft(kind="text", role="user", text=text)


def _answer(message: Record, content: Any, odd: OpenCalls, last: int) -> list[Draft]:
    found: list[Draft] = []
    thought = text_of(message.get("reasoning_content") or message.get("reasoning"))
    if thought:
        found.append(Draft(kind="thinking", role="assistant", text=thought))
    parts = content if isinstance(content, list) else [content]
    found += [_answer_part(part) for part in parts if part]
    refusal = text_of(message.get("refusal"))
    if refusal:
        found.append(Draft(kind="text", role="assistant", text=refusal))
    found += [_call(call) for call in list_of_dicts(message.get("tool_calls"))]
    legacy = message.get("function_call")
    if isinstance(legacy, dict):
        name = as_text(legacy.get("name")) or "?"
        call = odd.asked(name, last + len(found) + 1)
        args = json_args(legacy.get("arguments"))
        found.append(call_draft(name, args, call, "assistant"))
    found = found or [note("empty", role="assistant")]
    found[0]["model"] = as_text(message.get("model"))
    found[0]["usage"] = usage_of(message.get("usage"))
    return found


def _answer_part(part: Any) -> Draft:
    if isinstance(part, dict):
        text = part.get("refusal" if part.get("type") == "refusal" else "text")
        if isinstance(text, str):
            return Draft(kind="text", role="assistant", text=text)
        return answer_block(part)
    return Draft(kind="text", role="assistant", text=text_of(part))


def _call(call: Record) -> Draft:
    """One of `tool_calls`: a function, or a custom tool with text for input."""
    for key in ("function", "custom"):
        asked = call.get(key)
        if isinstance(asked, dict):
            args = asked.get("arguments", asked.get("input"))
            return call_draft(
                asked.get("name"), json_args(args), call.get("id"), "assistant"
            )
    args = json_args(call.get("args", call.get("arguments")))
    return call_draft(call.get("name"), args, call.get("id"), "assistant")
