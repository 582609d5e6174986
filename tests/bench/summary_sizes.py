"""How small summaries are and how long they take, on transcripts of your own.

    python tests/bench/summary_sizes.py FILE_OR_FOLDER...

A line a session: characters of what the summary replaces, how much smaller it is with
and without the working set, CPU milliseconds of a cold process, of reading and folding
in process, and of the summary alone once the session is at hand. Below, the summaries
that the hosts themselves wrote, each beside ours of the same entries. Needs no network.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

from pane_cli.commands.shared.inputs import Session, latest, read_sessions
from pane_cli.commands.summaries.summing import Wanted, material_of, summary_of
from pane_cli.errors import PaneError
from pane_cli.rules.schema import DEFAULT
from pane_cli.summarize.summarize import Summary, source_chars

LEAST_BYTES = 60_000
RUNS = 5


class Row(NamedTuple):
    """What was measured of one session."""

    source: int
    share: float
    bare: float
    cold: float
    read: float
    warm: float

    def line(self, name: str) -> str:
        return (
            f"{self.source:>10,} {1 - self.share:>7.1%} {1 - self.bare:>7.1%}"
            f" {self.cold:>7.0f} {self.read:>7.0f} {self.warm:>7.1f}  {name}"
        )


def main(arguments: Sequence[str]) -> None:
    print(
        f"{'replaced':>10} {'all':>7} {'no set':>7} {'cold':>7} {'read':>7} {'warm':>7}"
    )
    rows: list[Row] = []
    hosts: list[str] = []
    for path in transcripts(map(Path, arguments)):
        try:
            session = latest(read_sessions([path], DEFAULT, quiet=True))
        except PaneError:
            continue
        row = measured(path)
        rows.append(row)
        print(row.line(path.name[-44:]), flush=True)
        hosts += host_summaries(path, session)
    for name, of in (("median", median), ("p90", p90)):
        columns = (of([row[i] for row in rows]) for i in range(len(Row._fields)))
        print(Row(*map(float, columns)).line(name).replace(".0 ", " "))
    print(f"\n{'replaced':>10} {'host':>7} {'ours':>7}  at")
    print("\n".join(hosts) or "no summary that a host wrote")


def transcripts(paths: Iterable[Path]) -> Iterator[Path]:
    """Files of some size, those in folders too."""
    for path in paths:
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (p for p in found if p.is_file() and p.stat().st_size > LEAST_BYTES)


def measured(path: Path) -> Row:
    """The best of some runs: others use the machine, too."""
    reads, warms, colds = [], [], []
    for _ in range(RUNS):
        start = time.process_time()
        session = latest(read_sessions([path], DEFAULT, quiet=True))
        at_hand = time.process_time()
        summary = summary_of(session, Wanted())
        done = time.process_time()
        colds.append(cold(path))
        reads.append(at_hand - start)
        warms.append(done - at_hand)
    source = max(1, source_chars(material_of(session, Wanted())))
    sizes = (len(summary.text()) / source, len(without_set(summary)) / source)
    return Row(source, *sizes, *(1000 * min(runs) for runs in (colds, reads, warms)))


def cold(path: Path) -> float:
    """CPU seconds of a process of its own."""
    before = os.times()
    command = ["pane", "summarize", str(path)]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    spent = (after.children_user, after.children_system)
    return sum(spent) - before.children_user - before.children_system


def without_set(summary: Summary) -> str:
    parts = tuple(part for part in summary.parts if part.name != "working-set")
    return summary._replace(parts=parts).text()


def host_summaries(path: Path, session: Session) -> Iterator[str]:
    """What the host wrote in place of all before it, and what we would."""
    for row in session.view.rows:
        if row.what == "compact-summary" and row.chars > 1000:
            before = latest(read_sessions([path], DEFAULT, quiet=True, at=row.n - 1))
            source = source_chars(material_of(before, Wanted()))
            ours = len(summary_of(before, Wanted()).text())
            sizes = f"{1 - row.chars / source:>7.1%} {1 - ours / source:>7.1%}"
            yield f"{source:>10,} {sizes}  #{row.n} {path.name[-40:]}"


def p90(values: Sequence[float]) -> float:
    return quantiles(values, n=10)[-1] if len(values) > 1 else values[0]


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
