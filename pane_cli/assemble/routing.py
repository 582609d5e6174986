"""Routing: what the newest request looks like decides which budget it gets.

    points("please refactor this", turn=31, rules) -> refactor, turn 31

Each sign earns points; the tier that they reach gives a range, and how many hits are
relevant says where in it the budget lies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from pane_cli.assemble.context import Recalled
from pane_cli.rules.routes import Routes, Tier
from pane_cli.text.counts import counted
from pane_cli.view.view import View

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_WORD = re.compile(r"\w+")


class Sign(NamedTuple):
    """Something that a request shows, and what it earns."""

    what: str
    points: int


class Route(NamedTuple):
    """The tier of a request, and its budget."""

    tier: Tier
    signs: tuple[Sign, ...]
    relevant: float
    """Relevant hits, each counted as sure as it is."""
    budget: int
    """Tokens."""

    def __str__(self) -> str:
        earned = ", ".join(sign.what for sign in self.signs) or "no sign"
        points = sum(sign.points for sign in self.signs)
        return (
            f"route {self.tier.name}: {counted(points, 'point')}"
            f" ({earned}), {self.relevant:g} relevant, {self.budget:,} of"
            f" {self.tier.low:,}-{self.tier.high:,} tokens"
        )


def signs(request: str, turn: int, rules: Routes) -> tuple[Sign, ...]:
    """What a request shows, in the order of the rules."""
    words = {word.lower() for word in _WORD.findall(request)}
    found = [Sign(word, 1) for word in rules.words if word.lower() in words]
    found += [
        Sign(f"/{pattern}/", 1)
        for pattern in rules.patterns
        if re.search(pattern, request, re.IGNORECASE)
    ]
    if len(_FENCE.findall(request)) // 2 >= rules.fences:
        found.append(Sign(f"{rules.fences} blocks of code", 2))
    if len(request) > rules.chars:
        found.append(Sign(f"over {rules.chars} characters", 1))
    if turn > rules.turns:
        found.append(Sign(f"turn {turn}", 1))
    return tuple(found)


def tier_of(earned: Iterable[Sign], tiers: Iterable[Tier]) -> Tier | None:
    """The highest tier that the points reach; None where they reach none."""
    points = sum(sign.points for sign in earned)
    reached = [tier for tier in tiers if tier.points <= points]
    return max(reached, key=lambda tier: tier.points) if reached else None


def route(
    request: str, turn: int, scores: Iterable[tuple[float, float]], rules: Routes
) -> Route | None:
    """The route of a request; None where the rules have none for it.

    `scores` are the score of each hit for it, best first, and how sure it is (0 to 1).
    """
    earned = signs(request, turn, rules)
    tier = tier_of(earned, rules.tiers)
    if tier is None:
        return None
    relevant = round(_relevant(list(scores), rules.relevant), 2)
    share = min(relevant / rules.full, 1.0)
    low, high = sorted((tier.low, tier.high))
    return Route(tier, earned, relevant, int(low + (high - low) * share))


def before_newest(view: View) -> frozenset[int]:
    """Entries before the running turn: what a request may be about."""
    running = view.newest
    return frozenset(range(1, running.first)) if running else frozenset()


def returning(
    request: str,
    view: View,
    among: Callable[[str, frozenset[int]], tuple[Recalled, ...]],
    rules: Routes,
) -> tuple[Recalled, ...]:
    """What the newest request finds of what came before it: a topic returns.

    `among` finds a query among some entries.
    """
    earlier = before_newest(view)
    if not request or not earlier:
        return ()
    found = among(request, earlier)
    # Nobody asked for it: only what is near the best hit is worth its place.
    least = rules.relevant * max((hit.score for hit in found), default=0.0)
    return tuple(hit for hit in found if hit.score >= least)


def _relevant(scores: list[tuple[float, float]], least: float) -> float:
    best = max((score for score, _ in scores), default=0.0)
    return sum(sure for score, sure in scores if best and score >= least * best)
