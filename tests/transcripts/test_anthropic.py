"""Anthropic's messages, answers, and the stream of `claude -p`: what each becomes."""

from __future__ import annotations

from typing import Any

import pytest
from feeding import document, entries, header, in_two, jsonl, read, sniffed, whole

from pane_cli.session.types import Entry, Usage

SIGNATURE = "ErQCCuiq/ia8GDkv7JiGIVNSznJd4zeU+="
SHAPE = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t0"}]}


def text(words: str) -> Any:
    return {"type": "text", "text": words}


def call(id: str = "t1", name: str = "read_file", **args: Any) -> Any:
    return {"type": "tool_use", "id": id, "name": name, "input": args}


def result(content: Any, id: str = "t1", **more: Any) -> Any:
    return {"type": "tool_result", "tool_use_id": id, "content": content, **more}


def image(data: str = "aGVsbG8=") -> Any:
    source = {"type": "base64", "media_type": "image/png", "data": data}
    return {"type": "image", "source": source}


def one(role: str, content: Any) -> list[Entry]:
    """Entries of one message behind one that only Anthropic's API knows."""
    return entries(read(SHAPE, {"role": role, "content": content}))[1:]


def test_thinking_passes_unread() -> None:
    thought = {"type": "thinking", "thinking": "hm\n", "signature": SIGNATURE}
    hidden = {"type": "redacted_thinking", "data": SIGNATURE}
    first, second = one("assistant", [thought, hidden])
    assert (first.kind, first.text, first.signature) == ("thinking", "hm\n", SIGNATURE)
    assert (second.kind, second.text, second.data) == ("thinking", "", SIGNATURE)


def test_a_call() -> None:
    [entry] = one("assistant", [call(path="ferry/clock.py")])
    assert (entry.kind, entry.tool, entry.call) == ("call", "read_file", "t1")
    assert (entry.args, entry.files) == (
        {"path": "ferry/clock.py"},
        ("ferry/clock.py",),
    )


@pytest.mark.parametrize(
    ("block", "shown", "error"),
    [
        pytest.param(result("a"), "a", False, id="a string"),
        pytest.param(result([text("a"), text("b")]), "a\nb", False, id="blocks"),
        pytest.param(result("no", is_error=True), "no", True, id="an error"),
        pytest.param(
            result([text("a"), image()]),
            "a\n[image image/png, 5 bytes]",
            False,
            id="an image",
        ),
        pytest.param(result(None), "", False, id="nothing"),
    ],
)
def test_a_result(block: Any, shown: str, error: bool) -> None:
    [entry] = one("user", [block])
    assert (entry.kind, entry.role, entry.call) == ("result", "tool", "t1")
    assert (entry.text, entry.error) == (shown, error)


def test_what_stands_beside_a_result_is_the_users() -> None:
    found = one("user", [result("a"), text("now fix it"), image()])
    assert [(e.kind, e.role) for e in found] == [
        ("result", "tool"),
        ("text", "user"),
        ("image", "user"),
    ]
    assert {e.turn for e in found} == {1}


@pytest.mark.parametrize("system", ["be terse", [text("be"), text("terse")]])
def test_a_document(system: Any) -> None:
    messages = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": [text("I look."), call()]},
        {"role": "user", "content": [result("a")]},
    ]
    lines = document({"system": system, "messages": messages, "model": "m"})
    shown = [(e.kind, e.text.replace("\n", " ")) for e in entries(lines)]
    assert header(lines).agent == "anthropic-messages"
    assert shown == [
        ("note", "be terse"),
        ("text", "go"),
        ("text", "I look."),
        ("call", ""),
        ("result", "a"),
    ]


def test_a_document_without_a_system_prompt_is_told_by_its_blocks() -> None:
    user = {"role": "user", "content": "go"}
    used = {"role": "assistant", "content": [call()]}
    assert header(document({"messages": [user, used]})).agent == "anthropic-messages"
    assert header(document({"messages": [user, user]})).agent == "openai-chat"
    # A list or lines may still grow: the first message decides, either reader reads.
    lines = read(user, used)
    assert header(lines).agent == "openai-chat"
    assert [e.kind for e in entries(lines)] == ["text", "call"]


def test_answers_of_the_api() -> None:
    usage = {
        "input_tokens": 9,
        "output_tokens": 5,
        "cache_read_input_tokens": 100,
        "cache_creation_input_tokens": 20,
    }
    answer = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-x",
        "content": [text("yes"), call()],
        "stop_reason": "tool_use",
        "usage": usage,
    }
    lines = read(answer, {"role": "user", "content": [result("a")]})
    said, ran, shown = entries(lines)
    assert header(lines).agent == "anthropic-messages"
    assert (said.msg, ran.msg, shown.msg) == ("msg_1", "msg_1", None)
    assert (said.model, said.usage) == ("claude-x", Usage(9, 5, 100, 20))


def event(kind: str, **more: Any) -> Any:
    return {"type": kind, "session_id": "s-1", **more}


def streamed(role: str, *blocks: Any, **more: Any) -> Any:
    message: dict[str, Any] = {"role": role, "content": list(blocks)}
    if role == "assistant":
        message |= {"id": "msg_1", "model": "claude-x", "usage": {"output_tokens": 5}}
    return event(role, message=message, **more)


STREAM = [
    event("system", subtype="init", cwd="/repo", tools=["Bash"], uuid="e0"),
    streamed("assistant", text("I look."), uuid="e1"),
    streamed("assistant", call("t1", "Bash", command="ls"), uuid="e2"),
    streamed("user", result("a"), uuid="e3"),
    streamed("assistant", text("sub"), parent_tool_use_id="t1", uuid="e4"),
    event("result", subtype="success", result="I look.", is_error=False, uuid="e5"),
]


def test_the_stream_of_a_run() -> None:
    lines = read(*STREAM)
    head, found = header(lines), entries(lines)
    assert (head.id, head.agent, head.cwd) == ("s-1", "anthropic-messages", "/repo")
    assert [(e.kind, e.what, e.text, e.side) for e in found] == [
        ("note", "init", "", False),
        ("text", None, "I look.", False),
        ("call", None, "", False),
        ("result", None, "a", False),
        ("text", None, "sub", True),
        ("note", "success", "", False),
    ]
    assert [e.id for e in found] == ["e0", "e1", "e2", "e3", "e4", "e5"]
    assert found[1].msg == found[2].msg == "msg_1"


def test_the_stream_as_a_list() -> None:
    assert entries(document(STREAM))[2].tool == "Bash"
    assert header(document(STREAM)).agent == "anthropic-messages"


LINES = jsonl(
    {"role": "user", "content": [text("5 € 日本")]},
    {"role": "assistant", "content": [call(), text("\ud83d")]},
    "\0\0\0\0",
    {"role": "user", "content": [result([image()]), text("go on")]},
)


@pytest.mark.parametrize(
    ("data", "count"),
    [
        pytest.param(LINES, 6, id="messages"),
        pytest.param(jsonl(*STREAM), 7, id="stream"),
    ],
)
def test_cut_at_any_byte(data: bytes, count: int) -> None:
    expected = whole(data)
    assert len(expected) == count
    for cut in range(len(data) + 1):
        assert in_two(data, cut) == expected, cut


@pytest.mark.parametrize(
    ("data", "name"),
    [
        pytest.param(LINES, "openai-chat", id="messages"),
        pytest.param(jsonl(SHAPE, *[SHAPE] * 3), "anthropic-messages", id="results"),
        pytest.param(jsonl(*STREAM), "anthropic-messages", id="stream"),
    ],
)
def test_every_prefix_is_of_the_same_format(data: bytes, name: str) -> None:
    assert set(sniffed(data)) == {name}
