"""Fold: what was done — files read and written, commands run, failures, commits."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from pane_cli.session.types import Entry
from pane_cli.text.shell import without_folder, without_redirections

#: Argument names that carry new content: the call writes the file that it names.
WRITES = frozenset(
    (
        "CodeContent",
        "ReplacementChunks",
        "ReplacementContent",
        "code_edit",
        "content",
        "contents",
        "diff",
        "edits",
        "file_text",
        "input",
        "insert_text",
        "new_source",
        "new_str",
        "new_string",
        "newString",
        "newText",
        "new_text",
        "old_string",
        "oldString",
        "oldText",
        "old_text",
        "patch",
    )
)
#: How a patch begins that a command applies: the command writes the files it names.
PATCH = "*** Begin Patch"
#: Argument names under which tools are told a command; the first that is there.
_COMMANDS = ("command", "cmd", "action", "CommandLine", "commands")
_COMMIT = re.compile(r"^\[([^\s\]]+)[^\]]* ([0-9a-f]{7,40})\] (.+)$", re.MULTILINE)
_AND = re.compile(r"&&|;")
_ASSIGNMENT = re.compile(r"^\w+=")
_MESSAGE = re.compile(
    r"""\s-\w*m\s+(?P<quote>["'])(?P<quoted>(?!\$\().*?)(?:(?P=quote)|$)"""
    r"""|<<-?\s*['"]?\w+['"]?\n(?P<typed>[^\n]+)""",
    re.DOTALL,
)
_HASH = re.compile(r"\W*([0-9a-f]{7,40})\b")
_KEY_CHARS = 300
_RECENT = 50
"""Failures that a later success is held against; older ones stay open."""


class FileUse(msgspec.Struct, array_like=True):
    """Entries that read and that wrote a file; calls that failed do not count."""

    path: str
    reads: list[int] = []
    writes: list[int] = []

    @property
    def last(self) -> int:
        """The newest entry that touched it."""
        return max(self.reads[-1:] + self.writes[-1:], default=0)


class Command(msgspec.Struct, array_like=True):
    """A shell command: its call, its result (0: none yet), and how it ended."""

    line: str
    call: int
    result: int = 0
    failed: bool = False
    exit: int | None = None

    @property
    def words(self) -> str:
        """The line; of a long one what surely holds no half of a secret."""
        if len(self.line) < _KEY_CHARS:
            return self.line
        before, _, _ = self.line.rpartition(" ")
        return before


class Failure(msgspec.Struct, array_like=True):
    """A call that failed, and the entry that later showed it fixed (0: open)."""

    what: str
    call: int
    result: int
    fixed: int = 0


class Commit(msgspec.Struct, array_like=True):
    """A commit that a command made."""

    hash: str
    subject: str
    n: int


class _Pending(msgspec.Struct, array_like=True):
    n: int
    tool: str
    what: str
    command: int
    files: tuple[str, ...]
    writes: bool


class Work(msgspec.Struct):
    """All of it; paths are relative to the session's folder where they lie in it."""

    cwd: str = ""
    files: dict[str, FileUse] = {}
    commands: list[Command] = []
    failures: list[Failure] = []
    commits: list[Commit] = []
    pending: dict[str, _Pending] = {}
    """Calls that wait for their result, by call id."""

    def step(self, entry: Entry) -> None:
        """Take one entry in."""
        if entry.kind == "call":
            self._call(entry)
        elif entry.kind == "result":
            self._result(entry)

    def _call(self, entry: Entry) -> None:
        line = command_line(entry.args)
        files = tuple(self.relative(path) for path in entry.files)
        index = -1
        if line:
            index = len(self.commands)
            self.commands.append(Command(line[:_KEY_CHARS], entry.n))
        what = command_key(line) if line else " ".join((entry.tool or "?", *files[:1]))
        writes = PATCH in line or bool(WRITES.intersection(entry.args or ()))
        pending = _Pending(entry.n, entry.tool or "?", what, index, files, writes)
        self.pending[entry.call or f"#{entry.n}"] = pending

    def _result(self, entry: Entry) -> None:
        pending = self.pending.pop(entry.call or "", None)
        if pending is None:
            return
        failed = entry.error or bool(entry.exit)
        if pending.command >= 0:
            command = self.commands[pending.command]
            command.result, command.failed = entry.n, failed
            command.exit = entry.exit
            self._find_commits(command.line, entry)
        if failed:
            self.failures.append(Failure(pending.what, pending.n, entry.n))
            return
        self._fix(pending.what, entry.n)
        for path in pending.files:
            use = self.files.setdefault(path, FileUse(path))
            (use.writes if pending.writes else use.reads).append(pending.n)

    def _fix(self, what: str, n: int) -> None:
        for failure in reversed(self.failures[-_RECENT:]):
            if not failure.fixed and covers(what, failure.what):
                failure.fixed = n

    def _find_commits(self, line: str, entry: Entry) -> None:
        if entry.error or "git commit" not in line:
            return
        printed = list(_COMMIT.finditer(entry.text))
        for match in printed:
            commit = Commit(match.group(2), match.group(3).strip()[:200], entry.n)
            self.commits.append(commit)
        named = None if printed else _MESSAGE.search(line)
        if named is not None:
            message = named.group("quoted") or named.group("typed") or ""
            self.commits.append(_quiet_commit(message, entry))

    def relative(self, path: str) -> str:
        """The path below the session's folder, else as it is."""
        return path[len(self.cwd) + 1 :] if path.startswith(self.cwd + "/") else path

    def open_failures(self) -> list[Failure]:
        """Failures that nothing later fixed, oldest first."""
        return [failure for failure in self.failures if not failure.fixed]


def _quiet_commit(message: str, entry: Entry) -> Commit:
    """A commit that printed nothing: its hash where a log behind it shows one."""
    subject = message.split("\n", 1)[0].strip()[:200]
    for line in entry.text.split("\n"):
        shown = _HASH.match(line)
        if shown and subject and subject in line:
            return Commit(shown.group(1), subject, entry.n)
    return Commit("", subject, entry.n)


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


def call_name(entry: Entry, failure: Failure, clean: Callable[[str], str]) -> str:
    """What a failed call is called by, `entry` being the call.

    The secrets go out of the whole command, before it is shortened: half a secret is
    not recognised.
    """
    line = command_line(entry.args)
    return command_key(clean(line)) if line else clean(failure.what)


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
    parts = [part.split() for part in _AND.split(line.split("<<", 1)[0])]
    if len(line) >= _KEY_CHARS and len(parts) > 1:
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
    return " ".join(line.split())[:_KEY_CHARS]
