"""What a prompt asks for, as terms."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from pane_cli.text.terms import Terms, identifiers

#: Characters of a prompt, and words of it, that are looked at: a pasted log asks for
#: nothing in particular.
_CHARS = 4_000
_WORDS = 60


class Asking(NamedTuple):
    """The terms of a prompt, and the identifiers that it names."""

    words: tuple[str, ...]
    """Without those that every prompt has."""
    names: dict[str, tuple[str, tuple[str, ...]]]
    """Identifiers, each with its term as a whole, and the terms that it alone has."""


def asking_of(prompt: str, terms: Terms) -> Asking:
    """What a prompt asks for."""
    words = terms.words(prompt[:_CHARS])
    asked = tuple(dict.fromkeys(term for own in words.values() for term in own))
    held = Counter(term for own in words.values() for term in own)
    names = {
        # A dash joins words that are no name: `follow-up`.
        name: (own[0], tuple(term for term in own if held[term] == 1))
        for word in words
        for name in identifiers(word)
        for own in [terms.of_name(name)]
        if "-" not in name
    }
    return Asking(asked[:_WORDS], names)
