"""How well topics begin where a reader says that they do.

    python tests/bench/topic_boundaries.py TRANSCRIPT...

`topics/labels.json` holds boundaries that were labelled by reading two public sessions,
before there was anything to compare them with. The rules of naming were then written
with an eye on them: figures are of development, not held out.
Beside pane stands what knows nothing: a cut every N turns, as many cuts as pane made.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from pane_cli.commands.inputs import read_sessions
from pane_cli.commands.settings import rules_for
from pane_cli.view.view import View

LABELS = Path(__file__).parent / "topics" / "labels.json"


class Score(NamedTuple):
    """Shares from 0 to 1."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def score(found: set[int], labelled: set[int]) -> Score:
    """Exact turns: a boundary that is one turn off is wrong."""
    hits = len(found & labelled)
    return Score(hits / max(len(found), 1), hits / max(len(labelled), 1))


def begins(view: View) -> set[int]:
    """Turns whose topic is another than that of the turn before."""
    moves = view.settled.moves
    return {b.turn for a, b in pairwise(moves) if a.topic != b.topic}


def every(turns: int, cuts: int) -> set[int]:
    """So many cuts at equal distance."""
    return {1 + round(k * turns / (cuts + 1)) for k in range(1, cuts + 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--rules", type=Path)
    parser.add_argument("--set", action="append", default=[])
    options = parser.parse_args()
    rules = rules_for(None, options.rules, options.set).rules
    labels = {row["session"]: row for row in json.loads(LABELS.read_text("utf-8"))}
    for file in options.files:
        for session in read_sessions([file], rules, None, True):
            row = labels.pop(session.log.header.id, None)
            if row is not None:
                report(session.view, row)
    for missing in labels:
        print(f"{missing[:8]}: not among the files")


def report(view: View, row: dict[str, Any]) -> None:
    labelled, found = set(row["begins"]), begins(view)
    equal = every(row["turns"], len(found))
    print(f"{row['session'][:8]}: {row['turns']} turns, {len(labelled)} boundaries")
    for name, turns in (("pane", found), (f"{len(found)} equal cuts", equal)):
        made = score(turns, labelled)
        shares = f"{made.precision:.2f}  recall {made.recall:.2f}  F1 {made.f1:.2f}"
        print(f"  {name:<16} precision {shares}  {sorted(turns)}")


if __name__ == "__main__":
    main()
