"""Requests with the tier that they should get, to see whether routes find it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pane_cli.assemble.routing import signs, tier_of
from pane_cli.evaluate.chance import Chance
from pane_cli.rules.routes import Routes

TIERS = 3
"""Requests are labelled small, medium and large: 0, 1 and 2."""
_FENCE = "\n```\n{}\n```"
_FILES = ("ferry/fares.py", "src/parser.ts", "lib/queue.rs", "app/models/ticket.rb")
_SMALL = (
    "what is in {}?",
    "run the tests of {} again",
    "thanks, now commit {}",
    "rename the first function of {}",
    "yes, go on with {}",
)
_MEDIUM = (
    "review {} and compare it with the version before",
    "debug the start of {} and explain what happens",
    "why do these three give other results in {}?" + _FENCE * 3,
)
_LARGE = (
    "refactor {}, explain the design, and review what depends on it",
    "audit the architecture around {}: debug what fails and optimize the rest",
    "these three disagree, please compare them and find the fault in {}" + _FENCE * 3,
)


class Labelled(NamedTuple):
    """A request and the tier that it should get."""

    text: str
    turn: int
    tier: int


def labelled(count: int, seed: int) -> Iterator[Labelled]:
    """Requests early in a session, of each tier in turn."""
    chance = Chance(seed)
    for number in range(count):
        tier = number % TIERS
        text = chance.one((_SMALL, _MEDIUM, _LARGE)[tier])
        name = chance.one(_FILES)
        yield Labelled(text.replace("{}", name), 1 + chance.below(30), tier)


def right(requests: Iterator[Labelled], rules: Routes) -> int:
    """How many get the tier that they should; the rules must have three."""
    tiers = sorted(rules.tiers, key=lambda tier: tier.points)
    return sum(
        tier_of(signs(one.text, one.turn, rules), tiers) == tiers[one.tier]
        for one in requests
    )
