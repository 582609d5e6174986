"""Measure `pane hook` over a store: `python tests/bench/hook.py ENTRIES [STORE]`.

Times are multiples of `python -c 'import typer'`, taken in turn with it: the median of
wall times, and the least CPU time, of processes. STORE is one that was made before,
with its index; without it one is made.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from measure import PANE, build
from stores import make_store

from pane_cli.session.address import USER_SESSION
from pane_cli.session.types import Mark
from pane_cli.store.store import Store

ROUNDS = 11
SESSION = "00000009-made"
FLOOR = [sys.executable, "-c", "import typer"]
#: Words of entry 29 of another session, which few others have.
RARE = "prefobock stofaproum it error rox vacaicliox of closheavus"
COMMON = "please fix the error in this test and run the build again"


class Spent(NamedTuple):
    """What a process took, in seconds."""

    wall: float
    cpu: float


def main() -> None:
    """Print a line an event."""
    count = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = Path(sys.argv[2]) if len(sys.argv) > 2 else folder / "store"
        if not store.exists():
            make_store(store, count)
            build(store, "whoosh")
        Store(store).append_marks(
            USER_SESSION, [Mark("pin", 0, name="p", text="stay afloat")]
        )
        transcript = folder / "t.jsonl"
        transcript.write_text(records(400), encoding="utf-8")
        once(store, event("Stop", "grown", transcript))
        cases = {
            "hi": event("UserPromptSubmit", SESSION, None, prompt="hi"),
            "common words": event("UserPromptSubmit", SESSION, None, prompt=COMMON),
            "rare words": event("UserPromptSubmit", SESSION, None, prompt=RARE),
            "compacted": event("SessionStart", SESSION, None, source="compact"),
            "new session": event("SessionStart", "other", None, source="startup"),
            "end of a turn": event("Stop", "grown", transcript),
        }
        found: dict[str, list[Spent]] = {name: [] for name in ("floor", *cases)}
        for number in range(ROUNDS):
            for name, body in cases.items():
                if name == "end of a turn":
                    with transcript.open("a", encoding="utf-8") as stream:
                        stream.write(record(400 + number))
                else:  # what it added before would not be added again
                    shutil.rmtree(store / "cache" / "hook", ignore_errors=True)
                found["floor"].append(spent(FLOOR, b"", {}))
                found[name].append(once(store, body))
        tell(found)


def tell(found: dict[str, list[Spent]]) -> None:
    """Print what each event took beside the floor."""
    wall = statistics.median(one.wall for one in found["floor"])
    cpu = min(one.cpu for one in found["floor"])
    print(f"{'import typer':16s} wall {wall:.3f} s, CPU {cpu:.3f} s")
    for name, times in found.items():
        if name != "floor":
            walls = statistics.median(one.wall for one in times) / wall
            least = min(one.cpu for one in times) / cpu
            print(f"{name:16s} wall {walls:.2f} x typer, CPU {least:.2f} x")


def once(store: Path, body: bytes) -> Spent:
    """One call of the hook, as an agent does it."""
    return spent([str(PANE), "hook"], body, {"PANE_STORE": str(store)})


def spent(command: list[str], body: bytes, more: dict[str, str]) -> Spent:
    """Run a process to its end."""
    begun = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **more},
    )
    assert process.stdin is not None
    process.stdin.write(body)
    process.stdin.close()
    _, _, usage = os.wait4(process.pid, 0)
    return Spent(time.perf_counter() - begun, usage.ru_utime + usage.ru_stime)


def event(name: str, session: str, path: Path | None, **more: str) -> bytes:
    """What an agent gives its hook."""
    told = {
        "hook_event_name": name,
        "session_id": session,
        "transcript_path": str(path) if path is not None else None,
        "cwd": "/repo",
    }
    return json.dumps(told | more).encode()


def records(count: int) -> str:
    """A transcript."""
    return "".join(map(record, range(count)))


def record(number: int) -> str:
    """A line of it."""
    line = {
        "type": "user" if number % 2 == 0 else "assistant",
        "uuid": f"u-{number}",
        "sessionId": "grown",
        "cwd": "/boat",
        "timestamp": "2026-02-10T09:12:44.000Z",
        "message": {"role": "user", "content": f"request {number}, of the boat"},
    }
    return json.dumps(line) + "\n"


if __name__ == "__main__":
    main()
