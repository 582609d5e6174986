"""Words that nothing has, and the nearest ones that something has.

    widen(["refres", "tokne"], known) -> Wider("fuzzy", ...)

First those that begin so, then those that a typing error away: what is found by them is
never what was asked for, and is called by its own tier.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from string import ascii_lowercase

from pane_cli.text.terms import Terms

_SHORTEST = 3
"""Letters of a word that others may begin with."""
_SHORTEST_TYPO = 4
"""Letters of a word that may be mistyped; of one with two errors twice as many."""
_MOST = 24
"""Words that stand for one."""


def beginning(term: str, known: Iterable[str]) -> list[str]:
    """Terms that begin with `term`, the shortest first."""
    if len(term) < _SHORTEST and term.isascii():
        return []
    longer = (word for word in known if word != term and word.startswith(term))
    return sorted(longer, key=lambda word: (len(word), word))[:_MOST]


def mistyped(
    term: str, known: Iterable[str], most: int, meant: Set[str] = frozenset()
) -> list[str]:
    """Terms at most `most` typing errors away, the nearest first.

    An error is a letter too many, too few, another one, or two that changed places. The
    first letter is right, and short words allow fewer errors. Those of `meant` are
    one error away, whatever their letters say.
    """
    if not is_mistyped(term, most):
        return []
    most = min(most, len(term) // _SHORTEST_TYPO)
    near = (
        (1 if word in meant else errors(term, word, most), word)
        for word in known
        if word != term
    )
    found = sorted((count, word) for count, word in near if count <= most)
    return [word for count, word in found if count == found[0][0]][:_MOST]


def is_mistyped(term: str, most: int) -> bool:
    """Whether a term may be another one with up to `most` typing errors."""
    return min(most, len(term) // _SHORTEST_TYPO) > 0 and not term.isdigit()


def meant_by(
    words: Iterable[tuple[str, tuple[str, ...]]], terms: Terms
) -> dict[str, frozenset[str]]:
    """By the term of a word: the terms of what is one error away from the word."""
    return {
        own[0]: frozenset(
            term
            for other in one_error_away(word.lower())
            for term in terms.of(other.encode())
        )
        for word, own in words
        if len(own) == 1 and word.isascii() and word.isalpha()
    }


def one_error_away(word: str) -> Iterator[str]:
    """What may have been meant by a word of ASCII letters, real words or not.

    An error in an ending hides it from the stemmer: the stem of `compction` is a letter
    and the ending away from that of `compaction`.
    """
    for i in range(1, len(word) + 1):
        start, rest = word[:i], word[i:]
        yield start + rest[1:]
        yield start + rest[1:2] + rest[:1] + rest[2:]
        for letter in ascii_lowercase:
            yield start + letter + rest
            yield start + letter + rest[1:]


def errors(one: str, other: str, most: int) -> int:
    """Typing errors between two words; any number above `most` where there are more.

    >>> errors("tokne", "token", 2), errors("faliure", "failure", 2)
    (1, 1)
    """
    if abs(len(one) - len(other)) > most or one[:1] != other[:1]:
        return most + 1
    one, other = _different(one, other)
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one):
        last, before, row = before, row, [i + 1]
        for j, mine in enumerate(other):
            cost = min(before[j + 1], row[j]) + 1
            cost = min(cost, before[j] + (letter != mine))
            if last and j and letter == other[j - 1] and one[i - 1] == mine:
                cost = min(cost, last[j - 1] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


def _different(one: str, other: str) -> tuple[str, str]:
    """The two words without what both begin and end with."""
    start = next(_unequal(one, other), min(len(one), len(other)))
    one, other = one[start:], other[start:]
    end = next(_unequal(one[::-1], other[::-1]), min(len(one), len(other)))
    return one[: len(one) - end], other[: len(other) - end]


def _unequal(one: str, other: str) -> Iterator[int]:
    pairs = enumerate(zip(one, other, strict=False))
    return (i for i, (mine, its) in pairs if mine != its)
