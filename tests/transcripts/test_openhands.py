"""OpenHands' events and Antigravity's steps."""

from __future__ import annotations

import json
from typing import Any

from feeding import document, entries, header, in_two, jsonl, read, said, whole

from pane_cli.session.types import Header, Usage

T = "2026-06-26T21:16:16Z"


def event(id: int, source: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "source": source, "timestamp": T, **more}


def acts(id: int, action: str, source: str = "agent", **args: Any) -> dict[str, Any]:
    return event(id, source, action=action, args=args)


def saw(id: int, cause: int, observation: str, content: str, **more: Any) -> Any:
    known = event(id, "environment", cause=cause, observation=observation)
    return {**known, "content": content, **more}


ANSWER = {
    "id": "m-1",
    "model": "opus",
    "usage": {"prompt_tokens": 9, "completion_tokens": 2},
}
ASKED = {
    "tool_call_id": "c1",
    "function_name": "execute_bash",
    "model_response": ANSWER,
}
EVENTS = [
    {"openhands": "session", "session_id": "o-1"},
    acts(0, "system", content="be kind"),
    acts(
        1, "message", "user", content="list", image_urls=["data:image/png;base64,aGk="]
    ),
    {**acts(2, "run", command="ls", thought="I list."), "tool_call_metadata": ASKED},
    saw(3, 2, "run", "a", extras={"metadata": {"exit_code": 0}}),
    acts(4, "read", path="a.py"),
    saw(5, 4, "error", "no such file"),
    acts(6, "change_agent_state", agent_state="running"),
    saw(7, 6, "agent_state_changed", ""),
    acts(8, "finish", final_thought="Done."),
]


def test_events() -> None:
    lines = read(*EVENTS)
    assert header(lines) == Header("session", 1, "o-1", "openhands")
    assert said(lines)[1:] == [
        ("system", "system", "be kind"),
        ("text", "user", "list"),
        ("image", "user", ""),
        ("text", "assistant", "I list."),
        ("call", "assistant", ""),
        ("result", "tool", "a"),
        ("call", "assistant", ""),
        ("result", "tool", "no such file"),
        ("change_agent_state", "system", ""),
        ("agent_state_changed", "system", ""),
        ("text", "assistant", "Done."),
    ]
    found = entries(lines)
    run, ran, asked, failed = found[5:9]
    assert (run.tool, run.call, run.args) == ("execute_bash", "c1", {"command": "ls"})
    assert (ran.call, ran.exit, ran.error) == ("c1", 0, False)
    assert (asked.call, failed.call, failed.error) == ("event-4", "event-4", True)
    assert found[4].usage == Usage(input=9, output=2) and found[4].model == "opus"


def test_the_oldest_events_pair_in_order() -> None:
    history = [
        {"action": "message", "content": "fix it", "wait_for_response": False},
        {"action": "run", "command": "ls", "thought": "I list."},
        {"observation": "run", "content": "a\r\n", "exit_code": 1, "command": "ls"},
        {"action": "finish", "thought": "Done.", "outputs": {}},
    ]
    for shape in (history, [history[:1], history[1:3], history[3:]]):
        found = entries(read({"instruction": "fix", "history": shape}))[1:]
        assert [(e.what or e.kind, e.role, e.text) for e in found] == [
            ("text", "user", "fix it"),
            ("text", "assistant", "I list."),
            ("call", "assistant", ""),
            ("result", "tool", "a\r\n"),
            ("text", "assistant", "Done."),
        ]
        assert (found[3].call, found[3].exit, found[3].error) == ("?4", 1, True)


def test_each_line_with_a_history_is_a_session() -> None:
    line = {"history": [{"action": "message", "content": "hi", "args": {}}]}
    heads = [item for item in read(line, line) if isinstance(item, Header)]
    assert len({head.id for head in heads}) == 2


def test_cut_at_any_byte() -> None:
    data = jsonl(*EVENTS, "half", {"observation": "run", "content": "x"})
    expected = whole(data)
    for cut in range(0, len(data) + 1, 2):
        assert in_two(data, cut) == expected, cut


def step(source: str, kind: str, **more: Any) -> dict[str, Any]:
    return {"step_index": 0, "source": source, "type": kind, "created_at": T, **more}


SETTING = "The user changed setting `Model Selection` from None to Gemini 3.5 (High)."
STEPS = [
    step(
        "USER_EXPLICIT",
        "USER_INPUT",
        content="<USER_REQUEST>\nList.\n</USER_REQUEST>\n" + SETTING,
    ),
    step(
        "MODEL",
        "PLANNER_RESPONSE",
        thinking="hm",
        content="I list.",
        tool_calls=[
            {"name": "list_dir", "args": {"AbsolutePath": '"/r"', "n": "1"}},
            {"name": "run", "args": {"Cmd": json.dumps(["ls", "-a"])}},
        ],
    ),
    step("MODEL", "LIST_DIRECTORY", content="a.txt"),
    step("MODEL", "RUN_COMMAND", content="The command failed with exit code: 2\nno"),
    step("MODEL", "VIEW_FILE", content="x", status="ERROR"),
    step("SYSTEM", "CHECKPOINT", content="# so far"),
    step("SYSTEM", "SYSTEM_MESSAGE", content="by the way"),
]


def test_antigravity() -> None:
    lines = read(*STEPS)
    assert header(lines).agent == "antigravity" and header(lines).started == T
    found = entries(lines)
    assert [(e.what or e.kind, e.text, e.call) for e in found] == [
        ("text", "List.", None),
        ("context", SETTING, None),
        ("thinking", "hm", None),
        ("text", "I list.", None),
        ("call", "", "?5"),
        ("call", "", "?6"),
        ("result", "a.txt", "?5"),
        ("result", "The command failed with exit code: 2\nno", "?6"),
        ("result", "x", "?9"),
        ("compact-summary", "# so far", None),
        ("system-message", "by the way", None),
    ]
    assert found[4].args == {"AbsolutePath": "/r", "n": "1"}
    assert found[5].args == {"Cmd": ["ls", "-a"]} and found[4].files == ("/r",)
    assert [e.exit for e in found[6:8]] == [None, 2]
    assert [e.error for e in found[6:9]] == [False, True, True]
    assert found[2].model == "Gemini 3.5 (High)"


def test_antigravity_cut_at_any_byte() -> None:
    data = jsonl(*STEPS[:4], "half", *STEPS[4:])
    expected = whole(data)
    for cut in range(len(data) + 1):
        assert in_two(data, cut) == expected, cut


def test_a_list_of_events_is_one_session() -> None:
    heads = [item for item in document(EVENTS[1:]) if isinstance(item, Header)]
    assert len(heads) == 1
