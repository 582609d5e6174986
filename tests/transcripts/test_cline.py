"""Cline, Roo and Kilo: messages, calls in text, summaries, what the panel shows."""

from __future__ import annotations

from typing import Any

import pytest
from feeding import amends, document, entries, header, in_two, jsonl, read, said, whole

from pane_cli.session.types import Amend, Usage

TS = 1783376868634
DONE = "<attempt_completion>\n<result>one</result>\n</attempt_completion>"
FEEDBACK = "The user has provided feedback\n<feedback>\nand two?\n</feedback>"


def message(role: str, *content: Any, **more: Any) -> dict[str, Any]:
    blocks = [text(part) if isinstance(part, str) else part for part in content]
    return {"role": role, "content": blocks, "ts": TS, **more}


def text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


def one(*records: Any) -> list[tuple[str, str, str]]:
    return said(document(list(records)))


def test_the_document() -> None:
    head = {"version": 1, "agent": "lead", "sessionId": "s-1", "system_prompt": "be"}
    lines = document({**head, "messages": [message("user", "hi", id="m1")]})
    assert header(lines).id == "s-1" and header(lines).agent == "cline"
    assert said(lines) == [("session", "system", "be"), ("text", "user", "hi")]
    assert entries(lines)[1].id == "m1"
    assert entries(lines)[1].ts == "2026-07-06T22:27:48.634Z"


USER = [
    pytest.param("go", [("text", "user", "go")], id="words"),
    pytest.param("<task>\nfix it\n</task>", [("text", "user", "fix it")], id="a task"),
    pytest.param(
        "<environment_details>\nnow\n</environment_details>",
        [
            (
                "environment",
                "user",
                "<environment_details>\nnow\n</environment_details>",
            )
        ],
        id="the host",
    ),
    pytest.param(
        "<task>\nfix\n</task>\n<environment_details>e</environment_details>",
        [
            ("text", "user", "fix"),
            ("environment", "user", "<environment_details>e</environment_details>"),
        ],
        id="both",
    ),
    pytest.param(
        "<SYSTEM_NOTICE>compacted</SYSTEM_NOTICE>",
        [("system-notice", "user", "<SYSTEM_NOTICE>compacted</SYSTEM_NOTICE>")],
        id="a notice",
    ),
    pytest.param(
        "[ERROR] You did not use a tool",
        [("notice", "user", "[ERROR] You did not use a tool")],
        id="an error",
    ),
]


@pytest.mark.parametrize(("words", "expected"), USER)
def test_what_the_user_says(words: str, expected: Any) -> None:
    assert one(message("user", words)) == expected


def test_calls_and_results_as_blocks() -> None:
    use = {"type": "tool_use", "id": "c", "name": "read_files", "input": {"path": "a"}}
    queries = [{"query": "a:1-2", "result": "x = 1", "success": True}]
    result = {"type": "tool_result", "tool_use_id": "c", "content": queries}
    metrics = {"inputTokens": 100, "outputTokens": 9, "cacheReadTokens": 90}
    file = {"type": "file", "path": "/r/a.py", "content": "x"}
    lines = document(
        [
            message("user", "look", file),
            message(
                "assistant",
                {"type": "thinking", "thinking": "hm"},
                use,
                modelInfo={"id": "opus"},
                metrics=metrics,
                id="m",
            ),
            message("user", result),
        ]
    )
    found = entries(lines)
    assert [(e.what or e.kind, e.text) for e in found] == [
        ("text", "look"),
        ("file-mention", "x"),
        ("thinking", "hm"),
        ("call", ""),
        ("result", "x = 1"),
    ]
    assert found[1].files == ("/r/a.py",) and found[2].model == "opus"
    assert found[2].usage == Usage(input=10, output=9, cache_read=90)


def test_calls_in_the_text_of_older_prompts() -> None:
    asked = (
        "<thinking>hm</thinking>\nI read it.\n"
        "<read_file>\n<path>src/a.py</path>\n</read_file>"
    )
    lines = document(
        [
            message("user", "<task>look</task>"),
            message("assistant", asked),
            message(
                "user",
                "[read_file for 'src/a.py'] Result:",
                "x = 1",
                "<environment_details>e</environment_details>",
            ),
            message("assistant", "<attempt_completion><result>1</result>"),
            message("assistant", DONE),
            message("user", f"[attempt_completion] Result:\n{FEEDBACK}"),
        ]
    )
    assert [(e.what or e.kind, e.role, e.text, e.call) for e in entries(lines)] == [
        ("text", "user", "look", None),
        ("thinking", "assistant", "hm", None),
        ("text", "assistant", "I read it.", None),
        ("call", "assistant", "", "?4"),
        ("result", "tool", "x = 1", "?4"),
        (
            "environment",
            "user",
            "<environment_details>e</environment_details>",
            None,
        ),
        ("text", "assistant", "<attempt_completion><result>1</result>", None),
        ("call", "assistant", "", "?8"),
        (
            "result",
            "tool",
            FEEDBACK,
            "?8",
        ),
        ("text", "user", "and two?", None),
    ]
    assert entries(lines)[3].files == ("src/a.py",)


def test_what_was_summarized_leaves_the_branch() -> None:
    summary = message("user", "so far", isSummary=True, condenseId="k")
    old = [message("user", "one"), message("assistant", "two")]
    tagged = [{**one, "condenseParent": "k"} for one in old]
    lines = document([*tagged, summary, message("user", "go", condenseParent="k")])
    assert said(lines)[2] == ("compact-summary", "user", "so far")
    assert amends(lines) == [
        Amend("amend", ((1, 1), (2, 2)), "replaced"),
        Amend("amend", ((4, 4),), "replaced"),
    ]


def test_a_tag_without_its_summary_takes_nothing() -> None:
    assert amends(document([message("user", "one", condenseParent="k")])) == []


def test_encrypted_reasoning_passes_through() -> None:
    item = {"type": "reasoning", "encrypted_content": "b64", "summary": [text("hm")]}
    first, second = entries(document([message("user", "go"), item]))
    assert first.text == "go"
    assert (second.kind, second.data, second.text) == ("thinking", "b64", "hm")


def test_a_picture_is_an_image() -> None:
    source = {"type": "base64", "media_type": "image/png", "data": "aGVsbG8="}
    image = {"type": "image", "source": source}
    result = {"type": "tool_result", "tool_use_id": "c", "content": [image]}
    found = entries(document([message("user", "see", image), message("user", result)]))
    assert [e.kind for e in found] == ["text", "image", "result", "image"]


def test_the_panel_where_nothing_else_is_left() -> None:
    def shown(say: str, words: str, **more: Any) -> dict[str, Any]:
        return {"ts": TS, "type": "say", "say": say, "text": words, **more}

    counts = '{"tokensIn": 10, "tokensOut": 2, "cacheReads": 5}'
    lines = document(
        [
            shown("task", "fix"),
            shown("api_req_started", counts),
            shown("text", "I l", partial=True),
            shown("text", "I look."),
            {"ts": TS, "type": "ask", "ask": "command", "text": "ls"},
            shown("error", "no"),
        ]
    )
    assert said(lines) == [
        ("text", "user", "fix"),
        ("api_req_started", "system", ""),
        ("partial:text", "system", ""),
        ("text", "assistant", "I look."),
        ("call", "assistant", ""),
        ("error", "system", "no"),
    ]
    assert entries(lines)[1].usage == Usage(input=10, output=2, cache_read=5)


def test_cut_at_any_byte() -> None:
    data = jsonl(
        message("user", "<task>größer €</task>", condenseParent="k"),
        message("assistant", "<read_file><path>a</path></read_file>"),
        "half",
        message("user", "[read_file for 'a'] Result:", "x"),
        message("user", "sum", isSummary=True, condenseId="k"),
    )
    expected = whole(data)
    assert len(expected) == 6
    for cut in range(len(data) + 1):
        assert in_two(data, cut) == expected, cut
    assert said(read(message("user", "hi"))) == [("text", "user", "hi")]
