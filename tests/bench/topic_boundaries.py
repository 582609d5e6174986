"""How well topics begin where a reader says that they do.

    python tests/bench/topic_boundaries.py TRANSCRIPT...

`topics/labels.json` holds boundaries that were labelled by reading the requests of
public sessions, before pane had grouped them. The rules of naming were written with an
eye on the two of the set `development`; those of the set `fresh` came later, and
nothing is to be fitted to them. Beside pane stands what knows nothing: a cut every N
turns, as many cuts as pane made. Sums are over all boundaries of a set.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from pane_cli.commands.shared.inputs import read_sessions
from pane_cli.commands.shared.settings import rules_for
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


def counted(found: set[int], labelled: set[int]) -> Counter[str]:
    """Exact turns: a boundary that is one turn off is wrong."""
    hits = len(found & labelled)
    return Counter(hits=hits, found=len(found), labelled=len(labelled))


def of_counts(counts: Counter[str]) -> Score:
    return Score(
        counts["hits"] / max(counts["found"], 1),
        counts["hits"] / max(counts["labelled"], 1),
    )


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
    sums: dict[tuple[str, str], Counter[str]] = {}
    for file in options.files:
        for session in read_sessions([file], rules, None, True):
            row = labels.pop(session.log.header.id, None)
            for way, counts in report(session.view, row) if row else ():
                sums.setdefault((row["set"], way), Counter()).update(counts)
    for missing in labels:
        print(f"{missing[:8]}: not among the files")
    for (name, way), counts in sorted(sums.items()):
        made = of_counts(counts)
        print(f"{name}, {way:<10} {figures(made)}  {dict(counts)}")


def report(view: View, row: dict[str, Any]) -> Iterator[tuple[str, Counter[str]]]:
    """Print one session; its counts by who cut."""
    labelled, found = set(row["begins"]), begins(view)
    equal = every(row["turns"], len(found))
    print(f"{row['session'][:8]}: {row['turns']} turns, begins {sorted(labelled)}")
    for way, turns in (("pane", found), ("equal cuts", equal)):
        counts = counted(turns, labelled)
        print(f"  {way:<10} {figures(of_counts(counts))}  {sorted(turns)}")
        yield way, counts


def figures(made: Score) -> str:
    shares = f"precision {made.precision:.2f}  recall {made.recall:.2f}"
    return f"{shares}  F1 {made.f1:.2f}"


if __name__ == "__main__":
    main()
