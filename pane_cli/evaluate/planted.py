"""What happens to planted facts: measures on made sessions, for the protocol."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from pane_cli.assemble.assemble import Assembled
from pane_cli.assemble.copies import Printed, copies
from pane_cli.evaluate.finding import log_of
from pane_cli.evaluate.made import HEADER, Made, Question, made
from pane_cli.evaluate.replay import Moment, replay
from pane_cli.evict.distance import Encode
from pane_cli.rules.schema import Decay, Rules, Tokens
from pane_cli.session.types import Entry
from pane_cli.text.tokens import estimate

#: Tokens of the model's window: small, so that most of a session is out.
WINDOW = 8_000
#: Tokens of each context.
BUDGET = 2_000
TURNS = 120
_MINIMUM = 160


class Held(NamedTuple):
    """Questions, and how many of their answers the contexts held."""

    asked: int
    held: int
    window: int
    """Held by the newest words of the same size."""
    sufficient: int
    """Held wherever that window held it."""
    tokens: int
    """Of what was recalled."""
    used: int
    """Of them, in lines that hold the answer."""
    full: float
    """Share of the budget that was used, on average."""

    @property
    def share(self) -> float:
        """Of the answers, those held."""
        return self.held / self.asked if self.asked else 0.0


def pressed(rules: Rules, **changes: object) -> Rules:
    """The rules with a window that a made session fills many times."""
    evict = msgspec.structs.replace(rules.evict, minimum=_MINIMUM)
    tokens = Tokens(rules.tokens.chars_per_token, WINDOW)
    return msgspec.structs.replace(rules, tokens=tokens, evict=evict, **changes)


def held(
    rules: Rules,
    planted: Made,
    comb: bool,
    only_returns: bool = False,
    budget: int = BUDGET,
    encode: Encode | None = None,
) -> Held:
    """Every question of a made session, its context assembled when it is asked."""
    asked = {q.n: q for q in planted.questions if q.returns or not only_returns}
    log = log_of(HEADER, planted.entries)
    rows = [
        _row(moment, asked[moment.view.last], comb, planted.entries, budget)
        for moment in replay(log, rules, asked.__contains__, encode)
    ]
    sums = [sum(column) for column in zip(*rows, strict=True)] or [0.0] * 7
    asked_, held_, window, sufficient, tokens, used, full = sums
    return Held(
        int(asked_),
        int(held_),
        int(window),
        int(sufficient),
        int(tokens),
        int(used),
        full / max(len(rows), 1),
    )


def _row(
    moment: Moment,
    question: Question,
    comb: bool,
    entries: list[Entry],
    budget: int,
) -> tuple[float, ...]:
    made_ = moment.context(budget, comb)
    is_held = question.value in made_.text
    seen = question.value in _newest(entries[: question.n], budget)
    lines = list(_recalled_lines(made_))
    return (
        1,
        is_held,
        seen,
        is_held or not seen,
        sum(map(estimate, lines)),
        sum(estimate(line) for line in lines if question.value in line),
        estimate(made_.text) / budget,
    )


def _recalled_lines(made_: Assembled) -> Iterator[str]:
    for part in made_.context.volatile:
        if part.block == "recalled":
            yield from (x[2:] for x in part.text.split("\n") if x.startswith("> "))


def _newest(entries: list[Entry], budget: int) -> str:
    texts: list[str] = []
    for entry in reversed(entries):
        budget -= estimate(entry.text)
        if budget < 0:
            break
        texts.append(entry.text)
    return "\n".join(texts)


def read_per_turn(rules: Rules, turns: int, seed: int) -> list[int]:
    """Entries that were read for each turn's context."""
    log = log_of(HEADER, made(turns, seed).entries)
    read: list[int] = []

    def counting(n: int) -> Entry:
        read.append(n)
        return log.entry(n)

    found: list[int] = []
    for moment in replay(log, pressed(rules)):
        read.clear()
        moment.context(WINDOW, comb=False, fetch=counting)
        found.append(len(read))
    return found


class Merged(NamedTuple):
    """What the membrane does with planted copies."""

    copies: int
    merged: int
    """Copies that became pointers to the densest text."""
    different: int
    false: int
    """Texts that differ and were merged all the same: a fact each."""


def merged(planted: Made, least: int) -> Merged:
    """Planted copies and texts that differ in a number or a negation.

    Texts below `least` characters stand anyway.
    """
    texts = {entry.n: entry.text for entry in planted.entries}
    counts = [0, 0, 0, 0]
    for first, other, is_copy in planted.copies:
        printed = {first: Printed("", texts[first]), other: Printed("", texts[other])}
        points = copies(printed, least).get(other) == first
        counts[0 if is_copy else 2] += 1
        counts[1 if is_copy else 3] += points
    return Merged(*counts)


def drifting(
    rules: Rules, planted: Made, encode: Encode | None = None
) -> tuple[Held, Held]:
    """With the drift penalty, and without it; both by weight, without the comb.

    The budget holds all that is in: only what left makes the difference.
    """
    on = msgspec.structs.replace(rules.decay, by_weight=True)
    off: Decay = msgspec.structs.replace(on, drift_penalty=1.0)
    with_, without = (
        held(pressed(rules, decay=way), planted, False, budget=WINDOW, encode=encode)
        for way in (on, off)
    )
    return with_, without


class Distilled(NamedTuple):
    """Facts that left, and what the lines written at the eviction hold of them."""

    facts: int
    held: int
    kept: float
    """Characters of those lines, as a share of what they stand for."""


def distilled(rules: Rules, planted: Made, encode: Encode | None = None) -> Distilled:
    """Planted facts that are out at the end of a made session."""
    log = log_of(HEADER, planted.entries)
    last = planted.questions[-1].n
    moment = next(replay(log, pressed(rules), lambda n: n == last, encode))
    view = moment.view
    mark = [mark for mark in view.decisions.standing() if mark.kind == "evict"][-1]
    text = "\n".join(line for form in mark.forms for line in form.lines)
    out = {q.planted: q.value for q in planted.questions if q.planted in view.out}
    whole = sum(view.row(n).chars for n in view.out)
    kept = len(text) / whole if whole else 0.0
    return Distilled(len(out), sum(value in text for value in out.values()), kept)
