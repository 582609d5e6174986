"""What an agent's hook says, whichever agent it is, as one record.

    {"hook_event_name": "UserPromptSubmit", "session_id": "4d56", "prompt": "hi", ...}

Keys that are not known are ignored, and any that is known may be missing: a new version
of an agent must not silence the hook.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.agents.table import AGENTS, Agent, Moment

#: Characters of a payload's text that are looked at: nobody types more.
_MOST_CHARS = 100_000


class Event(msgspec.Struct, frozen=True):
    """One event of one agent."""

    agent: str
    """A name of `AGENTS`."""
    name: str
    """As the agent calls the event: what it is answered under."""
    moment: Moment
    session: str
    transcript: str | None = None
    """Where the agent writes the session; it may lag behind the event."""
    cwd: str | None = None
    prompt: str = ""
    source: str = ""
    """Of a start: startup, resume, clear, compact or fork."""
    said: str | None = None
    """The agent's last message, at the end of a turn."""

    @property
    def is_new(self) -> bool:
        """Whether a session begins with nothing in its window."""
        return self.moment == "start" and self.source in ("startup", "clear")

    @property
    def is_compacted(self) -> bool:
        """Whether a session goes on with a window that was just compacted."""
        return self.moment == "start" and self.source == "compact"


class NoEvent(Exception):
    """What came in is no event that anything is to be done for."""


def event_of(payload: Any) -> Event:
    """The event of a payload that was decoded; raises NoEvent with the reason."""
    if not isinstance(payload, dict):
        raise NoEvent("the payload is no JSON object")
    if payload.get("type") == "agent-turn-complete":
        payload = _notified(payload)
    name, session = _text(payload, "hook_event_name"), _text(payload, "session_id")
    if not name or not session:
        missing = "session_id" if name else "hook_event_name"
        raise NoEvent(f"the payload has no {missing}")
    agent = _agent(payload, name)
    moment = AGENTS[agent].events.get(name)
    if moment is None:
        raise NoEvent(f"nothing is to be done at {name}")
    return Event(
        agent,
        name,
        moment.moment,
        session,
        _text(payload, "transcript_path") or None,
        _text(payload, "cwd") or None,
        _text(payload, "prompt"),
        _text(payload, "source"),
        _text(payload, "last_assistant_message", "prompt_response") or None,
    )


def _agent(payload: dict[str, Any], name: str) -> str:
    """Whose payload it is: by what it says, else by what only one agent sends."""
    named = payload.get("agent")
    if isinstance(named, str) and named in AGENTS:
        return named
    only: list[Agent] = [row for row in AGENTS.values() if name in row.own_events]
    if only:
        return only[0].name
    if "timestamp" in payload:
        return "gemini"
    transcript = _text(payload, "transcript_path").replace("\\", "/")
    is_rollout = transcript.rpartition("/")[2].startswith("rollout-")
    return "codex" if is_rollout or "turn_id" in payload else "claude-code"


def _notified(payload: dict[str, Any]) -> dict[str, Any]:
    """Codex's `notify`, whose keys are its own, as the `Stop` of its hooks."""
    return {
        "agent": "codex",
        "hook_event_name": "Stop",
        "session_id": payload.get("thread-id"),
        "cwd": payload.get("cwd"),
        "last_assistant_message": payload.get("last-assistant-message"),
    }


def _text(payload: dict[str, Any], *keys: str) -> str:
    """The first of these keys that holds a text; empty where none does."""
    for key in keys:
        value = payload.get(key)
        if isinstance(value, str) and value.strip():
            return value[:_MOST_CHARS]
    return ""
