"""Ingest of a beginning and then of the whole is ingest of the whole, cut anywhere."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from transcripts_made import (
    ID,
    SMALL,
    TRICKY,
    answer,
    assert_originals,
    ingest,
    lines,
    session,
    texts,
    user,
)

from pane_cli.store.store import Store


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return tmp_path / "t.jsonl"


def whole(tmp_path: Path, source: Path, body: bytes) -> bytes:
    source.write_bytes(body)
    store = Store(tmp_path / "whole")
    ingest(store, source)
    return session(store)


def test_cut_at_every_byte(tmp_path: Path, source: Path) -> None:
    source.write_bytes(SMALL)
    store = Store(tmp_path / "whole")
    ingest(store, source)
    expected = session(store, "s")
    assert len(texts(store, "s")) == 6
    for cut in range(len(SMALL)):
        store = Store(tmp_path / "store")
        source.write_bytes(SMALL[:cut])
        ingest(store, source)
        source.write_bytes(SMALL)
        ingest(store, source)
        assert session(store, "s") == expected, f"cut at {cut}"
        assert_originals(store, "s", SMALL)
        shutil.rmtree(store.root)


@pytest.mark.parametrize("lost", ["cache/readers", "cache/catalog.sqlite", "cache"])
def test_cut_at_every_line_and_cache_lost(
    tmp_path: Path, source: Path, lost: str
) -> None:
    expected = whole(tmp_path, source, TRICKY)
    store_root = tmp_path / "store"
    position = 0
    while position >= 0:
        source.write_bytes(TRICKY[:position])
        ingest(Store(store_root), source)
        gone = store_root / lost
        shutil.rmtree(gone) if gone.is_dir() else gone.unlink()
        position = TRICKY.find(b"\n", position + 1)
    source.write_bytes(TRICKY)
    ingest(Store(store_root), source)
    assert session(Store(store_root)) == expected


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(cuts=st.lists(st.integers(0, len(TRICKY)), max_size=6))
def test_random_cuts(tmp_path: Path, source: Path, cuts: list[int]) -> None:
    expected = whole(tmp_path, source, TRICKY)
    store = Store(tmp_path / "store")
    for cut in [*sorted(cuts), len(TRICKY)]:
        source.write_bytes(TRICKY[:cut])
        ingest(store, source)
    assert session(store) == expected
    shutil.rmtree(store.root)
    shutil.rmtree(tmp_path / "whole")


def test_marks_between_do_not_disturb(tmp_path: Path, source: Path) -> None:
    from pane_cli.session.types import Mark

    body = user("u1", "one") + answer("a1", "two")
    source.write_bytes(body)
    store = Store(tmp_path / "store")
    ingest(store, source)
    marks = store.append_marks(ID, [Mark("pin", 0, name="a", text="keep")])
    assert [(mark.mark, mark.after) for mark in marks] == [(1, 3)]
    source.write_bytes(body + user("u2", "three"))
    ingest(store, source)
    again = store.append_marks(ID, [Mark("unpin", 0, name="a")])
    assert [(mark.mark, mark.after) for mark in again] == [(2, 4)]
    kinds = [raw.split(b'"')[3] for raw in session(store).splitlines()]
    assert kinds == [
        b"session",
        b"text",
        b"text",
        b"text",
        b"pin",
        b"text",
        b"unpin",
    ]


def test_growth_reads_only_what_is_new(tmp_path: Path, source: Path) -> None:
    body = b"".join(user(f"u{i}", f"request {i}") for i in range(50))
    source.write_bytes(body)
    store = Store(tmp_path / "store")
    assert ingest(store, source)[0].tally.read == 50
    with source.open("ab") as stream:
        stream.write(user("v", "one more"))
    outcome = ingest(store, source)[0]
    assert (outcome.tally.read, outcome.tally.stored) == (1, 50)
    assert (outcome.new, outcome.grown) == (0, 1)


def test_told_marks_stand_among_those_made_here(tmp_path: Path) -> None:
    """A transcript's own decisions are numbered on, and written once."""
    from pane_cli.session.types import Mark

    cases = Path(__file__).parents[1] / "cases" / "ingest"
    body = (cases / "pi-marks" / "input.jsonl").read_bytes()
    source = tmp_path / "pi.jsonl"
    store = Store(tmp_path / "store")
    half = body.index(b"omp-vcc.evict")
    source.write_bytes(body[:half])
    ingest(store, source)
    (id,) = store.ids()
    store.append_marks(id, [Mark("pin", 0, name="mine", text="keep")])
    source.write_bytes(body)
    ingest(store, source)
    found = [line for line in lines(store, id) if isinstance(line, Mark)]
    assert [(mark.mark, mark.kind, mark.by) for mark in found] == [
        (1, "evict", "host:pi"),
        (2, "pin", "host:keel"),
        (3, "evict", "host:keel"),
        (4, "pin", "user"),
        (5, "restore", "host:omp-vcc"),
        (6, "unpin", "host:omp-vcc"),
        (7, "summary", "host:pi-vcc"),
    ]
    before = session(store, id)
    shutil.rmtree(store.root / "cache")
    ingest(Store(store.root), source)
    assert session(store, id) == before
    source.write_bytes(b'{"type":"title","title":"t"}\n' + body)
    ingest(Store(store.root), source)
    after = [line for line in lines(store, id) if isinstance(line, Mark)]
    assert after == found
