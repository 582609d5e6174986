"""aider's chat history cut into chats, and a chat into pieces.

A line `# aider chat started at TIME` begins a chat, `#### ` what the user typed, `> `
what aider says; other lines are the model's. Answers quote such lines too: inside a
fence, and where no blank line is before, they are the answer's own. A fence counts
where it is closed, so an answer that was interrupted does not swallow what follows.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

STARTED = re.compile(
    r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)[ \t\r]*\n\Z"
)
_UNCLOSED = -1
_FENCE = re.compile(r"(`{3,})([^`\n]*)\n?\Z")


class Piece(NamedTuple):
    """Lines of one speaker, exactly as they are."""

    kind: str
    """start, user, notice or answer."""
    text: str
    started: str | None = None


class Chat(NamedTuple):
    """One chat of a history."""

    name: str
    """When it began, and its place among those of the same second."""
    lines: list[str]
    is_last: bool

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(self.lines)

    @property
    def has_words(self) -> bool:
        """Whether the user typed anything: aider is often started and left."""
        return any(line.startswith("####") for line in self.lines)


def chats(text: str) -> list[Chat]:
    """The chats of a history, in order; what precedes the first is one too."""
    lines = _lines(text)
    starts = list(_starts(lines))
    bounds = sorted({0, *starts, len(lines)})
    seen: dict[str, int] = {}
    found = []
    for first, last in itertools.pairwise(bounds):
        match = STARTED.match(lines[first])
        name = match.group(1).replace(" ", "T").replace(":", "-") if match else "start"
        seen[name] = seen.get(name, 0) + 1
        name = f"{name}.{seen[name]}" if seen[name] > 1 else name
        found.append(Chat(name, lines[first:last], last == len(lines)))
    return found


def _lines(text: str) -> list[str]:
    r"""Lines by `\n` only."""
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _starts(lines: list[str]) -> Iterator[int]:
    """The lines with which chats begin, none of them in a fence."""
    n = 0
    while n < len(lines):
        if _begins(lines, n):
            yield n
        end = _closes(lines, n)
        if end is None:
            return  # a fence that may still be closed
        n = n + 1 if end == _UNCLOSED else end + 1


def _begins(lines: list[str], n: int) -> bool:
    is_free = n == 0 or not lines[n - 1].strip()
    return lines[n].startswith("# aider") and is_free and bool(STARTED.match(lines[n]))


def pieces(chat: Chat, final: bool) -> Iterator[Piece]:
    """The pieces of a chat; all of its text, in order.

    Unless `final`, the last piece of the last chat may go on, and is not yielded.
    """
    is_open = chat.is_last and not final
    lines = chat.lines[:-1] if is_open and _is_torn(chat.lines) else chat.lines
    start, kind, n = 0, "answer", 0
    while n < len(lines):
        end = _closes(lines, n)
        if end is None and is_open:
            return  # a fence that may still be closed
        new = _kind(lines, n, kind)
        is_next = new == "user" and lines[n].strip() and not lines[n - 1].strip()
        if (new != kind or is_next) and n > start:
            yield _piece(kind, lines[start:n])
            start = n
        kind = new
        n = end + 1 if end is not None and end != _UNCLOSED else n + 1
    if start < len(lines) and not is_open:
        yield _piece(kind, lines[start:])


def _is_torn(lines: list[str]) -> bool:
    return bool(lines) and not lines[-1].endswith("\n")


def _piece(kind: str, lines: list[str]) -> Piece:
    match = STARTED.match(lines[0]) if kind == "start" else None
    return Piece(kind, "".join(lines), match.group(1) if match else None)


def _kind(lines: list[str], n: int, last: str) -> str:
    line = lines[n]
    if n == 0 and (STARTED.match(line) or line.startswith("-*-")):
        return "start"  # the first line may be one for the editor
    is_free = n == 0 or last != "answer" or not lines[n - 1].strip()
    for kind, sign in (("user", "####"), ("notice", ">")):
        is_marked = line.startswith((sign + " ", sign + "\n"))
        if is_marked and is_free:
            return kind
    if not line.strip():
        return last  # a blank line belongs to what is before it
    return "answer"


def _closes(lines: list[str], n: int) -> int | None:
    """The line that closes a fence which opens at `n`.

    _UNCLOSED where none opens, or another or a chat begins first; None where the text
    ends before it is told.
    """
    opening = _FENCE.match(lines[n])
    if opening is None:
        return _UNCLOSED
    ticks = len(opening.group(1))
    for end in range(n + 1, len(lines)):
        if _begins(lines, end):
            behind = lines[end + 1 : end + 3]
            if len(behind) < 2:
                return None
            if not behind[0].strip() and behind[1].startswith(">"):
                return _UNCLOSED  # aider says how it was started
        found = _FENCE.match(lines[end])
        if found is not None and len(found.group(1)) >= ticks:
            return _UNCLOSED if found.group(2).strip() else end
    return None
