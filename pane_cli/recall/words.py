"""Where a question's words stand in a text, for the snippet."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pane_cli.recall.patterns import Span
from pane_cli.text.terms import Terms

_ENOUGH = 200_000
"""Characters of one text that are looked at when something was found in them."""


def word_spans(
    asked: Iterable[str], terms: Terms, width: int
) -> Callable[[str], list[Span]]:
    """A function from text to spans: of the stretch with the most different words.

    `width` is how long a stretch may be, in characters.
    """
    wanted = frozenset(asked)

    def spans(text: str) -> list[Span]:
        found: list[tuple[int, int, frozenset[str]]] = []
        for token in terms.tokens(text):
            hit = wanted.intersection(token.terms)
            if hit:
                found.append((token.start, token.end, hit))
            elif found and token.start > _ENOUGH:
                break
        return [(start, end) for start, end, _ in _richest(found, width)]

    return spans


def _richest(
    found: list[tuple[int, int, frozenset[str]]], width: int
) -> list[tuple[int, int, frozenset[str]]]:
    """The first stretch of hits with the most different terms."""
    best: list[tuple[int, int, frozenset[str]]] = []
    most, begin = 0, 0
    counts: dict[str, int] = {}
    for end, (_, stop, terms) in enumerate(found):
        for term in terms:
            counts[term] = counts.get(term, 0) + 1
        while begin < end and stop - found[begin][0] > width:
            for term in found[begin][2]:
                counts[term] -= 1
                if not counts[term]:
                    del counts[term]
            begin += 1
        if len(counts) > most:
            most, best = len(counts), found[begin : end + 1]
    return best
