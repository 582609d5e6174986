"""A file as it was at an entry, from what the session read, wrote and edited.

    pane recall '4d5611e5#120:src/auth.ts'

Word for word, or not at all: an edit of text that nothing showed leaves the file
unknown until it is read or written whole again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pane_cli.errors import PaneError
from pane_cli.recall.annotate import has_failed, is_write, result_of
from pane_cli.recall.edits import changed, read_whole
from pane_cli.session.log import Log
from pane_cli.session.types import Entry
from pane_cli.view.command_lines import command_line

_READS = ("read", "view", "cat", "open", "str_replace")
_CAT = re.compile(
    r"\s*(?:cd [^;&|]+&& *)?cat +(?:-- +)?(['\"]?)([^\s'\"|;&<>$*]+)\1\s*"
)
_MAY_CHANGE = re.compile(
    r"\bgit (?:checkout|restore|reset|stash|pull|merge|rebase|apply|revert)\b"
)
_WRITES_IT = re.compile(
    r">|\b(?:sed|perl) -\w*i|\b(?:mv|cp|rm|tee|patch)\b|--(?:fix|write)\b"
)
_NAMED = 5


class Copy(NamedTuple):
    """What is known of a file at an entry."""

    path: str
    text: str | None
    """None: not known word for word."""
    last: int
    """The entry that read, wrote or changed it last; 0: none."""
    nearest: int
    """The newest entry that shows it, or a part of it; 0: none."""
    doubts: tuple[int, ...] = ()
    """Commands behind the last one that may have changed it."""


def file_at(log: Log, n: int, path: str) -> Copy:
    """The file at entry `n`; raises PaneError where nothing names it up to there."""
    if not 1 <= n <= len(log):
        raise PaneError(f"no entry #{n}", f"entries go from #1 to #{len(log)}")
    paths = _Paths(log)
    path = paths.find(path, n)
    copy = Copy(path, None, 0, 0)
    for call in _calls(log, n):
        result = result_of(call, log)
        if result is not None and result.n <= n and not has_failed(result):
            copy = _step(copy, call, result, paths)
    return copy


def _step(copy: Copy, call: Entry, result: Entry, paths: _Paths) -> Copy:
    """The file after one more call that did what it was to do."""
    args, line = call.args or {}, command_line(call.args)
    if copy.path in paths.of(call):
        if is_write(call) or "*** Begin Patch" in str(args):
            text = changed(args, lambda p: paths.plain(p) == copy.path, copy.text)
            shown = call.n if text is not None else copy.nearest
            return Copy(copy.path, text, call.n, shown)
        if (call.tool or "").lower().startswith(_READS):
            return _read(copy, result, read_whole(args, result.text))
    printed = _CAT.fullmatch(line)
    if printed and paths.plain(printed.group(2)) == copy.path:
        return _read(copy, result, result.text)
    if line and copy.last:
        name = copy.path.rpartition("/")[2]
        if _MAY_CHANGE.search(line) or (name in line and _WRITES_IT.search(line)):
            return copy._replace(doubts=(*copy.doubts, call.n))
    return copy


def _read(copy: Copy, result: Entry, text: str | None) -> Copy:
    if text is None:  # a part
        return copy._replace(nearest=result.n, last=copy.last or result.n)
    return Copy(copy.path, text, result.n, result.n)


def _calls(log: Log, last: int) -> Iterator[Entry]:
    return (call for call in log.calls(1, b"") if call.n <= last)


class _Paths:
    """Paths of a session, relative to its folder where they lie in it."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._folder = (log.header.cwd or "").rstrip("/") + "/"

    def plain(self, path: str) -> str:
        return path.removeprefix(self._folder).removeprefix("./")

    def of(self, call: Entry) -> tuple[str, ...]:
        return tuple(map(self.plain, call.files))

    def find(self, path: str, last: int) -> str:
        """The path that is meant: itself, or the one path here that ends so."""
        wanted = self.plain(path)
        known: dict[str, None] = {}
        for call in _calls(self._log, last):
            known.update(dict.fromkeys(self.of(call)))
            shown = _CAT.fullmatch(command_line(call.args))
            if shown:
                known[self.plain(shown.group(2))] = None
        if wanted in known:
            return wanted
        found = [other for other in known if other.endswith(f"/{wanted}")]
        if len(found) == 1:
            return found[0]
        names = ", ".join((found or list(known))[:_NAMED]) or "none"
        if found:
            raise PaneError(f"{path} may be {len(found)} files", f"say which: {names}")
        raise PaneError(f"nothing up to #{last} names {path}", f"files there: {names}")
