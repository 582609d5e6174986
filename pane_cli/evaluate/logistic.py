"""A logistic model, fitted by iteratively reweighted least squares.

Columns are standardised inside, so that the penalty treats them alike; the weights that
come out are for the raw ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

_ROUNDS = 50
_HALVINGS = 60
_CLOSE = 1e-9

Column = Sequence[float]


class Sample(NamedTuple):
    """One observation."""

    values: tuple[float, ...]
    is_needed: bool
    weight: float


def fit(samples: Sequence[Sample], penalty: float, known: Column) -> list[float]:
    """The weight of the constant, then of each column.

    `penalty` is on how far the standardised weights are from those `known` of the
    columns: few samples change them little. Both outcomes must occur.
    """
    weights = [sample.weight for sample in samples]
    outcomes = [float(sample.is_needed) for sample in samples]
    raw = list(zip(*(sample.values for sample in samples), strict=True))
    scales = [_scale(column, weights) for column in raw]
    columns: list[Column] = [[1.0] * len(samples)]
    columns += [
        [(x - mean) / spread for x in column]
        for column, (mean, spread) in zip(raw, scales, strict=True)
    ]
    penalties = [0.0] + [penalty] * len(raw)
    centres = [0.0] + [w * spread for w, (_, spread) in zip(known, scales, strict=True)]
    fitted = _newton(_Model(columns, outcomes, weights, penalties, centres))
    slopes = [w / spread for w, (_, spread) in zip(fitted[1:], scales, strict=True)]
    shift = math.fsum(w * mean for w, (mean, _) in zip(slopes, scales, strict=True))
    return [fitted[0] - shift, *slopes]


class _Model(NamedTuple):
    columns: list[Column]
    outcomes: Column
    weights: Column
    penalties: Column
    centres: Column
    """Where each weight is drawn to, with the force of its penalty."""

    def scores(self, fitted: Column) -> list[float]:
        """The log odds of each sample."""
        totals = [0.0] * len(self.outcomes)
        for weight, column in zip(fitted, self.columns, strict=True):
            totals = [t + weight * x for t, x in zip(totals, column, strict=True)]
        return totals

    def loss(self, fitted: Column) -> float:
        """What is made small."""
        terms = zip(self.weights, self.outcomes, self.scores(fitted), strict=True)
        pulls = zip(self.penalties, fitted, self.centres, strict=True)
        misfit = math.fsum(w * (_softplus(s) - s * y) for w, y, s in terms)
        return misfit + math.fsum(p * (w - c) ** 2 for p, w, c in pulls) / 2

    def step(self, fitted: Column) -> list[float]:
        """Newton's step from `fitted`: what is added to it."""
        chances = [_chance(score) for score in self.scores(fitted)]
        misses = [
            w * (y - p)
            for w, y, p in zip(self.weights, self.outcomes, chances, strict=True)
        ]
        spreads = [w * p * (1 - p) for w, p in zip(self.weights, chances, strict=True)]
        gradient = [
            _dot(misses, column) - p * (w - c)
            for column, p, w, c in zip(
                self.columns, self.penalties, fitted, self.centres, strict=True
            )
        ]
        curvature = []
        for i, column in enumerate(self.columns):
            scaled = list(map(mul, spreads, column))
            row = [_dot(scaled, other) for other in self.columns]
            # A column that is always the same has no slope; a trace keeps it solvable.
            row[i] += self.penalties[i] + _CLOSE
            curvature.append(row)
        return solve(curvature, gradient)


def _newton(model: _Model) -> list[float]:
    fitted = [0.0] * len(model.columns)  # where the curve is steepest
    loss = model.loss(fitted)
    for _ in range(_ROUNDS):
        step = model.step(fitted)
        for _ in range(_HALVINGS):
            moved = [w + s for w, s in zip(fitted, step, strict=True)]
            now = model.loss(moved)
            if now <= loss:
                break
            step = [s / 2 for s in step]
        else:
            return fitted  # as low as floats can tell
        fitted, loss = moved, now
        if max(map(abs, step)) < _CLOSE:
            break
    return fitted


def solve(matrix: Sequence[Column], right: Column) -> list[float]:
    """The solution of a system of linear equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, size):
            factor = rows[r][i] / rows[i][i]
            rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        known = _dot(rows[i][i + 1 : size], found[i + 1 :])
        found[i] = (rows[i][size] - known) / rows[i][i]
    return found


def _scale(column: Column, weights: Column) -> tuple[float, float]:
    """Mean and spread of a column; one without spread is left as it is."""
    total = math.fsum(weights)
    mean = _dot(column, weights) / total
    variance = (
        math.fsum(w * (x - mean) ** 2 for x, w in zip(column, weights, strict=True))
        / total
    )
    return mean, math.sqrt(variance) if variance > _CLOSE else 1.0


def _dot(a: Column, b: Column) -> float:
    return math.fsum(map(mul, a, b))


def _chance(score: float) -> float:
    return 1 / (1 + math.exp(-score)) if score > -700 else 0.0


def _softplus(score: float) -> float:
    """log(1 + e^score), which overflows nowhere."""
    return max(score, 0.0) + math.log1p(math.exp(-abs(score)))
