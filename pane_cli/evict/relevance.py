"""What turns are about, by their words: what is asked for now, and what is off topic.

Only requests, answers and the names of files have a say; what tools print is large and
holds a bit of everything. Texts are fetched when an eviction is decided, not before.
Whether the topic has changed is told by words, or by an encoder where there is one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from pane_cli.evict.distance import Encode, far
from pane_cli.session.types import Entry
from pane_cli.view.rows import Turn
from pane_cli.view.view import View
from pane_cli.view.view import entries as turn_entries

if TYPE_CHECKING:
    from pane_cli.text.terms import Terms

#: Fewer turns are too little to tell a change of topic.
LEAST_TURNS = 5
#: Words of more turns than this share tell no topic from another.
_FEW = 0.25
_ALWAYS_FEW = 2
#: Times as many turns as the last ones are what they are compared with.
_BEFORE = 3
#: Characters of an entry that are read: what it is about is said at its beginning.
_READ = 4_000

Words = dict[int, frozenset[str]]
"""Turn to its terms."""


class Relevance(NamedTuple):
    """What the words of a session say of its turns."""

    remembered: dict[int, float]
    """Turns that have what the newest request asks for, to the share that they have."""
    off_topic: frozenset[int]
    """Turns on other topics than the last ones, where the topic has changed."""
    drift: float
    """Share of the last turns' telling words that the turns before them lack; by an
    encoder the distance from the nearest of those."""


NOTHING = Relevance({}, frozenset(), 0.0)


def relevance(
    view: View,
    fetch: Callable[[int], Entry],
    terms: Terms,
    encode: Encode | None = None,
) -> Relevance:
    """Relevance and drift of the turns in context, as of the newest request.

    Drift is measured by `encode` where it is given and its encoder has a threshold.
    """
    if view.newest is None:
        return NOTHING
    rules, texts = view.rules.decay, texts_of(view, fetch)
    words = {turn: frozenset(terms.question(text)) for turn, text in texts.items()}
    asked = _asked(view, view.newest, fetch, terms)
    least = rules.drift_by_encoder.get(view.rules.search.encoder)
    if encode is None or least is None:
        drift = drifted(words, rules.drift, rules.drift_turns)
    else:
        drift = _far(texts, encode, least, rules.drift_turns)
    return Relevance(
        remembered(words, asked, view.newest.number, rules.remembered), *drift
    )


def texts_of(view: View, fetch: Callable[[int], Entry]) -> dict[int, str]:
    """Turn to what is said in it and its files, of turns that are in context."""
    paths = _paths(view)
    return {
        turn.number: _text(view, turn, paths, fetch)
        for turn in view.turns
        if any(map(view.is_in, turn_entries(turn)))
    }


def _far(
    texts: dict[int, str], encode: Encode, least: float, last: int
) -> tuple[frozenset[int], float]:
    if len(texts) < LEAST_TURNS:
        return frozenset(), 0.0
    made = encode(list(texts.values()))
    return far(dict(zip(texts, made, strict=True)), least, last, _BEFORE * last)


def remembered(
    words: Words, asked: Iterable[str], newest: int, least: float
) -> dict[int, float]:
    """Earlier turns that have at least a share of what is asked for.

    Terms weigh by their rarity; those that no earlier turn has are nobody's.
    """
    earlier = {turn: found for turn, found in words.items() if turn < newest}
    counts = Counter(term for found in earlier.values() for term in found)
    worth = {
        term: math.log((len(earlier) + 1) / counts[term])
        for term in sorted(set(asked))
        if counts[term]
    }
    whole = math.fsum(worth.values())
    if not whole:
        return {}
    shares = {
        turn: math.fsum(gain for term, gain in worth.items() if term in found) / whole
        for turn, found in earlier.items()
    }
    return {turn: share for turn, share in shares.items() if share >= least}


def drifted(words: Words, least: float, last: int) -> tuple[frozenset[int], float]:
    """Turns off the topic of the `last` ones, and how much of that topic is new.

    Compared are telling words: those of few turns. What the turns just before had,
    three times as many, is not new. No turn is off topic where no more than `least` is
    new; else those are of which the last turns share less than an old topic would.
    """
    turns = [turn for turn in sorted(words) if words[turn]]
    if len(turns) < LEAST_TURNS or len(turns) <= last:
        return frozenset(), 0.0
    counts = Counter(term for turn in turns for term in words[turn])
    most = max(_ALWAYS_FEW, len(turns) * _FEW)
    common = frozenset(term for term, count in counts.items() if count > most)
    told = {turn: words[turn] - common for turn in turns}
    earlier, recent = turns[:-last], _union(told, turns[-last:])
    if not recent:
        return frozenset(), 0.0
    drift = len(recent - _union(told, earlier[-_BEFORE * last :])) / len(recent)
    if drift <= least:
        return frozenset(), drift
    off = (t for t in earlier if len(told[t] & recent) < (1 - least) * len(told[t]))
    return frozenset(off), drift


def _union(words: Words, turns: Iterable[int]) -> frozenset[str]:
    return frozenset[str]().union(*(words[turn] for turn in turns))


def _paths(view: View) -> dict[int, list[str]]:
    """The files that an entry reads or writes."""
    found: dict[int, list[str]] = {}
    for use in view.files:
        for n in (*use.reads, *use.writes):
            found.setdefault(n, []).append(use.path)
    return found


def _text(
    view: View,
    turn: Turn,
    paths: dict[int, list[str]],
    fetch: Callable[[int], Entry],
) -> str:
    """What is said in a turn, and the names of its files."""
    span = turn_entries(turn)
    texts = [
        fetch(n).text[:_READ]
        for n in span
        if view.row(n).kind == "text" and view.is_context(n)
    ]
    texts += dict.fromkeys(path for n in span for path in paths.get(n, ()))
    return "\n".join(texts)


def _asked(
    view: View, turn: Turn, fetch: Callable[[int], Entry], terms: Terms
) -> tuple[str, ...]:
    requests = [n for n in turn.requests if view.is_context(n)]
    return terms.question(fetch(requests[-1]).text[:_READ]) if requests else ()
