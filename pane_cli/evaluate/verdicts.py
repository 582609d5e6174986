"""Verdicts: what a prediction claimed, what was measured, and what would refute it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

PASS, FAIL, SKIP = "PASS", "FAIL", "SKIP"


class Verdict(msgspec.Struct, frozen=True):
    """One prediction of the protocol."""

    id: str
    """`P1` to `P12`."""
    name: str
    verdict: str
    """`PASS`, `FAIL` or `SKIP`."""
    figure: str
    """What was measured, in a few words; of a SKIP, the reason."""
    evidence: Mapping[str, float]
    """Every figure that went into it."""
    falsified: str
    """What would make it FAIL."""

    def value(self, name: str) -> float | None:
        """A figure, where it was measured."""
        return self.evidence.get(name)


class Claim(msgspec.Struct, frozen=True):
    """What is predicted, before anything is measured."""

    id: str
    name: str
    falsified: str

    def skipped(self, why: str, **evidence: float) -> Verdict:
        """Not measured, and why."""
        return Verdict(self.id, self.name, SKIP, why, rounded(evidence), self.falsified)

    def judged(
        self, holds: bool, figure: str, evidence: Mapping[str, float]
    ) -> Verdict:
        """Measured: it holds, or it does not."""
        word = PASS if holds else FAIL
        found = rounded(evidence)
        return Verdict(self.id, self.name, word, figure, found, self.falsified)


def rounded(evidence: Mapping[str, float]) -> dict[str, float]:
    """Figures to four digits, so that they are the same wherever they are added up."""
    return {name: round(value, 4) for name, value in evidence.items()}


def percent(share: float) -> str:
    """`95.1%`."""
    return f"{100 * share:.1f}%"
