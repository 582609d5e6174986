"""Cursor's transcripts, messages of its CLI and bubbles of its editor."""

from __future__ import annotations

from typing import Any

import pytest
from feeding import amends, document, entries, header, in_two, jsonl, read, said, whole

from pane_cli.session.types import Amend, Usage


def line(role: str, *content: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "message": {"content": list(content)}, **more}


def text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


def use(name: str, **more: Any) -> dict[str, Any]:
    return {"type": "tool_use", "name": name, "input": {"path": "a.py"}, **more}


@pytest.mark.parametrize(
    ("words", "what", "shown"),
    [
        ("<user_query>\nrun ls\n</user_query>", "text", "run ls"),
        ("<user_info>os</user_info>\n<user_query>go</user_query>", "text", "go"),
        ("why is <user_query>x</user_query> there?", "text", None),
        ("<user_info>os</user_info>", "context", None),
        ("plain", "text", None),
        ("", "empty", None),
    ],
)
def test_what_the_user_says(words: str, what: str, shown: str | None) -> None:
    expected = words if shown is None else shown
    assert said(read(line("user", text(words)))) == [(what, "user", expected)]


def test_an_answer() -> None:
    thought = {"type": "thinking", "thinking": "hm"}
    odd = {"type": "custom_block", "text": "new"}
    image = {"type": "image", "source": {"data": "aGVsbG8=", "media_type": "image/png"}}
    record = line("assistant", thought, text("ok"), use("Read"), text("[REDACTED]"))
    lines = read({**record, "model": "auto"}, line("assistant", odd, image))
    assert said(lines) == [
        ("thinking", "assistant", "hm"),
        ("text", "assistant", "ok"),
        ("call", "assistant", ""),
        ("redacted", "assistant", "[REDACTED]"),
        ("unknown:custom_block", "assistant", "new"),
        ("image", "assistant", ""),
    ]
    found = entries(lines)
    assert found[0].model == "auto" and found[2].files == ("a.py",)


def test_results_pair_with_calls_that_have_no_id() -> None:
    gave = {"type": "tool_result", "tool_use_id": "t9", "content": [text("x = 1")]}
    failed = {"type": "tool-result", "name": "Shell", "content": "no", "is_error": True}
    found = entries(
        read(
            line("assistant", use("Read"), use("Shell")),
            line("user", failed, gave),
            line("user", text("next")),
            line("assistant", use("Read", id="t1")),
            line("user", {**gave, "tool_use_id": "t1"}),
        )
    )
    pairs = [(e.kind, e.call) for e in found if e.kind in ("call", "result")]
    assert pairs == [
        ("call", "?1"),
        ("call", "?2"),
        ("result", "?2"),
        ("result", "?1"),
        ("call", "t1"),
        ("result", "t1"),
    ]
    assert found[2].error and found[3].text == "x = 1"


def test_a_call_without_a_result_does_not_take_a_later_one() -> None:
    gave = {"type": "tool_result", "tool_use_id": "t2", "content": "b"}
    lines = read(
        line("assistant", use("Read")),
        line("user", text("stop")),
        line("assistant", use("Read", id="t2")),
        line("user", gave),
    )
    assert [e.call for e in entries(lines) if e.kind == "result"] == ["t2"]


def test_messages_of_the_cli() -> None:
    call = {"type": "tool-call", "toolCallId": "c", "toolName": "Shell", "args": {}}
    gave = {
        "type": "tool-result",
        "toolCallId": "c",
        "toolName": "Shell",
        "result": "a",
    }
    lines = read(
        {"agentId": "a-1", "createdAt": 1775522590321},
        {"type": "session-title", "name": "Look", "lastUsedModel": "opus"},
        {"role": "user", "content": "old"},
        {"type": "context-replaced", "agentId": "a-1"},
        {"role": "system", "content": "be kind"},
        {"role": "user", "content": [text("<user_query>go</user_query>")]},
        {"role": "assistant", "content": [{"type": "reasoning", "text": "hm"}, call]},
        {"role": "tool", "content": [gave]},
    )
    assert header(lines).id == "a-1"
    assert header(lines).started == "2026-04-07T00:43:10.321Z"
    assert amends(lines) == [Amend("amend", ((1, 3),), "replaced")]
    assert said(lines)[4:] == [
        ("system", "system", "be kind"),
        ("text", "user", "go"),
        ("thinking", "assistant", "hm"),
        ("call", "assistant", ""),
        ("result", "tool", "a"),
    ]
    assert entries(lines)[6].model == "opus"


BUBBLES = [
    {"bubbleId": "b1", "type": 1, "text": "list", "createdAt": "2026-02-16T09:30:00Z"},
    {"bubbleId": "b2", "type": 2, "thinking": {"text": "hm"}},
    {
        "bubbleId": "b3",
        "type": 2,
        "text": "I run it.",
        "tokenCount": {"inputTokens": 9, "outputTokens": 2},
        "toolFormerData": {
            "name": "run_terminal_cmd",
            "toolCallId": "t1",
            "status": "completed",
            "rawArgs": '{"command": "ls"}',
            "result": '{"output": "a"}',
        },
    },
    {
        "bubbleId": "b4",
        "type": 2,
        "toolFormerData": {"name": "edit_file", "status": "error", "error": "no"},
    },
    {"bubbleId": "b5", "type": 2, "modelInfo": {"modelName": "gpt-5"}},
]


def test_bubbles() -> None:
    head = {"composerId": "c-1", "createdAt": "2026-02-16T09:29:00Z"}
    lines = read(head, *BUBBLES)
    assert header(lines).id == "c-1"
    found = entries(lines)[1:]
    assert [(e.what or e.kind, e.text, e.error) for e in found] == [
        ("text", "list", False),
        ("thinking", "hm", False),
        ("text", "I run it.", False),
        ("call", "", False),
        ("result", '{"output": "a"}', False),
        ("call", "", False),
        ("result", "no", True),
        ("empty", "", False),
    ]
    assert found[3].args == {"command": "ls"} and found[3].call == "t1"
    assert found[2].usage == Usage(input=9, output=2) and found[7].model == "gpt-5"
    assert [e.id for e in found] == ["b1", "b2", "b3", None, None, "b4", None, "b5"]


def test_bubbles_in_one_document() -> None:
    lines = document({f"bubbleId:c-1:{b['bubbleId']}": b for b in BUBBLES[:2]})
    assert said(lines) == [("text", "user", "list"), ("thinking", "assistant", "hm")]


def test_cut_at_any_byte() -> None:
    data = jsonl(
        line("user", text("größer €")),
        line("assistant", text("ok"), use("Read")),
        "half a",
        line("user", {"type": "tool_result", "content": "a"}),
        {"type": "turn_ended", "status": "success"},
    )
    expected = whole(data)
    assert len(expected) == 6
    for cut in range(len(data) + 1):
        assert in_two(data, cut) == expected, cut
