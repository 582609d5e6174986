"""Killed at any moment, a store reads, and the next ingest completes it."""

from __future__ import annotations

import random
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest
from running import PANE, environment
from transcripts_made import (
    ID,
    TRICKY,
    answer,
    assert_originals,
    ingest,
    lines,
    session,
    user,
)

from pane_cli.session.types import Entry, Mark
from pane_cli.store.sessionfile import appending
from pane_cli.store.store import Store

BIG = b"".join(
    user(f"u{i}", f"request {i} " * 400) + answer(f"a{i}", f"answer {i} " * 400)
    for i in range(1500)
)


def start(home: Path, *paths: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [str(PANE), "ingest", *map(str, paths)],
        cwd=home,
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def test_killed_again_and_again(tmp_path: Path) -> None:
    source = tmp_path / "t.jsonl"
    source.write_bytes(BIG)
    whole = Store(tmp_path / "whole")
    ingest(whole, source)
    store = Store(tmp_path / "store")
    chance = random.Random(7)
    killed, longest = 0, 0.7
    for _ in range(40):
        running = start(tmp_path, source)
        time.sleep(chance.uniform(0.05, 0.7) * longest)
        running.kill()
        is_killed = running.wait() == -signal.SIGKILL
        running.communicate()
        for id in store.ids():
            assert session(whole).startswith(session(store, id).rpartition(b"\n")[0])
            assert_originals(store, id, BIG)
        killed += is_killed
        longest *= 1.0 if is_killed else 0.7  # a fast machine was done before
        if killed > 3:
            break
    assert killed > 3
    ingest(Store(store.root), source)
    assert session(store) == session(whole)
    assert_originals(store, ID, BIG)


@pytest.mark.parametrize("torn", [1, 30, 200])
def test_a_torn_last_line_is_cut(tmp_path: Path, torn: int) -> None:
    source = tmp_path / "t.jsonl"
    source.write_bytes(TRICKY)
    store = Store(tmp_path / "store")
    ingest(store, source)
    expected = session(store)
    store.path(ID).write_bytes(expected[:-torn])
    assert len(lines(store)) == expected[:-torn].count(b"\n")
    source.write_bytes(TRICKY + b"\n")
    ingest(store, source)
    assert session(store) == expected


@pytest.mark.parametrize("torn", [1, 20, 100])
def test_a_torn_archive_frame_is_cut(tmp_path: Path, torn: int) -> None:
    source = tmp_path / "t.jsonl"
    store = Store(tmp_path / "store")
    source.write_bytes(TRICKY[:800])
    ingest(store, source)
    source.write_bytes(TRICKY)
    ingest(store, source)
    expected = session(store)
    # Killed while the second frame was written: no line of it was there yet.
    archive = store.root / "originals" / f"{ID}.zst"
    archive.write_bytes(archive.read_bytes()[:-torn])
    store.path(ID).write_bytes(b"".join(expected.splitlines(keepends=True)[:3]))
    source.write_bytes(TRICKY + b"\n")
    ingest(Store(store.root), source)
    assert session(store) == expected
    assert_originals(store, ID, TRICKY)


@pytest.mark.parametrize("first", [b'{"kind":"sess', b"no JSON\n"])
def test_a_session_without_a_header_stops_no_other(
    first: bytes, tmp_path: Path
) -> None:
    """A transcript that names no session is looked for among the headers of all."""
    store = Store(tmp_path / "store")
    ingest(store, tmp_path / "none.jsonl")
    for id in ("damaged", "long" * 80):
        store.path(id).write_bytes(first)
    source = tmp_path / "t.jsonl"
    source.write_bytes(b'{"role":"user","content":"hi"}\n')
    ingest(store, source)
    (id,) = set(store.ids()) - {"damaged"}
    assert [line.text for line in lines(store, id) if isinstance(line, Entry)] == ["hi"]


def test_two_writers_at_once(tmp_path: Path) -> None:
    sources = [tmp_path / f"{i}.jsonl" for i in range(20)]
    for i, source in enumerate(sources):
        source.write_bytes(BIG[:200_000].replace(ID.encode(), f"{i:02}{ID}".encode()))
    whole = Store(tmp_path / "whole")
    ingest(whole, *sources)
    both = [start(tmp_path, *order) for order in (sources, sources[::-1])]
    assert [running.wait() for running in both] == [0, 0]
    [running.communicate() for running in both]
    store = Store(tmp_path / "store")
    assert store.ids() == whole.ids()
    for id in store.ids():
        assert session(store, id) == session(whole, id)


def test_marks_from_many_threads_are_numbered_once(tmp_path: Path) -> None:
    source = tmp_path / "t.jsonl"
    source.write_bytes(TRICKY)
    ingest(Store(tmp_path / "store"), source)

    def pin() -> None:
        for _ in range(10):
            Store(tmp_path / "store").append_marks(ID, [Mark("pin", 0, text="x")])

    threads = [threading.Thread(target=pin) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    marks = [li for li in lines(Store(tmp_path / "store")) if isinstance(li, Mark)]
    assert [mark.mark for mark in marks] == list(range(1, 41))


def test_forgotten_while_another_waits(tmp_path: Path) -> None:
    source = tmp_path / "t.jsonl"
    source.write_bytes(TRICKY)
    store = Store(tmp_path / "store")
    ingest(store, source)
    waiting = threading.Thread(
        target=lambda: Store(store.root).append_marks("user", [Mark("pin", 0)])
    )
    store.append_marks("user", [Mark("pin", 0, text="a")])
    with appending(store.path("user")):
        waiting.start()
        time.sleep(0.05)
        store.path("user").unlink()
    waiting.join()
    assert [li.mark for li in lines(store, "user") if isinstance(li, Mark)] == [1]
