"""A mirror: the context as a Markdown file that a person or an agent edits.

    <!-- pane mirror 3f9a2c41 of 7c1e5a90-4d2b, entries to #131, mark 4 -->
    <!-- pane 3f9a2c41 t1 #3-21 -->
    [#3] user: ...
    <!-- pane 3f9a2c41 end -->

The key (`3f9a2c41`) is a hash of all that is shown, and stands nowhere in it: so no
text passes for a header, and a file that shows something else is found out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count
from typing import NamedTuple
from urllib.parse import quote

from pane_cli.errors import PaneError
from pane_cli.evict.blocks import Block

_FIRST = re.compile(
    r"<!-- pane mirror ([0-9a-f]{8}) of (\S+), entries to #(\d+), mark (\d+) -->"
)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
#: What is left of a header that somebody broke.
_LIKE_HEADER = re.compile(r"<!--\s*pane\b|\bpane [0-9a-f]{6,10} (?:t\d|end)")
_END = "end"
_HELP = """\
<!-- The context, a block a turn, oldest first; of the running turn a block a step.
Delete a block: its turn leaves. Rewrite its text: that stands in its place. Write
`restore` as its only text: what left of it comes back. What (stays) never leaves.
Leave the comment lines as they are. Then: {how} -->
"""


class State(NamedTuple):
    """What a mirror was written from."""

    session: str
    last: int
    """The last entry it shows."""
    mark: int
    """The last decision it knows."""


class Found(NamedTuple):
    """The text that stands under a header, and the header's line."""

    line: int
    text: str


class Mirror(NamedTuple):
    """A mirror file as it was read."""

    name: str
    state: State
    key: str
    blocks: dict[str, Found]
    """Label to text, in the order of the file."""
    ignored: tuple[int, ...] = ()
    """Lines outside of any block."""


def session_word(id: str) -> str:
    """A session's id as one word."""
    return quote(id, safe="/:@")


def key_of(state: State, blocks: Iterable[Block]) -> str:
    """Eight digits that stand for all that is shown and are no part of it."""
    import hashlib  # four milliseconds that no other command must pay

    texts = [f"{block.label} {' '.join(block.words)}" for block in blocks]
    seed = "\n".join([*map(str, state), *texts])
    for salt in count():
        source = f"{salt}\n{seed}".encode("utf-8", "replace")
        key = hashlib.sha256(source).hexdigest()[:8]
        if key not in seed:
            return key
    raise AssertionError  # count() has no end


def write(state: State, blocks: list[Block], how: str) -> str:
    """The file; `how` is the command that turns its edits into marks."""
    key = key_of(state, blocks)
    session, last, mark = state
    first = f"<!-- pane mirror {key} of {session}, entries to #{last}, mark {mark} -->"
    parts = [f"{first}\n{_HELP.format(how=how)}"]
    parts += [f"{header(key, block.label)}\n{block.body}\n" for block in blocks]
    return "\n".join([*parts, header(key, _END) + "\n"])


def is_mirror(text: str) -> bool:
    """Whether a text begins as a mirror does."""
    return _FIRST.fullmatch(text.lstrip().split("\n", 1)[0].strip()) is not None


def parse(text: str, name: str) -> Mirror:
    """What stands in the file; raises PaneError where it is damaged."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    start = next((i for i, line in enumerate(lines) if line.strip()), 0)
    match = _FIRST.fullmatch(" ".join(lines[start].split()))
    if match is None:
        raise PaneError(
            f"{name}:{start + 1}: no mirror, or its first line is damaged",
            "write one: pane assemble -s ID --mirror FILE",
        )
    key, session, last, mark = match.groups()
    reading = _Reading(name, key)
    reading.read(lines, start + 1)
    state = State(session, int(last), int(mark))
    return Mirror(name, state, key, reading.blocks, tuple(reading.ignored))


def damaged(name: str, line: int, text: str) -> PaneError:
    """The error for what was a header once."""
    return PaneError(
        f"{name}:{line}: a damaged header: {text.strip()[:60]}",
        "put the line back as it was, or write the mirror anew; nothing was changed",
    )


def looks_like_header(line: str) -> bool:
    """Whether a line may be what is left of a header."""
    return _LIKE_HEADER.search(line) is not None


def header(key: str, label: str) -> str:
    """The line above a block."""
    return f"<!-- pane {key} {label} -->"


class _Reading:
    """One pass over the lines of a file."""

    def __init__(self, name: str, key: str) -> None:
        self.blocks: dict[str, Found] = {}
        self.ignored: list[int] = []
        self._name, self._key = name, key
        self._header = re.compile(rf"<!--\s*pane {key} (.+?)\s*-->")
        self._label = ""
        self._line = 0
        self._body: list[str] = []

    def read(self, lines: list[str], start: int) -> None:
        """Everything behind the first line."""
        for number, line in enumerate(lines[start:], start + 1):
            if self._key not in line:
                self._body.append(line)
                continue
            match = self._header.fullmatch(line.strip())
            if match is None or self._label == _END:
                raise damaged(self._name, number, line)
            self._close(number)
            self._open(" ".join(match.group(1).split()), number)
        if self._label != _END:
            raise PaneError(
                f"{self._name}:{len(lines)}: the last line is missing:"
                f" {header(self._key, _END)}",
                "the file may be cut off: write the mirror anew; nothing was changed",
            )
        self._close(len(lines) + 1)

    def _open(self, label: str, line: int) -> None:
        known = self.blocks.get(label)
        if known is not None:
            raise PaneError(
                f"{self._name}:{line}: {label} stands in line {known.line} already",
                "keep one of the two; nothing was changed",
            )
        self._label, self._line, self._body = label, line, []

    def _close(self, end: int) -> None:
        if self._label not in ("", _END):
            self.blocks[self._label] = Found(self._line, "\n".join(self._body))
        elif _COMMENT.sub("", "\n".join(self._body)).strip():
            self.ignored.append(end - len(self._body))
