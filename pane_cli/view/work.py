"""Fold: what was done — files read and written, commands run, failures, commits."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from pane_cli.session.types import Entry
from pane_cli.view.command_lines import KEY_CHARS, command_key, command_line, covers

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
_COMMIT = re.compile(r"^\[([^\s\]]+)[^\]]* ([0-9a-f]{7,40})\] (.+)$", re.MULTILINE)
_MESSAGE = re.compile(
    r"""\s-\w*m\s+(?P<quote>["'])(?P<quoted>(?!\$\().*?)(?:(?P=quote)|$)"""
    r"""|<<-?\s*['"]?\w+['"]?\n(?P<typed>[^\n]+)""",
    re.DOTALL,
)
_HASH = re.compile(r"\W*([0-9a-f]{7,40})\b")
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
        if len(self.line) < KEY_CHARS:
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
            self.commands.append(Command(line[:KEY_CHARS], entry.n))
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


def call_name(entry: Entry, failure: Failure, clean: Callable[[str], str]) -> str:
    """What a failed call is called by, `entry` being the call.

    The secrets go out of the whole command, before it is shortened: half a secret is
    not recognised.
    """
    line = command_line(entry.args)
    return command_key(clean(line)) if line else clean(failure.what)
