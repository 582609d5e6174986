"""The acceptance list over a folder of real transcripts: `acceptance.py FOLDER`.

For every file: no exception; ids once a session; every result names a call; parents
exist, or check says so; read + skipped + held = records; ingest twice = the same bytes.
Prints what is not so, and the counts.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from pane_cli.session.log import scan
from pane_cli.session.types import Entry
from pane_cli.store.store import Store

PANE = Path(sys.executable).parent / "pane"
COUNTS = re.compile(
    rb"([\d,]+) records?: ([\d,]+) read, ([\d,]+) already stored, ([\d,]+) skipped "
    rb"\(damaged\), ([\d,]+) held"
)


def ingest(path: Path, store: Path) -> tuple[int, bytes]:
    """Exit status and what was said."""
    words = [str(PANE), "ingest", "--store", str(store), str(path)]
    done = subprocess.run(
        words, capture_output=True, stdin=subprocess.DEVNULL, check=False
    )
    return done.returncode, done.stderr


def faults(path: Path, folder: Path) -> tuple[list[str], Counter[str]]:
    """What is not as it should be about one file; and counts."""
    status, said = ingest(path, folder)
    found, counts = [], Counter({f"exit {status}": 1})
    if b"Traceback" in said or status not in (0, 2):
        found.append(f"exit {status}: {said.decode()[-300:]}")
    numbers = COUNTS.search(said)
    if numbers is not None:
        seen, *parts = (int(part.replace(b",", b"")) for part in numbers.groups())
        counts.update(records=seen, read=parts[0], skipped=parts[2], held=parts[3])
        if seen != sum(parts):
            found.append(f"{seen} records are not {parts}")
    store = Store(folder)
    before = {id: store.path(id).read_bytes() for id in store.ids()}
    counts["sessions"] = len(before)
    for id in before:
        found += session_faults(store, id, counts)
    ingest(path, folder)
    if before != {id: store.path(id).read_bytes() for id in store.ids()}:
        found.append("a second ingest changed the store")
    return found, counts


def session_faults(store: Store, id: str, counts: Counter[str]) -> list[str]:
    """What is not as it should be in one session."""
    lines = [line for *_, line in scan(store.path(id))]
    entries = [line for line in lines if isinstance(line, Entry)]
    counts["entries"] += len(entries)
    found = ["a line that can't be read"] if None in lines else []
    ids = [entry.id for entry in entries if entry.id]
    if len(ids) != len(set(ids)):
        found.append(f"{id}: ids come twice")
    if any(entry.call is None for entry in entries if entry.kind == "result"):
        found.append(f"{id}: a result names no call")
    if [entry.n for entry in entries] != list(range(1, len(entries) + 1)):
        found.append(f"{id}: numbers are not 1, 2, ...")
    dangling = {e.parent for e in entries if e.parent} - set(ids)
    counts["dangling parents"] += len(dangling)
    for entry in entries:
        if entry.src is not None and not store.archive(id).read(*entry.src):
            found.append(f"{id}#{entry.n}: no original")
    return found


def main(root: Path) -> None:
    """Every file of a folder, each into a store of its own."""
    total: Counter[str] = Counter()
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        with tempfile.TemporaryDirectory() as folder:
            found, counts = faults(path, Path(folder) / "store")
        total.update(counts)
        total.update(files=1, faulty=bool(found))
        if counts["exit 2"]:
            print(f"exit 2: {path.name}")
        for fault in found:
            print(f"{path.name}: {fault}")
    print(dict(total))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
