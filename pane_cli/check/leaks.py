"""Findings in bytes that nobody should have: secrets, where they stand in the file.

The file's own bytes are searched, not what a reader makes of them: what is left out of
a session, as a second copy of a result, leaks just as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

from pane_cli.check.faults import Fault, FaultAt
from pane_cli.check.finding import Hit, Spot
from pane_cli.check.limits import Limits
from pane_cli.check.seen import Leak, Seen
from pane_cli.text.redact import find_secrets

#: Kinds that only the words around them give away; all others have a form of their own.
LIKELY = frozenset(("secret", "bearer-token", "basic-auth", "url-password"))

Look = Callable[[bytes, int, int], Iterator[Fault]]


def looker(limits: Limits) -> Look:
    """What finds the secrets of a line, given its number and offset."""

    def look(line: bytes, number: int, offset: int) -> Iterator[Fault]:
        text = line.decode("utf-8", "surrogateescape")
        for secret in find_secrets(text, limits.extra, limits.allow):
            value = text[secret.start : secret.end]
            before = len(text[: secret.start].encode("utf-8", "surrogateescape"))
            yield Fault(
                "secret",
                number,
                offset + before,
                before + 1,
                secret.kind,
                len(value),
                _mark(value),
            )

    return look


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
