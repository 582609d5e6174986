"""The protocol: twelve predictions, each with what would refute it, and the verdicts.

`PROTOCOL` is the table. Everything is counted, nothing timed: the same files, rules and
seed give the same verdicts on any machine. What needs training, people or an encoder
that is not there is skipped, and says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

import msgspec

from pane_cli.evaluate.chats import Asked, Chat, asked
from pane_cli.evaluate.finding import hits, log_of
from pane_cli.evaluate.made import HEADER, made
from pane_cli.evaluate.planted import (
    TURNS,
    Held,
    distilled,
    drifting,
    held,
    merged,
    pressed,
    read_per_turn,
)
from pane_cli.evaluate.routed import TIERS, labelled, right
from pane_cli.evaluate.subject import Subject
from pane_cli.evaluate.used import Used, used
from pane_cli.evaluate.verdicts import Claim, Verdict, percent
from pane_cli.recall.ranked import Rerank
from pane_cli.rules.schema import Rules
from pane_cli.session.types import Entry

RECALL, PRECISION, SUFFICIENT = 0.95, 0.70, 0.95
_FLAT, _GAP, _AGREES, _ROUTED, _DISTILLED = 0.10, 0.20, 0.90, 0.92, 0.75
_LONG = 500
_REQUESTS = 200


class Label(msgspec.Struct, frozen=True):
    """A person's word: whether a thing was needed after a cut."""

    session: str
    cut: int
    thing: str
    needed: bool


class Trials:
    """What is measured; each measure once, when a verdict asks for it."""

    def __init__(
        self,
        rules: Rules,
        seed: int,
        chats: Sequence[Chat] = (),
        labels: Sequence[Label] | None = None,
        rerank: Rerank | None = None,
    ) -> None:
        self.rules, self.seed, self.chats = rules, seed, chats
        self.labels, self.rerank = labels, rerank
        self.sessions: dict[str, Used] = {}

    def take(self, subject: Subject) -> bool:
        """Measure a session; whether it could be used."""
        found = used(subject)
        if found is not None:
            self.sessions[subject.header.id] = found
        return found is not None

    @cached_property
    def made(self) -> Held:
        """Planted facts, what left being recalled when its topic returns."""
        return held(pressed(self.rules), made(TURNS, self.seed), comb=True)

    @cached_property
    def asked(self) -> Asked:
        """All questions of the chats."""
        rows = [asked(chat, self.rules) for chat in self.chats]
        return Asked(*map(sum, zip(*rows, strict=True)))

    def total(self, name: str) -> float:
        """A sum over the sessions."""
        return math.fsum(getattr(one, name) for one in self.sessions.values())


def constant_cost(claim: Claim, trials: Trials) -> Verdict:
    """P1."""
    counts = read_per_turn(trials.rules, _LONG, trials.seed)
    fifth = len(counts) // 5
    early, late = (_mean(part) for part in (counts[fifth : 2 * fifth], counts[-fifth:]))
    change = late / early - 1
    figure = f"{early:.1f} entries read a turn at first, {late:.1f} at the end"
    evidence = {"turns": len(counts), "early": early, "late": late, "change": change}
    return claim.judged(abs(change) <= _FLAT, f"{figure} ({change:+.1%})", evidence)


def precision_and_recall(claim: Claim, trials: Trials) -> Verdict:
    """P2."""
    evidence: dict[str, float] = {}
    if trials.sessions:
        evidence["sessions_recall"] = trials.total("recall") / trials.total("cuts")
        share = _share(trials.total("used"), trials.total("tokens"))
        evidence["sessions_precision"] = share
    if trials.chats:
        found = trials.asked
        evidence["chats_recall"] = _share(found.found, found.questions)
        evidence["chats_recall_in_budget"] = _share(found.held, found.questions)
        evidence["chats_precision"] = _share(found.used, found.tokens)
    evidence["made_recall"] = trials.made.share
    evidence["made_precision"] = _share(trials.made.used, trials.made.tokens)
    recalls = [v for name, v in evidence.items() if name.endswith("_recall")]
    shares = [v for name, v in evidence.items() if name.endswith("_precision")]
    holds = min(recalls) >= RECALL and min(shares) >= PRECISION
    figure = ", ".join(
        f"{kind} {percent(evidence[f'{kind}_recall'])} recall"
        f" {percent(evidence[f'{kind}_precision'])} precision"
        for kind in ("sessions", "chats", "made")
        if f"{kind}_recall" in evidence
    )
    return claim.judged(holds, figure, evidence)


def sufficiency(claim: Claim, trials: Trials) -> Verdict:
    """P3."""
    found = trials.made
    evidence = {"made": _share(found.sufficient, found.asked)}
    if trials.sessions:
        evidence["sessions"] = trials.total("sufficient") / trials.total("cuts")
    if trials.chats:
        evidence["chats"] = _share(trials.asked.sufficient, trials.asked.questions)
    figure = ", ".join(f"{kind} {percent(v)}" for kind, v in evidence.items())
    return claim.judged(min(evidence.values()) >= SUFFICIENT, figure, evidence)


def domains(claim: Claim, trials: Trials) -> Verdict:
    """P4."""
    ages = {
        domain: sorted(n for one in trials.sessions.values() for n in one.ages[domain])
        for domain in ("code", "prose", "numbers")
    }
    if not ages["code"] or not ages["prose"]:
        return claim.skipped("no sessions with code and prose among the FILEs")
    within = {f"{k}_m90": float(_at(v, 0.9)) for k, v in ages.items() if v}
    code, prose = within["code_m90"], within["prose_m90"]
    gap = abs(code - prose) / max(code, prose, 1)
    figure = f"90% used again within {code:g} calls (code), {prose:g} (prose)"
    return claim.judged(gap >= _GAP, figure, {**within, "gap": gap})


def masking(claim: Claim, trials: Trials) -> Verdict:
    """P5."""
    return claim.skipped("needs a model to be trained")


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
        "sure_when_right": _mean(sure[True]),
        "sure_when_wrong": _mean(sure[False]),
    }
    if trials.rerank is None:
        return claim.skipped("no encoder in the rules (search.encoder)", **evidence)
    plain, looked = (
        sum(
            any(hit.n == question.planted for hit in listed)
            for question, listed in zip(
                planted.questions,
                hits(log, texts, rules, limit, rerank=look),
                strict=True,
            )
        )
        / len(texts)
        for rules, look in ((trials.rules, None), (sure_rules, trials.rerank))
    )
    figure = f"{percent(looked)} found with a second look, {percent(plain)} without"
    evidence |= {"with": looked, "without": plain}
    return claim.judged(looked > plain, figure, evidence)


def agreement(claim: Claim, trials: Trials) -> Verdict:
    """P7."""
    if trials.labels is None:
        return claim.skipped("needs people: --labels FILE")
    known = [
        (label, session.labels[label.cut, label.thing])
        for label in trials.labels
        for id, session in trials.sessions.items()
        if id.startswith(label.session) and (label.cut, label.thing) in session.labels
    ]
    if not known:
        return claim.skipped("no label is of a cut and a thing that were measured")
    same = sum(label.needed == measured for label, measured in known) / len(known)
    evidence = {"labels": len(trials.labels), "known": len(known), "agreement": same}
    figure = f"{percent(same)} of {len(known)} labels"
    return claim.judged(same >= _AGREES, figure, evidence)


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
    found = merged(made(TURNS, trials.seed))
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
    on, off = drifting(trials.rules, made(TURNS, trials.seed))
    points = 100 * (on.share - off.share)
    figure = f"{points:+.1f} points ({percent(on.share)} with, {percent(off.share)})"
    evidence = {"with": on.share, "without": off.share, "points": points}
    return claim.judged(points > 0, figure, evidence)


def comb(claim: Claim, trials: Trials) -> Verdict:
    """P11."""
    planted, rules = made(TURNS, trials.seed), pressed(trials.rules)
    on, off = (held(rules, planted, comb, only_returns=True) for comb in (True, False))
    figure = f"{percent(on.share)} with the comb, {percent(off.share)} without"
    evidence = {"returns": on.asked, "with": on.share, "without": off.share}
    return claim.judged(on.share >= 1.0 and on.share > off.share, figure, evidence)


def distillation(claim: Claim, trials: Trials) -> Verdict:
    """P12."""
    found = distilled(trials.rules, made(TURNS, trials.seed))
    share = _share(found.held, found.facts)
    figure = f"{percent(share)} of {found.facts} facts, in {percent(found.kept)} of it"
    evidence = {"facts": found.facts, "held": share, "kept": found.kept}
    return claim.judged(share >= _DISTILLED, figure, evidence)


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
    parts = {"precision": _mean(shares), "utilisation": min(_mean(full), 1.0)}
    parts["throughput"] = min(1.0, 1 / (1 + (by_id["P1"].value("change") or 0.0)))
    routed = by_id["P8"].value("share")
    if routed is not None:
        parts["routing"] = routed
    weight = math.fsum(EFFICIENCY[name] for name in parts)
    total = math.fsum(EFFICIENCY[name] * value for name, value in parts.items())
    rounded = {name: round(value, 4) for name, value in parts.items()}
    return {**rounded, "score": round(100 * total / weight, 1)}


def _answers(entries: Iterable[Entry]) -> frozenset[int]:
    return frozenset(entry.n for entry in entries if entry.role == "assistant")


def _at(values: Sequence[int], share: float) -> int:
    return values[min(int(share * len(values)), len(values) - 1)]


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
