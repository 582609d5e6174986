"""The table of transcript formats, in the order in which they are tried.

To add one: write a reader, a rule in `recognise.py`, and a row here. A rule looks at
one record of the first in a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from pane_cli.transcripts import recognise
from pane_cli.transcripts import recognise_agents as agents
from pane_cli.transcripts import recognise_chats as chats
from pane_cli.transcripts.others import OTHERS
from pane_cli.transcripts.reader import Reader
from pane_cli.transcripts.recognise import inside

Record = dict[str, Any]


class Format(NamedTuple):
    """One row: `reader` is `module:class`, imported only when the rule says yes."""

    name: str
    reader: str
    matches: Callable[[Record], bool]
    may_match: Callable[[Record], bool] | None = None
    """A weaker rule, for records that match no format's first one."""
    many: bool = False
    """A line that holds a list of messages is a session of its own."""

    def is_part(self, record: Record) -> bool:
        """Whether a record looks like this format's."""
        if self.matches(record):
            return True
        return self.may_match is not None and self.may_match(record)

    def load(self) -> type[Reader]:
        """The reader class."""
        module, _, name = self.reader.partition(":")
        loaded: type[Reader] = getattr(
            import_module(f"pane_cli.transcripts.{module}"), name
        )
        return loaded


FORMATS: tuple[Format, ...] = (
    Format("codex", "codex:Codex", recognise.is_codex),
    Format("oh-my-pi", "pi:OhMyPi", recognise.is_oh_my_pi),
    Format("pi", "pi:Pi", recognise.is_pi),
    Format("qwen", "qwen:Qwen", agents.is_qwen),
    Format("gemini", "gemini:Gemini", agents.is_gemini),
    Format("antigravity", "antigravity:Antigravity", agents.is_antigravity),
    Format("copilot", "copilot:Copilot", agents.is_copilot),
    Format("vscode-chat", "vscode_chat:VSCodeChat", agents.is_vscode_chat),
    Format("cursor", "cursor:Cursor", agents.is_cursor),
    Format("cline", "cline:Cline", agents.is_cline),
    Format("opencode", "opencode:OpenCode", agents.is_opencode),
    Format("aider", "aider:Aider", agents.is_aider),
    Format("openhands", "openhands:OpenHands", agents.is_openhands, many=True),
    Format(
        "claude-code",
        "claude_code:ClaudeCode",
        recognise.is_claude_code,
        recognise.may_be_claude_code,
    ),
    Format("droid", "droid:Droid", chats.is_droid),
    Format("kimi", "kimi:Kimi", chats.is_kimi),
    Format("grok", "grok:Grok", chats.is_grok),
    Format(
        "grok-export",
        "grok:GrokExport",
        chats.is_grok_export,
        many=True,
    ),
    Format("windsurf", "windsurf:Windsurf", chats.is_windsurf),
    Format("amp", "amp:Amp", chats.is_amp),
    Format("goose", "goose:Goose", chats.is_goose, many=True),
    Format("continue", "continue_dev:Continue", chats.is_continue),
    Format(
        "mini-swe-agent",
        "swe_agent:MiniSweAgent",
        chats.is_mini_swe_agent,
    ),
    Format("swe-agent", "swe_agent:SweAgent", chats.is_swe_agent),
    Format("chatgpt", "chatgpt:ChatGPT", chats.is_chatgpt, many=True),
    Format("claude-ai", "claude_ai:ClaudeAI", chats.is_claude_ai, many=True),
    Format("sharegpt", "sharegpt:ShareGPT", chats.is_sharegpt, many=True),
    Format("langchain", "langchain:LangChain", chats.is_langchain, many=True),
    Format(
        "anthropic-messages",
        "wire:AnthropicMessages",
        recognise.is_anthropic_messages,
        many=True,
    ),
    Format(
        "openai-responses",
        "wire:OpenAIResponses",
        recognise.is_openai_responses,
        many=True,
    ),
    Format(
        "openai-chat",
        "wire:OpenAIChat",
        recognise.is_sure_openai_chat,
        recognise.is_openai_chat,
        many=True,
    ),
)

NAMES = tuple(row.name for row in FORMATS)


def named(name: str) -> Format | None:
    """The row of `--from NAME`."""
    return next((row for row in FORMATS if row.name == name), None)


def sniff(records: Sequence[Record], is_document: bool = False) -> Format | None:
    """The format of the first record that tells; None where it is no format of ours.

    Lines are looked at one by one, so that a file that grows stays what it was; a
    document is there as a whole.
    """
    if is_document or recognise.is_documents_own(records[0]):
        return _told([inner for record in records for inner in inside(record)])[0]
    for record in records:
        row, is_told = _told(inside(record))
        if is_told:
            return row
    return None


def _told(records: Sequence[Record]) -> tuple[Format | None, bool]:
    """What these records say together, and whether they say anything."""
    for record in records:
        if refusal(record) is not None:
            return None, True
        for row in FORMATS:
            if row.matches(record):
                return row, True
    for record in records:
        for row in FORMATS:
            if row.is_part(record):
                return row, True
    return None, False


def refusal(record: Record) -> str | None:
    """What a record is of, where pane does not read it; None where it may be ours."""
    for rule, what in OTHERS:
        if rule(record):
            return what
    return None
