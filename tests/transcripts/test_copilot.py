"""GitHub Copilot: the CLI's events and VS Code's chats."""

from __future__ import annotations

from typing import Any

import pytest
from feeding import amends, document, entries, header, in_two, jsonl, read, said, whole

from pane_cli.session.types import Amend, Header, Usage

T = "2026-03-26T17:50:34.263Z"
START: dict[str, Any] = {
    "type": "session.start",
    "data": {"sessionId": "s-1", "startTime": T, "context": {"cwd": "/repo"}},
    "id": "e0",
    "timestamp": T,
}


def event(kind: str, id: str = "e1", **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data, "id": id, "timestamp": T, "parentId": "e0"}


def one(*records: Any) -> list[Any]:
    return entries(read(START, *records))[1:]


def asks(*requests: dict[str, Any], **more: Any) -> dict[str, Any]:
    return event("assistant.message", "e2", toolRequests=list(requests), **more)


LS = {"toolCallId": "c1", "name": "bash", "arguments": {"command": "ls"}}


def test_the_header() -> None:
    expected = Header("session", 1, "s-1", "copilot", "/repo", T)
    assert header(read(START)) == expected


def test_what_the_user_typed_counts_and_not_what_was_made_of_it() -> None:
    record = event(
        "user.message",
        content="list",
        transformedContent="<context/>list",
        attachments=[
            {"type": "file", "path": "/repo/a.py"},
            {"type": "blob", "data": "aGVsbG8=", "mimeType": "image/png"},
        ],
    )
    found = one(record)
    assert [(e.what or e.kind, e.text) for e in found] == [
        ("text", "list"),
        ("file-mention", "/repo/a.py"),
        ("image", ""),
    ]
    assert (found[2].media, found[2].bytes) == ("image/png", 5)


def test_an_answer() -> None:
    found = one(
        event("session.model_change", newModel="gpt-5"),
        asks(
            {**LS, "arguments": '{"command": "ls"}'},
            content="Listing.",
            messageId="m",
            outputTokens=12,
            reasoningText="hm",
            reasoningOpaque="b64",
        ),
    )
    assert [(e.kind, e.text, e.msg) for e in found[1:]] == [
        ("thinking", "hm", "m"),
        ("text", "Listing.", "m"),
        ("call", "", "m"),
    ]
    assert (found[1].data, found[1].model, found[1].usage) == (
        "b64",
        "gpt-5",
        Usage(output=12),
    )
    assert found[3].args == {"command": "ls"}


RESULTS = [
    pytest.param({"success": True, "result": {"content": "a"}}, ("a", False), id="ok"),
    pytest.param({"success": True}, ("", False), id="nothing told"),
    pytest.param(
        {"success": False, "result": {"content": "no"}}, ("no", True), id="failed"
    ),
    pytest.param(
        {"success": False, "error": {"message": "denied"}}, ("denied", True), id="error"
    ),
    pytest.param(
        {"result": {"text_result_for_llm": "x", "result_type": "failure"}},
        ("x", True),
        id="the older shape",
    ),
]


@pytest.mark.parametrize(("data", "expected"), RESULTS)
def test_a_result(data: dict[str, Any], expected: tuple[str, bool]) -> None:
    found = one(asks(LS), event("tool.execution_complete", toolCallId="c1", **data))
    assert [e.kind for e in found] == ["call", "result"]
    assert (found[1].text, found[1].error, found[1].call) == (*expected, "c1")


def test_a_call_is_told_twice_and_read_once() -> None:
    begun = event("tool.execution_start", "e3", toolCallId="c1", toolName="bash")
    done = event("tool.execution_complete", "e4", toolCallId="c1", success=True)
    kinds = [e.what or e.kind for e in one(asks(LS), begun, done)]
    assert kinds == ["call", "tool.execution_start", "result"]
    kinds = [e.what or e.kind for e in one(begun, asks(LS), done)]
    assert kinds == ["tool.execution_start", "call", "result"]


def test_a_call_that_no_answer_asked_for_is_read_when_it_is_done() -> None:
    begun = event("tool.execution_start", "e3", toolCallId="c9", toolName="bash")
    done = event("tool.execution_complete", "e4", toolCallId="c9", success=True)
    found = one(begun, done)
    assert [(e.what or e.kind, e.call, e.tool) for e in found] == [
        ("tool.execution_start", None, None),
        ("call", "c9", "bash"),
        ("result", "c9", None),
    ]


def test_what_a_subagent_does_is_beside_the_conversation() -> None:
    found = one(asks(LS, parentToolCallId="c0"))
    assert [e.side for e in found] == [True]


def test_cut_at_any_byte() -> None:
    data = jsonl(
        START,
        event("user.message", content="größer €"),
        event("tool.execution_start", "e2", toolCallId="c9", toolName="bash"),
        asks(LS, content="ok"),
        "half",
        event("tool.execution_complete", "e4", toolCallId="c9", success=True),
    )
    expected = whole(data)
    assert len(expected) == 8
    for cut in range(len(data) + 1):
        assert in_two(data, cut) == expected, cut


ROUNDS = [
    {
        "response": "I look.",
        "thinking": {"text": "hm"},
        "toolCalls": [
            {"id": "c1", "name": "read_file", "arguments": '{"filePath": "/a.ts"}'}
        ],
    },
    {"response": "It is 1.", "toolCalls": []},
]
NODE = {
    "node": {"children": [{"text": "x = 1"}, {"text": "end", "lineBreakBefore": 1}]}
}
RESULT = {
    "metadata": {
        "toolCallRounds": ROUNDS,
        "toolCallResults": {"c1": {"content": [{"value": NODE}]}},
        "promptTokens": 90,
        "outputTokens": 9,
    }
}
SHOWN = [
    {"value": "It is "},
    {"kind": "inlineReference", "inlineReference": {"path": "/repo/a.ts"}},
    {"value": "."},
    {"kind": "toolInvocationSerialized", "toolCallId": "c1", "toolId": "read"},
    {"value": "\n```\n"},
    {"kind": "textEditGroup", "uri": {"path": "/repo/a.ts"}},
]


def request(id: str, text: str, **more: Any) -> dict[str, Any]:
    message = {"text": text, "parts": []}
    return {
        "requestId": id,
        "message": message,
        "modelId": "gpt-5",
        "response": [],
        "timestamp": 1759845073835,
        **more,
    }


def chat(*requests: Any) -> dict[str, Any]:
    known = {"version": 3, "requesterUsername": "u", "sessionId": "v-1"}
    return {**known, "creationDate": 1759845046680, "requests": list(requests)}


ANSWERED = [
    ("text", "user", "what is a?"),
    ("thinking", "assistant", "hm"),
    ("text", "assistant", "I look."),
    ("call", "assistant", ""),
    ("result", "tool", "x = 1\nend"),
    ("text", "assistant", "It is 1."),
]


def test_a_chat_is_read_from_the_rounds_of_its_answers() -> None:
    lines = document(chat(request("r1", "what is a?", response=SHOWN, result=RESULT)))
    assert header(lines).id == "v-1"
    assert header(lines).started == "2025-10-07T13:50:46.680Z"
    assert said(lines)[1:] == ANSWERED
    found = entries(lines)
    assert found[2].usage == Usage(input=90, output=9)
    assert found[4].files == ("/a.ts",) and found[4].args == {"filePath": "/a.ts"}
    assert {e.msg for e in found[2:] if e.role == "assistant"} == {"r1"}


def test_without_rounds_it_is_read_as_it_was_shown() -> None:
    lines = document(chat(request("r1", "what?", response=SHOWN, isCanceled=True)))
    assert said(lines)[2:] == [
        ("text", "assistant", "It is `a.ts`."),
        ("call", "assistant", ""),
        ("edited", "assistant", "/repo/a.ts"),
        ("interrupted", "user", ""),
    ]


def test_attachments() -> None:
    data = {
        "variables": [
            {"kind": "file", "value": {"path": "/a.ts"}},
            {"kind": "image", "mimeType": "image/png", "value": {"0": 1, "1": 2}},
        ]
    }
    found = entries(document(chat(request("r", "see", variableData=data))))[1:]
    assert [(e.what or e.kind, e.bytes) for e in found] == [
        ("text", None),
        ("file-mention", None),
        ("image", 2),
    ]


def set_(*path: Any, v: Any) -> dict[str, Any]:
    return {"kind": 1, "k": list(path), "v": v}


def add(*path: Any, v: Any, **more: Any) -> dict[str, Any]:
    return {"kind": 2, "k": list(path), "v": v, **more}


LOG = [
    {"kind": 0, "v": chat()},
    set_("inputState", "inputText", v="wh"),
    add("requests", v=[request("r1", "what is a?")]),
    add("requests", 0, "response", v=SHOWN[:2]),
    add("requests", 0, "response", v=SHOWN[2:3]),
    set_("requests", 0, "result", v=RESULT),
    add("requests", v=[request("r2", "and b?")]),
]


def test_a_log_of_changes_comes_to_the_same() -> None:
    lines = read(*LOG)
    replaced = Amend("amend", ((4, 4), (5, 5)), "replaced")
    assert amends(lines) == [replaced]
    off = {n for a in amends(lines) for f, t in a.entries for n in range(f, t + 1)}
    live = [
        (e.what or e.kind, e.role, e.text) for e in entries(lines) if e.n not in off
    ]
    notes = ("session", "change")
    asked = ("text", "user", "and b?")
    assert [line for line in live if line[0] not in notes] == [*ANSWERED, asked]


def test_a_request_that_is_undone_is_rewound() -> None:
    undone = add("requests", v=[request("r3", "another")], i=1)
    lines = read(*LOG, undone)
    assert amends(lines)[-1] == Amend("amend", ((11, 11),), "rewound")


def test_a_change_to_nothing_known_is_a_note() -> None:
    lines = read(LOG[0], set_("requests", 7, "result", v=RESULT), set_("x", v=1))
    assert [what for what, _, _ in said(lines)] == ["session", "change", "change"]


def test_a_log_cut_at_any_byte() -> None:
    data = jsonl(*LOG, "half")
    expected = whole(data)
    for cut in range(0, len(data) + 1, 3):
        assert in_two(data, cut) == expected, cut
