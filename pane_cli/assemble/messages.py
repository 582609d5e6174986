"""A context as messages that the APIs accept.

What is not shown whole goes before as one user text, what changes each turn comes last.
Every call has exactly one result, right behind it; a missing one is said to be missing,
a result without a call is left out. Signed thinking passes unaltered or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from pane_cli.assemble.context import Context
from pane_cli.assemble.layout import Layout, arguments
from pane_cli.session.types import Entry

Message = dict[str, Any]
NO_RESULT = "[no result recorded]"
_PLAIN_NAME = re.compile(r"[^a-zA-Z0-9_-]")


class Group(NamedTuple):
    """Entries that make one message: the user's words, or a step of the agent."""

    said: list[Entry]
    results: dict[str, Entry]
    """Call id to its result."""
    is_user: bool


def groups(context: Context, layout: Layout) -> Iterator[Group]:
    """What is whole, in session order, steps together."""
    view = layout.view
    seen: set[int] = set()
    for n in sorted(context.choice.whole):
        row = view.row(n)
        if row.step < 0:
            yield Group([layout.fetch(n)], {}, row.role == "user")
        elif row.step not in seen:
            seen.add(row.step)
            yield _step(row.step, context, layout)


def _step(index: int, context: Context, layout: Layout) -> Group:
    view, whole = layout.view, context.choice.whole
    members = view.steps[index].entries
    spoken = [n for n in members if view.row(n).kind != "result"]
    shown = {n: layout.fetch(n) for n in members if n in whole}
    if all(n in whole for n in spoken if view.is_context(n)):
        shown |= {n: layout.fetch(n) for n in spoken}  # whole: thinking comes along
    _stand_in(shown, members, layout)
    for n, of in context.choice.same.items():
        if n in shown:
            shown[n] = msgspec.structs.replace(shown[n], text=layout.same(n, of))
    said = [shown[n] for n in spoken if n in shown]
    calls = {e.call for e in said if e.kind == "call"}
    results: dict[str, Entry] = {}
    for n in members:
        entry = shown.get(n)
        if entry is not None and entry.kind == "result" and entry.call in calls:
            results.setdefault(entry.call or "", entry)
    return Group(said, results, bool(said) and said[0].role == "user")


def _stand_in(shown: dict[int, Entry], members: list[int], layout: Layout) -> None:
    """Of a call that left alone, or whose result did, the missing half is a pointer."""
    for call in members:
        result = layout.view.shape.results.get(call)
        if result is None or (call in shown) == (result in shown):
            continue
        missing = result if call in shown else call
        pointer = f"[out] {layout.command.format(span=f'#{missing}')}"
        entry = layout.fetch(missing)
        shown[missing] = (
            msgspec.structs.replace(entry, text=pointer)
            if missing == result
            else msgspec.structs.replace(entry, args={"out": pointer})
        )


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
