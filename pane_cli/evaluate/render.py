"""What hindsight found, as a table and as JSON; tuned weights as rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pane_cli.evaluate.hindsight import Hindsight, Standing
from pane_cli.evaluate.tune import BUDGET, Tuned
from pane_cli.text.counts import counted

_COLUMNS = ("held", "near", "all", "commands", "requests", "newest")


def as_table(rows: Iterable[Standing]) -> Iterator[str]:
    """Lines: a row for each contestant and budget."""
    yield f"{'budget':>7}  {'contestant':<10}" + "".join(
        f"  {name:>8}" for name in _COLUMNS
    )
    for row in rows:
        cells = "".join(f"  {_share(value):>8}" for value in row.score)
        yield f"{row.budget:>7,}  {row.contestant:<10}{cells}"


def remarks(rows: Iterable[Standing], found: Sequence[Hindsight]) -> Iterator[str]:
    """What the table does not tell: how much it is a mean of, and what was empty."""
    cuts = sum(len(one.needed) for one in found)
    yield f"{counted(len(found), 'session')}, {counted(cuts, 'cut')}"
    for row in rows:
        if row.unfit:
            yield (
                f"{row.contestant}: {counted(row.unfit, 'context')} at {row.budget:,}"
                " tokens left empty, what must be whole does not fit"
            )


def as_document(
    rows: Iterable[Standing],
    found: Iterable[Hindsight],
    left_out: Sequence[tuple[str, str]],
) -> dict[str, Any]:
    """One JSON document: the same rows, and what each session gave."""
    return {
        "rows": [
            {
                "contestant": row.contestant,
                "budget": row.budget,
                **_shares(row.score._asdict()),
                "unfit": row.unfit,
            }
            for row in rows
        ],
        "sessions": [_session(one) for one in found],
        "left_out": [{"name": name, "why": why} for name, why in left_out],
    }


def as_rules(tuned: Tuned) -> Iterator[str]:
    """Lines of a rules file: the fitted weights, and above them what they gained."""
    taught = tuned.taught
    counts = (counted(taught.sessions, "session"), counted(taught.cuts, "cut"))
    yield f"# Fitted by `pane evaluate tune` to {', '.join(counts)}."
    yield f"# {verdict(tuned)}"
    yield "assemble:"
    yield "  likelihood:"
    for name, weight in tuned.weights.items():
        yield f"    {name}: {weight:.3f}"


def verdict(tuned: Tuned) -> str:
    """What the fitted weights gain where they were not fitted."""
    where = "later in it" if tuned.is_alone else counted(tuned.judges, "other session")
    sign = "+" if tuned.gain > 0 else "-" if tuned.gain < 0 else ""
    return (
        f"Held at {BUDGET:,} tokens, {where} ({counted(tuned.cuts, 'cut')}):"
        f" fitted {_share(tuned.fitted)}, in force {_share(tuned.in_force)}"
        f" ({sign}{_share(abs(tuned.gain))})"
    )


def _session(one: Hindsight) -> dict[str, Any]:
    return {
        "name": one.name,
        "calls": one.calls,
        "needed": one.needed,
        "scores": [
            {
                "cut": trial.cut,
                "contestant": trial.contestant,
                "budget": trial.budget,
                **_shares(trial.score._asdict()),
            }
            for trial in one.trials
        ],
    }


def _shares(score: dict[str, float | None]) -> dict[str, float | None]:
    return {
        name: None if value is None else round(value, 4)
        for name, value in score.items()
    }


def _share(value: float | None) -> str:
    """`.712`; a dash where there was nothing to hold."""
    if value is None:
        return "-"
    text = f"{value:.3f}"
    return text.removeprefix("0") if text != "1.000" else text
