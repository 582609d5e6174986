"""Find credentials in text and put a name in their place.

    redact("key: AKIA" + "Q3EGT5XJNPW7Z2MC")  ->  "key: [redacted:aws-key]"

Text without a trigger of any kind costs one search a trigger, about 50 MB/s in all.
Commit hashes, UUIDs, checksums and placeholders stay. Redacting twice changes nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pane_cli.text.secret_kinds import KINDS, Kind, group_of

REDACTED = "[redacted:"

PASSES = 4
"""What is left of two overlapping secrets can look like one: redaction goes over its
own result until that stands, this often at most."""


def _finder(trigger: str) -> Callable[[str, int], int]:
    """Return what finds the next place of a trigger, -1 where there is none."""
    if "[" not in trigger:
        return lambda text, at: text.find(trigger, at)
    search = re.compile(trigger).search

    def find(text: str, at: int) -> int:
        found = search(text, at)
        return found.start() if found else -1

    return find


_TRIGGERS = [
    (trigger.partition("[")[0], _finder(trigger), kind, kind.any_case)
    for kind in KINDS
    for trigger in kind.triggers
]
"""(letters it begins with, what finds it, its kind, whether in text in lower case)."""


class Secret(NamedTuple):
    """Where a secret of one kind stands: `text[start:end]`."""

    kind: str
    start: int
    end: int


def find_secrets(
    text: str,
    extra: Sequence[tuple[str, str]] = (),
    allow: Sequence[str] = (),
    disabled: Collection[str] = (),
) -> list[Secret]:
    """Return the secrets in `text`, in order, none overlapping another.

    `extra` are the user's kinds, (name, regex), tried after the built-in ones; the
    group `secret`, else the whole match, is the secret. What a regex of `allow` is
    found in is none; `^` is its first character. `disabled` names built-in kinds to
    leave out. Raises `re.error` for a regex that does not compile.
    """
    found = [
        *_built_in(text, disabled),
        *(hit for name, regex in extra for hit in _user_hits(text, name, regex)),
    ]
    if not found:
        return []
    allowed = [_compiled(regex) for regex in allow]
    return _apart(
        hit
        for hit in found
        if not any(regex.search(text[hit.start : hit.end]) for regex in allowed)
    )


def redact(
    text: str,
    extra: Sequence[tuple[str, str]] = (),
    allow: Sequence[str] = (),
    disabled: Collection[str] = (),
) -> str:
    """Return `text` with `[redacted:KIND]` in place of each of its secrets."""
    for _ in range(PASSES):
        secrets = find_secrets(text, extra, allow, disabled)
        if not secrets:
            break
        text = _replaced(text, secrets)
    return text


def _replaced(text: str, secrets: Sequence[Secret]) -> str:
    parts: list[str] = []
    end = 0
    for secret in secrets:
        parts += text[end : secret.start], f"{REDACTED}{secret.kind}]"
        end = secret.end
    return "".join([*parts, text[end:]])


def _built_in(text: str, disabled: Collection[str]) -> Iterator[Secret]:
    folded = _folded(text)
    for letters, find, kind, any_case in _TRIGGERS:
        searched = folded if any_case else text
        if letters in searched and kind.name not in disabled:
            yield from _kind_hits(text, searched, find, kind)


def _kind_hits(
    text: str, searched: str, find: Callable[[str, int], int], kind: Kind
) -> Iterator[Secret]:
    at = find(searched, 0)
    while at >= 0:
        match = kind.match(text, at)
        is_secret = match is not None and kind.accept(match)
        if match and is_secret:
            yield _secret(kind.name, match)
        # A name can follow a name, but what a prefix begins is one word.
        past = match and (is_secret or not kind.any_case)
        at = find(searched, match.end() if match and past else at + 1)


def _folded(text: str) -> str:
    """Return `text` with A to Z in lower case and all the rest where it was."""
    if text.isascii():
        return text.lower()
    raw = text.encode("utf-8", "surrogatepass")
    return raw.lower().decode("utf-8", "surrogatepass")


def _user_hits(text: str, name: str, regex: str) -> Iterator[Secret]:
    for match in _compiled(regex).finditer(text):
        hit = _secret(name, match)
        if hit.end > hit.start and REDACTED not in text[hit.start : hit.end]:
            yield hit


def _secret(name: str, match: re.Match[str]) -> Secret:
    start, end = match.span(group_of(match))
    return Secret(name, start, end)


def _apart(found: Iterable[Secret]) -> list[Secret]:
    """Return the hits that overlap no earlier hit, by where they stand."""
    taken: list[Secret] = []
    for hit in found:
        place = bisect_left(taken, hit.start, key=lambda one: one.start)
        after = place == len(taken) or hit.end <= taken[place].start
        if after and (place == 0 or taken[place - 1].end <= hit.start):
            taken.insert(place, hit)
    return taken


@lru_cache(maxsize=64)
def _compiled(regex: str) -> re.Pattern[str]:
    return re.compile(regex)
