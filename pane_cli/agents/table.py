"""The agents that can call `pane hook`: their events, and how much they take.

Everything that differs between them stands here. An event is one of three moments: a
`prompt` that may be added to, the `start` of a session or of a new window in it, and
`quiet` ones, at which nothing can be added and the transcript is read.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Moment = Literal["prompt", "start", "quiet"]


class When(msgspec.Struct, frozen=True):
    """An event of an agent."""

    moment: Moment
    timeout: float
    """Seconds after which the agent gives up, as we wire it (the agent's own limit
    where it has one that can't be raised)."""
    matcher: str = ""
    """Which of the event's sources are wired; empty: all."""


class Agent(msgspec.Struct, frozen=True):
    """An agent, and how it calls the hook."""

    name: str
    title: str
    events: dict[str, When]
    own_events: tuple[str, ...] = ()
    """Events that no other agent has."""
    tokens: int | None = None
    """The most it takes of one hook at once, in tokens; None: not known."""
    chars: int | None = None
    """The same in characters, of the whole text."""


_PROMPT = When("prompt", 5)
_START = When("start", 5)
_QUIET = When("quiet", 30)

AGENTS: dict[str, Agent] = {
    row.name: row
    for row in (
        Agent(
            "claude-code",
            "Claude Code",
            {
                "UserPromptSubmit": _PROMPT,
                "SessionStart": When("start", 5, "startup|resume|clear|compact|fork"),
                "PreCompact": _QUIET,
                "PostCompact": _QUIET,
                "Stop": _QUIET,
                # All hooks of this event share this time.
                "SessionEnd": When("quiet", 1.5),
            },
            chars=10_000,
        ),
        Agent(
            "codex",
            "Codex",
            {
                "UserPromptSubmit": _PROMPT,
                "SessionStart": When("start", 5, "startup|resume|clear|compact"),
                "PreCompact": _QUIET,
                "PostCompact": _QUIET,
                "Stop": _QUIET,
            },
            tokens=2_500,
        ),
        Agent(
            "gemini",
            "Gemini CLI",
            {
                "BeforeAgent": _PROMPT,
                "SessionStart": _START,
                "PreCompress": _QUIET,
                "AfterAgent": _QUIET,
                "SessionEnd": _QUIET,
            },
            own_events=("BeforeAgent", "AfterAgent", "PreCompress"),
        ),
        Agent("pi", "Pi", {"UserPromptSubmit": _PROMPT, "Stop": _QUIET}),
        Agent("opencode", "OpenCode", {"UserPromptSubmit": _PROMPT, "Stop": _QUIET}),
    )
}


def prompt_event(agent: str) -> str:
    """What an agent calls the event at which a prompt waits."""
    events = AGENTS[agent].events.items()
    return next(name for name, when in events if when.moment == "prompt")
