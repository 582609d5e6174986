"""Knobs of routes: which budget a request gets, and how sure its candidates are."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pane_cli.rules.knobs import Count, Regex, Share, TokenCount


class Tier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A range of budgets, for requests with so many points or more."""

    name: Annotated[str, Meta(description="What `--explain` calls it.")]
    points: Annotated[Count, Meta(description="From so many points on.")]
    low: Annotated[TokenCount, Meta(description="Budget where nothing is relevant.")]
    high: Annotated[
        TokenCount, Meta(description="Budget where `routes.full` hits are relevant.")
    ]


class Routes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Budgets by what the newest request looks like, where none is asked for.

    A request earns points for its words, length, code and place in the session; of the
    tiers that it reaches, the one with the most points is its route.
    """

    tiers: Annotated[
        tuple[Tier, ...],
        Meta(description="Budgets by points; empty: `assemble.budget` for all."),
    ] = ()
    words: Annotated[
        tuple[str, ...], Meta(description="Words that earn a point each, once.")
    ] = (
        "refactor",
        "architecture",
        "debug",
        "explain",
        "analyze",
        "compare",
        "design",
        "optimize",
        "review",
        "audit",
    )
    patterns: Annotated[
        tuple[Regex, ...], Meta(description="Regexes that earn a point each, any case.")
    ] = ()
    chars: Annotated[
        Count,
        Meta(description="Longer requests earn a point.", extra={"unit": "characters"}),
    ] = 500
    fences: Annotated[
        int, Meta(description="So many blocks of code earn two points.", ge=1)
    ] = 3
    turns: Annotated[Count, Meta(description="Later turns earn a point.")] = 30
    relevant: Annotated[
        Share,
        Meta(description="Share of the best hit's score from which one is relevant."),
    ] = 0.6
    full: Annotated[
        int, Meta(description="Relevant hits that earn a tier's `high`.", ge=1)
    ] = 10
    returns: Annotated[
        bool,
        Meta(
            description="Without --query, recall by the newest request what left or has"
            " no room: a topic that returns is found again."
        ),
    ] = False
