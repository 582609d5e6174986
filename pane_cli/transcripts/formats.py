"""The table of transcript formats, in the order in which they are tried.

To add one: write a reader, add a row here. A rule looks at the first records of a file
and says whether they are its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from pane_cli.transcripts.reader import Reader

Records = Sequence[dict[str, Any]]


class Format(NamedTuple):
    """One row: `reader` is `module:class`, imported only when the rule says yes."""

    name: str
    reader: str
    matches: Callable[[Records], bool]
    many: bool = False
    """Each line of the file is a session of its own."""

    def load(self) -> type[Reader]:
        """The reader class."""
        module, _, name = self.reader.partition(":")
        loaded: type[Reader] = getattr(
            import_module(f"pane_cli.transcripts.{module}"), name
        )
        return loaded


_CLAUDE_TYPES = {
    "user",
    "assistant",
    "system",
    "summary",
    "progress",
    "file-history-snapshot",
    "queue-operation",
    "attachment",
    "custom-title",
    "ai-title",
    "last-prompt",
}
_CLAUDE_KEYS = (
    "parentUuid",
    "isSidechain",
    "leafUuid",
    "sessionId",
    "isSnapshotUpdate",
)


def _type(record: dict[str, Any]) -> str:
    kind = record.get("type")
    return kind if isinstance(kind, str) else ""


def _claude_code(records: Records) -> bool:
    return any(
        _type(record) in _CLAUDE_TYPES
        and any(key in record for key in _CLAUDE_KEYS)
        and "payload" not in record
        and not _has_parts(record)
        for record in records
    )


def _has_parts(record: dict[str, Any]) -> bool:
    """Qwen Code writes Claude's envelope with Gemini's `parts` inside."""
    message = record.get("message")
    return isinstance(message, dict) and "parts" in message


FORMATS: tuple[Format, ...] = (
    Format("claude-code", "claude_code:ClaudeCode", _claude_code),
)

NAMES = tuple(row.name for row in FORMATS)


def named(name: str) -> Format | None:
    """The row of `--from NAME`."""
    return next((row for row in FORMATS if row.name == name), None)


def sniff(records: Records) -> Format | None:
    """The first format whose rule knows these records."""
    return next((row for row in FORMATS if row.matches(records)), None)
