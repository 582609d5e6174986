"""Which lines of prose tell most: those that add words which are rare in the session.

Prose holds few things that are used again, and in many languages none. The room that
lines with things leave goes to what agent and user said, chosen in the same way: by
its words instead of its things.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pane_cli.assemble.candidates import Candidate, Line
from pane_cli.assemble.digest import Taken, choose
from pane_cli.text.terms import Terms

#: What a word is worth in each further line that has it. Of 1, 0.75, 0.5, 0.25 and 0 on
#: ten chats of LoCoMo and six recorded sessions, the last two hold most of the answers
#: and of the words that are said again; with 0, room may be left.
_AGAIN = 0.25


def fill(
    candidates: Sequence[Candidate], taken: Taken, room: int, language: str
) -> Taken:
    """`taken`, and in `room` more characters the lines of prose that tell most.

    Prose is what agent and user said, no calls; `language` is that of its stems.
    """
    terms = Terms(language)
    said = [
        _in_words(item, taken.get(item.n, ()), terms)
        for item in candidates
        if item.is_said
    ]
    return choose(said, _telling(said), room, (), taken, _AGAIN)


def _in_words(item: Candidate, taken: Sequence[int], terms: Terms) -> Candidate:
    """The entry with words for things, where lines are not taken already."""
    lines = tuple(
        Line(line.text, frozenset(terms.question(line.text) if i not in taken else ()))
        for i, line in enumerate(item.lines)
    )
    return item._replace(named=frozenset(), lines=lines)


def _telling(said: Sequence[Candidate]) -> dict[str, float]:
    """Word to its rarity, which halves from the newest line to the oldest."""
    lines = [line.things for item in said for line in item.lines]
    counts: dict[str, int] = {}
    last: dict[str, int] = {}
    for place, words in enumerate(lines, 1):
        for word in words:
            counts[word] = counts.get(word, 0) + 1
            last[word] = place
    return {
        word: math.log((len(lines) + 1) / count) * 0.5 ** (1 - last[word] / len(lines))
        for word, count in counts.items()
    }
