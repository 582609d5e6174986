"""What the hook prints: one JSON document of the keys that every agent takes.

Claude Code, Codex and Gemini CLI take the same shape. One key more, and Codex drops all
of it; a document that begins with `[` or plain text is no context everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pane_cli.agents.event import Event
from pane_cli.agents.fit import Block, Fitted, fit
from pane_cli.agents.table import AGENTS
from pane_cli.assemble.budget import Budget
from pane_cli.rules.hook import Hook

#: Characters that a document takes beside its text.
_FRAME = 120


def limits(event: Event, rules: Hook) -> Budget:
    """What one answer may take: by rule, and never more than the agent takes."""
    agent = AGENTS[event.agent]
    tokens = min(rules.tokens, agent.tokens or rules.tokens)
    chars = min(rules.chars, agent.chars - _FRAME if agent.chars else rules.chars)
    return Budget(tokens, chars)


def within(event: Event, rules: Hook, blocks: Sequence[Block]) -> Fitted:
    """The blocks, or as much of them as one answer may take."""
    budget, most = limits(event, rules), AGENTS[event.agent].chars

    def excess(text: str) -> int:
        over = budget.excess(text)
        if most is not None:  # what is escaped counts as it is printed
            over = max(over, len(document(event, text).decode("utf-8")) - most + 1)
        return max(over, 0)

    return fit(blocks, budget.size(), excess)


def document(event: Event, text: str) -> bytes:
    """One line of JSON; nothing where there is nothing to add."""
    if not text:
        return b""
    clean = text.encode("utf-8", "replace").decode("utf-8")
    answer = {
        "hookSpecificOutput": {
            "hookEventName": event.name,
            "additionalContext": clean,
        }
    }
    return msgspec.json.encode(answer) + b"\n"
