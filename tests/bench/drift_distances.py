"""How well a change of topic is told from none: by terms, and by an encoder.

    python tests/bench/drift_distances.py TRANSCRIPT... --set search.encoder=static

Of the sessions that `topics/labels.json` has in the set `development`. At every turn
from the fifth on, the last `decay.drift_turns` turns are compared with those before
them; a topic has changed where one of them begins one. Printed is the chance that a
change is told farther than none (AUC; 0.5: nothing is told), and the threshold at which
the share of changes past it is most above that of the others: what the defaults of
`decay.drift_by_encoder` were set to.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from topic_boundaries import LABELS

from pane_cli.commands.shared.encoding import encode_of
from pane_cli.commands.shared.inputs import Session, read_sessions
from pane_cli.commands.shared.settings import rules_for
from pane_cli.evict.distance import far
from pane_cli.evict.relevance import LEAST_TURNS, drifted, texts_of
from pane_cli.text.terms import Terms


class Told(NamedTuple):
    """One turn: whether a topic began lately, and how far that is from before."""

    way: str
    began: bool
    drift: float


def told(session: Session, begins: set[int]) -> Iterator[Told]:
    view = session.view
    rules, encode = view.rules.decay, encode_of(view.rules.search)
    texts = texts_of(view, session.log.entry)
    texts.pop(0, None)  # what precedes the first request
    terms, last = Terms(view.rules.recall.language), rules.drift_turns
    words = {turn: frozenset(terms.question(text)) for turn, text in texts.items()}
    vectors = dict(
        zip(texts, encode(list(texts.values())) if encode else (), strict=False)
    )
    for end in range(LEAST_TURNS, len(texts) + 1):
        seen = sorted(texts)[:end]
        began = not begins.isdisjoint(seen[-last:])
        yield Told("terms", began, drifted({t: words[t] for t in seen}, 0, last)[1])
        if vectors:
            part = {turn: vectors[turn] for turn in seen}
            drift = far(part, 0, last, 3 * last)[1]
            yield Told(view.rules.search.encoder, began, drift)


def summed(rows: list[Told]) -> str:
    changed = [row.drift for row in rows if row.began]
    same = [row.drift for row in rows if not row.began]
    pairs = [(a > b) + (a == b) / 2 for a in changed for b in same]
    gain, least = max(
        (_past(changed, least) - _past(same, least), least)
        for least in (step / 50 for step in range(101))
    )
    shares = f"{_past(changed, least):.2f} of changes, {_past(same, least):.2f} of none"
    counts = f"{len(changed)} changes, {len(same)} none"
    auc = sum(pairs) / max(len(pairs), 1)
    return f"{counts}: AUC {auc:.2f}; past {least:.2f} are {shares} ({gain:+.2f})"


def _past(values: list[float], least: float) -> float:
    return sum(value > least for value in values) / max(len(values), 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--set", action="append", default=[])
    options = parser.parse_args()
    rules = rules_for(None, None, options.set).rules
    labels = {row["session"]: row for row in json.loads(LABELS.read_text("utf-8"))}
    rows: list[Told] = []
    for file in options.files:
        for session in read_sessions([file], rules, None, True):
            row = labels.get(session.log.header.id, {"set": ""})
            if row["set"] == "development":
                rows += told(session, set(row["begins"]))
    for way in dict.fromkeys(row.way for row in rows):
        print(f"{way:<8} {summed([row for row in rows if row.way == way])}")


if __name__ == "__main__":
    main()
