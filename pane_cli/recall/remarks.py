"""What is said of an answer: what of the question is nowhere, what only comes near."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pane_cli.search.engine import Engine
from pane_cli.search.rank import Question
from pane_cli.text.terms import Terms, identifiers

AS_TEXT = "no entry has these words; these have the text itself"
KEPT_OUT = "there are entries with these words, but none that passes the filter"

_PHRASE = re.compile(r'\s*"[^"]*\s[^"]*"\s*')


def has_any(terms: Iterable[str], engine: Engine) -> bool:
    """Whether an entry has any of the terms."""
    return any(engine.frequency(term) for term in terms)


def absent(question: Question, engine: Engine, known: Terms) -> Iterator[str]:
    """Lines that name the words of the question that no entry has, or not whole."""
    missing = [word for word, terms in question.words if not has_any(terms, engine)]
    if missing:
        yield f"no entry has {', '.join(map(repr, missing))}"
    names = (
        name
        for word, _ in question.words
        for name in (() if word in missing else identifiers(word))
    )
    parted = [name for name in names if not engine.frequency(known.of_name(name)[0])]
    if parted:
        said = ", ".join(map(repr, parted))
        yield f"no entry has {said} whole; hits have parts of it"


def of_phrase(text: str) -> Iterator[str]:
    """A line for a question that is all in quotes, which ask for nothing here."""
    if _PHRASE.fullmatch(text):
        yield "searched as words, not as a phrase; --literal finds a text as it is"


def nearest(tier: str, words: Sequence[str]) -> str:
    """A line that names the words that come nearest."""
    shown = ", ".join(words[:5]) + (", ..." if len(words) > 5 else "")
    if tier == "prefix":
        return f"no entry has these words; these have words that begin so: {shown}"
    return f"no entry has these words; the nearest ones: {shown}"
