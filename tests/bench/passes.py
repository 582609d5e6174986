"""A pass over many transcripts with nothing new: `python tests/bench/passes.py 25000`.

Prints how long the first and the second pass take, and how many of the transcripts and
session files the second one opens, counted by an audit hook: none. A page of sessions
opens those it shows.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

COUNTED = """
import sys, time
opened = set()
def hook(event, arguments):
    if event == "open" and str(arguments[0]).endswith(".jsonl"):
        opened.add(arguments[0])
sys.addaudithook(hook)
sys.argv[0] = "pane"
begun = time.perf_counter()
from pane_cli.start import main
try:
    main()
finally:
    print(f"{time.perf_counter() - begun:.1f} s, {len(opened)} files opened")
"""


def main() -> None:
    """Two passes, then one after one file has grown."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder / "in", int(sys.argv[1]))
        for what in ("first pass", "nothing new"):
            print(f"{what:12s} {ingest(folder)}", flush=True)
        for what in ("5 sessions", "once more"):
            listed = counted(folder, "recall", "--sessions", "-n", "5")
            print(f"{what:12s} {listed}", flush=True)
        with (folder / "in" / "0" / "0.jsonl").open("ab") as stream:
            stream.write(record(0, 1))
        print(f"{'one grew':12s} {ingest(folder)}", flush=True)


def make(folder: Path, count: int) -> None:
    """Transcripts of one message each."""
    for number in range(count):
        path = folder / str(number % 100) / f"{number}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(record(number, 0))


def record(number: int, line: int) -> bytes:
    """A line as an agent writes it."""
    made = {
        "type": "user",
        "uuid": f"u-{number}-{line}",
        "parentUuid": None,
        "sessionId": f"{number:08x}-made",
        "timestamp": "2026-02-10T09:12:44.000Z",
        "message": {"role": "user", "content": f"request {number} {line}"},
    }
    return json.dumps(made).encode() + b"\n"


def ingest(folder: Path) -> str:
    """What a process says of itself."""
    return counted(folder, "ingest", "in")


def counted(folder: Path, *words: str) -> str:
    """What a process says of itself behind its output."""
    done = subprocess.run(
        [sys.executable, "-c", COUNTED, *words, "--store", "store", "-q"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip().splitlines()[-1]


if __name__ == "__main__":
    main()
