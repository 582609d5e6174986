"""Knobs of decay: how what was said loses weight with age."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pane_cli.rules.knobs import Count, Share

HalfLife = Annotated[float, Meta(gt=0, extra={"unit": "turns"})]
Factor = Annotated[float, Meta(ge=1, le=100)]
Distance = Annotated[float, Meta(ge=0, le=2)]

#: Where turns with a topic that began lately (38) are told best from those without (24)
#: in the labelled sessions of `tests/bench/drift_distances.py`: AUC 0.78 and 0.75.
DISTANCES = {"static": 0.82, "onnx": 0.8}


class Decay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How turns lose weight, and which stay a round longer.

    A turn halves its weight in so many turns since it was last touched or recalled.
    """

    by_weight: Annotated[
        bool, Meta(description="Lightest turns leave first; false: the oldest.")
    ] = False
    code: Annotated[
        HalfLife, Meta(description="Half-life of calls and what they print.")
    ] = 20.0
    prose: Annotated[HalfLife, Meta(description="Half-life of what was said.")] = 10.0
    numbers: Annotated[
        HalfLife, Meta(description="Half-life of what is mostly digits.")
    ] = 5.0
    numeric: Annotated[
        Share, Meta(description="Share of digits from which a text is numbers.")
    ] = 0.25
    friction: Annotated[
        Factor,
        Meta(description="Factor of the half-life once a turn that left is recalled."),
    ] = 1.8
    escalation: Annotated[
        Share, Meta(description="What each further recall adds to that factor.")
    ] = 0.3
    stale_turns: Annotated[
        Count, Meta(description="Turns without a touch after which a turn is stale.")
    ] = 100
    stale: Annotated[
        Annotated[float, Meta(gt=0, le=1)],
        Meta(description="Factor of the half-life from then on."),
    ] = 0.5
    remembered: Annotated[
        Annotated[float, Meta(gt=0, le=1)],
        Meta(
            description="Share of the newest request's telling words from which a turn"
            " that has them stays a round longer; 1: those that have all."
        ),
    ] = 0.5
    drift: Annotated[
        Share,
        Meta(
            description="Share of the last turns' telling words that the turns before"
            " them lack, past which the topic has changed; 1: it never does."
        ),
    ] = 0.6
    drift_by_encoder: Annotated[
        dict[str, Distance],
        Meta(
            description="Instead of `decay.drift`, where `search.encoder` is one of"
            " these: distance of the last turns from the nearest before them, past"
            " which the topic has changed; 2: it never does."
        ),
    ] = msgspec.field(default_factory=lambda: dict(DISTANCES))
    drift_turns: Annotated[
        int, Meta(description="Last turns that are compared with those before.", ge=1)
    ] = 3
    drift_penalty: Annotated[
        Share,
        Meta(description="Factor of the weight of turns on other topics from then on."),
    ] = 0.1
