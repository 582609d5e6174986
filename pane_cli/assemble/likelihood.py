"""How likely a thing is to be needed again, and so what it is worth.

A logistic model over what the session shows of a thing: how often the agent used it
and tools printed it, how long ago, what sort of thing it is, and how many others it
shared its entries with. Its weights are rules; `pane evaluate tune` fits them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pane_cli.assemble.candidates import Candidate
from pane_cli.assemble.things import sort_of
from pane_cli.rules.schema import Likelihood

#: A thing alone in its entry has this density: so that logarithms tell them apart.
_DENSITY = 20


class Uses(NamedTuple):
    """Where a thing occurred, counted in entries; `last` and `last_own` are indexes."""

    own: int
    printed: int
    last: int
    last_own: int
    """-1: the agent never used it."""
    density: float
    """Sum over its entries of one in as many things as they hold."""


def uses(candidates: Sequence[Candidate]) -> dict[str, Uses]:
    """What a session's entries, in order, show of each thing."""
    own: dict[str, int] = {}
    printed: dict[str, int] = {}
    last: dict[str, int] = {}
    last_own: dict[str, int] = {}
    density: dict[str, float] = {}
    for index, item in enumerate(candidates):
        share = 1 / (1 + len(item.things))
        counts = own if item.own else printed
        for thing in item.things:
            counts[thing] = counts.get(thing, 0) + 1
            last[thing] = index
            density[thing] = density.get(thing, 0.0) + share
            if item.own:
                last_own[thing] = index
    return {
        thing: Uses(
            own.get(thing, 0),
            printed.get(thing, 0),
            last[thing],
            last_own.get(thing, -1),
            density[thing],
        )
        for thing in last
    }


def features(thing: str, used: Uses, count: int) -> Iterator[tuple[str, float]]:
    """The name of each weight, and what it is multiplied by, after `count` entries."""
    yield "own", math.log1p(used.own)
    yield "printed", math.log1p(used.printed)
    yield "age", math.log1p(count - used.last)
    never = math.log1p(count) + 1
    yield (
        "age_own",
        math.log1p(count - used.last_own) if used.last_own >= 0 else never,
    )
    sort = sort_of(thing)
    if sort != "name":
        yield sort, 1.0
    yield "length", math.log1p(len(thing))
    yield "density", math.log1p(_DENSITY * used.density)


def likelihood(thing: str, used: Uses, count: int, weights: dict[str, float]) -> float:
    """The chance, between 0 and 1, that the thing is needed after `count` entries."""
    score = weights["base"]
    for name, value in features(thing, used, count):
        score += weights[name] * value
    return 1 / (1 + math.exp(-score)) if score > -700 else 0.0


def worth(candidates: Iterable[Candidate], rules: Likelihood) -> dict[str, float]:
    """Thing to its worth: the chance that it is needed, times its rarity."""
    items = list(candidates)
    count = len(items)
    weights = {name: getattr(rules, name) for name in rules.__struct_fields__}
    return {
        thing: likelihood(thing, used, count, weights)
        * math.log((count + 1) / (used.own + used.printed))
        * (rules.commands if thing[0] == "$" else 1.0)
        for thing, used in uses(items).items()
    }
