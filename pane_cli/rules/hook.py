"""Knobs of the hook that agents call at every prompt."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pane_cli.rules.knobs import Count, Section, Share, TokenCount


class HookRecall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a prompt recalls what was said before, and what is like it enough."""

    terms: Annotated[
        Count,
        Meta(
            description="Rare words that a prompt must have, and an entry of them, to"
            " be recalled; 0: nothing is recalled."
        ),
    ] = 2
    rare: Annotated[
        Share,
        Meta(description="A word is rare that this share of entries has at most."),
    ] = 0.01
    few: Annotated[
        Count, Meta(description="So is one that this many entries have at most.")
    ] = 40
    most: Annotated[
        Count, Meta(description="Words of a prompt that are looked for, the rarest.")
    ] = 8
    waiting: Annotated[
        int,
        Meta(
            description="Nothing is recalled while more than this is not indexed yet.",
            ge=0,
            extra={"unit": "bytes"},
        ),
    ] = 8 << 20


class Hook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `pane hook` adds to an agent's window: only what is not in it."""

    enabled: Annotated[
        bool, Meta(description="false: the hook does nothing, and saves nothing.")
    ] = True
    tokens: Annotated[
        TokenCount, Meta(description="Tokens that one event may add at most.")
    ] = 2_000
    chars: Annotated[
        int,
        Meta(
            description="Characters that one event may add at most; agents cut from"
            " 10,000.",
            gt=0,
            extra={"unit": "characters"},
        ),
    ] = 9_000
    deadline: Annotated[
        float,
        Meta(
            description="What is known by then is added, at a prompt or a start; agents"
            " give up later.",
            gt=0,
            extra={"unit": "seconds"},
        ),
    ] = 2.0
    tail: Annotated[
        int,
        Meta(
            description="New bytes of a transcript that are left, at a prompt, to the"
            " next event at which nobody waits.",
            ge=0,
            extra={"unit": "bytes"},
        ),
    ] = 65_536
    mute: Annotated[
        tuple[str, ...],
        Meta(description="Lines of a prompt that silence the hook in this session."),
    ] = ("pane: off",)
    unmute: Annotated[
        tuple[str, ...], Meta(description="Lines of a prompt that let it speak again.")
    ] = ("pane: on",)
    prompt: Annotated[
        tuple[Section, ...],
        Meta(
            description="Blocks that a prompt may add, in order; one that asks for"
            " nothing adds pins alone."
        ),
    ] = (
        Section("pins"),
        Section("user-facts"),
        Section("facts", lines=8, chars=200),
        Section("topics", lines=3, chars=300),
        Section("recalled", lines=3, chars=400),
    )
    compacted: Annotated[
        tuple[Section, ...],
        Meta(description="Blocks that are brought back after a compaction."),
    ] = (
        Section("pins"),
        Section("user-facts"),
        Section("facts", lines=12, chars=200),
        Section("request", chars=3_000),
        Section("task", lines=12, chars=400),
    )
    started: Annotated[
        tuple[Section, ...],
        Meta(description="Blocks that a new session starts with."),
    ] = (
        Section("pins"),
        Section("user-facts"),
        Section("handoff", lines=30, chars=600),
    )
    recall: HookRecall = HookRecall()
