"""Measure a generated store: `python tests/bench/measure.py ENTRIES [ENGINE...]`.

Times are CPU seconds of processes, the best of several, so that they mean something
while others work on the machine too; and multiples of `python -c 'import typer'` in
the same run. `rg` or grep over the raw files and a plain FTS5 table stand beside.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from stores import make_store, questions, session_of

from pane_cli.search.library import Library
from pane_cli.search.places import Source
from pane_cli.text.terms import Terms

PANE = Path(sys.executable).with_name("pane")
QUERIES = 8
ROUNDS = 3


def main() -> None:
    """Print a line a figure."""
    count, engines = int(sys.argv[1]), sys.argv[2:] or ["whoosh", "tantivy"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = folder / "store"
        make_store(store, count)
        paths = sorted((store / "sessions").iterdir())
        say("store", f"{count:,} entries, {len(paths):,} sessions, {size(store)}")
        floor = best([[sys.executable, "-c", "import typer"]] * 3)
        say("import typer", f"{floor:.3f} s")
        asked = [" ".join(query.split()[:4]) for query in questions(QUERIES)]
        fts = fts5(folder / "fts5.sqlite", paths, asked)
        grep(paths, asked, floor)
        for engine in engines:
            measure(store, paths, engine, asked, floor, fts)


def measure(
    store: Path,
    paths: list[Path],
    engine: str,
    asked: list[str],
    floor: float,
    fts: float,
) -> None:
    """What one engine costs."""
    shutil.rmtree(store / "cache", ignore_errors=True)
    spent, peak = build(store, engine)
    index = store / "cache" / "index"
    times = f"{spent:.1f} s, {spent / fts:.1f} times FTS5"
    say(f"{engine} build", f"{times}; {size(index)}; peak {peak} MB")
    run(ask(store, engine, "token"))  # makes the catalog
    typical = sorted(best([ask(store, engine, query)]) for query in asked)
    say(
        f"{engine} recall, cold",
        f"{typical[len(typical) // 2] / floor:.2f} x typer; "
        f"worst {typical[-1] / floor:.2f} x; peak {peak_of(store, engine, asked)} MB",
    )
    number = len(paths) + 7
    path = store / "sessions" / f"{number:08x}-made.jsonl"
    path.write_bytes(session_of(number, 100))
    spent, _ = build(store, engine)
    say(f"{engine} append of 100", f"{spent:.2f} s, a process with its imports")
    path.unlink()


BUILD = """
import resource, sys, time
from pathlib import Path
from pane_cli.search.places import Source
from pane_cli.search.upkeep import update
from pane_cli.text.terms import Terms
root = Path(sys.argv[1])
paths = sorted((root / "sessions").iterdir())
sources = [Source(path.stem, path) for path in paths]
begun = time.process_time()
update(root / "cache" / "index", sources, Terms(), engine=sys.argv[2])
print(time.process_time() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def build(store: Path, engine: str) -> tuple[float, int]:
    """Index what is new; seconds and MB."""
    done = subprocess.run(
        [sys.executable, "-c", BUILD, store, engine],
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, kib = done.stdout.split()
    return float(seconds), int(kib) // 1024


def fts5(path: Path, paths: list[Path], asked: list[str]) -> float:
    """Build a plain table of the same texts; returns the seconds."""
    sources = [Source(path.stem, path) for path in paths]
    begun = time.process_time()
    with sqlite3.connect(path) as table:
        table.execute("CREATE VIRTUAL TABLE t USING fts5(b, tokenize='porter')")
        bodies = ((text.body,) for text in Library(sources, Terms()).texts())
        table.executemany("INSERT INTO t VALUES (?)", bodies)
    spent = time.process_time() - begun
    say("FTS5 build", f"{spent:.1f} s; {path.stat().st_size >> 20} MB")
    return spent


def grep(paths: list[Path], asked: list[str], floor: float) -> None:
    """One pass over the raw files for any of the words."""
    tool = shutil.which("rg") or "grep"
    words = "|".join(asked[0].split())
    spent = best([[tool, "-c", "-E", words, *map(str, paths)]])
    say(f"{Path(tool).name} over the raw files", f"{spent / floor:.2f} x typer")


def ask(store: Path, engine: str, query: str) -> list[str]:
    """A command line."""
    # As it is with people: in a file, which is read once.
    (store / "rules.yaml").write_text(f"search:\n  engine: {engine}\n")
    return [str(PANE), "recall", query, "--store", str(store)]


def peak_of(store: Path, engine: str, asked: list[str]) -> int:
    """The most memory of any query, in MB."""
    code = "import sys; from pane_cli.start import main; main()"
    peaks = []
    for query in asked[:3]:
        command = [sys.executable, "-c", code, *ask(store, engine, query)[1:]]
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _, _, usage = os.wait4(process.pid, 0)
        peaks.append(usage.ru_maxrss >> 10)
    return max(peaks)


def best(commands: list[list[str]]) -> float:
    """CPU seconds of the cheapest of several runs."""
    found = []
    for command in commands * ROUNDS:
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        if os.waitstatus_to_exitcode(status) not in (0, 1):  # 1: nothing found
            raise SystemExit(f"failed: {command}")
        found.append(usage.ru_utime + usage.ru_stime)
    return min(found)


def run(command: list[str]) -> None:
    """Run it; what it says is thrown away."""
    subprocess.run(command, capture_output=True, check=False)


def size(folder: Path) -> str:
    """How large a folder is."""
    total = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return f"{total >> 20} MB"


def say(what: str, figure: str) -> None:
    """A line."""
    print(f"{what:24s} {figure}", flush=True)


if __name__ == "__main__":
    main()
