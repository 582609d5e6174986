"""A context as messages that the APIs accept.

What is not shown whole goes before as one user text, what changes each turn comes last.
Every call has exactly one result, right behind it; a missing one is said to be missing,
a result without a call is left out. Signed thinking passes unaltered or not at all.
"""

from __future__ import annotations

import re
from typing import Any

from pane_cli.assemble.context import Context
from pane_cli.assemble.groups import Group, groups
from pane_cli.assemble.layout import Layout, arguments
from pane_cli.session.types import Entry

Message = dict[str, Any]
NO_RESULT = "[no result recorded]"
_PLAIN_NAME = re.compile(r"[^a-zA-Z0-9_-]")


def preamble(context: Context) -> str:
    """Pins, pointers and lines: all of the stable part that is no whole entry."""
    parts = [p.text for p in context.stable if p.n is None and p.block != "turns"]
    return "\n".join(parts)


def volatile(context: Context) -> str:
    """What changes each turn."""
    return "\n".join(part.text for part in context.volatile)


def as_anthropic(context: Context, layout: Layout) -> list[Message]:
    """Messages for Anthropic's API: roles alternate, results lead their message."""
    messages: list[Message] = []
    _add(messages, "user", _texts(preamble(context)))
    ids = _Ids()
    for group in groups(context, layout):
        if group.is_user:
            _add(messages, "user", _texts(_user_text(group, layout)))
            continue
        names = {e.n: ids.take(e) for e in group.said if e.kind == "call"}
        _add(messages, "assistant", _anthropic_blocks(group, names, layout))
        _add(messages, "user", _anthropic_results(group, names, layout))
    _add(messages, "user", _texts(volatile(context)))
    if messages and messages[0]["role"] != "user":
        messages.insert(0, {"role": "user", "content": _texts("(the session goes on)")})
    return messages


def as_openai(context: Context, layout: Layout) -> list[Message]:
    """Messages for OpenAI's Chat Completions."""
    messages: list[Message] = []
    _say(messages, "user", preamble(context))
    ids = _Ids()
    for group in groups(context, layout):
        if group.is_user:
            _say(messages, "user", _user_text(group, layout))
            continue
        calls = [e for e in group.said if e.kind == "call"]
        names = {e.n: ids.take(e) for e in calls}
        texts = (layout.clean(e.text) for e in group.said if e.kind == "text")
        text = "\n".join(text for text in texts if text.strip())
        message: Message = {"role": "assistant", "content": text or None}
        if calls:
            message["tool_calls"] = [_openai_call(e, names[e.n], layout) for e in calls]
        if text or calls:
            messages.append(message)
        for entry in calls:
            content = _result_text(group, entry, layout)
            tool = {"role": "tool", "tool_call_id": names[entry.n], "content": content}
            messages.append(tool)
    _say(messages, "user", volatile(context))
    return messages


class _Ids:
    """Call ids that the APIs accept, each used once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, entry: Entry) -> str:
        name = _PLAIN_NAME.sub("_", entry.call or "") or f"call_{entry.n}"
        if name in self._taken:
            name = f"{name}_{entry.n}"
        self._taken.add(name)
        return name


def _add(messages: list[Message], role: str, blocks: list[Message]) -> None:
    if not blocks:
        return
    if messages and messages[-1]["role"] == role:
        messages[-1]["content"].extend(blocks)
    else:
        messages.append({"role": role, "content": blocks})


def _say(messages: list[Message], role: str, text: str) -> None:
    if text.strip():
        messages.append({"role": role, "content": text})


def _texts(text: str) -> list[Message]:
    return [{"type": "text", "text": text}] if text.strip() else []


def _user_text(group: Group, layout: Layout) -> str:
    texts = []
    for entry in group.said:
        if entry.kind == "call":
            result = group.results.get(entry.call or "")
            output = result.text if result else NO_RESULT
            texts.append(f"I ran: {arguments(entry)}\n{output}")
        elif entry.kind == "image":
            size = f"{entry.bytes or 0:,} bytes"
            texts.append(f"[#{entry.n}] image {entry.media}, {size}")
        elif entry.text.strip():
            texts.append(f"[#{entry.n}] {entry.text}")
    return layout.clean("\n".join(texts))


def _anthropic_blocks(
    group: Group, names: dict[int, str], layout: Layout
) -> list[Message]:
    blocks: list[Message] = []
    for entry in group.said:
        if entry.kind == "thinking":
            blocks += _thinking(entry, layout)
        elif entry.kind == "call":
            block = {"type": "tool_use", "id": names[entry.n]}
            name = _PLAIN_NAME.sub("_", entry.tool or "tool")[:64]
            blocks.append({**block, "name": name, "input": _clean_args(entry, layout)})
        elif entry.kind == "text":
            blocks += _texts(layout.clean(entry.text).rstrip())
    only_thinking = all(b["type"].endswith("thinking") for b in blocks)
    return [] if only_thinking else blocks


def _thinking(entry: Entry, layout: Layout) -> list[Message]:
    if entry.data is not None and not entry.signature:
        return [{"type": "redacted_thinking", "data": entry.data}]
    if not entry.signature or layout.clean(entry.text) != entry.text:
        return []  # unsigned, or not to be shown as it stands: it may not be altered
    block = {"type": "thinking", "thinking": entry.text}
    return [{**block, "signature": entry.signature}]


def _anthropic_results(
    group: Group, names: dict[int, str], layout: Layout
) -> list[Message]:
    blocks = []
    for entry in group.said:
        if entry.kind != "call":
            continue
        result = group.results.get(entry.call or "")
        block: Message = {"type": "tool_result", "tool_use_id": names[entry.n]}
        block["content"] = _result_text(group, entry, layout)
        if result is None or result.error:
            block["is_error"] = True
        blocks.append(block)
    return blocks


def _openai_call(entry: Entry, name: str, layout: Layout) -> Message:
    import json  # as other forms do without

    args = json.dumps(_clean_args(entry, layout), ensure_ascii=False)
    tool = _PLAIN_NAME.sub("_", entry.tool or "tool")[:64]
    function = {"name": tool, "arguments": args}
    return {"id": name, "type": "function", "function": function}


def _result_text(group: Group, call: Entry, layout: Layout) -> str:
    result = group.results.get(call.call or "")
    if result is None:
        return NO_RESULT
    return layout.clean(result.text) or "(no output)"


def _clean_args(entry: Entry, layout: Layout) -> Any:
    return _clean(entry.args or {}, layout)


def _clean(value: Any, layout: Layout) -> Any:
    if isinstance(value, str):
        return layout.clean(value)
    if isinstance(value, dict):
        return {key: _clean(item, layout) for key, item in value.items()}
    if isinstance(value, list):
        return [_clean(item, layout) for item in value]
    return value
