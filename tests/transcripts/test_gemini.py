"""Gemini CLI's documents and logs, and Qwen Code: what each record becomes."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from feeding import (
    amends,
    document,
    entries,
    header,
    in_two,
    jsonl,
    read,
    said,
    sniffed,
    whole,
)

from pane_cli.rules.schema import DEFAULT
from pane_cli.session.types import Amend, Header, Usage
from pane_cli.transcripts.transcribe import Skip, transcribe
from pane_cli.view.view import fold

T = "2026-04-29T21:39:22.319Z"
HEAD = {"sessionId": "g-1", "projectHash": "ab", "startTime": T, "kind": "main"}
PNG = {"inlineData": {"mimeType": "image/png", "data": "aGVsbG8="}}


def message(kind: str, id: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"id": id, "timestamp": T, "type": kind, "content": content, **more}


def call(id: str, name: str, response: Any = None, **more: Any) -> dict[str, Any]:
    answer = {"id": id, "name": name, "response": response}
    result = {"result": [{"functionResponse": answer}]} if response else {}
    return {"id": id, "name": name, "args": {"file_path": "a.py"}, **result, **more}


def one(*records: Any) -> list[tuple[str, str, str]]:
    return said(read(HEAD, *records))[1:]


def test_the_header() -> None:
    expected = Header("session", 1, "g-1", "gemini", started=T)
    assert header(read(HEAD)) == expected
    assert header(document({**HEAD, "messages": []})) == expected


CONTENTS = [
    pytest.param("go", [("text", "user", "go")], id="a string"),
    pytest.param(["a", {"text": "b"}], [("text", "user", t) for t in "ab"], id="parts"),
    pytest.param({"text": "go"}, [("text", "user", "go")], id="a part"),
    pytest.param("", [("empty", "user", "")], id="nothing"),
    pytest.param(
        [{"text": "see"}, PNG],
        [("text", "user", "see"), ("image", "user", "")],
        id="png",
    ),
    pytest.param(
        [
            {"text": "explain @a.py"},
            {"text": "\n--- Content from referenced files ---"},
            {"text": "print(1)"},
        ],
        [
            ("text", "user", "explain @a.py"),
            ("file-mention", "user", "\n--- Content from referenced files ---"),
            ("file-mention", "user", "print(1)"),
        ],
        id="files that were named",
    ),
    pytest.param(
        "<state_snapshot>so far</state_snapshot>",
        [("compact-summary", "user", "<state_snapshot>so far</state_snapshot>")],
        id="a summary of the host's",
    ),
]


@pytest.mark.parametrize(("content", "expected"), CONTENTS)
def test_what_a_user_says(content: Any, expected: Any) -> None:
    assert one(message("user", "u", content)) == expected


def test_an_answer() -> None:
    tokens = {"input": 100, "output": 7, "cached": 60, "thoughts": 5, "tool": 0}
    answer = message(
        "gemini",
        "a",
        "I read it.",
        thoughts=[{"subject": "Plan", "description": "read first"}],
        toolCalls=[
            call("c1", "read_file", {"output": "x = 1"}, status="success"),
            call("c2", "read_file", {"error": "no such file"}, status="error"),
            call(
                "c3", "run_shell_command", {"output": "boom\nExit Code: 2\nSignal: 0"}
            ),
            call("c4", "web_fetch", status="cancelled", resultDisplay="stopped"),
            call("c5", "read_file"),
        ],
        tokens=tokens,
        model="gemini-3",
    )
    found = entries(read(HEAD, answer))[1:]
    assert [(e.kind, e.call, e.text, e.error, e.exit) for e in found] == [
        ("thinking", None, "Plan\nread first", False, None),
        ("text", None, "I read it.", False, None),
        ("call", "c1", "", False, None),
        ("result", "c1", "x = 1", False, None),
        ("call", "c2", "", False, None),
        ("result", "c2", "no such file", True, None),
        ("call", "c3", "", False, None),
        ("result", "c3", "boom\nExit Code: 2\nSignal: 0", True, 2),
        ("call", "c4", "", False, None),
        ("result", "c4", "stopped", True, None),
        ("call", "c5", "", False, None),
    ]
    assert found[0].model == "gemini-3" and found[2].files == ("a.py",)
    assert found[0].usage == Usage(input=40, output=12, cache_read=60)
    assert {e.msg for e in found if e.role == "assistant"} == {"a"}
    assert found[0].id == "a"


@pytest.mark.parametrize("kind", ["info", "error", "warning"])
def test_notices_are_notes(kind: str) -> None:
    [entry] = entries(read(HEAD, message(kind, "n", "Request cancelled.")))[1:]
    assert (entry.what, entry.text, entry.error) == (
        kind,
        "Request cancelled.",
        kind == "error",
    )


def test_a_message_that_comes_again_replaces_the_one_before() -> None:
    lines = read(
        HEAD,
        message("user", "m1", "one"),
        message("gemini", "m2", "draft"),
        message("gemini", "m2", "final"),
    )
    assert amends(lines) == [Amend("amend", ((3, 3),), "replaced")]
    assert [e.id for e in entries(lines)] == [None, "m1", "m2", None]
    assert [e.turn for e in entries(lines)] == [0, 1, 1, 1]


@pytest.mark.parametrize(
    ("target", "gone"),
    [("m2", ((3, 3), (4, 4))), ("m1", ((2, 2), (3, 3), (4, 4)))],
)
def test_a_rewind_takes_the_message_and_all_after_it(target: str, gone: Any) -> None:
    three = [message("user", f"m{n}", "hi") for n in (1, 2, 3)]
    lines = read(HEAD, *three, {"$rewindTo": target})
    assert amends(lines) == [Amend("amend", gone, "rewound")]


def test_a_rewind_to_nobody_knows_where_takes_everything() -> None:
    three = [message("user", f"m{n}", "hi") for n in (1, 2)]
    lines = read(HEAD, *three, {"$rewindTo": "?"}, {"$rewindTo": "?"})
    assert amends(lines) == [Amend("amend", ((2, 2), (3, 3)), "rewound")]


def test_a_compressed_history_keeps_what_it_keeps() -> None:
    kept = message("user", "m2", "two")
    summary = message("user", "s", [{"text": "all so far"}])
    lines = read(
        HEAD,
        message("user", "m1", "one"),
        kept,
        {"$set": {"messages": [summary, kept], "lastUpdated": T}},
        {"$rewindTo": "s"},
    )
    assert said(lines)[3] == ("compact-summary", "user", "all so far")
    assert amends(lines) == [
        Amend("amend", ((2, 2),), "replaced"),
        Amend("amend", ((4, 4), (3, 3)), "rewound"),
    ]


def test_a_log_that_begins_with_its_history() -> None:
    lines = read(HEAD, {"$set": {"messages": [message("user", "m1", "one")]}})
    assert said(lines)[1] == ("text", "user", "one")


def test_fault_29_no_header_no_start_no_end() -> None:
    bare = read(message("user", "u", "hi"), name="session-1.jsonl")
    assert header(bare).agent == "gemini" and header(bare).started == T
    body = {"sessionId": "g", "lastUpdated": T, "projectHash": "h", "messages": []}
    assert header(document(body)).started is None
    torn = json.dumps({**HEAD, "messages": [message("user", "u", "hi")]}, indent=1)
    found = list(transcribe(BytesIO(torn[:-4].encode()), "x.json"))
    assert said(found) == [("session", "system", ""), ("text", "user", "hi")]
    assert any(isinstance(item, Skip) for item in found)


def test_a_document_in_one_line_is_a_document() -> None:
    body = json.dumps({**HEAD, "messages": [message("user", "u", "hi")]})
    assert said(read(body)) == [("session", "system", ""), ("text", "user", "hi")]


def test_checkpoints() -> None:
    history = [
        {"role": "user", "parts": [{"text": "hi"}, PNG]},
        {"role": "model", "parts": [{"functionCall": {"name": "ls", "args": {}}}]},
        {
            "role": "user",
            "parts": [{"functionResponse": {"name": "ls", "response": {}}}],
        },
    ]
    lines = entries(document(history))
    assert [e.kind for e in lines] == ["text", "image", "call", "result"]


def test_cut_at_any_byte() -> None:
    data = jsonl(
        HEAD,
        message("user", "m1", "größer €"),
        {"$set": {"lastUpdated": T}},
        message("gemini", "m2", "", toolCalls=[call("c", "ls", {"output": "a"})]),
        "half a rec",
        message("gemini", "m2", "done"),
        {"$rewindTo": "m2"},
        {"$set": {"messages": [message("user", "s", "all")]}},
    )
    expected = whole(data)
    assert len(expected) == 12
    for cut in range(len(data) + 1):
        assert in_two(data, cut) == expected, cut
    assert set(sniffed(data)) == {"gemini"}


def qwen(kind: str, uuid: str, parent: str | None, parts: Any, **more: Any) -> Any:
    return {
        "uuid": uuid,
        "parentUuid": parent,
        "sessionId": "q-1",
        "timestamp": T,
        "type": kind,
        "cwd": "/repo",
        "message": {"role": kind, "parts": parts},
        **more,
    }


def test_qwen() -> None:
    hook = "<qwen:user-prompt-submit-context>\nhook\n</qwen:user-prompt-submit-context>"
    asked = {"functionCall": {"id": "c", "name": "read_file", "args": {"path": "a"}}}
    gave = {"functionResponse": {"id": "c", "name": "read_file", "response": {}}}
    usage = {"promptTokenCount": 12, "candidatesTokenCount": 4}
    lines = read(
        qwen("user", "1", None, [{"text": "look"}, {"text": hook}]),
        qwen(
            "assistant",
            "2",
            "1",
            [{"text": "hm", "thought": True}, asked],
            model="q3",
            usageMetadata=usage,
        ),
        qwen("tool_result", "3", "2", [gave], toolCallResult={"status": "error"}),
        qwen("assistant", "2", "1", [{"text": "again"}]),
        qwen("user", "4", "3", [{"text": "done"}], subtype="notification"),
        qwen(
            "system",
            "5",
            "4",
            [],
            subtype="custom_title",
            systemPayload={"customTitle": "Look"},
        ),
    )
    assert header(lines) == Header("session", 1, "q-1", "qwen", "/repo", T)
    assert said(lines) == [
        ("text", "user", "look"),
        ("reminder", "user", hook),
        ("thinking", "assistant", "hm"),
        ("call", "assistant", ""),
        ("result", "tool", ""),
        ("text", "assistant", "again"),
        ("notification", "user", "done"),
        ("custom-title", "system", "Look"),
    ]
    found = entries(lines)
    assert found[2].usage == Usage(input=12, output=4) and found[2].model == "q3"
    assert found[4].error and found[4].call == "c"
    ids = [e.id for e in found]
    assert ids == ["1", None, "2", None, "3", None, "4", "5"]


def test_qwen_goes_on_from_where_it_was_rewound_to() -> None:
    lines = read(
        qwen("user", "1", None, [{"text": "begin"}]),
        qwen("assistant", "2", "1", [{"text": "discarded"}]),
        qwen("system", "3", "1", [], subtype="rewind"),
        qwen("user", "4", "3", [{"text": "again"}]),
    )
    head, *rest = lines
    assert isinstance(head, Header)
    assert fold(head, rest, DEFAULT).off == {2}  # type: ignore[arg-type]


def test_qwen_cut_at_any_byte() -> None:
    data = jsonl(
        qwen("user", "1", None, [{"text": "größer €"}]),
        qwen("assistant", "2", "1", [{"text": "ok"}]),
        qwen("assistant", "2", "1", [{"text": "ok"}]),
    )
    expected = whole(data)
    assert len(expected) == 4
    for cut in range(len(data) + 1):
        assert in_two(data, cut) == expected, cut
