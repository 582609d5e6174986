"""The verdicts of the protocol, as a table and as JSON, with where they come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pane_cli.evaluate.verdicts import Verdict


class Manifest(msgspec.Struct, frozen=True):
    """What the verdicts were measured with, and on."""

    version: str
    commit: str | None
    """Of the checkout that pane runs from; None: it is installed."""
    rules: str
    """SHA-256 of the rules in force, as JSON."""
    data: str
    """SHA-256 of the FILEs' bytes, in order."""
    seed: int
    """Of the made sessions."""


def as_table(
    found: Sequence[Verdict], score: Mapping[str, float], manifest: Manifest
) -> Iterator[str]:
    """Lines: a verdict each, the efficiency score, and what it was measured with."""
    for one in found:
        yield f"{one.id:<4}{one.verdict:<5} {one.name:<22} {one.figure}"
        yield f"{'':<10} {'refuted if':<22} {one.falsified}"
    parts = ", ".join(f"{name} {value:g}" for name, value in score.items())
    yield f"efficiency: {parts}"
    commit = manifest.commit[:12] if manifest.commit else "none"
    yield (
        f"pane {manifest.version}, commit {commit}, rules {manifest.rules[:12]},"
        f" data {manifest.data[:12]}, seed {manifest.seed}"
    )


def as_document(
    found: Sequence[Verdict], score: Mapping[str, float], manifest: Manifest
) -> dict[str, Any]:
    """One JSON document with everything."""
    return {
        "manifest": manifest,
        "verdicts": found,
        "efficiency": score,
    }
