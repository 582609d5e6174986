"""Findings in bytes that nobody should have: secrets, where they stand in the file.

The file's own bytes are searched, not what a reader makes of them: what is left out of
a session, as a second copy of a result, leaks just as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from pane_cli.check.faults import Fault, FaultAt, Look
from pane_cli.check.finding import Hit, Spot
from pane_cli.check.limits import Limits
from pane_cli.check.seen import Leak, Seen
from pane_cli.text.redact import Secret, find_secrets

#: Kinds that only the words around them give away; all others have a form of their own.
LIKELY = frozenset(("secret", "bearer-token", "basic-auth", "url-password"))
#: The one kind that goes on over lines, where a file is no JSON.
_MANY_LINES = "private-key"


def looker(limits: Limits) -> Look:
    """What finds the secrets of whole lines.

    All lines are searched at once, which is ten times as fast where they are short,
    and then those alone in which something was found: whether a line holds a secret
    must not depend on the one behind it, nor on how many come at once.
    """

    def find(text: str) -> list[Secret]:
        return find_secrets(text, limits.extra, limits.allow)

    def look(block: bytes, number: int, offset: int) -> Iterator[Fault]:
        text = block.decode("utf-8", "surrogateescape")
        done = 0
        for secret in find(text):
            start = max(text.rfind("\n", 0, secret.start) + 1, done)
            end = text.find("\n", secret.end)
            done = len(text) if end < 0 else end + 1
            place = _Place(text[:start], number, offset)
            if secret.kind == _MANY_LINES and "\n" in text[secret.start : secret.end]:
                yield place.fault(text[start:done], secret, secret.start - start)
                continue
            for line in text[start:done].split("\n"):
                for one in find(line):
                    yield place.fault(line, one, one.start)
                place = place.behind(line)

    return look


class _Place:
    """Where a line begins, as number and offset."""

    def __init__(self, before: str, number: int, offset: int) -> None:
        self.number = number + before.count("\n")
        self.offset = offset + _length(before)

    def behind(self, line: str) -> _Place:
        """The next line's."""
        return _Place(f"{line}\n", self.number, self.offset)

    def fault(self, line: str, secret: Secret, start: int) -> Fault:
        """A secret that begins at a character of this line."""
        value = line[start : start + secret.end - secret.start]
        before = _length(line[:start])
        what = (secret.kind, len(value), _mark(value))
        return Fault("secret", self.number, self.offset + before, before + 1, *what)


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
        for mark, leak in seen.leaks.items():
            if (leak.kind in LIKELY) == is_likely and mark in seen.leaks:
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
    more = f", and in {places:,} more places" if places > 1 else ""
    more = ", and in 1 more place" if places == 1 else more
    what = f"{leak.kind} of {leak.length:,} characters at column {leak.column:,}"
    return Hit(leak.spot, f"{what}{more}: revoke it, it is known to whoever reads this")


def _mark(value: str) -> int:
    body = value.encode("utf-8", "surrogateescape")
    return int.from_bytes(hashlib.blake2b(body, digest_size=8).digest(), "big")
