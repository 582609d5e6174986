r"""Which lines of a block of bytes may hold a secret: a quick look that misses none.

    list(suspects(b'{"a":1}\n{"b":"AKIA' + b'Q3EGT5XJNPW7Z2MC"}\n'))  ->  [(8, 35)]

Bytes are searched as they stand in a file, so that only what may be a secret has to be
decoded and looked at by `redact.find_secrets`, at twice the speed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from pane_cli.text.secret_kinds import KINDS, Kind

#: The letters of English text and code, the most frequent first; others are rare.
_FREQUENT = "etoansirdlcupm-_:.f2h1g0b/"
_ITEM = re.compile(r"\[[^]]*\]|.")
_BOUND = re.compile(r"\{(\d+),(\d+)\}")
#: What begins a secret that goes on over lines: then all of them are one.
_MANY_LINES = "-----BEGIN "
#: Bytes of a character in UTF-8, at most.
_WIDEST = 4


#: Most names of something secret are counts of tokens: no value has so few digits.
_NO_NUMBER = r"(?!\w{0,40}\\{0,7}\"\s?:\s?\d{1,11}[,}])"
#: Bytes around a secret that patterns look at.
_AROUND = 64


class Trigger(NamedTuple):
    """Where a secret of some kinds may begin."""

    find: Callable[[bytes, int], re.Match[bytes] | None]
    """A search that begins at its rarest letter, which is what makes it fast."""
    back: int
    """Bytes from its first letter to that one."""
    any_case: bool
    kinds: list[tuple[Kind, re.Pattern[bytes]]]


def suspects(block: bytes) -> Iterator[tuple[int, int]]:
    """Where lines that may hold a secret begin and end, in order; each once."""
    if _MANY_LINES.encode() in block:
        yield 0, len(block)
        return
    places: set[int] = set()
    folded = block.lower()
    for trigger in _triggers():
        places.update(_places(trigger, block, folded))
    done = 0
    for place in sorted(places):
        if place >= done:
            start = block.rfind(b"\n", done, place) + 1 or done
            done = block.find(b"\n", place) + 1 or len(block)
            yield start, done


def _places(trigger: Trigger, block: bytes, folded: bytes) -> Iterator[int]:
    searched = folded if trigger.any_case else block
    found = trigger.find(searched, 0)
    while found is not None:
        at = found.start() - trigger.back
        if any(_holds(kind, pattern, block, at) for kind, pattern in trigger.kinds):
            yield at
            # One is enough for a line.
            found = trigger.find(searched, searched.find(b"\n", at) + 1 or len(block))
        else:
            found = trigger.find(searched, found.end())


def _holds(kind: Kind, pattern: re.Pattern[bytes], block: bytes, at: int) -> bool:
    """Whether a secret of a kind begins here."""
    found = pattern.match(block, at)
    if found is None:
        return False
    before = block[max(0, at - _AROUND) : at].decode("utf-8", "surrogateescape")
    rest = block[at : found.end() + _AROUND].decode("utf-8", "surrogateescape")
    match = kind.match(before + rest, len(before))
    return match is not None and kind.accept(match)


@cache
def _triggers() -> list[Trigger]:
    kinds: dict[tuple[str, bool], list[Kind]] = {}
    told = [(letters, kind) for kind in KINDS for letters in kind.triggers]
    for letters, kind in told:
        # What another trigger begins is found with it: `sk-ant-` with `sk-`.
        begins = [one for one, other in told if kind.any_case == other.any_case]
        shortest = min(filter(letters.startswith, begins), key=len)
        kinds.setdefault((shortest, kind.any_case), []).append(kind)
    return [
        _trigger(letters, any_case, found)
        for (letters, any_case), found in kinds.items()
        if letters != _MANY_LINES
    ]


def _trigger(letters: str, any_case: bool, kinds: list[Kind]) -> Trigger:
    items = _ITEM.findall(letters)
    best = max(range(len(items)), key=lambda place: _rarity(items[place]))
    plain = [item if item.startswith("[") else re.escape(item) for item in items]
    behind = f"(?<={''.join(plain)})" if best else ""
    ahead = _NO_NUMBER if any_case else ""
    search = re.compile("".join([*plain[best:], behind, ahead]).encode()).search
    looked_for = [(kind, _in_bytes(kind)) for kind in kinds]
    return Trigger(search, best, any_case, looked_for)


def _rarity(item: str) -> int:
    if item.startswith("["):
        return -1
    place = _FREQUENT.find(item)
    return place if place >= 0 else len(_FREQUENT)


def _in_bytes(kind: Kind) -> re.Pattern[bytes]:
    """The pattern of a kind, for at least what it is for in text."""
    pattern = _BOUND.sub(
        lambda bound: f"{{{bound[1]},{int(bound[2]) * _WIDEST}}}", kind.pattern
    )
    return re.compile(pattern.encode(), re.IGNORECASE if kind.any_case else 0)
