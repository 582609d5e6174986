"""Stemmers by script: which one a word gets, and where they come from."""

from __future__ import annotations

from collections.abc import Callable

#: First code point after a script, and the stemmer of its words.
_SCRIPTS = (
    (0x370, ""),
    (0x400, "greek"),
    (0x530, "russian"),
    (0x590, "armenian"),
    (0x600, ""),
    (0x750, "arabic"),
    (0x900, ""),
    (0x980, "hindi"),
    (0xB80, ""),
    (0xC00, "tamil"),
)


_CHANGED_WHOLE = 4
"""Letters of the stems that `-ying` becomes."""


def language_of(first: str, latin: str) -> str:
    """The stemmer for words that begin with this letter; empty: none."""
    code = ord(first) if first else 0
    if code < 0x250:
        return latin
    for end, language in _SCRIPTS:
        if code < end:
            return language
    return latin if 0x1E00 <= code < 0x1F00 else ""


def stemmer(language: str) -> Callable[[str], str]:
    """The stemmer of a language; PyStemmer answers where it is installed."""
    import snowballstemmer

    if language == "none":
        return str
    found = snowballstemmer.stemmer(language)
    if hasattr(found, "maxCacheSize"):
        found.maxCacheSize = 0  # `Terms` remembers more, and whole tokens
    stem: Callable[[str], str] = found.stemWord
    return stem


def needle(stem: str, language: str) -> str | None:
    """What every ASCII word with this stem has in it, in lower case; None: not known.

    An English stem ends as its words do, but for `y`, a silent `e`, and `possibility`;
    only `dying` and its like, and `skies`, change before that.
    """
    if language == "none":
        return stem
    if language != "english":
        return None
    if stem.endswith("ie") and len(stem) <= _CHANGED_WHOLE:
        return stem[:-2]
    if stem == "sky":
        return "sk"
    if stem.endswith(("e", "i", "y", "bl")):
        return stem[:-1]
    return stem


def languages() -> tuple[str, ...]:
    """Names that `recall.language` may have."""
    import snowballstemmer

    return ("none", *sorted(snowballstemmer.algorithms()))
