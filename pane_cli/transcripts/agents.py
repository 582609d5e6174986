"""Where agents keep sessions: the tables behind `--discover` and `--list-formats`.

A folder is `~/...`, or begins with one of these:

- `{data}`: $XDG_DATA_HOME, else `~/.local/share`, on every platform
- `{config}`: $XDG_CONFIG_HOME, else `~/.config`
- `{app}`: where programs with windows keep what is theirs: `{config}` on Linux,
  `~/Library/Application Support` on macOS, %APPDATA% on Windows

An agent's own variable names the folder itself.
"""

from __future__ import annotations

from typing import NamedTuple


class Agent(NamedTuple):
    """A format: who writes it, what was seen of it."""

    format: str
    agent: str
    versions: str
    """Of the real files and of others' fixtures that it was tried on; nothing else."""
    elsewhere: str = ""
    """What such files are, where they have no folder of their own."""


class Base(NamedTuple):
    """A folder in which an agent keeps sessions."""

    format: str
    folder: str
    files: str
    """Globs below it, separated by spaces."""
    variable: str = ""
    below: str = ""
    """What follows the folder that the variable names."""
    on: str = ""
    """The one platform where it is kept so."""


AGENTS = (
    Agent("claude-code", "Claude Code", "1.0.98 to 2.1.239"),
    Agent("codex", "Codex CLI", "2025 to 0.149"),
    Agent("pi", "Pi, OpenClaw", "sessions 1 to 3"),
    Agent("oh-my-pi", "oh-my-pi", "sessions 1, fixtures of 3"),
    Agent("gemini", "Gemini CLI", "fixtures to 0.40"),
    Agent("qwen", "Qwen Code", "fixtures of 0.21"),
    Agent("antigravity", "Antigravity CLI", "fixtures"),
    Agent("opencode", "OpenCode", "fixtures, before and since 1.2"),
    Agent("cline", "Cline, Roo Code, Kilo Code", "undated"),
    Agent("aider", "aider", "undated", ".aider.chat.history.md"),
    Agent("copilot", "GitHub Copilot CLI", "fixtures, 0.0.420 to 1.0.77"),
    Agent("vscode-chat", "Copilot Chat in VS Code", "undated"),
    Agent("cursor", "Cursor", "undated, fixtures of databases"),
    Agent("openhands", "OpenHands", "V0", "output.jsonl"),
    Agent(
        "mini-swe-agent",
        "mini-swe-agent",
        "bare lists; 1.1 as described",
        "*.traj.json",
    ),
    Agent("swe-agent", "SWE-agent", "0.x, 1.x", "*.traj"),
    Agent("goose", "Goose", "none, as in its source", "`goose session export`"),
    Agent("continue", "Continue", "CLI; editors as described"),
    Agent("amp", "Amp", "threads to 220"),
    Agent(
        "droid",
        "Factory droid",
        "sessions 2, fixture of 0.81",
        "`droid exec` stream-json",
    ),
    Agent("kimi", "Kimi Code", "protocol 1.4"),
    Agent("grok", "Grok CLI", "a fixture"),
    Agent("grok-export", "grok.com", "a fixture", "the export"),
    Agent("windsurf", "Windsurf", "undated"),
    Agent("chatgpt", "ChatGPT", "fixtures of 2026", "the export's conversations*.json"),
    Agent(
        "claude-ai",
        "claude.ai",
        "none, as described",
        "the export's conversations.json",
    ),
    Agent("sharegpt", "ShareGPT", "FastChat's", "data sets"),
    Agent("langchain", "LangChain", "none, as described", "*.json, *.jsonl"),
    Agent(
        "anthropic-messages",
        "Anthropic Messages API",
        "undated",
        "*.json, *.jsonl, `claude -p` stream-json",
    ),
    Agent("openai-responses", "OpenAI Responses API", "undated", "*.json, *.jsonl"),
    Agent("openai-chat", "OpenAI Chat Completions API", "undated", "*.json, *.jsonl"),
)
"""What pane knows of each format."""

_LINES = "sessions/**/*.jsonl"
_TASKS = "tasks/*/api_conversation_history.json"
_CODE = "{app}/Code/User"
_GOOSE = "sessions/sessions.db sessions/*.jsonl"

BASES = (
    Base("claude-code", "~/.claude", "projects/**/*.jsonl", "CLAUDE_CONFIG_DIR"),
    Base("claude-code", "{config}/claude", "projects/**/*.jsonl"),
    Base("codex", "~/.codex", "sessions/**/*.jsonl*", "CODEX_HOME"),
    Base("codex", "~/.codex", "archived_sessions/**/*.jsonl*", "CODEX_HOME"),
    Base("pi", "~/.pi/agent", _LINES, "PI_CODING_AGENT_DIR"),
    Base("pi", "~/.openclaw", "agents/*/sessions/*.jsonl", "OPENCLAW_STATE_DIR"),
    Base("oh-my-pi", "~/.omp/agent", _LINES),
    Base("gemini", "~/.gemini", "tmp/*/chats/**/*.json*", "GEMINI_CLI_HOME", ".gemini"),
    Base("qwen", "~/.qwen", "projects/*/chats/*.jsonl"),
    Base("antigravity", "~/.gemini/antigravity-cli", "brain/**/transcript.jsonl"),
    Base("opencode", "{data}/opencode", "opencode*.db storage/session/*/*.json"),
    Base("cline", f"{_CODE}/globalStorage/saoudrizwan.claude-dev", _TASKS),
    Base("cline", f"{_CODE}/globalStorage/rooveterinaryinc.roo-cline", _TASKS),
    Base("cline", f"{_CODE}/globalStorage/kilocode.kilo-code", _TASKS),
    Base("cline", "~/.cline/data", "**/*.messages.json"),
    Base("copilot", "~/.copilot", "session-state/**/*.jsonl", "COPILOT_HOME"),
    Base("vscode-chat", _CODE, "workspaceStorage/*/chatSessions/*.json*"),
    Base("cursor", "~/.cursor", "projects/*/agent-transcripts/**/*.jsonl"),
    Base("cursor", "~/.cursor", "chats/*/*/store.db"),
    Base("cursor", "{app}/Cursor/User", "globalStorage/state.vscdb"),
    Base("openhands", "~/.openhands", "sessions/*/events"),
    Base(
        "mini-swe-agent",
        "{app}/mini-swe-agent",
        "*.traj.json",
        "MSWEA_GLOBAL_CONFIG_DIR",
    ),
    Base("goose", "{data}/goose", _GOOSE, "GOOSE_PATH_ROOT", "data"),
    Base("goose", "{app}/Block/goose/data", _GOOSE, on="win32"),
    Base("continue", "~/.continue", "sessions/*-*.json", "CONTINUE_GLOBAL_DIR"),
    Base("amp", "{data}/amp", "threads/T-*.json"),
    Base("droid", "~/.factory", _LINES),
    Base("kimi", "~/.kimi-code", "sessions/**/wire.jsonl", "KIMI_CODE_HOME"),
    Base("kimi", "~/.kimi", "sessions/**/wire.jsonl", "KIMI_SHARE_DIR"),
    Base("grok", "~/.grok", "sessions/**/chat_history.jsonl", "GROK_HOME"),
    Base("windsurf", "~/.windsurf", "transcripts/*.jsonl"),
)
"""Where each agent keeps its sessions, by default and by its variable."""
