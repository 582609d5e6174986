"""Findings in bytes that nobody should have: secrets, where they stand in the file.

The file's own bytes are searched, not what a reader makes of them: what is left out of
a session, as a second copy of a result, leaks just as well.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pane_cli.check.faults import Fault, FaultAt, Look
from pane_cli.check.finding import Hit, Spot
from pane_cli.check.limits import Limits
from pane_cli.check.seen import Leak, Seen
from pane_cli.text.counts import counted
from pane_cli.text.redact import Secret, find_secrets
from pane_cli.text.suspects import suspects

#: Kinds that only the words around them give away; all others have a form of their own.
LIKELY = frozenset(("secret", "bearer-token", "basic-auth", "url-password"))
#: The one kind that goes on over lines, where a file is no JSON.
_MANY_LINES = "private-key"


def looker(limits: Limits) -> Look:
    """What finds the secrets of whole lines.

    Lines are decoded where their bytes may hold one. Each is searched alone: whether a
    line holds a secret must not depend on the one behind it, nor on how many come at
    once. A whole block, where a key may go on over lines or for kinds of the user's, is
    searched at once before that, which is far faster where lines are short.
    """

    def find(text: str) -> list[Secret]:
        return find_secrets(text, limits.extra, limits.allow)

    def look(block: bytes, number: int, offset: int) -> Iterator[Fault]:
        spans = [(0, len(block))] if limits.extra else suspects(block)
        done = 0
        for start, end in spans:
            number += block.count(b"\n", done, start)
            done = start
            text = block[start:end].decode("utf-8", "surrogateescape")
            place = _Place(number, offset + start)
            if "\n" in text[:-1]:
                yield from in_lines(text, place)
            else:
                yield from _in_line(text, find(text), place)

    def in_lines(text: str, place: _Place) -> Iterator[Fault]:
        done = 0
        for secret in find(text):
            if secret.start < done:
                continue  # of a line that was searched
            start = text.rfind("\n", done, secret.start) + 1 or done
            place = place.behind(text[done:start])
            done = text.find("\n", secret.end) + 1 or len(text)
            if secret.kind == _MANY_LINES and "\n" in text[secret.start : secret.end]:
                before = _length(text[start : secret.start])
                yield place.fault(text[secret.start : secret.end], secret.kind, before)
                place = place.behind(text[start:done])
                continue
            for line in io.StringIO(text[start:done], newline="\n"):
                yield from _in_line(line, find(line), place)
                place = place.behind(line)

    return look


def _in_line(line: str, secrets: Iterable[Secret], place: _Place) -> Iterator[Fault]:
    at = before = 0
    for secret in secrets:
        before += _length(line[at : secret.start])
        at = secret.start
        yield place.fault(line[secret.start : secret.end], secret.kind, before)


class _Place(NamedTuple):
    """Where a line begins."""

    number: int
    offset: int

    def behind(self, text: str) -> _Place:
        """The line behind whole lines."""
        return _Place(self.number + text.count("\n"), self.offset + _length(text))

    def fault(self, value: str, kind: str, before: int) -> Fault:
        """A secret that stands behind so many bytes of this line."""
        at = (self.number, self.offset + before, before + 1)
        return Fault("secret", *at, kind, len(value), _mark(value))


def _length(text: str) -> int:
    """Bytes of a text."""
    return len(text if text.isascii() else text.encode("utf-8", "surrogateescape"))


def leaked_key(item: FaultAt | None, seen: Seen) -> Iterator[Hit]:
    """Those of a kind with a form of its own, each once, at the end."""
    yield from _leaks(item, seen, is_likely=False)


def likely_secret(item: FaultAt | None, seen: Seen) -> Iterator[Hit]:
    """Those that the words around them give away, each once, at the end."""
    yield from _leaks(item, seen, is_likely=True)


def _leaks(item: FaultAt | None, seen: Seen, is_likely: bool) -> Iterator[Hit]:
    if item is None:
        for leak in seen.leaks.values():
            if (leak.kind in LIKELY) == is_likely:
                yield _hit(leak)
        return
    fault, n = item
    if (fault.what in LIKELY) != is_likely:
        return
    known = seen.leaks.get(fault.mark)
    if known is not None:
        seen.leaks[fault.mark] = known._replace(times=known.times + 1)
        return
    spot = Spot(fault.line, n, fault.offset)
    seen.leaks[fault.mark] = Leak(fault.what, spot, fault.column, fault.many, 1)


def _hit(leak: Leak) -> Hit:
    places = leak.times - 1
    more = f", and in {counted(places, 'more place')}" if places else ""
    what = f"{leak.kind} of {leak.length:,} characters at column {leak.column:,}"
    return Hit(leak.spot, f"{what}{more}: revoke it, it is known to whoever reads this")


def _mark(value: str) -> int:
    body = value.encode("utf-8", "surrogateescape")
    return int.from_bytes(hashlib.blake2b(body, digest_size=8).digest(), "big")
