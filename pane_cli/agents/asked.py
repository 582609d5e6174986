"""What a prompt asks for, as terms."""

from __future__ import annotations

from pane_cli.text.terms import Terms

#: Characters of a prompt, and words of it, that are looked at: a pasted log asks for
#: nothing in particular.
_CHARS = 4_000
_WORDS = 60


def words_of(prompt: str, terms: Terms) -> tuple[str, ...]:
    """The terms of a prompt, without those that every prompt has."""
    return terms.question(prompt[:_CHARS])[:_WORDS]
