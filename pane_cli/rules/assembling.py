"""Knobs of the context."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pane_cli.rules.knobs import Chars, Section, Share, TokenCount


class Digest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which lines of what is not shown whole are worth their place."""

    share: Annotated[
        Share,
        Meta(description="Share of what is out that its picked lines may take."),
    ] = 0.5
    budget: Annotated[
        Share,
        Meta(description="Share of the budget for picked lines, where all in fits."),
    ] = 0.3


class Likelihood(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How likely a thing is needed again: weights of a logistic model.

    Fitted by penalised regression to twelve sessions of Claude Code, Codex and Pi, each
    cut at 20 to 90%; `pane evaluate tune` fits them to others.
    """

    base: Annotated[float, Meta(description="What everything starts from.")] = 1.396
    own: Annotated[
        float, Meta(description="Of entries in which agent or user name it (log).")
    ] = 1.055
    printed: Annotated[
        float, Meta(description="Of results that print it (log).")
    ] = -0.835
    age: Annotated[
        float, Meta(description="Of entries since it was last seen (log).")
    ] = -0.157
    age_own: Annotated[
        float, Meta(description="Of entries since agent or user named it (log).")
    ] = -0.398
    path: Annotated[float, Meta(description="A path.")] = 1.072
    command: Annotated[float, Meta(description="A command.")] = -1.365
    number: Annotated[float, Meta(description="A number, hash or link.")] = -1.333
    error: Annotated[float, Meta(description="An error line.")] = 3.136
    length: Annotated[float, Meta(description="Of its characters (log).")] = -0.622
    density: Annotated[
        float, Meta(description="Of how few things stand beside it (log).")
    ] = 0.169
    commands: Annotated[
        float, Meta(description="Factor of a command's worth: it is needed exactly.")
    ] = 2.0


class Assemble(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the context holds."""

    budget: Annotated[
        TokenCount, Meta(description="Tokens of the context when none are asked for.")
    ] = 8_000
    blocks: Annotated[
        tuple[Section, ...],
        Meta(description="Blocks in order; those behind `turns` change each turn."),
    ] = (
        Section("pins"),
        Section("user-facts"),
        Section("out", lines=12, chars=160),
        Section("turns"),
        Section("facts", lines=12, chars=160),
        Section("task", lines=12, chars=240),
        Section("recalled", lines=5, chars=400),
        Section("dashboard", lines=4, chars=160),
    )
    recalled: Annotated[
        Share, Meta(description="Share of the budget for what `--query` recalls.")
    ] = 0.2
    tail: Annotated[
        Share, Meta(description="Share of the budget for the newest steps, whole.")
    ] = 0.1
    asked: Annotated[
        Share,
        Meta(
            description="Share of the budget for requests that left, whole; where all"
            " in fits, of `digest.budget`'s part of it."
        ),
    ] = 0.25
    state: Annotated[
        Share,
        Meta(description="Share of the budget for what changes each turn, when tight."),
    ] = 0.06
    rewritten: Annotated[
        Share,
        Meta(description="Share of the budget for rewritten turns; others: a line."),
    ] = 0.5
    copies: Annotated[
        Chars,
        Meta(
            description="Length from which a result that says nothing that another does"
            " not say becomes a pointer to it; 0: none does."
        ),
    ] = 400
    digest: Digest = Digest()
    likelihood: Likelihood = Likelihood()
