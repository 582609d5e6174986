"""What a session's length costs: `python tests/bench/long_session.py [ENTRIES]`.

Two stored sessions, one ten times as long, of which the same tokens are in context;
`pane assemble` over each, as CPU seconds of processes and multiples of `import typer`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from measure import PANE, best, say
from stores import session_of

LEFT = 10_000
"""Tokens that stay in context, about."""


def main() -> None:
    """Print a line a figure."""
    entries = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    floor = best([[sys.executable, "-c", "import typer"]] * 5)
    say("import typer", f"{floor:.3f} s")
    for count in (entries, 10 * entries):
        with tempfile.TemporaryDirectory() as name:
            cold, warm, chars = spent(Path(name), count)
        say(
            f"{count:,} entries",
            f"assemble {warm / floor:.2f} x typer ({warm:.3f} s), {chars:,} characters;"
            f" without kept folds {cold / floor:.2f} x",
        )


def spent(store: Path, count: int) -> tuple[float, float, int]:
    """CPU seconds of `assemble` without and with kept folds, and what it printed."""
    body = session_of(1, count)
    identity = body.split(b'"id":"', 1)[1].split(b'"', 1)[0].decode()
    sessions = store / "sessions"
    sessions.mkdir(parents=True)
    (sessions / f"{identity}.jsonl").write_bytes(body)
    common = ["--store", str(store), "-s", identity]
    evict = [str(PANE), "evict", "--to", str(LEFT), "--force", *common]
    subprocess.run(evict, check=True, stderr=subprocess.DEVNULL)
    assemble = [str(PANE), "assemble", "--budget", "20000", *common]
    done = subprocess.run(assemble, check=True, stdout=subprocess.PIPE)
    warm = best([assemble] * 7)
    cold = [["sh", "-c", f'rm -rf "{store}/cache"; "$@"', "sh", *assemble]] * 3
    return best(cold), warm, len(done.stdout)


if __name__ == "__main__":
    main()
