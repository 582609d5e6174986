"""What recall costs goes by what it looks at, not by how much there is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from bench.stores import make_store
from entries_made import entry, write_session
from running import environment

from pane_cli.search.places import Source
from pane_cli.search.upkeep import update
from pane_cli.text.terms import Terms

COUNTED = """
import sys
opened = set()
def hook(event, arguments):
    if event == "open" and str(arguments[0]).endswith(".jsonl"):
        opened.add(str(arguments[0]))
sys.addaudithook(hook)
sys.argv[0] = "pane"
from pane_cli.start import main
try:
    main()
finally:
    print(len(opened), file=sys.stderr)
"""
PAGE = 5
MIB = 1 << 20


def files_opened(home: Path, *arguments: str) -> int:
    done = subprocess.run(
        [sys.executable, "-c", COUNTED, "recall", *arguments],
        cwd=home,
        env=environment(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return int(done.stderr.split()[-1])


def test_a24_a_page_of_sessions_opens_no_more(tmp_path: Path) -> None:
    folder = tmp_path / "store" / "sessions"
    folder.mkdir(parents=True)
    (tmp_path / "store" / "cache").mkdir()
    for number in range(200):
        ts = f"2026-02-10T09:{number // 60:02}:{number % 60:02}Z"
        write_session(folder, f"s{number:03}", [entry(1, "a token", ts=ts)])
    assert files_opened(tmp_path, "--sessions") >= 200  # each once, for the catalog
    assert files_opened(tmp_path, "--sessions", "-n", str(PAGE)) <= 2 * PAGE


PEAK = """
import sys
from pathlib import Path
sys.argv[0] = "pane"
from pane_cli.start import main
try:
    main()
finally:
    status = Path("/proc/self/status").read_text()
    print(status.partition("VmHWM:")[2].split()[0], file=sys.stderr)
"""


def peak(home: Path, store: Path) -> int:
    """Bytes of memory that a process answers with."""
    done = subprocess.run(
        [sys.executable, "-c", PEAK, "recall", "token", "--store", str(store)],
        cwd=home,
        env=environment(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return int(done.stderr.split()[-1]) * 1024


@pytest.mark.skipif(sys.platform != "linux", reason="where the peak is told")
def test_a25_memory_does_not_grow_with_the_store(tmp_path: Path) -> None:
    peaks = []
    for count in (1_000, 10_000):
        store = tmp_path / str(count)
        paths = make_store(store, count)
        sources = [Source(path.stem, path) for path in paths]
        update(store / "cache" / "index", sources, Terms())
        peaks.append(peak(tmp_path, store))
    few, many = peaks
    assert many - few < 16 * MIB
    assert many < 64 * MIB
