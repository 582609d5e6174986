"""Lines mended: what `--fix` writes in their place.

Only what no reader could use goes, and no line of a session changes its number: what
goes from a session is no line, or stands there already, byte for byte.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from pane_cli.check.watched import without_surrogates
from pane_cli.session.codec import is_readable, kind_of
from pane_cli.session.records import BOM, SAVED, repair
from pane_cli.session.types import ENTRY_KINDS, MARK_KINDS
from pane_cli.session.values import whole

DAMAGED, NULS, TORN, SAVED_ID = "P101", "P102", "P103", "P104"
SURROGATE, RETURNS, MARK = "P105", "P107", "P108"
HEADER_AGAIN, NUMBER_AGAIN, MARK_AGAIN = "P502", "P503", "P507"


class Mended(NamedTuple):
    """A line, and what takes its place."""

    number: int
    old: bytes
    new: bytes
    """The same, other lines, or nothing."""
    ids: tuple[str, ...] = ()
    """The findings that this is for."""

    @property
    def is_changed(self) -> bool:
        """Whether another text takes its place."""
        return self.old != self.new


def mend(
    lines: Iterable[bytes], ids: Collection[str], is_session: bool
) -> Iterator[Mended]:
    r"""Every line, each with its `\n`; `ids` are the findings to mend.

    The file must be one of lines: session lines, else records.
    """
    again = _Again() if is_session else None
    for number, raw in enumerate(lines, 1):
        new, done = raw, list[str]()
        for id, change in _CHANGES:
            changed = change(new) if id in ids else new
            if changed != new:
                new, done = changed, [*done, id]
        rest, id = _kept(new, again)
        if rest != new and id in ids:
            new, done = rest, [*done, id]
        yield Mended(number, raw, new, tuple(done))


def _unmarked(line: bytes) -> bytes:
    while line.startswith(BOM):  # of any line: it may become the first
        line = line[len(BOM) :]
    return line


def _unreturned(line: bytes) -> bytes:
    return line[:-2] + b"\n" if line.endswith(b"\r\n") else line


#: What happens to a line whatever it says.
_CHANGES = ((MARK, _unmarked), (RETURNS, _unreturned), (SURROGATE, without_surrogates))


def _kept(line: bytes, again: _Again | None) -> tuple[bytes, str]:
    """What is kept of a line, and the finding for which the rest goes."""
    body = line.strip(b" \t\r\n").removeprefix(BOM)
    if not body:
        return line, ""
    if again is None:
        return _record(line, body)
    if not is_readable(body):
        inner = body.strip(b"\0")
        if inner != body and inner and is_readable(inner):
            return inner + b"\n", DAMAGED
        return b"", _lost(line, body)
    id = again.id_of(body)
    return (b"", id) if id else (line, "")


def _record(line: bytes, body: bytes) -> tuple[bytes, str]:
    """A line of a transcript."""
    if isinstance(whole(body), dict):
        return line, ""
    found = [one for one in repair(body, 0, 1) if one.value is not None]
    if not found:
        return b"", _lost(line, body)
    if found[0].problem != SAVED:
        return line, ""  # several whole records on a line
    spaced = body.replace(b"\0", b" ")
    saved = (spaced[one.offset : one.offset + one.length] for one in found)
    return b"".join(record + b"\n" for record in saved), SAVED_ID


def _lost(line: bytes, body: bytes) -> str:
    if not line.endswith(b"\n"):
        return TORN
    return DAMAGED if body.strip(b"\0 \t\r") else NULS


class _Again:
    """Lines of the running session that came before, byte for byte."""

    def __init__(self) -> None:
        self._session = b""
        self._seen: set[bytes] = set()

    def id_of(self, body: bytes) -> str:
        """The finding that a repeated line is; nothing for any other."""
        kind = kind_of(body)
        if kind == "session":
            # Behind another session's lines the same header says whose lines follow.
            is_again, self._session = body == self._session, body
            return HEADER_AGAIN if is_again else ""
        key = hashlib.blake2b(self._session + body, digest_size=12).digest()
        if key not in self._seen:
            self._seen.add(key)
            return ""
        if kind in ENTRY_KINDS:
            return NUMBER_AGAIN
        return MARK_AGAIN if kind in MARK_KINDS else ""
