"""What Claude Code puts around the user's words, and what it says in their place.

Command wrappers, reminders and notices are notes; only what the user typed is the
user's.
"""

from __future__ import annotations

import re

from pane_cli.session.numbering import Draft, note

_REMINDER = re.compile(r"\s*<system-reminder>.*?</system-reminder>", re.DOTALL)
#: Wrappers that the host writes around what the user did, each the whole text.
_WRAPPER = re.compile(
    r"\s*<(command-(?:name|message|args|contents)|local-command-(?:stdout|stderr|caveat)"
    r"|bash-(?:input|stdout|stderr)|task-notification|user-memory-input"
    r"|ide_(?:opened_file|selection|diagnostics)|tick|user-prompt-submit-hook"
    r"|session-start-hook)(?:\s[^>]*)?>(.*?)</\1>",
    re.DOTALL,
)
_COMMAND_NAME = re.compile(r"<command-name>(.*?)</command-name>", re.DOTALL)
_COMMAND_ARGS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)
_INTERRUPTED = "[Request interrupted by user"
_CAVEAT = "Caveat: The messages below"
_SIGNS = ("<", _INTERRUPTED, _CAVEAT)


def user_text(text: str) -> Draft:
    """What a user record says: the user's words, or a note where the host speaks.

    Wrappers around typed words are dropped; words that merely quote them stay.
    """
    if not any(sign in text for sign in _SIGNS) and text.strip():
        return Draft(kind="text", role="user", text=text)
    stripped = _REMINDER.sub("", text).strip()
    if not stripped:
        return note("reminder" if text.strip() else "empty", text, "user")
    if stripped.startswith(_INTERRUPTED):
        return note("interrupted", stripped, "user")
    if stripped.startswith(_CAVEAT):
        return note("caveat", "", "user")
    rest = stripped
    while match := _WRAPPER.match(rest):
        rest = rest[match.end() :]
    rest = rest.strip()
    if not rest:
        return note("command", _command_line(stripped), "user")
    return Draft(kind="text", role="user", text=text if rest == text.strip() else rest)


def is_reminder(text: str) -> bool:
    """Whether the host says all of it."""
    return "<system-reminder>" in text and not _REMINDER.sub("", text).strip()


def _command_line(text: str) -> str:
    """`/name args` for a slash command, the inner text for other wrappers."""
    name = _COMMAND_NAME.search(text)
    if name is None:
        return "\n".join(m.group(2).strip() for m in _WRAPPER.finditer(text))
    arguments = _COMMAND_ARGS.search(text)
    line = "/" + name.group(1).strip().lstrip("/")
    return f"{line} {arguments.group(1).strip()}".strip() if arguments else line
