"""What a turn costs as the store grows: `python tests/bench/cost_curve.py`.

For each size a store is made and indexed; then one of its sessions (400 entries,
whatever the size) is assembled with a query that recalls from the whole store, and the
same query is put to `recall`. CPU seconds and peak memory of whole processes, the best
of several; the last column is the cost in those of the smallest store.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import PANE, build, run, say
from stores import make_store, questions

SIZES = (1_000, 10_000, 100_000)
ROUNDS = 5
QUERIES = 4


def main() -> None:
    """Print a line a store and command."""
    sizes = [int(word) for word in sys.argv[1:]] or list(SIZES)
    asked = [" ".join(text.split()[:4]) for text in questions(QUERIES)]
    first: dict[str, float] = {}
    for count in sizes:
        with tempfile.TemporaryDirectory() as name:
            store = Path(name) / "store"
            session = make_store(store, count)[0].stem
            spent, _ = build(store, "whoosh")
            say(f"{count:,} indexed", f"{spent:.1f} s")
            run([str(PANE), "recall", "token", "--store", str(store)])
            for command, words in commands(session).items():
                costs = [cost([*words, query], store) for query in asked]
                seconds = sum(one for one, _ in costs) / len(costs)
                peak = max(one for _, one in costs)
                times = seconds / first.setdefault(command, seconds)
                figure = f"{1000 * seconds:.0f} ms, peak {peak} MB, {times:.2f} times"
                say(f"{count:,} {command}", figure)


def commands(session: str) -> dict[str, list[str]]:
    """What is measured, without the query at its end."""
    assemble = ["assemble", "-s", session, "--budget", "4000", "-q", "--query"]
    return {"assemble --query": assemble, "recall": ["recall", "-q"]}


def cost(words: list[str], store: Path) -> tuple[float, int]:
    """CPU seconds of the cheapest of several runs, and the most memory in MB."""
    found = []
    for _ in range(ROUNDS):
        process = subprocess.Popen(
            [str(PANE), *words, "--store", str(store)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            raise SystemExit(f"failed: {words}")
        found.append((usage.ru_utime + usage.ru_stime, usage.ru_maxrss >> 10))
    return min(one for one, _ in found), max(one for _, one in found)


if __name__ == "__main__":
    main()
