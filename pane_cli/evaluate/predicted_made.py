"""Predictions that are measured on made sessions: P1, P6, and P8 to P12."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pane_cli.evaluate.finding import hits, log_of
from pane_cli.evaluate.made import HEADER, made
from pane_cli.evaluate.planted import (
    TURNS,
    distilled,
    drifting,
    held,
    merged,
    pressed,
    read_per_turn,
)
from pane_cli.evaluate.routed import TIERS, labelled, right
from pane_cli.evaluate.trials import Trials, mean, share_of
from pane_cli.evaluate.verdicts import Claim, Verdict, percent
from pane_cli.recall.ranked import WORDS
from pane_cli.session.types import Entry

_FLAT, _ROUTED, _DISTILLED = 0.10, 0.92, 0.75
_LONG = 500
_REQUESTS = 200


def constant_cost(claim: Claim, trials: Trials) -> Verdict:
    """P1."""
    counts = read_per_turn(trials.rules, _LONG, trials.seed)
    fifth = len(counts) // 5
    early, late = (mean(part) for part in (counts[fifth : 2 * fifth], counts[-fifth:]))
    change = late / early - 1
    figure = f"{early:.1f} entries read a turn at first, {late:.1f} at the end"
    evidence = {"turns": len(counts), "early": early, "late": late, "change": change}
    return claim.judged(abs(change) <= _FLAT, f"{figure} ({change:+.1%})", evidence)


def escalation(claim: Claim, trials: Trials) -> Verdict:
    """P6."""
    planted = made(TURNS, trials.seed)
    log, limit = log_of(HEADER, planted.entries), trials.rules.recall.limit
    texts = [log.text(question.n) for question in planted.questions]
    recall = msgspec.structs.replace(trials.rules.recall, variants=6)
    sure_rules = msgspec.structs.replace(trials.rules, recall=recall)
    sure: dict[bool, list[float]] = {True: [], False: []}
    found = hits(log, texts, sure_rules, 1, _answers(planted.entries))
    for question, listed in zip(planted.questions, found, strict=True):
        for hit in listed:
            value = 1.0 if hit.sure is None else hit.sure
            sure[hit.n == question.planted].append(value)
    evidence = {
        "sure_when_right": mean(sure[True]),
        "sure_when_wrong": mean(sure[False]),
    }
    if trials.looks == WORDS:
        return claim.skipped("no encoder in the rules (search.encoder)", **evidence)
    before = trials.looks if trials.looks.second else WORDS
    plain, looked = (
        sum(
            any(hit.n == question.planted for hit in listed)
            for question, listed in zip(
                planted.questions,
                hits(log, texts, rules, limit, looks=looks),
                strict=True,
            )
        )
        / len(texts)
        for rules, looks in ((trials.rules, before), (sure_rules, trials.looks))
    )
    figure = f"{percent(looked)} found with a second look, {percent(plain)} without"
    evidence |= {"with": looked, "without": plain}
    return claim.judged(looked > plain, figure, evidence)


def routing(claim: Claim, trials: Trials) -> Verdict:
    """P8."""
    if len(trials.rules.routes.tiers) != TIERS:
        return claim.skipped("the rules have not three tiers: --rules routes has")
    found = right(labelled(_REQUESTS, trials.seed), trials.rules.routes)
    share = found / _REQUESTS
    evidence = {"requests": _REQUESTS, "right": found, "share": share}
    return claim.judged(share >= _ROUTED, f"{found}/{_REQUESTS}", evidence)


def densest(claim: Claim, trials: Trials) -> Verdict:
    """P9."""
    least = trials.rules.assemble.copies
    if not least:
        return claim.skipped("assemble.copies is 0: every copy stands")
    found = merged(made(TURNS, trials.seed), least)
    evidence = {**found._asdict(), "real": trials.total("copies")}
    evidence["real_false"] = trials.total("false")
    figure = (
        f"{found.merged}/{found.copies} copies point to the densest,"
        f" {found.false}/{found.different} that differ do;"
        f" {evidence['real_false']:g} of {evidence['real']:g} false in the sessions"
    )
    holds = found.merged == found.copies and not found.false + evidence["real_false"]
    return claim.judged(holds, figure, evidence)


def drift(claim: Claim, trials: Trials) -> Verdict:
    """P10."""
    on, off = drifting(trials.rules, made(TURNS, trials.seed), trials.encode)
    points = 100 * (on.share - off.share)
    figure = f"{points:+.1f} points ({percent(on.share)} with, {percent(off.share)})"
    evidence = {"with": on.share, "without": off.share, "points": points}
    return claim.judged(points > 0, figure, evidence)


def comb(claim: Claim, trials: Trials) -> Verdict:
    """P11."""
    planted, rules = made(TURNS, trials.seed), pressed(trials.rules)
    on, off = (
        held(rules, planted, comb, only_returns=True, encode=trials.encode)
        for comb in (True, False)
    )
    figure = f"{percent(on.share)} with the comb, {percent(off.share)} without"
    evidence = {"returns": on.asked, "with": on.share, "without": off.share}
    return claim.judged(on.share >= 1.0 and on.share > off.share, figure, evidence)


def distillation(claim: Claim, trials: Trials) -> Verdict:
    """P12."""
    found = distilled(trials.rules, made(TURNS, trials.seed), trials.encode)
    share = share_of(found.held, found.facts)
    figure = f"{percent(share)} of {found.facts} facts, in {percent(found.kept)} of it"
    evidence = {"facts": found.facts, "held": share, "kept": found.kept}
    return claim.judged(share >= _DISTILLED, figure, evidence)


def _answers(entries: Iterable[Entry]) -> frozenset[int]:
    return frozenset(entry.n for entry in entries if entry.role == "assistant")
