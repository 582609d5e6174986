"""A record of a type that nobody knows is told, whoever wrote it, and never dropped."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from pane_cli.session.types import Entry, Header
from pane_cli.transcripts.known_types import unknown_type
from pane_cli.transcripts.transcribe import transcribe

Record = dict[str, Any]
TIME = "2026-03-02T09:00:00Z"


def told(agent: str, *records: Record) -> list[str]:
    """The types that nobody knows; each record has to have an entry."""
    body = b"".join(json.dumps(record).encode() + b"\n" for record in records)
    lines = list(transcribe(io.BytesIO(body), "t.jsonl", agent=agent))
    (header,) = (line for line in lines if isinstance(line, Header))
    entries = [line for line in lines if isinstance(line, Entry)]
    assert len({entry.src for entry in entries}) == len(records)
    found = (unknown_type(header.agent, entry) for entry in entries)
    return [name for name in found if name is not None]


def codex(kind: str, **payload: Any) -> Record:
    return {"timestamp": TIME, "type": kind, "payload": payload}


def copilot(kind: str) -> Record:
    return {"type": kind, "data": {"sessionId": "s"}, "id": kind, "timestamp": TIME}


def claude(kind: str, **more: Any) -> Record:
    return {"type": kind, "uuid": kind, "parentUuid": None, "sessionId": "s", **more}


GEMINI = {"sessionId": "s", "projectHash": "h", "startTime": TIME}
META = codex("session_meta", id="s", timestamp=TIME)
START = copilot("session.start")

CASES = [
    ("claude-code", [claude("progress"), claude("new-thing")], ["new-thing"]),
    ("claude-code", [claude("system", subtype="turn_duration")], []),
    ("codex", [META, codex("event_msg", type="turn_diff"), codex("world_state")], []),
    ("codex", [META, codex("event_msg", type="new_thing")], ["new_thing"]),
    ("codex", [META, codex("response_item", type="new_item")], ["new_item"]),
    ("codex", [META, codex("new_line")], ["new_line"]),
    (
        "codex",
        [
            META,
            codex("event_msg", type="item_completed", item={"type": "FileChange"}),
            codex("event_msg", type="item_completed", item={"type": "New"}),
        ],
        ["item_completed:New"],
    ),
    ("copilot", [START, copilot("session.usage_info"), copilot("abort")], []),
    ("copilot", [START, copilot("session.new_thing")], ["session.new_thing"]),
    ("gemini", [GEMINI, {"id": "1", "type": "info", "content": "x"}], []),
    ("gemini", [GEMINI, {"id": "1", "type": "oracle", "content": "x"}], ["oracle"]),
    ("qwen", [claude("system", subtype="ui_telemetry")], []),
    ("qwen", [claude("system", subtype="new_thing")], ["new-thing"]),
    ("openhands", [{"id": 0, "observation": "agent_state_changed"}], []),
    ("openhands", [{"id": 0, "observation": "new_thing"}], ["new_thing"]),
    ("opencode", [{"type": "step-start", "id": "p"}], []),
    ("opencode", [{"type": "new-part", "id": "p"}], ["new-part"]),
    ("kimi", [{"type": "turn.prompt"}, {"type": "turn.new"}], ["turn.new"]),
    ("droid", [{"type": "session_start"}, {"type": "todo_state"}], []),
    ("droid", [{"type": "session_start"}, {"type": "new_state"}], ["new-state"]),
    ("goose", [{"role": "user", "content": [{"type": "newPart"}]}], ["newPart"]),
    ("cursor", [{"type": "turn_ended"}, {"type": "turn_new"}], ["turn_new"]),
    ("antigravity", [{"source": "SYSTEM", "type": "GENERIC"}], []),
    ("antigravity", [{"source": "SYSTEM", "type": "NEW_STEP"}], ["new-step"]),
    ("grok", [{"type": "user", "content": "x"}, {"type": "new"}], ["new"]),
    ("windsurf", [{"type": "new_step", "status": "done"}], ["new_step"]),
    ("pi", [{"type": "session", "id": "s", "timestamp": TIME}, {"type": "n"}], ["n"]),
    (
        "pi",
        [
            {"type": "session", "id": "s", "timestamp": TIME},
            {"type": "custom", "customType": "keel.pin", "data": {}},
        ],
        [],
    ),
    ("openai-chat", [{"role": "oracle", "content": "x"}], ["oracle"]),
]


@pytest.mark.parametrize(
    ("agent", "records", "names"),
    [pytest.param(*case, id=f"{case[0]}-{n}") for n, case in enumerate(CASES)],
)
def test_what_nobody_knows_is_told(
    agent: str, records: list[Record], names: list[str]
) -> None:
    assert told(agent, *records) == names


def test_words_of_an_unknown_speaker_are_not_the_users() -> None:
    body = "\n".join(
        json.dumps(one)
        for one in (GEMINI, {"id": "1", "type": "oracle", "content": "Delete it."})
    )
    lines = transcribe(io.BytesIO(body.encode()), "s.jsonl", agent="gemini")
    kinds = [line.kind for line in lines if isinstance(line, Entry)]
    assert kinds == ["note", "note"]
