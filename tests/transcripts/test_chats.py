"""What chats, exports and agents' own shapes become, trap by trap."""

from __future__ import annotations

from typing import Any

import pytest
from feeding import document, entries, header, read

from pane_cli.session.types import Entry

PNG = "iVBORw0KGgo="
DATA = f"data:image/png;base64,{PNG}"
T = "2026-03-04T08:00:00Z"


def droid(*content: Any, role: str = "user") -> list[Any]:
    message = {"role": role, "content": list(content)}
    begun = {"type": "session_start", "id": "s", "cwd": "/"}
    return [begun, {"type": "message", "id": "m", "timestamp": T, "message": message}]


def goose(*content: Any, role: str = "user", **metadata: Any) -> list[Any]:
    message = {"role": role, "created": 1, "content": list(content)}
    return [{"working_dir": "/", "name": "n"}, {**message, "metadata": metadata}]


def kimi(message: Any) -> list[Any]:
    return [{"type": "context.append_message", "message": message, "time": 1}]


def loop(**event: Any) -> dict[str, Any]:
    return {"type": "context.append_loop_event", "event": event, "time": 1}


def amp(*content: Any, role: str = "user") -> dict[str, Any]:
    message = {"role": role, "messageId": 0, "content": list(content)}
    return {"v": 1, "id": "T-1", "created": 1, "messages": [message]}


def chatgpt(content: Any, role: str = "user", **more: Any) -> dict[str, Any]:
    message = {"author": {"role": role}, "content": content, **more}
    nodes = {"a": {"id": "a", "parent": None, "message": message}}
    return {"id": "c", "current_node": "a", "mapping": nodes}


def claude_ai(**message: Any) -> list[Any]:
    known = {"uuid": "m", "sender": "human", **message}
    return [{"uuid": "c", "chat_messages": [known]}]


def seen(found: list[Entry]) -> list[tuple[str, str, str]]:
    return [(e.kind, e.role, e.text or e.what or e.media or "") for e in found]


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        (kimi({"role": "user", "content": "x", "origin": {"kind": "hook"}}), "hook"),
        (goose({"type": "text", "text": "x"}, userVisible=False), "agent-only"),
        (
            droid({"type": "text", "text": "Contents of /a (line 1 of 9):\nx"}),
            "file-mention",
        ),
        ([{"type": "user", "content": "x", "synthetic_reason": "env"}], "env"),
        (kimi({"role": "system", "content": "x"}), "system"),
    ],
    ids=["kimi", "goose", "droid", "grok", "kimi-system"],
)
def test_the_host_s_words_are_no_request(lines: list[Any], what: str) -> None:
    last = entries(read(*lines))[-1]
    assert (last.kind, last.what, last.turn) == ("note", what, 0)
    assert last.text.endswith("x")


IMAGE = {"type": "image", "source": {"type": "base64", "data": PNG}}


@pytest.mark.parametrize(
    "lines",
    [
        droid(IMAGE),
        goose({"type": "image", "data": PNG, "mimeType": "image/png"}),
        kimi(
            {
                "role": "user",
                "content": [{"type": "image_url", "imageUrl": {"url": DATA}}],
            }
        ),
        [{"type": "user", "content": [{"type": "image", "url": DATA}]}],
    ],
    ids=["droid", "goose", "kimi", "grok"],
)
def test_fault_9_an_image_is_an_entry_and_not_text(lines: list[Any]) -> None:
    last = entries(read(*lines))[-1]
    assert (last.kind, last.role, last.text, last.bytes) == ("image", "user", "", 8)
    assert last.turn == 1


@pytest.mark.parametrize(
    "lines",
    [
        goose(
            {
                "type": "toolResponse",
                "id": "c",
                "toolResult": {"status": "success", "value": [IMAGE]},
            }
        ),
        [loop(type="tool.result", toolCallId="c", result={"output": [IMAGE]})],
        [{"type": "tool_result", "tool_call_id": "c", "content": [IMAGE]}],
    ],
    ids=["goose", "kimi", "grok"],
)
def test_fault_9_an_image_in_a_result_is_an_entry(lines: list[Any]) -> None:
    result, image = entries(read(*lines))[-2:]
    assert (result.kind, result.text) == ("result", "")
    assert (image.kind, image.role, image.turn) == ("image", "tool", 0)


@pytest.mark.parametrize(
    "lines",
    [
        [*droid(), {"type": "brand_new", "id": "x"}],
        [*goose(), {"role": "assistant", "created": 1, "content": [{"type": "new"}]}],
        [loop(type="brand.new")],
        [{"type": "system", "content": "s"}, {"type": "brand_new"}],
        [{"type": "find", "status": "done", "find": {}}, {"type": "brand_new"}],
    ],
    ids=["droid", "goose", "kimi", "grok", "windsurf"],
)
def test_fault_11_an_unknown_type_is_a_note(lines: list[Any]) -> None:
    found = entries(read(*lines))
    assert found[-1].kind == "note" and "new" in (found[-1].what or "")


def test_fault_12_usage_that_is_told_twice_counts_once() -> None:
    usage = {"inputOther": 3, "output": 2}
    found = entries(
        read(
            loop(type="step.end", uuid="s", usage=usage),
            {"type": "usage.record", "usageScope": "turn", "usage": usage},
        )
    )
    assert [e.usage is not None for e in found] == [True, False]
    item = {
        "message": {"role": "assistant", "content": "a", "usage": {"promptTokens": 1}}
    }
    session = {"sessionId": "s", "workspaceDirectory": "/", "history": [item]}
    for more, counts in (
        ({}, [False, True]),
        ({"usage": {"promptTokens": 1}}, [True, False]),
    ):
        found = entries(document({**more, **session}))
        assert [e.usage is not None for e in found] == counts


def test_fault_22_a_call_without_a_result_and_a_result_without_a_call_stay() -> None:
    found = entries(
        read(
            *droid({"type": "tool_use", "id": "a", "name": "Read"}, role="assistant"),
            droid({"type": "tool_result", "tool_use_id": "b", "content": "x"})[1],
        )
    )
    assert [(e.kind, e.call) for e in found[1:]] == [("call", "a"), ("result", "b")]


@pytest.mark.parametrize(
    ("run", "text", "error"),
    [
        ({"status": "done", "result": "plain"}, "plain", False),
        ({"status": "done", "result": {"content": "inner"}}, "inner", False),
        ({"status": "done", "result": ["a", "b"]}, "a\nb", False),
        ({"status": "done", "result": {"files": 3}}, '{"files":3}', False),
        ({"status": "done", "result": {"output": "o", "exitCode": 2}}, "o", True),
        ({"status": "error", "error": {"message": "broke"}}, "broke", True),
        ({"status": "cancelled"}, "", True),
        ({}, "", False),
    ],
    ids=["str", "object", "list", "json", "exit", "error", "cancelled", "nothing"],
)
def test_fault_27_a_result_of_any_type(run: Any, text: str, error: bool) -> None:
    block = {"type": "tool_result", "toolUseID": "c", "run": run}
    last = entries(document(amp(block)))[-1]
    assert (last.kind, last.text, last.error) == ("result", text, error)


@pytest.mark.parametrize(
    "value",
    [
        {"v": 1, "created": None, "messages": []},
        {"workspaceDirectory": "/", "history": []},
        {"current_node": None, "mapping": {}},
        [{"uuid": None, "chat_messages": []}],
        [{"conversations": [{"from": "human", "value": "hi"}]}],
        {"trajectory": [{"thought": "", "action": "ls", "observation": None}]},
    ],
    ids=["amp", "continue", "chatgpt", "claude-ai", "sharegpt", "swe-agent"],
)
def test_fault_29_a_session_that_says_nothing_of_itself_has_an_id(value: Any) -> None:
    found = header(document(value))
    assert len(found.id) == 16 and found.started is None


@pytest.mark.parametrize(
    ("content", "role", "more", "expected"),
    [
        ({"parts": ["hi"]}, "user", {}, ("text", "user", "hi")),
        ({"parts": ["hi"]}, "user", {"weight": 0}, ("note", "system", "hi")),
        ({"parts": ["s"]}, "system", {}, ("note", "system", "s")),
        (
            {"content_type": "thoughts", "thoughts": [{"summary": "s"}]},
            "assistant",
            {},
            ("thinking", "assistant", "s"),
        ),
        (
            {"content_type": "code", "text": "print(1)"},
            "assistant",
            {"recipient": "python"},
            ("call", "assistant", ""),
        ),
        (
            {"content_type": "system_error", "text": "broke"},
            "tool",
            {},
            ("result", "tool", "broke"),
        ),
        (
            {"content_type": "tether_quote", "text": "q"},
            "tool",
            {},
            ("result", "tool", "q"),
        ),
        (
            {"parts": [{"content_type": "audio_transcription", "text": "said"}]},
            "user",
            {},
            ("text", "user", "said"),
        ),
        ({"parts": [None, 3]}, "user", {}, ("note", "user", "empty")),
        (None, "assistant", {}, ("note", "assistant", "empty")),
    ],
    ids=[
        "text",
        "hidden",
        "system",
        "thoughts",
        "call",
        "error",
        "quote",
        "audio",
        "odd-parts",
        "nothing",
    ],
)
def test_chatgpt(content: Any, role: str, more: Any, expected: Any) -> None:
    found = entries(document(chatgpt(content, role, **more)))
    assert seen(found)[-1] == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"text": "t", "content": []}, ("text", "user", "t")),
        (
            {"text": "t", "content": [{"type": "text", "text": "c"}]},
            ("text", "user", "c"),
        ),
        ({"sender": "assistant", "text": "t"}, ("text", "assistant", "t")),
        ({"text": ""}, ("note", "user", "empty")),
    ],
    ids=["text", "content", "answer", "nothing"],
)
def test_claude_ai(message: Any, expected: Any) -> None:
    assert seen(entries(document(claude_ai(**message))))[-1] == expected


def test_claude_ai_without_parents_is_a_chain() -> None:
    messages = [{"uuid": f"m{i}", "sender": "human", "text": "t"} for i in range(3)]
    found = entries(document([{"uuid": "c", "chat_messages": messages}]))
    assert [(e.id, e.parent) for e in found[1:]] == [
        ("m0", None),
        ("m1", "m0"),
        ("m2", "m1"),
    ]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("```bash\nls\n```", [("call", {"command": "ls"})]),
        (
            "Look.\n```bash\nls -a\n```\n",
            [("text", None), ("call", {"command": "ls -a"})],
        ),
        ("```python\nx\n```", [("text", None)]),
        ("", [("note", None)]),
    ],
    ids=["block", "words", "python", "nothing"],
)
def test_mini_swe_agent_calls_by_its_block(content: str, expected: Any) -> None:
    system = {"role": "system", "content": "exactly ONE bash code block"}
    found = entries(document([system, {"role": "assistant", "content": content}]))
    assert [(e.kind, e.args) for e in found[1:]] == expected


def test_swe_agent_s_first_words_are_one_request() -> None:
    said = {"role": "user", "content": "a", "message_type": "observation"}
    found = entries(document({"history": [said, said]}))
    assert [(e.kind, e.turn) for e in found[1:]] == [("text", 1), ("text", 1)]


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ('{"name": "f", "arguments": {"a": 1}}', [("f", {"a": 1})]),
        ('[{"name": "f"}, {"name": "g"}]', [("f", {}), ("g", {})]),
        ("no json", [("?", {"_raw": "no json"})]),
        ({"name": "f", "parameters": '{"a": 2}'}, [("f", {"a": 2})]),
    ],
    ids=["text", "list", "words", "object"],
)
def test_sharegpt_calls(value: Any, names: Any) -> None:
    turns = [{"from": "function_call", "value": value}]
    turns += [{"from": "observation", "value": "r"}] * len(names)
    found = entries(document([{"id": "s", "conversations": turns}]))[1:]
    calls = [e for e in found if e.kind == "call"]
    assert [(e.tool, e.args) for e in calls] == names
    assert [e.call for e in found if e.kind == "result"] == [e.call for e in calls]


def test_a_stream_s_last_words_are_told_once() -> None:
    known = {"session_id": "s", "timestamp": T}
    told = {"type": "message", "role": "assistant", "text": "Done.", **known}
    end = {"type": "completion", **known}
    found = entries(
        read(told, {**end, "finalText": "Done."}, {**end, "finalText": "X"})
    )
    assert seen(found) == [
        ("text", "assistant", "Done."),
        ("note", "assistant", "completion"),
        ("text", "assistant", "X"),
    ]
