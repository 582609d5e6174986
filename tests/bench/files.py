"""Measure recall over FILEs: `python tests/bench/files.py FILE... [-- WORD...]`.

CPU of whole processes as multiples of `python -c 'import typer'`, the best of several
alternating runs: without what is kept, with an empty folder for it, and with all there.
Without WORDs, one that is nowhere and some that are in many transcripts.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PANE = Path(sys.executable).with_name("pane")
WORDS = ["zyzzyvaquux", "websocket", "error", "session", "token refresh"]
ROUNDS = 5


def main() -> None:
    """Print a line a word."""
    given = sys.argv[1:]
    cut = given.index("--") if "--" in given else len(given)
    files, words = given[:cut], given[cut + 1 :] or WORDS
    size = sum(Path(file).stat().st_size for file in files)
    print(f"{len(files)} files, {size / 1e6:.1f} MB; times import typer")
    print(f"{'word':<16}{'off':>8}{'first':>8}{'again':>8}")
    with tempfile.TemporaryDirectory() as name:
        for word in words:
            off, first, again = measure(word, files, Path(name))
            print(f"{word:<16}{off:8.2f}{first:8.2f}{again:8.2f}")


def measure(word: str, files: list[str], folder: Path) -> tuple[float, float, float]:
    """What a query costs without what is kept, while it is made, and with it."""
    kept = folder / "cache" / "pane" / "files"
    ask = [str(PANE), "recall", word, *files]
    least: dict[str, float] = {}
    for _ in range(ROUNDS):
        shutil.rmtree(kept, ignore_errors=True)
        runs = {
            "floor": [sys.executable, "-c", "import typer"],
            "off": [*ask, "--set", "search.transcribed=0"],
            "first": ask,
            "all": [str(PANE), "recall", "--regex", ".", *files],  # keeps every FILE
            "again": ask,
        }
        for name, command in runs.items():
            spent = seconds(command, folder)
            least[name] = min(least.get(name, spent), spent)
    floor = least["floor"]
    return least["off"] / floor, least["first"] / floor, least["again"] / floor


def seconds(command: list[str], folder: Path) -> float:
    """CPU of a process, at home in `folder`."""
    home = {"HOME": folder, "XDG_CACHE_HOME": folder / "cache", "PANE_STORE": folder}
    process = subprocess.Popen(
        command,
        env={**os.environ, **{name: str(path) for name, path in home.items()}},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
