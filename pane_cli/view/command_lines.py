"""Shell commands: where a call names one, and which are the same or cover another."""

from __future__ import annotations

import re
from typing import Any

from pane_cli.text.shell import without_folder, without_redirections

#: Argument names under which tools are told a command; the first that is there.
_COMMANDS = ("command", "cmd", "action", "CommandLine", "commands")
_AND = re.compile(r"&&|;")
_QUOTED = re.compile(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
_ASSIGNMENT = re.compile(r"^\w+=")
KEY_CHARS = 300
"""Characters by which commands are told apart."""


def command_line(args: dict[str, Any] | None) -> str:
    """The shell command of a call's arguments; empty where it runs none."""
    if not args:
        return ""
    value = next(filter(None, (args.get(key) for key in _COMMANDS)), None)
    if isinstance(value, dict):
        value = value.get("command")
    if isinstance(value, list):
        parts = [part for part in value if isinstance(part, str)]
        is_shell = len(parts) >= 3 and parts[1] in ("-lc", "-c")
        value = parts[-1] if is_shell else " ".join(parts)
    return value if isinstance(value, str) else ""


def covers(passed: str, failed: str) -> bool:
    """Whether a call that passed shows that a failed one would pass too.

    The same call does, and so does a wider one: the whole suite for one of its tests.

    >>> covers("python -m pytest", "TZ=UTC python -m pytest -q tests/test_clock.py")
    True
    """
    if passed == failed:
        return True
    wide, narrow = _plain_words(passed), _plain_words(failed)
    if len(wide) >= 2 and wide == narrow[: len(wide)]:
        return True
    # Git acts on the repository whatever it is told of it: committing later is enough.
    done, tried = _git_verbs(passed), _git_verbs(failed)
    return bool(tried) and tried <= done


def _git_verbs(line: str) -> set[str]:
    """Subcommands of a line that runs nothing but git; else nothing."""
    before, heredoc, _ = line.partition("<<")
    parts = [part.split() for part in _AND.split(_QUOTED.sub("''", before))]
    if len(line) >= KEY_CHARS and len(parts) > 1 and not heredoc:
        parts.pop()  # it was cut off
    if not all(len(words) > 1 and words[0] == "git" for words in parts):
        return set()
    return {words[1] for words in parts}


def _plain_words(line: str) -> list[str]:
    words = [word for word in line.split() if not _ASSIGNMENT.match(word)]
    return [word for word in words if not word.startswith("-") or word == "-m"]


def command_key(line: str) -> str:
    """What makes two runs the same command: no `cd`, redirection or pipe tail.

    >>> command_key("cd /repo && pytest -q 2>&1 | tail -5")
    'pytest -q'
    """
    line = without_redirections(without_folder(line).split(" | ", 1)[0])
    return " ".join(line.split())[:KEY_CHARS]
