"""Knobs of eviction, and what use teaches it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pane_cli.rules.knobs import Count, Share, TokenCount, Weight


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a token of the prompt cache costs, in fresh input tokens."""

    cache_read: Annotated[
        Weight, Meta(description="Reading one that is in the cache.")
    ] = 0.1
    cache_write: Annotated[
        Weight, Meta(description="Writing one into the cache; 1: it costs no extra.")
    ] = 1.25


Reason = Literal[
    "large-result",
    "duplicate",
    "superseded-read",
    "failed-input",
    "expired",
    "turn",
    "dear-turn",
    "relevant-turn",
    "recalled-turn",
    "step",
    "tail",
]
"""Why something leaves; what each means stands in `evict/order.py`."""


class Evict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What leaves the context: when, in which order, and what stays."""

    share: Annotated[
        Share, Meta(description="Share of the turns that bare `pane evict` takes out.")
    ] = 0.5
    trigger: Annotated[
        Share, Meta(description="Share of the window past which `--auto` evicts.")
    ] = 0.85
    target: Annotated[
        Share, Meta(description="Share of the window that `--auto` evicts down to.")
    ] = 0.45
    minimum: Annotated[
        TokenCount,
        Meta(description="Tokens that `--auto` frees at least, or nothing leaves."),
    ] = 4_000
    order: Annotated[
        tuple[Reason, ...],
        Meta(description="What leaves first; a reason that is not listed never does."),
    ] = (
        "large-result",
        "duplicate",
        "superseded-read",
        "failed-input",
        "expired",
        "turn",
        "dear-turn",
        "relevant-turn",
        "recalled-turn",
        "step",
        "tail",
    )
    large: Annotated[
        Share,
        Meta(description="Share of the trigger from which a result leaves alone."),
    ] = 0.0625
    alone: Annotated[
        TokenCount, Meta(description="Tokens below which no entry leaves alone.")
    ] = 200
    failed_turns: Annotated[
        Count, Meta(description="Turns after which the input of a failed call leaves.")
    ] = 4
    reads: Annotated[
        tuple[str, ...],
        Meta(
            description="Shell commands that only print: run again, the newest stays."
        ),
    ] = ("cat", "head", "tail", "sed", "nl", "bat", "less")
    expired_first: Annotated[
        bool,
        Meta(
            description="Whether turns of topics that have had their time leave before"
            " merely older ones; false: `evict --auto` does not ask for topics."
        ),
    ] = False
    keep: Annotated[
        Count, Meta(description="Newest turns that leave only by address.")
    ] = 0
    tail: Annotated[
        Share,
        Meta(
            description="Share of the window for the newest turns and steps, which"
            " leave last; 0.195 is 25,000 of 128,000."
        ),
    ] = 0.195
    slack: Annotated[
        Share,
        Meta(
            description="Share of the window that may leave beyond the target, so that"
            " turns which belong together do."
        ),
    ] = 0.1
    recalled_turns: Annotated[
        Count, Meta(description="Turns for which a recalled turn leaves last.")
    ] = 3
    dear: Annotated[
        float,
        Meta(
            description="A kind of turns leaves later from this many times the recalls"
            " of the kind recalled least.",
            ge=1,
        ),
    ] = 2.0
    evidence: Annotated[
        int, Meta(description="Turns of a kind that left before that counts.", ge=1)
    ] = 5
    horizon: Annotated[
        int,
        Meta(
            description="Requests within which an eviction must pay for the cached"
            " prefix that it breaks.",
            gt=0,
        ),
    ] = 50
    prices: Prices = Prices()
    pointer_chars: Annotated[
        int,
        Meta(
            description="Characters of what a pointer says of its range.",
            ge=20,
            extra={"unit": "characters"},
        ),
    ] = 100
    protect_tools: Annotated[
        tuple[str, ...], Meta(description="Tools whose turns leave only by address.")
    ] = ()
    protect_paths: Annotated[
        tuple[str, ...],
        Meta(description="Globs of files whose turns leave only by address."),
    ] = ()
    protect_turns: Annotated[
        tuple[Count, ...],
        Meta(description="Turns that leave only by address: 1 is t1."),
    ] = ()
    skip_kinds: Annotated[
        tuple[Literal["text", "call", "result", "image"], ...],
        Meta(description="Kinds of entries that stay when their turn leaves."),
    ] = ()
    skip_models: Annotated[
        tuple[str, ...],
        Meta(description="Globs of models for whose sessions `--auto` does nothing."),
    ] = ()


class Learned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What use taught of one model."""

    name: Annotated[str, Meta(description="The model, as its transcripts call it.")]
    window: Annotated[
        TokenCount | None,
        Meta(description="Tokens that an overflow error said are the most."),
    ] = None
    chars_per_token: Annotated[
        Annotated[float, Meta(ge=2, le=6)] | None,
        Meta(
            description="Characters a token, the lowest of the last eight measured.",
            extra={"unit": "characters"},
        ),
    ] = None
    failed_left: Annotated[
        Count, Meta(description="Turns with a failed run that left the context.")
    ] = 0
    failed_recalled: Annotated[
        Count, Meta(description="Those of them that the agent then recalled.")
    ] = 0
    changed_left: Annotated[
        Count, Meta(description="Turns that changed files and left.")
    ] = 0
    changed_recalled: Annotated[
        Count, Meta(description="Those of them that were recalled.")
    ] = 0
    read_left: Annotated[Count, Meta(description="Turns that only read, and left.")] = 0
    read_recalled: Annotated[
        Count, Meta(description="Those of them that were recalled.")
    ] = 0


class Lessons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What pane learned from use; a layer of its own in the store."""

    models: Annotated[
        tuple[Learned, ...], Meta(description="What is known of each model.")
    ] = ()
