"""Types of records that agents are known to write and a reader makes notes of.

Agents that are not here write too many, or name none: of them only what a reader itself
calls unknown is told.
"""

from __future__ import annotations

_OURS = (
    "caveat command compact-summary duplicate empty error file-mention interrupted meta"
    " notification reminder synthetic"
)
"""What readers call notes that they made of messages."""

_PI = (
    "aborted branch-summary compact compaction custom custom-message label"
    " model-change session session-info system thinking-level-change"
)

_BY_AGENT = {
    "claude-code": (
        "agent-name ai-title api_error api_refusal atis-latch attachment away_summary"
        " bridge-session compact_boundary content-replacement custom-title"
        " file-history-snapshot frame-link informational last-prompt local_command mode"
        " model_refusal_fallback permission-mode pr-link progress queue-operation"
        " relocated result started stop_hook_summary summary system turn_duration"
        " worktree-state"
    ),
    "pi": _PI,
    "oh-my-pi": (
        f"{_PI} credential-pin mode-change reset-boundary service-tier-change"
        " session-init title title-change ttsr-injection"
    ),
}

KNOWN: dict[str, frozenset[str]] = {
    agent: frozenset(f"{names} {_OURS}".split()) for agent, names in _BY_AGENT.items()
}
"""By agent: the sorts of notes that are no surprise."""


def unknown_type(agent: str | None, what: str) -> str | None:
    """The type of a note that nobody expects; None where it is known, or not judged.

    What an extension wrote is called `maker.name`, and is the extension's to know.
    """
    sort, colon, name = what.partition(":")
    if colon and sort == "unknown":
        return name
    known = KNOWN.get(agent or "")
    is_known = known is None or what in known or "." in what or bool(colon)
    return None if is_known else what
