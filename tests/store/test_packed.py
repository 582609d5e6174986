"""One session in a file and packed beside it: agents pack what is a week old."""

from __future__ import annotations

import gzip
import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from running import PANE, run
from transcripts_made import ID, TRICKY, ingest, session, texts, user

from pane_cli.store.store import Store
from pane_cli.transcripts.source import open_source

FORMS: dict[str, Callable[[bytes], bytes]] = {
    "x.jsonl": bytes,
    "x.jsonl.gz": gzip.compress,
    "x.jsonl.zst": zstandard.compress,
}
#: A format whose sessions are called after their file's name.
NAMELESS = b'{"role":"user","content":"hello"}\n{"role":"user","content":"more"}\n'


def save(folder: Path, name: str, body: bytes) -> Path:
    path = folder / name
    path.write_bytes(FORMS[name](body))
    return path


@pytest.mark.parametrize("body", [TRICKY, NAMELESS], ids=["named", "nameless"])
def test_a14_in_one_folder_they_are_one_session(body: bytes, tmp_path: Path) -> None:
    folder, store = tmp_path / "in", Store(tmp_path / "store")
    folder.mkdir()
    for name in FORMS:
        save(folder, name, body)
    assert [outcome.new for outcome in ingest(store, folder)] == [1, 0, 0]
    (id,) = store.ids()
    before = session(store, id)
    ingest(Store(store.root), folder)
    assert (store.ids(), session(store, id)) == ([id], before)


@pytest.mark.parametrize("order", [*itertools.permutations(FORMS)], ids="-".join)
@pytest.mark.parametrize("body", [TRICKY, NAMELESS], ids=["named", "nameless"])
def test_a14_one_after_the_other_they_are_one_session(
    body: bytes, order: tuple[str, ...], tmp_path: Path
) -> None:
    store = Store(tmp_path / "store")
    news = [ingest(store, save(tmp_path, name, body))[0].new for name in order]
    assert (news, len(store.ids())) == ([1, 0, 0], 1)


@pytest.mark.parametrize("name", ["x.jsonl.gz", "x.jsonl.zst"])
def test_a14_what_came_before_it_was_packed_is_not_lost(
    name: str, tmp_path: Path
) -> None:
    store, end = Store(tmp_path / "store"), user("u1", "hello")
    plain = save(tmp_path, "x.jsonl", end)
    ingest(store, plain)
    packed = save(tmp_path, name, end + user("u2", "more"))
    plain.unlink()
    assert ingest(store, packed)[0].grown == 1
    assert (store.ids(), texts(store)) == ([ID], {1: "hello", 2: "more"})


def test_zstd_frames_are_read_one_behind_the_other(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl.zst"
    pieces = [TRICKY[:7], b"", TRICKY[7:], b"a" * (5 << 20)]
    path.write_bytes(b"".join(map(zstandard.compress, pieces)))
    with open_source(path) as stream:
        assert stream.read() == b"".join(pieces)


@pytest.mark.parametrize(
    "words", [["recall", "login"], ["check"], ["assemble"], ["ingest", "-c"]]
)
@pytest.mark.parametrize("name", ["x.jsonl.gz", "x.jsonl.zst"])
def test_a14_what_was_cut_off_is_named_by_every_command(
    name: str, words: list[str], tmp_path: Path
) -> None:
    path = save(tmp_path, name, TRICKY)
    path.write_bytes(path.read_bytes()[:-5])
    outcome = run([str(PANE), *words, name], tmp_path)
    assert outcome.status == 2
    assert f"{name}: damaged compressed data".encode() in outcome.err + outcome.out


def test_a14_what_was_cut_off_in_a_pipe_is_named_too(tmp_path: Path) -> None:
    packed = zstandard.compress(TRICKY)[:-5]
    outcome = run([str(PANE), "assemble"], tmp_path, packed)
    assert outcome.status == 2
    assert outcome.err.startswith(b"pane: stdin: damaged compressed data")
