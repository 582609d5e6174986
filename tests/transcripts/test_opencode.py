"""OpenCode: what messages and parts become, in lines and in an export."""

from __future__ import annotations

from typing import Any

import pytest
from feeding import amends, document, entries, header, in_two, jsonl, read, said, whole

from pane_cli.session.types import Amend, Header, Usage

MS = 1730000001000
HEAD = {
    "id": "ses_1",
    "directory": "/repo",
    "parentID": "ses_0",
    "time": {"created": MS},
}


def message(id: str, role: str, **more: Any) -> dict[str, Any]:
    known = {"id": id, "sessionID": "ses_1", "role": role, "time": {"created": MS}}
    return {**known, **more}


def part(id: str, kind: str, message: str = "m", **more: Any) -> dict[str, Any]:
    ids = {"id": id, "messageID": message, "sessionID": "ses_1"}
    return {**ids, "type": kind, **more}


def tool(status: str, **state: Any) -> dict[str, Any]:
    known = {"status": status, "input": {"filePath": "/a.py"}, **state}
    return part("p", "tool", callID="c1", tool="edit", state=known)


USER = message("u", "user")
ANSWER = message(
    "m",
    "assistant",
    modelID="gpt-5",
    tokens={"input": 9, "output": 2, "reasoning": 1, "cache": {"read": 5, "write": 4}},
)


def one(*records: Any) -> list[Any]:
    return entries(read(HEAD, *records))[1:]


def test_the_header() -> None:
    start = "2024-10-27T03:33:21Z"
    expected = Header("session", 1, "ses_1", "opencode", "/repo", start, parent="ses_0")
    assert header(read(HEAD)) == expected
    assert header(document({"info": HEAD, "messages": []})) == expected


PARTS = [
    pytest.param(USER, part("p", "text", text="go"), ("text", "user", "go"), id="user"),
    pytest.param(
        USER,
        part("p", "text", text="Called the Read tool", synthetic=True),
        ("synthetic", "user", "Called the Read tool"),
        id="the host in the user's name",
    ),
    pytest.param(
        ANSWER, part("p", "text", text="ok"), ("text", "assistant", "ok"), id="answer"
    ),
    pytest.param(
        {**ANSWER, "summary": True},
        part("p", "text", text="so far"),
        ("compact-summary", "user", "so far"),
        id="a summary",
    ),
    pytest.param(
        ANSWER,
        part("p", "reasoning", text="hm"),
        ("thinking", "assistant", "hm"),
        id="reasoning",
    ),
    pytest.param(
        USER,
        part("p", "file", url="data:image/png;base64,aGk=", mime="image/png"),
        ("image", "user", ""),
        id="a picture",
    ),
    pytest.param(
        USER,
        part("p", "file", url="file:///r/a%20b.py", mime="text/plain"),
        ("file-mention", "user", "/r/a b.py"),
        id="a file",
    ),
    pytest.param(
        ANSWER,
        part("p", "patch", files=["/a", "/b"]),
        ("patch", "assistant", "/a\n/b"),
        id="a patch",
    ),
    pytest.param(
        ANSWER, part("p", "step-finish"), ("step-finish", "system", ""), id="a step"
    ),
    pytest.param(ANSWER, part("p", "new"), ("new", "system", ""), id="a new type"),
]


@pytest.mark.parametrize(("owner", "record", "expected"), PARTS)
def test_a_part(owner: Any, record: Any, expected: Any) -> None:
    lines = read(HEAD, owner, record)
    assert said(lines)[2:] == [expected]
    assert entries(lines)[2].id == "p"


TOOLS = [
    pytest.param(tool("running"), [("call", "")], id="running"),
    pytest.param(
        tool("completed", output="ok"), [("call", ""), ("result", "ok")], id="done"
    ),
    pytest.param(
        tool("success", output="ok"), [("call", ""), ("result", "ok")], id="0.1"
    ),
]


@pytest.mark.parametrize(("record", "expected"), TOOLS)
def test_a_tool(record: Any, expected: Any) -> None:
    found = one(ANSWER, record)[1:]
    assert [(e.kind, e.text) for e in found] == expected
    assert found[0].files == ("/a.py",) and {e.call for e in found} == {"c1"}


def test_a_tool_that_failed() -> None:
    exited = tool("completed", output="no", metadata={"exit": 2})
    assert [(e.error, e.exit) for e in one(ANSWER, exited)[2:]] == [(True, 2)]
    failed = one(ANSWER, tool("error", error="not found"))[2]
    assert (failed.text, failed.error) == ("not found", True)


def test_counts_are_the_messages_and_counted_once() -> None:
    finish = part("p2", "step-finish", tokens={"input": 9, "output": 2})
    found = one(ANSWER, part("p", "text", text="ok"), finish)
    assert [e.usage for e in found] == [Usage(9, 3, 5, 4), None, None]
    assert found[0].model == "gpt-5" and [e.msg for e in found[:2]] == ["m", "m"]


def test_an_answer_that_was_aborted() -> None:
    error = {"name": "MessageAbortedError", "data": {"message": "aborted"}}
    [entry] = one({**ANSWER, "error": error})
    assert entry.text == "MessageAbortedError: aborted" and entry.error


def test_what_was_reverted_is_rewound() -> None:
    revert = {"type": "session-revert", "sessionID": "ses_1", "messageID": "m"}
    lines = read(HEAD, USER, ANSWER, part("p", "text", text="ok"), revert)
    assert amends(lines) == [Amend("amend", ((3, 4),), "rewound")]
    assert amends(read(HEAD, {**revert, "messageID": "?"})) == []


def test_parts_of_one_message_are_one_request() -> None:
    image = part("p2", "file", "u", url="data:image/png;base64,aGk=")
    found = one(USER, part("p1", "text", "u", text="see"), image, USER)
    assert [e.turn for e in found] == [0, 1, 1, 1]


def test_an_export_is_the_same() -> None:
    talk = [
        {"info": USER, "parts": [part("p1", "text", "u", text="go")]},
        {"info": ANSWER, "parts": [part("p2", "text", text="ok")]},
    ]
    lines = document({"info": HEAD, "messages": talk})
    first = part("p1", "text", "u", text="go")
    rows = read(HEAD, USER, first, ANSWER, part("p2", "text", text="ok"))
    assert said(lines) == said(rows)


def test_cut_at_any_byte() -> None:
    data = jsonl(
        HEAD,
        USER,
        part("p1", "text", "u", text="größer €"),
        "half",
        ANSWER,
        {"type": "session-revert", "sessionID": "ses_1", "messageID": "m"},
    )
    expected = whole(data)
    assert len(expected) == 7
    for cut in range(len(data) + 1):
        assert in_two(data, cut) == expected, cut
