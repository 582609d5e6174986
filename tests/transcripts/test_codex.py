"""Codex: what each record becomes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from feeding import in_two, jsonl, whole
from rollouts import (
    BARE,
    BORN,
    ID,
    PARENT,
    WRAPPED,
    answer,
    call,
    context,
    entries,
    event,
    header,
    item,
    lines,
    meta,
    output,
    record,
    texts,
    user,
)

from pane_cli.session.types import Header
from pane_cli.transcripts.transcribe import UnknownFormat


def test_header() -> None:
    assert header(meta()) == Header("session", 1, ID, "codex", "/repo", BORN)


def test_header_of_a_nested_meta() -> None:
    nested = record("session_meta", {"meta": {"id": ID, "cwd": "/repo"}, "git": {}})
    assert header(nested) == Header("session", 1, ID, "codex", "/repo", BORN)


def test_header_of_bare_items() -> None:
    first = {"id": "5973b6c0", "timestamp": BORN, "instructions": None, "git": None}
    assert header(first) == Header("session", 1, "5973b6c0", "codex", None, BORN)


def test_header_without_any_id_is_of_the_file_name() -> None:
    name = f"rollout-2025-12-17T21-03-02-{ID}.jsonl"
    assert header(user("hi"), name=name).id == ID


def test_header_behind_other_records() -> None:
    state = record("world_state", {"full": True})
    assert header(state, user("hi"), meta()).id == ID


def test_the_header_does_not_wait_for_ever() -> None:
    behind = jsonl(*[answer("so")] * 20)
    assert in_two(behind + jsonl(user("hi")), len(behind))[0].kind == "session"
    assert len(whole(behind)) == 21


def test_a_subagent_names_its_parent() -> None:
    source = {"subagent": {"thread_spawn": {"parent_thread_id": PARENT, "depth": 1}}}
    assert header(meta(source=source)).parent == PARENT


@pytest.mark.parametrize("source", ["cli", {"subagent": {"other": "review"}}, None, 3])
def test_other_sources_have_no_parent(source: Any) -> None:
    assert header(meta(source=source)).parent is None


def test_bare_items() -> None:
    said = [(e.kind, e.role, e.what or e.text, e.ts) for e in entries(*BARE)]
    assert said == [
        ("note", "system", "session_meta", BORN),
        ("note", "system", "state", BORN),
        ("text", "user", "hi", BORN),
        ("thinking", "assistant", "Planning", BORN),
        ("text", "assistant", "OK.", BORN),
        ("call", "assistant", "", BORN),
        ("result", "tool", "a", BORN),
    ]


def test_bare_items_without_their_header_are_not_codex() -> None:
    assert header(*BARE[2:]).agent == "openai-responses"


def test_reasoning_keeps_what_is_encrypted() -> None:
    summary = [{"type": "summary_text", "text": t} for t in ("one", "two")]
    thought = entries(meta(), item("reasoning", summary=summary, encrypted_content="g"))
    assert [(e.kind, e.text, e.data) for e in thought[1:]] == [
        ("thinking", "one\n\ntwo", "g")
    ]


@pytest.mark.parametrize(
    ("made", "tool", "args", "files"),
    [
        (call(arguments='{"command":["ls"]}'), "shell", {"command": ["ls"]}, ()),
        (call(arguments={"path": "a.py"}), "shell", {"path": "a.py"}, ("a.py",)),
        (call(arguments='{"command":'), "shell", {"_raw": '{"command":'}, ()),
        (call(arguments="[1]"), "shell", {"_raw": "[1]"}, ()),
        (
            item(
                "local_shell_call",
                call_id="c1",
                action={"type": "exec", "command": ["pwd"]},
            ),
            "shell",
            {"command": ["pwd"]},
            (),
        ),
        (
            item(
                "custom_tool_call",
                call_id="c1",
                name="apply_patch",
                input="*** Begin Patch\n*** Update File: src/a.py\n@@\n*** End Patch",
            ),
            "apply_patch",
            {"input": "*** Begin Patch\n*** Update File: src/a.py\n@@\n*** End Patch"},
            ("src/a.py",),
        ),
        (
            item(
                "web_search_call", call_id="c1", action={"type": "search", "query": "q"}
            ),
            "web_search",
            {"type": "search", "query": "q"},
            (),
        ),
    ],
    ids=["text", "object", "torn", "list", "local-shell", "patch", "web"],
)
def test_calls(made: Any, tool: str, args: Any, files: Any) -> None:
    found = entries(meta(), made)[1]
    assert (found.kind, found.call) == ("call", "c1")
    assert (found.tool, found.args, found.files) == (tool, args, files)


@pytest.mark.parametrize(
    ("value", "text", "exit_code", "is_error"),
    [
        ("plain", "plain", None, False),
        (WRAPPED % 0, "a\n", 0, False),
        (WRAPPED % 2, "a\n", 2, True),
        ({"output": "a", "metadata": {"exit_code": 1}}, "a", 1, True),
        ({"content": "a", "success": False}, "a", None, True),
        ({"type": "input_text", "text": "a"}, "a", None, False),
        ([{"type": "input_text", "text": "a"}], "a", None, False),
        ('{"output":"it is data"}', '{"output":"it is data"}', None, False),
        ('{"output":', '{"output":', None, False),
        (
            "Wall time: 0.4 seconds\nProcess exited with code 1\nOutput:\nF",
            "Wall time: 0.4 seconds\nProcess exited with code 1\nOutput:\nF",
            1,
            True,
        ),
        ("Exit code: 0\nOutput:\nok", "Exit code: 0\nOutput:\nok", 0, False),
        ("Exit code: 7\nOutput:\nno", "Exit code: 7\nOutput:\nno", 7, True),
        (
            "ok\nProcess exited with code 1",
            "ok\nProcess exited with code 1",
            None,
            False,
        ),
        (None, "", None, False),
    ],
    ids=[
        "text",
        "wrapped",
        "wrapped-failed",
        "object",
        "no-success",
        "part",
        "parts",
        "data",
        "torn",
        "exited",
        "exit-0",
        "exit-7",
        "quoted",
        "nothing",
    ],
)
def test_results(value: Any, text: str, exit_code: int | None, is_error: bool) -> None:
    found = entries(meta(), call(), output(value))[2]
    assert (found.kind, found.role, found.call) == ("result", "tool", "c1")
    assert (found.text, found.exit, found.error) == (text, exit_code, is_error)


def test_images_are_entries() -> None:
    picture = {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}
    found = entries(meta(), user("look", picture))[1:]
    assert [(e.kind, e.role, e.turn) for e in found] == [
        ("text", "user", 1),
        ("image", "user", 1),
    ]
    assert (found[1].media, found[1].bytes) == ("image/png", 3)


def test_a_result_that_is_an_image_says_what_was_there() -> None:
    picture = {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}
    found = entries(meta(), call(), output([picture]))[2:]
    assert found[0].kind == "result"
    assert "image/png, 3 bytes" in found[0].text or found[1].kind == "image"


def test_the_model_is_that_of_the_last_context() -> None:
    found = entries(
        meta(), context(model="gpt-1"), answer("a"), context(model="gpt-2"), call()
    )
    assert [e.model for e in found] == [None, None, "gpt-1", None, "gpt-2"]


@pytest.mark.parametrize("key", ["content", "message"])
def test_messages_without_an_envelope(key: str) -> None:
    said = [(r, {"role": r, key: f"{r}!"}) for r in ("user", "assistant")]
    expected = [(role, f"{role}!") for role, _ in said]
    assert texts(meta(), *[message for _, message in said]) == expected


def mcp(call_id: str, result: Any) -> Any:
    asked_ = {"server": "docs", "tool": "find", "arguments": {"q": "x"}}
    return event("mcp_tool_call_end", call_id=call_id, invocation=asked_, result=result)


def test_an_mcp_call_without_items_is_a_call_and_its_result() -> None:
    done = mcp("m1", {"Ok": {"content": [{"type": "text", "text": "found"}]}})
    found = entries(meta(), done)[1:]
    assert [(e.kind, e.call, e.text) for e in found] == [
        ("call", "m1", ""),
        ("result", "m1", "found"),
    ]


def test_an_mcp_error_is_one() -> None:
    assert entries(meta(), mcp("m1", {"Err": "refused"}))[2].error


def test_an_mcp_event_beside_its_items_is_a_note() -> None:
    done = mcp("m1", {"Ok": {"content": []}})
    found = entries(meta(), call("m1"), done, output("found", "m1"))
    assert [e.kind for e in found[1:]] == ["call", "note", "result"]


def test_a_patch_event_names_its_files() -> None:
    done = event("patch_apply_end", call_id="p", changes={"a.py": {"type": "add"}})
    found = entries(meta(), done)[1]
    assert (found.kind, found.what, found.files) == (
        "note",
        "patch_apply_end",
        ("a.py",),
    )


@pytest.mark.parametrize(
    "odd",
    [
        item("ghost_snapshot", ghost_commit={}),
        item("never_seen_before"),
        event("never_seen_before"),
        event("token_count"),
        event("item_completed", item=None),
        event("user_message", message=None),
        item("message", role="user", content=None),
        item("message", role="assistant", content=[]),
        item("reasoning", summary="odd", content=5),
        item("function_call", name=None, arguments=None, call_id=None),
        item("function_call_output", call_id=None, output=None),
        item("local_shell_call", action="odd"),
        item("tool_search_output", tools="odd"),
        record("response_item", None),
        record("event_msg", []),
        record("never_seen_before", {"a": 1}),
        record("turn_context", {"turn_context": {"model": "m"}}),
        {"type": "response_item"},
        {},
    ],
    ids=lambda r: json.dumps(r.get("payload", r))[:30],
)
def test_any_record_takes_a_number(odd: Any) -> None:
    found = entries(meta(), odd, user("hi"))
    assert len(found) == 3
    assert (found[2].kind, found[2].text, found[2].turn) == (
        "text",
        "hi",
        found[1].turn + 1,
    )
    assert found[1].what is None or not found[1].what.startswith("unreadable")


@pytest.mark.parametrize(
    ("first", "word"),
    [
        ({"type": "thread.started", "thread_id": ID}, "exec --json"),
        (
            {"type": "item.completed", "item": {"id": "i", "type": "reasoning"}},
            "exec --json",
        ),
        ({"ts": BORN, "dir": "meta", "kind": "session_start", "cwd": "/"}, "debug log"),
    ],
    ids=["exec", "exec-item", "tui"],
)
def test_other_files_of_codex_are_refused_by_name(first: Any, word: str) -> None:
    with pytest.raises(UnknownFormat) as refused:
        lines(first)
    said = f"{refused.value} {refused.value.hint}"
    assert word in said and "~/.codex/sessions" in said
