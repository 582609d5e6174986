"""Sources that were rewritten, copied, moved or packed, and what becomes of numbers."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
import zstandard
from transcripts_made import (
    ID,
    SUMMARY,
    answer,
    assert_originals,
    ingest,
    lines,
    session,
    texts,
    user,
)

from pane_cli.session.types import Amend, Entry
from pane_cli.store.store import Store

ONE = user("u1", "first words")
TWO = answer("a2", "an answer")
THREE = user("u3", "a third thing")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return tmp_path / "t.jsonl"


def vanished(store: Store, id: str = ID) -> list[tuple[tuple[int, int], ...]]:
    amends = [line for line in lines(store, id) if isinstance(line, Amend)]
    assert all(amend.what == "vanished" for amend in amends)
    return [amend.entries for amend in amends]


def test_a13_rewritten_and_regrown(store: Store, source: Path) -> None:
    source.write_bytes(ONE + TWO)
    ingest(store, source)
    body = user("u1", "other words") + TWO + THREE
    source.write_bytes(body)
    outcome = ingest(store, source)[0]
    assert (outcome.tally.read, outcome.tally.stored) == (2, 1)
    assert texts(store) == {
        1: "first words",
        2: "an answer",
        3: "done",
        4: "other words",
        5: "a third thing",
    }
    assert vanished(store) == [((1, 1),)]
    assert [e.turn for e in lines(store) if isinstance(e, Entry)] == [1, 1, 1, 2, 3]
    assert_originals(store, ID, body, generation=1)
    assert_originals(store, ID, ONE + TWO)


def test_truncated_then_regrown(store: Store, source: Path) -> None:
    source.write_bytes(ONE + TWO + THREE)
    ingest(store, source)
    source.write_bytes(ONE)
    ingest(store, source)
    assert vanished(store) == [((2, 4),)]
    source.write_bytes(ONE + THREE)
    ingest(store, source)
    # What has vanished is gone for good: the same bytes again are new entries.
    assert texts(store)[5] == "a third thing"
    assert vanished(store) == [((2, 4),)]


def test_rewritten_twice_with_the_cache_lost(tmp_path: Path, source: Path) -> None:
    bodies = [ONE + TWO, TWO + ONE + ONE, user("u9", "new") + TWO + ONE + THREE]
    results = []
    for lose in (False, True):
        store = Store(tmp_path / f"store{lose}")
        for body in bodies:
            source.write_bytes(body)
            ingest(store, source)
            if lose:
                for path in (store.root / "cache" / "readers").iterdir():
                    path.unlink()
        with source.open("ab") as stream:
            stream.write(user("u10", "appended"))
        ingest(store, source)
        results.append(session(store))
        source.unlink()
    assert results[0] == results[1]
    assert b'"appended"' in results[0]


def test_reordered_records_keep_their_numbers(store: Store, source: Path) -> None:
    source.write_bytes(ONE + TWO + THREE)
    ingest(store, source)
    before = session(store)
    source.write_bytes(THREE + TWO + ONE)
    outcome = ingest(store, source)[0]
    assert session(store) == before
    assert (outcome.tally.read, outcome.tally.stored) == (0, 3)
    assert ingest(store, source)[0].status == "unchanged"


def test_a_prelude_before_the_header_is_matched_too(store: Store, source: Path) -> None:
    source.write_bytes(SUMMARY + ONE + TWO)
    ingest(store, source)
    source.write_bytes(SUMMARY + user("u0", "inserted") + TWO)
    outcome = ingest(store, source)[0]
    assert (outcome.tally.read, outcome.tally.stored) == (1, 2)
    assert texts(store)[5] == "inserted"
    assert vanished(store) == [((2, 2),)]


def test_a_touched_source_is_read_and_nothing_changes(
    store: Store, source: Path
) -> None:
    source.write_bytes(ONE + TWO)
    ingest(store, source)
    before = session(store)
    source.write_bytes(ONE + TWO)
    assert ingest(store, source)[0].tally.stored == 2
    assert session(store) == before


def test_one_word_in_the_middle_changes_and_no_size(store: Store, source: Path) -> None:
    """Its first and last bytes are what they were."""
    around = b"".join(user(f"a{n}", "before " * 400) for n in range(3))
    after = b"".join(user(f"b{n}", "after " * 400) for n in range(3))
    source.write_bytes(around + user("u", "heron") + after)
    ingest(store, source)
    body = around + user("u", "egret") + after
    source.write_bytes(body)
    ingest(store, source)
    assert "egret" in texts(store).values()
    assert_originals(store, ID, body, generation=1)


@pytest.mark.parametrize("plain_first", [True, False])
@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_a14_packed_twin(
    store: Store, source: Path, suffix: str, plain_first: bool
) -> None:
    body = ONE + TWO + THREE
    packed = source.with_name(source.name + suffix)
    pack = gzip.compress if suffix == ".gz" else zstandard.ZstdCompressor().compress
    packed.write_bytes(pack(body))
    source.write_bytes(body)
    order = [source, packed] if plain_first else [packed, source]
    outcomes = ingest(store, *order)
    assert [o.new for o in outcomes] == [1, 0]
    assert store.ids() == [ID]
    assert len(texts(store)) == 4
    source.unlink()
    assert ingest(store, packed)[0].status == "unchanged"
    packed.write_bytes(pack(body + user("u4", "fourth")))
    ingest(store, packed)
    assert texts(store)[5] == "fourth"


def test_a_moved_project_continues(store: Store, source: Path, tmp_path: Path) -> None:
    source.write_bytes(ONE)
    ingest(store, source)
    (tmp_path / "elsewhere").mkdir()
    moved = source.rename(tmp_path / "elsewhere" / "t.jsonl")
    with moved.open("ab") as stream:
        stream.write(TWO)
    outcome = ingest(store, moved)[0]
    assert (outcome.new, outcome.tally.read) == (0, 1)
    assert store.ids() == [ID]


def test_another_conversation_of_the_same_id(
    store: Store, source: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.jsonl"
    source.write_bytes(ONE + TWO)
    other.write_bytes(user("u1", "something else") + TWO)
    ingest(store, source, other)
    twin = next(id for id in store.ids() if id != ID)
    assert twin.startswith(ID + "~")
    assert vanished(store) == vanished(store, twin) == []
    assert store.find(ID[:8]) == ID
    assert store.find(twin[-8:]) == twin
    assert store.find(store.short(twin)) == twin
    with other.open("ab") as stream:
        stream.write(THREE)
    assert ingest(store, source, other)[1].grown == 1
    (store.root / "cache" / "catalog.sqlite").unlink()
    before = {id: session(store, id) for id in store.ids()}
    store = Store(store.root)
    ingest(store, source, other)
    assert {id: session(store, id) for id in store.ids()} == before


def test_copies_that_part_ways(store: Store, source: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    source.write_bytes(ONE)
    copy.write_bytes(ONE)
    ingest(store, source, copy)
    assert store.ids() == [ID]
    copy.write_bytes(ONE + TWO)
    ingest(store, source, copy)
    source.write_bytes(ONE + THREE)
    ingest(store, source, copy)
    assert len(store.ids()) == 2
    assert all(vanished(store, id) == [] for id in store.ids())


def test_a_path_used_again_for_another_session(store: Store, source: Path) -> None:
    source.write_bytes(ONE)
    ingest(store, source)
    other = "99999999-2222-4333-8444-555555555555"
    source.write_bytes(user("u1", "unrelated", session=other))
    assert ingest(store, source)[0].new == 1
    assert store.ids() == [ID, other]
    assert vanished(store) == []


def test_the_original_unpacks_with_zstd(store: Store, source: Path) -> None:
    body = b"".join(user(f"u{i}", "x" * 50_000) for i in range(50))
    source.write_bytes(body)
    ingest(store, source)
    packed = (store.root / "originals" / f"{ID}.zst").read_bytes()
    stream = zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True)
    assert stream.read() + b"\n" == body
    assert_originals(store, ID, body)
