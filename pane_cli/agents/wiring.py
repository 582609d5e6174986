"""How each agent is told to call pane: the configuration, and where it goes.

`WIRINGS` is the table. Agents with hooks of their own get them in their settings; those
whose hooks are code get a file, and so does aider, which has none.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.agents import scripts
from pane_cli.agents.table import AGENTS, When
from pane_cli.rules.hosts import HOMES, Home
from pane_cli.text.pretty import pretty

#: What agents run. It must not change: some ask the user again for a new command.
COMMAND = "pane hook"


class Wiring(msgspec.Struct, frozen=True):
    """The wiring of one agent."""

    agent: str
    title: str
    home: Home
    file: str
    """The file in its home."""
    here: str
    """The file below the folder of a project."""
    text: str = ""
    """The file; empty: `hooks` are merged into what it holds."""
    hooks: dict[str, Any] = {}
    remark: str = ""
    """What is to be done once it is there."""
    is_script: bool = False


def _settings(agent: str, milliseconds: bool = False, **more: Any) -> dict[str, Any]:
    """The hooks of an agent as its settings hold them."""
    found: dict[str, Any] = {}
    for event, when in AGENTS[agent].events.items():
        seconds = max(1, int(when.timeout))  # some take whole ones only
        handler: dict[str, Any] = {**more, "type": "command", "command": COMMAND}
        handler["timeout"] = seconds * 1000 if milliseconds else seconds
        if agent == "claude-code" and event == "Stop":
            handler["async"] = True  # nobody waits for what is only read
        found[event] = [_group(when, handler)]
    return found


def _group(when: When, handler: dict[str, Any]) -> dict[str, Any]:
    matcher = {"matcher": when.matcher} if when.matcher else {}
    return {**matcher, "hooks": [handler]}


WIRINGS: dict[str, Wiring] = {
    row.agent: row
    for row in (
        Wiring(
            "claude-code",
            "Claude Code",
            HOMES["claude-code"],
            "settings.json",
            ".claude/settings.json",
            hooks=_settings("claude-code"),
            remark="sessions that are started from now on call it",
        ),
        Wiring(
            "codex",
            "Codex",
            HOMES["codex"],
            "hooks.json",
            ".codex/hooks.json",
            hooks=_settings("codex"),
            remark="Codex asks once whether it may run new hooks: say yes",
        ),
        Wiring(
            "gemini",
            "Gemini CLI",
            HOMES["gemini"],
            "settings.json",
            ".gemini/settings.json",
            hooks=_settings("gemini", milliseconds=True, name="pane"),
            remark="sessions that are started from now on call it",
        ),
        Wiring(
            "pi",
            "Pi",
            HOMES["pi"],
            "extensions/pane.ts",
            ".pi/extensions/pane.ts",
            text=scripts.PI,
            remark="sessions that are started from now on load it",
        ),
        Wiring(
            "opencode",
            "OpenCode",
            HOMES["opencode"],
            "plugins/pane.js",
            ".opencode/plugins/pane.js",
            text=scripts.OPENCODE,
            remark="sessions that are started from now on load it",
        ),
        Wiring(
            "aider",
            "aider",
            Home(".local/bin"),
            "pane-aider",
            "pane-aider",
            text=scripts.AIDER,
            remark="call pane-aider in place of aider",
            is_script=True,
        ),
    )
}


def rendered(wiring: Wiring) -> str:
    """The file as it is where there was none."""
    if wiring.text:
        return wiring.text
    return pretty({"hooks": wiring.hooks})
