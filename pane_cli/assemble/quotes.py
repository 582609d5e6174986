"""The user's requests that are not whole, in their own words."""

from __future__ import annotations

from collections.abc import Container

from pane_cli.assemble.candidates import Candidate
from pane_cli.assemble.context import Show, Shown

#: A request past this is quoted by its beginning; its address gives the rest.
_QUOTED_CHARS = 1_200
_QUOTED_LINES_CHARS = 620


def quoted(
    requests: Container[int], hidden: list[Candidate], room: int, asked: int
) -> Show:
    """Requests among `hidden` that fit `asked` characters: the first, then newest.

    The first may take half of the `room` that there is for requests and all else.
    """
    older = [item for item in hidden if item.n in requests]
    quotes: Show = {}
    left = min(asked, room)
    # What the session began with holds its constraints: it goes first.
    for item in [*older[:1], *older[:0:-1]]:
        texts = [line.text for line in item.lines]
        if sum(map(len, texts)) > _QUOTED_CHARS:
            texts = _beginning(texts)
        quote = Shown(item.head, tuple(texts))
        if quote.cost() <= (max(left, room // 2) if item is older[0] else left):
            quotes[item.n] = quote
            left -= quote.cost()
    return quotes


def _beginning(texts: list[str]) -> list[str]:
    kept: list[str] = []
    for text in texts:
        if sum(map(len, kept)) > _QUOTED_LINES_CHARS:
            return [*kept, "…"]
        kept.append(text)
    return kept
