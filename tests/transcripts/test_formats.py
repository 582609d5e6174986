"""Which format a file is read as, and what is refused."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from pane_cli.errors import PaneError
from pane_cli.session.documents import LISTS
from pane_cli.session.types import Header
from pane_cli.transcripts.formats import FORMATS, named, sniff
from pane_cli.transcripts.shape import look
from pane_cli.transcripts.transcribe import UnknownFormat, transcribe

T = "2026-02-10T09:00:00Z"
HI = {"role": "user", "content": "hi"}
USED = {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "ls"}]}
CALLED = {"role": "assistant", "content": None, "tool_calls": [{"id": "c"}]}
ITEM = {"type": "message", "role": "user", "content": "hi"}
CLAUDE = {"type": "user", "parentUuid": None, "sessionId": "s", "message": HI}
SUMMARY = {"type": "summary", "summary": "old", "leafUuid": "x"}
SNAPSHOT = {
    "type": "file-history-snapshot",
    "messageId": "m",
    "snapshot": {},
    "isSnapshotUpdate": False,
}
STREAM = {"type": "system", "subtype": "init", "session_id": "s"}
ANSWER = {"type": "message", "id": "m", "role": "assistant", "content": [], "usage": {}}
OMP = [{"type": "title", "title": "t"}, {"type": "session", "id": "s", "timestamp": T}]


@pytest.mark.parametrize(
    ("records", "name"),
    [
        ([{"type": "session_meta", "payload": {"id": "s"}}], "codex"),
        ([{"type": "event_msg", "payload": {}}], "codex"),
        ([{"id": "s", "timestamp": T, "instructions": None}], "codex"),
        ([{"id": "s", "timestamp": T, "git": {}}, ITEM], "codex"),
        ([{"record_type": "state"}], "codex"),
        (OMP, "oh-my-pi"),
        (OMP[1:], "pi"),
        ([CLAUDE], "claude-code"),
        ([SUMMARY], "claude-code"),
        ([SNAPSHOT], "claude-code"),
        ([{"type": "mode", "mode": "plan", "sessionId": "s"}], "claude-code"),
        ([{"type": "user", "message": HI}], "claude-code"),
        ([{}, {"a": 1}, {"type": ["user"]}, CLAUDE], "claude-code"),
        ([STREAM], "anthropic-messages"),
        ([{"type": "user", "session_id": "s", "message": HI}], "anthropic-messages"),
        ([ANSWER], "anthropic-messages"),
        ([USED], "anthropic-messages"),
        ([{"system": "be kind", "max_tokens": 9}, HI], "anthropic-messages"),
        ([{"system": "be kind", "messages": [HI]}], "anthropic-messages"),
        ([{"messages": [HI, USED]}], "anthropic-messages"),
        ([ITEM], "openai-responses"),
        (
            [{"type": "function_call", "call_id": "c", "name": "f"}],
            "openai-responses",
        ),
        ([{"object": "response", "output": [ITEM]}], "openai-responses"),
        ([{"input": [ITEM]}], "openai-responses"),
        ([HI], "openai-chat"),
        ([CALLED], "openai-chat"),
        ([HI, USED], "openai-chat"),
        ([{"role": "developer", "content": "be kind"}, USED], "openai-chat"),
        ([{"messages": [HI], "tools": []}], "openai-chat"),
        ([{"messages_display": "user: hi"}], "openai-chat"),
        ([{"type": "session_start", "id": "s", "version": 2, "cwd": "/"}], "droid"),
        (
            [{"type": "message", "session_id": "s", "role": "user", "text": "hi"}],
            "droid",
        ),
        ([{"type": "metadata", "protocol_version": "1.4", "created_at": 1}], "kimi"),
        (
            [
                {"v": 2, "id": "T-1", "created": 1},
                {"role": "user", "messageId": 0, **HI},
            ],
            "amp",
        ),
        ([{"working_dir": "/", "description": "d", "message_count": 1}, HI], "goose"),
        (
            [{"id": "c", "conversations": [{"from": "human", "value": "hi"}]}],
            "sharegpt",
        ),
        ([{"mapping": {}, "title": "t", "current_node": "n"}], "chatgpt"),
        ([{"history": [], "sessionId": "s", "workspaceDirectory": "/"}], "continue"),
        (
            [{"type": "user", "content": "hi"}, {"type": "reasoning", "summary": "s"}],
            "grok",
        ),
        ([{"lc": 1, "type": "constructor", "id": [], "kwargs": {}}], "langchain"),
        ([{"type": "system", "session_id": "s", "model": "m", "tools": []}], "droid"),
        ([{"type": "completion", "session_id": "s", "finalText": "t"}], "droid"),
        ([{"type": "context.append_message", "message": HI}], "kimi"),
        ([{"type": "backend_tool_call", "kind": {"id": "b"}}], "grok"),
        (
            [{"conversations": [{"conversation": {}, "responses": []}]}],
            "grok-export",
        ),
        ([{"status": "done", "type": "find", "find": {"pattern": "x"}}], "windsurf"),
        ([{"role": "user", "messageId": 3, "content": []}], "amp"),
        ([{"id": "g", "working_dir": "/", "conversation": []}], "goose"),
        ([{"role": "user", "created": 1, "content": []}], "goose"),
        ([{"message": HI, "contextItems": []}], "continue"),
        ([{"info": {}, "trajectory_format": "mini-swe-agent-1"}], "mini-swe-agent"),
        (
            [{"role": "system", "content": "exactly ONE bash code block"}, HI],
            "mini-swe-agent",
        ),
        ([{"environment": "swe_main", "info": {}, "history": [HI]}], "swe-agent"),
        ([{"history": [{"message_type": "observation", **HI}]}], "swe-agent"),
        ([{"trajectory": [{"action": "ls", "observation": ""}]}], "swe-agent"),
        ([{"id": "n", "message": None, "parent": None, "children": []}], "chatgpt"),
        ([{"uuid": "c", "name": "n", "chat_messages": []}], "claude-ai"),
        ([{"uuid": "m", "sender": "human", "text": "hi"}], "claude-ai"),
        ([{"from": "human", "value": "hi"}], "sharegpt"),
        ([{"type": "human", "data": {"content": "hi"}}], "langchain"),
        (
            [{"sessionId": "s", "projectHash": "h", "startTime": T, "kind": "main"}],
            "gemini",
        ),
        ([{"id": "u", "timestamp": T, "type": "user", "content": "hi"}], "gemini"),
        (
            [{"type": "user", "uuid": "u", "sessionId": "s", "message": {"parts": []}}],
            "qwen",
        ),
        (
            [
                {"type": "system", "uuid": "u", "sessionId": "s", "systemPayload": {}},
                CLAUDE,
            ],
            "qwen",
        ),
        (
            [
                {
                    "role": "user",
                    "message": {"content": [{"type": "text", "text": "hi"}]},
                }
            ],
            "cursor",
        ),
        ([{"type": "session.start", "data": {}, "id": "e", "timestamp": T}], "copilot"),
        ([{"kind": 0, "v": {"sessionId": "s", "requests": []}}], "vscode-chat"),
        (
            [{"version": 1, "agent": "lead", "sessionId": "s", "messages": [HI]}],
            "cline",
        ),
        (
            [
                {
                    "step_index": 0,
                    "source": "MODEL",
                    "type": "USER_INPUT",
                    "content": "hi",
                }
            ],
            "antigravity",
        ),
        ([{"history": [{"role": "user", "parts": [{"text": "hi"}]}]}], "gemini"),
        ([{"$rewindTo": "m"}], "gemini"),
        ([{"requesterUsername": "u", "requests": []}], "vscode-chat"),
        ([{"agentId": "a", "createdAt": 1}], "cursor"),
        ([{"bubbleId": "b", "type": 1, "text": "hi"}], "cursor"),
        ([{**HI, "content": [], "ts": 1}], "cline"),
        ([{"ts": 1, "type": "say", "say": "text", "text": "hi"}], "cline"),
        ([{"id": "ses", "directory": "/repo", "time": {}}], "opencode"),
        ([{"id": "p", "messageID": "m", "type": "text", "text": "hi"}], "opencode"),
        ([{"info": {"id": "s", "directory": "/"}, "messages": []}], "opencode"),
        ([{"aider": "user", "text": "#### hi"}], "aider"),
        ([{"action": "run", "args": {}, "id": 0}], "openhands"),
        ([{"observation": "run", "content": ""}], "openhands"),
        ([{"history": [{"action": "run", "args": {}}]}], "openhands"),
        ([{**HI, "thought": "hm", "action": "ls"}], "openai-chat"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_known(records: list[dict[str, Any]], name: str) -> None:
    row = sniff(records)
    assert row is not None and row.name == name


@pytest.mark.parametrize(
    "records",
    [
        [{"type": "message", "id": "m", "timestamp": T, "message": HI}],
        [{"a": 1}],
    ],
    ids=[
        "droid-message",
        "nothing",
    ],
)
def test_others_are_not_taken_for_ours(records: list[dict[str, Any]]) -> None:
    assert sniff(records) is None
    body = b"\n".join(json.dumps(record).encode() for record in records)
    with pytest.raises(UnknownFormat) as refused:
        list(transcribe(io.BytesIO(body), "x.jsonl"))
    shown = [key for key in sorted(records[0])[:8] if key not in LISTS]
    assert all(key in str(refused.value) for key in shown)
    assert "--from" in refused.value.hint


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize(
    ("messages", "name"),
    [([HI, USED], "anthropic-messages"), ([HI, CALLED], "openai-chat")],
    ids=["anthropic", "openai"],
)
def test_a_list_is_looked_at_as_a_whole(
    messages: Any, name: str, indent: int | None
) -> None:
    body = json.dumps(messages, indent=indent).encode()
    header = next(transcribe(io.BytesIO(body), "x.json"))
    assert isinstance(header, Header) and header.agent == name


def test_from_overrides() -> None:
    odd = {"role": "user", "message": {"content": "hi"}}
    lines = transcribe(io.BytesIO(json.dumps(odd).encode()), "x", agent="claude-code")
    header = next(lines)
    assert isinstance(header, Header) and header.agent == "claude-code"


def test_from_names_the_formats() -> None:
    with pytest.raises(PaneError, match="no format klaude") as error:
        list(transcribe(io.BytesIO(b"{}"), "x", agent="klaude"))
    assert all(row.name in error.value.hint for row in FORMATS)


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.name)
def test_a_row_and_its_reader_have_one_name(row: Any) -> None:
    assert row.load().agent == row.name and named(row.name) is row


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_prefix_is_of_the_same_format(count: int) -> None:
    records: list[dict[str, Any]] = [SUMMARY, CLAUDE, SNAPSHOT, ITEM, HI]
    row = sniff(records[:count])
    assert row is not None and row.name == "claude-code"


@pytest.mark.parametrize(
    ("body", "is_document"),
    [
        (b"", False),
        (b"text", False),
        (b'{"a":1}', False),
        (b'{"a":1}\n{"b":2}\n', False),
        (b"[]\n123\n{}\n", False),
        (b'[{"a":1}]\n', True),
        (b'[\n{"a":1}\n]', True),
        (b'{\n "a": 1\n}\n{\n "b": 2\n}\n', True),
        (b'{"messages": [\n{"a":1},\n{"b":2}\n]}', True),
        (b'{ "a":\n1}', True),
        (b'{"loglines":[{"a":1}]}\n', True),
        (b'{"history":[{"a":1}],"workspaceDirectory":"/"}\n', True),
        (b'{"history":[{"a":1}]}\n', False),
        (b'{"mapping":{"a":{}}}\n', True),
        (b'{"mapping":{"a":{}}}\n{"mapping":{}}\n', False),
        (b'{"v":1,"created":2,"messages":[]}\n', True),
        (b'{"messages":[{"a":1}]}\n', False),
        (b'{"messages":[{"a":1}]}\n{"messages":[]}\n', False),
        (b'{"half\n{"b":2}\n', False),
        (b'\xef\xbb\xbf[{"a":1}]', True),
    ],
    ids=[
        "nothing",
        "text",
        "line",
        "lines",
        "wrong-types",
        "list",
        "list-of-lines",
        "pretty-lines",
        "messages-of-lines",
        "two-lines",
        "loglines",
        "continue",
        "history",
        "chatgpt",
        "chatgpt-lines",
        "amp",
        "messages",
        "many-messages",
        "damaged-first",
        "bom",
    ],
)
def test_what_a_source_is(body: bytes, is_document: bool) -> None:
    stream, found = look(io.BytesIO(body))
    assert found is is_document
    assert stream.read() == body


def test_a_line_with_messages_is_a_session_whose_id_stays_when_more_come() -> None:
    line = json.dumps({"messages": [HI]}).encode() + b"\n"
    one, two = (list(transcribe(io.BytesIO(line * n), "x")) for n in (1, 2))
    assert two[: len(one)] == one
    ids = [item.id for item in two if isinstance(item, Header)]
    assert len(set(ids)) == 2
