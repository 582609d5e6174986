"""The protocol: twelve predictions, each with what would refute it, and the verdicts.

`PROTOCOL` is the table. Everything is counted, nothing timed: the same files, rules and
seed give the same verdicts on any machine. What needs training, people or an encoder
that is not there is skipped, and says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from pane_cli.evaluate.predicted import (
    agreement,
    domains,
    masking,
    precision_and_recall,
    sufficiency,
)
from pane_cli.evaluate.predicted_made import (
    comb,
    constant_cost,
    densest,
    distillation,
    drift,
    escalation,
    routing,
)
from pane_cli.evaluate.trials import Trials, mean
from pane_cli.evaluate.verdicts import Claim, Verdict

Measure = Callable[[Claim, Trials], Verdict]

PROTOCOL: tuple[tuple[Claim, Measure], ...] = (
    (
        Claim("P1", "constant cost", "reads a turn change by over 10% in 500 turns"),
        constant_cost,
    ),
    (
        Claim("P2", "recall and precision", "recall below 95% or precision below 70%"),
        precision_and_recall,
    ),
    (
        Claim("P3", "sufficiency", "an equal window holds more in over 5% of cases"),
        sufficiency,
    ),
    (
        Claim("P4", "decay by domain", "code and prose are used again alike (20%)"),
        domains,
    ),
    (Claim("P5", "targeted masking", "a trained mask does no better"), masking),
    (
        Claim("P6", "confidence escalation", "a second look finds no more"),
        escalation,
    ),
    (
        Claim("P7", "auditor and people", "they agree on less than 90% of labels"),
        agreement,
    ),
    (Claim("P8", "routing", "less than 92% of requests get their tier"), routing),
    (
        Claim("P9", "densest copy stays", "a copy stays, or a fact is merged away"),
        densest,
    ),
    (Claim("P10", "drift reset", "the reset gains nothing"), drift),
    (
        Claim("P11", "returning topics", "not all are found, or as many without"),
        comb,
    ),
    (
        Claim("P12", "facts when stored", "the lines kept hold less than 3 in 4 facts"),
        distillation,
    ),
)


def verdicts(trials: Trials) -> list[Verdict]:
    """All of them, in order."""
    return [measure(claim, trials) for claim, measure in PROTOCOL]


#: What the parts of the efficiency score weigh; a part that was not measured is left
#: out, and the others share its weight. Latency needs a clock, so it never is.
EFFICIENCY = {
    "precision": 0.30,
    "routing": 0.20,
    "latency": 0.20,
    "throughput": 0.15,
    "utilisation": 0.15,
}


def efficiency(found: Sequence[Verdict], trials: Trials) -> dict[str, float]:
    """The parts that were measured, from 0 to 1, and the `score` from 0 to 100."""
    by_id = {verdict.id: verdict for verdict in found}
    shares = [
        value
        for name, value in by_id["P2"].evidence.items()
        if name.endswith("_precision")
    ]
    full = [trials.made.full]
    if trials.sessions:
        full.append(trials.total("full") / trials.total("cuts"))
    parts = {"precision": mean(shares), "utilisation": min(mean(full), 1.0)}
    parts["throughput"] = min(1.0, 1 / (1 + (by_id["P1"].value("change") or 0.0)))
    routed = by_id["P8"].value("share")
    if routed is not None:
        parts["routing"] = routed
    weight = math.fsum(EFFICIENCY[name] for name in parts)
    total = math.fsum(EFFICIENCY[name] * value for name, value in parts.items())
    rounded = {name: round(value, 4) for name, value in parts.items()}
    return {**rounded, "score": round(100 * total / weight, 1)}
