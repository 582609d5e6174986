"""Predictions that are measured on sessions and chats: P2 to P5, and P7."""

from __future__ import annotations

from collections.abc import Sequence

from pane_cli.evaluate.trials import Trials, share_of
from pane_cli.evaluate.verdicts import Claim, Verdict, percent

RECALL, PRECISION, SUFFICIENT = 0.95, 0.70, 0.95
_GAP, _AGREES = 0.20, 0.90


def precision_and_recall(claim: Claim, trials: Trials) -> Verdict:
    """P2."""
    evidence: dict[str, float] = {}
    if trials.sessions:
        evidence["sessions_recall"] = trials.total("recall") / trials.total("cuts")
        share = share_of(trials.total("used"), trials.total("tokens"))
        evidence["sessions_precision"] = share
    if trials.chats:
        found = trials.asked
        evidence["chats_recall"] = share_of(found.found, found.questions)
        evidence["chats_recall_in_budget"] = share_of(found.held, found.questions)
        evidence["chats_precision"] = share_of(found.used, found.tokens)
    evidence["made_recall"] = trials.made.share
    evidence["made_precision"] = share_of(trials.made.used, trials.made.tokens)
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
    evidence = {"made": share_of(found.sufficient, found.asked)}
    if trials.sessions:
        evidence["sessions"] = trials.total("sufficient") / trials.total("cuts")
    if trials.chats:
        evidence["chats"] = share_of(trials.asked.sufficient, trials.asked.questions)
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


def _at(values: Sequence[int], share: float) -> int:
    return values[min(int(share * len(values)), len(values) - 1)]
