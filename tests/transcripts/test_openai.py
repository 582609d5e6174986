"""OpenAI's chat messages and response items: what each becomes."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from feeding import document, entries, header, in_two, jsonl, read, sniffed, whole

from pane_cli.session.types import Entry, Header, Usage
from pane_cli.transcripts.transcribe import transcribe

HI = {"role": "user", "content": "hi"}


def one(*messages: Any) -> list[Entry]:
    return entries(read(*messages))


def tool_call(id: str, arguments: Any, name: str = "ls") -> Any:
    function = {"name": name, "arguments": arguments}
    return {"id": id, "type": "function", "function": function}


def asks(*calls: Any, **more: Any) -> Any:
    return {"role": "assistant", "content": None, "tool_calls": list(calls), **more}


MESSAGES = [
    pytest.param(HI, [("text", "user", "hi")], id="user"),
    pytest.param(
        {"role": "system", "content": "be terse"},
        [("note", "system", "be terse")],
        id="system",
    ),
    pytest.param(
        {"role": "developer", "content": [{"type": "text", "text": "be terse"}]},
        [("note", "system", "be terse")],
        id="developer, in parts",
    ),
    pytest.param(
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "see"},
                {
                    "type": "image_url",
                    "image_url": {"url": "data:image/png;base64,aGVsbG8="},
                },
            ],
        },
        [("text", "user", "see"), ("image", "user", "")],
        id="an image",
    ),
    pytest.param(
        {"role": "assistant", "content": "yes", "refusal": None},
        [("text", "assistant", "yes")],
        id="assistant",
    ),
    pytest.param(
        {"role": "assistant", "content": [{"type": "refusal", "refusal": "I won't"}]},
        [("text", "assistant", "I won't")],
        id="a refusal in parts",
    ),
    pytest.param(
        {"role": "assistant", "content": None, "refusal": "I won't"},
        [("text", "assistant", "I won't")],
        id="a refusal",
    ),
    pytest.param(
        {"role": "assistant", "content": "yes", "reasoning_content": "hm"},
        [("thinking", "assistant", "hm"), ("text", "assistant", "yes")],
        id="reasoning_content",
    ),
    pytest.param(
        {"role": "assistant", "content": "yes", "reasoning": "hm"},
        [("thinking", "assistant", "hm"), ("text", "assistant", "yes")],
        id="reasoning",
    ),
    pytest.param(
        {"role": "assistant", "content": ""}, [("note", "assistant", "")], id="nothing"
    ),
    pytest.param(
        {"role": "narrator", "content": "later"},
        [("note", "system", "later")],
        id="a role of its own",
    ),
]


@pytest.mark.parametrize(("message", "expected"), MESSAGES)
def test_what_a_message_says(message: Any, expected: Any) -> None:
    found = one({"role": "developer", "content": "d"}, message)[1:]
    assert [(e.kind, e.role, e.text) for e in found] == expected


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param('{"path":"."}', {"path": "."}, id="an object"),
        pytest.param("{not json", {"_raw": "{not json"}, id="bad JSON"),
        pytest.param("[1]", {"_raw": "[1]"}, id="a list"),
        pytest.param("", {}, id="nothing"),
        pytest.param(None, {}, id="null"),
        pytest.param({"path": "."}, {"path": "."}, id="no string"),
    ],
)
def test_arguments(arguments: Any, expected: Any) -> None:
    [entry] = one(asks(tool_call("c1", arguments)))
    assert (entry.tool, entry.args, entry.call) == ("ls", expected, "c1")


def test_a_result_names_its_call() -> None:
    result = {"role": "tool", "tool_call_id": "c2", "content": "b"}
    [_, _, entry] = one(asks(tool_call("c1", ""), tool_call("c2", "")), result)
    assert (entry.kind, entry.role, entry.call, entry.text) == (
        "result",
        "tool",
        "c2",
        "b",
    )


def test_legacy_calls_pair_by_name_and_order() -> None:
    def ask(name: str) -> Any:
        call = {"name": name, "arguments": "{}"}
        return {"role": "assistant", "content": None, "function_call": call}

    def answer(name: str, content: str) -> Any:
        return {"role": "function", "name": name, "content": content}

    found = one(
        ask("f"),
        ask("g"),
        ask("f"),
        answer("g", "1"),
        answer("f", "2"),
        answer("f", "3"),
        answer("h", "4"),
    )
    calls = [e.call for e in found]
    assert calls[3:6] == [calls[1], calls[0], calls[2]]
    assert len(set(calls[:3])) == 3
    assert calls[6] not in calls[:6]


def test_speaker_and_time() -> None:
    said = {**HI, "name": "Ada", "timestamp": "2026-03-05T14:00:00+02:00"}
    later = {**HI, "name": "Bo", "created_at": 1772712000}
    first, second, third = one(said, later, HI)
    assert (first.name, first.ts) == ("Ada", "2026-03-05T12:00:00Z")
    assert (second.name, second.ts) == ("Bo", "2026-03-05T12:00:00Z")
    assert (third.name, third.ts) == (None, "2026-03-05T12:00:00Z")


def test_each_line_with_messages_is_a_session() -> None:
    first = {"messages": [HI, {"role": "assistant", "content": "a1"}], "tools": []}
    second = {"messages": [{"role": "developer", "content": "d"}, HI]}
    lines = read(first, second)
    heads = [line for line in lines if isinstance(line, Header)]
    assert len({head.id for head in heads}) == 2
    shown = [(e.n, e.kind, e.text) for e in entries(lines)]
    assert shown == [
        (1, "note", ""),
        (2, "text", "hi"),
        (3, "text", "a1"),
        (1, "note", ""),
        (2, "note", "d"),
        (3, "text", "hi"),
    ]
    size = len(json.dumps(first))
    assert {e.src for e in entries(lines)} == {
        (0, 0, size),
        (0, size + 1, len(json.dumps(second))),
    }


LAYOUTS = {
    "a document": json.dumps({"messages": [HI, HI], "model": "m"}, indent=1),
    "a document on one line": json.dumps({"messages": [HI, HI], "model": "m"}),
    "a list": json.dumps([HI, HI], indent=1),
    "a list on one line": json.dumps([HI, HI]),
    "one a line": jsonl(HI, HI).decode(),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_says_the_same(layout: str) -> None:
    data = LAYOUTS[layout].encode()
    lines = list(transcribe(io.BytesIO(data), "x.json"))
    assert [line.agent for line in lines if isinstance(line, Header)] == ["openai-chat"]
    assert [e.text for e in entries(lines) if e.kind == "text"] == ["hi", "hi"]


ITEMS = [
    pytest.param(
        {"type": "message", "role": "user", "content": "go"},
        [("text", "user", "go")],
        id="user",
    ),
    pytest.param(
        {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "ok"}],
        },
        [("text", "assistant", "ok")],
        id="assistant",
    ),
    pytest.param(
        {"role": "user", "content": "go"}, [("text", "user", "go")], id="bare"
    ),
    pytest.param(
        {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"},
        [("call", "assistant", "")],
        id="call",
    ),
    pytest.param(
        {"type": "function_call_output", "call_id": "c1", "output": "a"},
        [("result", "tool", "a")],
        id="output",
    ),
    pytest.param(
        {"type": "local_shell_call", "call_id": "c2", "action": {"command": ["ls"]}},
        [("call", "assistant", "")],
        id="shell",
    ),
    pytest.param(
        {"type": "custom_tool_call", "call_id": "c3", "name": "p", "input": "x"},
        [("call", "assistant", "")],
        id="custom",
    ),
    pytest.param(
        {"type": "item_reference", "id": "rs_1"},
        [("note", "system", "")],
        id="reference",
    ),
]
FIRST = {"type": "function_call", "call_id": "c0", "name": "f", "arguments": "{}"}
ENCRYPTED = "gAAAAABo+/=="


@pytest.mark.parametrize(("item", "expected"), ITEMS)
def test_what_an_item_says(item: Any, expected: Any) -> None:
    lines = read(FIRST, item)
    assert header(lines).agent == "openai-responses"
    assert [(e.kind, e.role, e.text) for e in entries(lines)[1:]] == expected


def test_encrypted_reasoning_passes_unread() -> None:
    summary = [{"type": "summary_text", "text": "a"}, {"type": "t", "text": "b"}]
    item = {"type": "reasoning", "summary": summary, "encrypted_content": ENCRYPTED}
    [_, entry] = one(FIRST, item)
    assert (entry.kind, entry.text, entry.data) == ("thinking", "a\n\nb", ENCRYPTED)


def test_a_hosted_search_is_a_call_and_its_result() -> None:
    item = {"type": "web_search_call", "id": "ws", "action": {"query": "q"}}
    call, result = one({**item, "status": "completed"})
    assert (call.tool, call.args, call.call) == ("web_search", {"query": "q"}, "ws")
    assert (result.kind, result.call) == ("result", "ws")


def test_input_and_output_are_one_session() -> None:
    reply = [{"type": "output_text", "text": "ok"}]
    value = {
        "id": "resp_1",
        "object": "response",
        "model": "gpt-x",
        "instructions": "be terse",
        "input": [{"type": "message", "role": "user", "content": "go"}],
        "output": [{"type": "message", "role": "assistant", "content": reply}],
        "usage": {
            "input_tokens": 12,
            "input_tokens_details": {"cached_tokens": 4},
            "output_tokens": 3,
        },
    }
    lines = document(value)
    shown = [(e.kind, e.role, e.text) for e in entries(lines)]
    assert header(lines).agent == "openai-responses"
    assert shown == [
        ("note", "system", "be terse"),
        ("text", "user", "go"),
        ("text", "assistant", "ok"),
    ]
    assert entries(lines)[0].usage == Usage(8, 3, 4)


CHAT = jsonl(
    {"role": "user", "content": "5 € 日本", "name": "Ada"},
    asks(tool_call("c1", '{"path":"."}'), timestamp=1772712000),
    {"role": "tool", "tool_call_id": "c1", "content": "a\u2028b"},
    '{"role":"user","content":"tor',
    {"role": "assistant", "content": None, "function_call": {"name": "f"}},
    {"role": "function", "name": "f", "content": "1"},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "g"}]},
)
RESPONSES = jsonl(
    {"type": "message", "role": "user", "content": "5 € 日本"},
    {"type": "reasoning", "summary": [], "encrypted_content": ENCRYPTED},
    {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{"},
    "7",
    {"type": "function_call_output", "call_id": "c1", "output": "a"},
)


@pytest.mark.parametrize(
    ("data", "count"),
    [pytest.param(CHAT, 7, id="chat"), pytest.param(RESPONSES, 5, id="responses")],
)
def test_cut_at_any_byte(data: bytes, count: int) -> None:
    expected = whole(data)
    assert len(expected) == count
    for cut in range(len(data) + 1):
        assert in_two(data, cut) == expected, cut


@pytest.mark.parametrize(
    ("data", "name"),
    [
        pytest.param(CHAT, "openai-chat", id="chat"),
        pytest.param(RESPONSES, "openai-responses", id="responses"),
    ],
)
def test_every_prefix_is_of_the_same_format(data: bytes, name: str) -> None:
    assert set(sniffed(data)) == {name}
