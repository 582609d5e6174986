"""Payloads of every agent become one record, whatever else they hold."""

from __future__ import annotations

from typing import Any

import pytest

from pane_cli.agents.event import Event, NoEvent, event_of
from pane_cli.agents.memory import Memory, is_muted, opened
from pane_cli.rules.hook import Hook

COMMON = {"session_id": "s", "cwd": "/repo", "transcript_path": "/t/s.jsonl"}
ROLLOUT = {**COMMON, "transcript_path": "/t/rollout-1.jsonl"}
GEMINI = {**COMMON, "timestamp": "2026-02-10T09:00:00Z"}

PAYLOADS: dict[str, tuple[dict[str, Any], tuple[str, str, str]]] = {
    "claude prompt": (
        {**COMMON, "hook_event_name": "UserPromptSubmit", "prompt": "hi", "new": [1]},
        ("claude-code", "UserPromptSubmit", "prompt"),
    ),
    "claude end": (
        {**COMMON, "hook_event_name": "SessionEnd", "reason": "clear"},
        ("claude-code", "SessionEnd", "quiet"),
    ),
    "codex prompt": (
        {**COMMON, "hook_event_name": "UserPromptSubmit", "turn_id": "1"},
        ("codex", "UserPromptSubmit", "prompt"),
    ),
    "codex start": (
        {**ROLLOUT, "hook_event_name": "SessionStart", "source": "startup"},
        ("codex", "SessionStart", "start"),
    ),
    "codex notify": (
        {"type": "agent-turn-complete", "thread-id": "s", "turn-id": "1"},
        ("codex", "Stop", "quiet"),
    ),
    "gemini prompt": (
        {**GEMINI, "hook_event_name": "BeforeAgent"},
        ("gemini", "BeforeAgent", "prompt"),
    ),
    "gemini start": (
        {**GEMINI, "hook_event_name": "SessionStart"},
        ("gemini", "SessionStart", "start"),
    ),
    "pi": (
        {**COMMON, "agent": "pi", "hook_event_name": "Stop"},
        ("pi", "Stop", "quiet"),
    ),
}


@pytest.mark.parametrize("payload, wanted", PAYLOADS.values(), ids=PAYLOADS.keys())
def test_whose_it_is(payload: dict[str, Any], wanted: tuple[str, str, str]) -> None:
    event = event_of(payload)
    assert (event.agent, event.name, event.moment) == wanted
    assert event.session == "s"


@pytest.mark.parametrize(
    "key, value",
    [("last_assistant_message", "Done."), ("prompt_response", "Done.")],
)
def test_the_last_words(key: str, value: str) -> None:
    assert event_of({**COMMON, "hook_event_name": "Stop", key: value}).said == "Done."


@pytest.mark.parametrize(
    "payload, reason",
    [
        ([], "no JSON object"),
        ({}, "no hook_event_name"),
        ({"hook_event_name": "Stop"}, "no session_id"),
        ({**COMMON, "hook_event_name": "PostToolUse"}, "at PostToolUse"),
    ],
)
def test_what_is_no_event(payload: Any, reason: str) -> None:
    with pytest.raises(NoEvent, match=reason):
        event_of(payload)


def told(moment: str, source: str = "") -> Event:
    return Event("claude-code", "E", moment, "s", source=source)  # type: ignore[arg-type]


KNOWN = Memory(seen=True, boundary=5, shown=(1,))
AHEAD = Memory(seen=True, boundary=5, ahead=True, shown=(1,))


@pytest.mark.parametrize(
    "memory, event, boundary, wanted, is_compacted",
    [
        pytest.param(KNOWN, told("prompt"), 5, KNOWN, False, id="same window"),
        pytest.param(
            KNOWN,
            told("prompt"),
            9,
            Memory(seen=True, boundary=9),
            True,
            id="the transcript tells of a compaction",
        ),
        pytest.param(
            KNOWN,
            told("start", "compact"),
            5,
            Memory(seen=True, boundary=5, ahead=True),
            True,
            id="the agent tells of one that the transcript does not know",
        ),
        pytest.param(
            KNOWN,
            told("start", "compact"),
            9,
            Memory(seen=True, boundary=9),
            True,
            id="both tell of it",
        ),
        pytest.param(
            AHEAD,
            told("prompt"),
            9,
            Memory(seen=True, boundary=9, shown=(1,)),
            False,
            id="the transcript tells of it later",
        ),
        pytest.param(
            Memory(),
            told("prompt"),
            9,
            Memory(boundary=9),
            False,
            id="nothing is known: it may be long ago",
        ),
        pytest.param(
            KNOWN,
            told("start", "clear"),
            5,
            Memory(seen=True, boundary=5),
            False,
            id="a new session",
        ),
        pytest.param(KNOWN, told("start", "resume"), 5, KNOWN, False, id="resumed"),
    ],
)
def test_the_window(
    memory: Memory, event: Event, boundary: int, wanted: Memory, is_compacted: bool
) -> None:
    assert opened(memory, event, boundary) == (wanted, is_compacted)


@pytest.mark.parametrize(
    "texts, before, muted",
    [
        ([], False, False),
        ([], True, True),
        (["pane: off"], False, True),
        (["do it\n  Pane: OFF \nnow"], False, True),
        (["say pane: off to it"], False, False),
        (["pane: off", "pane: on"], False, False),
        (["pane: on\npane: off"], True, True),
    ],
)
def test_markers(texts: list[str], before: bool, muted: bool) -> None:
    assert is_muted(texts, Hook(), before) is muted
