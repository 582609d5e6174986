"""Replies that answer nothing: refusals and hedges, told by how they begin.

>>> is_refusal("I’m sorry, but I can't help with that.", ["i cannot help with"])
True
>>> is_refusal("As an aisle seat is free, I booked it.", ["as an ai"])
False
"""

from __future__ import annotations

import re
from collections.abc import Iterable

HEAD = 90
"""Characters of a reply in which it says so, contractions written out."""
_READ = 400
_BETWEEN = re.compile(r"[^\w']+")
_CONTRACTIONS = (
    ("can't", "cannot"),
    ("can not", "cannot"),
    ("won't", "will not"),
    ("n't", " not"),
    ("i'm", "i am"),
    ("i've", "i have"),
    ("i'll", "i will"),
)


def is_refusal(text: str, markers: Iterable[str]) -> bool:
    """Whether a reply begins with one of `markers` (lower case, no contractions)."""
    words = _BETWEEN.sub(" ", text[:_READ].lower().replace("’", "'")).strip()
    for short, long in _CONTRACTIONS:
        words = words.replace(short, long)
    head = f" {words[:HEAD]} "
    return any(f" {marker} " in head for marker in markers)
