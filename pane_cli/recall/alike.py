"""Near-copies push each other down: a page shows different things.

A text is known by the smallest hashes of its runs of three words; two texts are alike
where their smallest hashes are, by any number of words in between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar
from zlib import crc32

from pane_cli.text.pieces import pieces_of

T = TypeVar("T")
Sketch = tuple[int, ...]

WINDOW = 200
"""Of this many best hits, those that are alike give way."""
_READ = 8_000
"""Characters of a text that are looked at."""
_RUN = 3
_SIZE = 64
"""Hashes that stand for a text."""


def spread(
    ranked: Sequence[T],
    sketch_of: Callable[[T], Sketch | None],
    alike: float,
    end: int,
) -> list[T]:
    """The first `end` of `ranked`, those alike to a better one behind the others.

    `alike` is the share of their runs that two texts have in common; 0: all stay. What
    has no sketch goes behind, too. Only as many are looked at as it takes.
    """
    first: list[T] = []
    copies: list[T] = []
    sketches: list[Sketch] = []
    for one in ranked[:WINDOW]:
        if len(first) == end:
            return first
        sketch = sketch_of(one)
        is_copy = alike and any(likeness(sketch or (), s) >= alike for s in sketches)
        if sketch is None or is_copy:
            copies.append(one)
        else:
            first.append(one)
            sketches.append(sketch)
    return [*first, *copies, *ranked[WINDOW:end]][:end]


def sketch(text: str) -> Sketch:
    """The smallest hashes of a text's runs of words, in order."""
    words = pieces_of(text[:_READ].lower())
    if not words:
        return (crc32(text[:_READ].encode("utf-8", "replace")),)
    last = max(len(words) - _RUN, 0)
    runs = {b" ".join(words[i : i + _RUN]) for i in range(last + 1)}
    return tuple(sorted(map(crc32, runs))[:_SIZE])


def likeness(one: Sketch, other: Sketch) -> float:
    """The share of runs that two texts have in common, of all that either has."""
    both, either = set(one).intersection(other), sorted({*one, *other})
    if max(len(one), len(other)) == _SIZE:  # the rest of a long text is not known
        either = either[:_SIZE]
    return sum(value in both for value in either) / len(either)
