"""The index gives what reading everything gives, whatever happens to it."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from entries_made import call, entry, write_session

from pane_cli.rules.schema import Recall
from pane_cli.search.engine import Locked, Unusable
from pane_cli.search.engines import ENGINES
from pane_cli.search.library import WHOOSH, Library, open_library, version_of
from pane_cli.search.places import Source
from pane_cli.search.rank import Scored, question_of, rank
from pane_cli.search.upkeep import update
from pane_cli.search.writing import Writing
from pane_cli.session.codec import encode
from pane_cli.session.types import Entry
from pane_cli.text.terms import Terms

TERMS = Terms()
WORDS = ["token", "refresh", "session", "parser", "zebra", "lion", "用户", "café"]
QUERIES = ["token refresh", "zebra", "用户", "why does the parser fail in May?", "cafe"]


def entries(seed: int, count: int, first: int = 1) -> list[Entry]:
    some = random.Random(seed)
    made = []
    for n in range(first, first + count):
        text = " ".join(some.choices(WORDS, k=some.randint(1, 30)))
        ts = f"2023-0{some.randint(4, 6)}-1{some.randint(0, 9)}T10:00:{n % 60:02}Z"
        if some.random() < 0.2:
            path = f"src/{some.choice(WORDS)}.py"
            made.append(call(n, "Edit", (path,), file_path=path, text=text))
        else:
            made.append(entry(n, text, ts=ts, kind=some.choice(["text", "thinking"])))
    return made


def answers(library: Library) -> list[list[tuple[str, int, float]]]:
    return [
        [
            (str(library.entry(one.document).n), one.document.offset, one.score)
            for one in ask(library, query)
        ]
        for query in QUERIES
    ]


def ask(library: Library, query: str) -> list[Scored]:
    question = question_of(query, TERMS)
    return rank(question, library.engine([question]), Recall())


def grow(source: Source, more: list[Entry]) -> None:
    with source.path.open("ab") as stream:
        stream.write(b"".join(map(encode, more)))


def check(folder: Path, sources: list[Source]) -> None:
    assert answers(open_library(folder, sources, TERMS)) == answers(
        Library(sources, TERMS)
    )


@pytest.fixture
def store(tmp_path: Path) -> tuple[Path, list[Source]]:
    (tmp_path / "sessions").mkdir()
    sources = [
        write_session(tmp_path / "sessions", f"s{i}", entries(i, 20 + 70 * i))
        for i in range(4)
    ]
    return tmp_path / "index", sources


def test_indexed_is_read(store: tuple[Path, list[Source]]) -> None:
    folder, sources = store
    assert update(folder, sources, TERMS) == 500
    library = open_library(folder, sources, TERMS)
    assert library.waiting == 0
    check(folder, sources)


def test_what_is_not_indexed_yet_is_found(store: tuple[Path, list[Source]]) -> None:
    folder, sources = store
    update(folder, sources[:3], TERMS)
    grow(sources[1], entries(9, 30, first=91))
    check(folder, sources)
    assert open_library(folder, sources, TERMS).waiting > 0


def test_grows_in_many_steps(store: tuple[Path, list[Source]]) -> None:
    folder, sources = store
    for step in range(12):
        for i, source in enumerate(sources):
            grow(source, entries(100 * step + i, 5, first=1000 + 5 * step))
        assert update(folder, sources, TERMS) > 0
        assert update(folder, sources, TERMS) == 0
    check(folder, sources)


def test_segments_are_committed_within_a_session(
    store: tuple[Path, list[Source]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, sources = store
    monkeypatch.setattr("pane_cli.search.chunks.SIZE", 48)
    update(folder, sources, TERMS)
    check(folder, sources)


def test_little_is_left_for_later(store: tuple[Path, list[Source]]) -> None:
    folder, sources = store
    assert update(folder, sources, TERMS, least=1 << 30) == 0
    assert not folder.exists()


def test_a_torn_last_line_is_not_indexed(store: tuple[Path, list[Source]]) -> None:
    folder, sources = store
    whole = encode(entry(500, "zebra zebra"))
    with sources[0].path.open("ab") as stream:
        stream.write(whole[:30])
    update(folder, sources, TERMS)
    with sources[0].path.open("ab") as stream:
        stream.write(whole[30:])
    check(folder, sources)
    assert any(
        open_library(folder, sources, TERMS).entry(one.document).n == 500
        for one in ask(open_library(folder, sources, TERMS), "zebra")
    )


def test_a_session_that_is_gone_is_not_found(store: tuple[Path, list[Source]]) -> None:
    folder, sources = store
    update(folder, sources, TERMS)
    sources[2].path.unlink()
    check(folder, sources)
    check(folder, sources[:2])


def test_a_session_that_was_replaced_is_read_anew(
    store: tuple[Path, list[Source]],
) -> None:
    folder, sources = store
    update(folder, sources, TERMS)
    write_session(sources[1].path.parent, "s1", entries(77, 200))
    check(folder, sources)
    update(folder, sources, TERMS)
    check(folder, sources)


def _delete(folder: Path) -> None:
    shutil.rmtree(folder)


def _delete_half(folder: Path) -> None:
    for path in sorted(folder.iterdir())[::2]:
        path.unlink()


def _truncate(folder: Path) -> None:
    for path in folder.glob("*.seg"):
        os.truncate(path, path.stat().st_size // 2)


def _garble(folder: Path) -> None:
    for path in folder.glob("*.seg"):
        raw = bytearray(path.read_bytes())
        raw[:: max(len(raw) // 400, 1)] = b"\xff" * len(raw[:: max(len(raw) // 400, 1)])
        path.write_bytes(raw)


def _empty_toc(folder: Path) -> None:
    for path in folder.glob("*.toc"):
        path.write_bytes(b"")


def _state_without_commit(folder: Path) -> None:
    """Killed after the state was written, before the commit."""
    state = next(folder.glob("state-*.json"))
    generation = int(state.stem.removeprefix("state-"))
    text = state.read_text().replace('"end":', '"end":9')
    (folder / f"state-{generation + 1}.json").write_text(text)


def _other_version(folder: Path) -> None:
    for path in folder.glob("state-*.json"):
        path.write_text(path.read_text().replace('"version":"', '"version":"0'))


@pytest.mark.parametrize(
    "damage",
    [
        _delete,
        _delete_half,
        _truncate,
        _garble,
        _empty_toc,
        _state_without_commit,
        _other_version,
    ],
)
def test_damage_costs_time_only(
    store: tuple[Path, list[Source]], damage: Callable[[Path], None]
) -> None:
    folder, sources = store
    update(folder, sources, TERMS)
    damage(folder)
    try:
        found = answers(open_library(folder, sources, TERMS))
    except Unusable:  # which is what makes recall read the sessions
        found = answers(Library(sources, TERMS))
    assert found == answers(Library(sources, TERMS))
    grow(sources[0], entries(5, 40, first=600))
    update(folder, sources, TERMS)


@pytest.mark.parametrize("damage", [_delete_half, _truncate, _empty_toc])
def test_damage_is_rebuilt(
    store: tuple[Path, list[Source]], damage: Callable[[Path], None]
) -> None:
    folder, sources = store
    update(folder, sources, TERMS)
    damage(folder)
    update(folder, sources, TERMS, rebuild=True)
    assert open_library(folder, sources, TERMS).waiting == 0
    check(folder, sources)


def test_one_writer_at_a_time(store: tuple[Path, list[Source]]) -> None:
    folder, sources = store
    write = ENGINES[WHOOSH].write
    with Writing(folder, version_of(TERMS), write(folder, TERMS)):
        with pytest.raises(Locked):
            write(folder, TERMS)
        assert update(folder, sources, TERMS) == 0
        check(folder, sources)
    assert update(folder, sources, TERMS) == 500


def test_a_killed_writer_leaves_no_lock(store: tuple[Path, list[Source]]) -> None:
    folder, sources = store
    update(folder, sources[:1], TERMS)
    script = (
        "import os, pathlib, sys\n"
        "from pane_cli.search.engines import ENGINES\n"
        "from pane_cli.text.terms import Terms\n"
        "ENGINES['whoosh'].write(pathlib.Path(sys.argv[1]), Terms())\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(folder)], check=False)
    assert update(folder, sources, TERMS) == 480
    check(folder, sources)


def test_other_languages_have_an_index_of_their_own(
    store: tuple[Path, list[Source]],
) -> None:
    folder, sources = store
    update(folder, sources, TERMS)
    german = Terms("german")
    assert update(folder, sources, german) == 500
    assert open_library(folder, sources, german).waiting == 0
    check(folder, sources)


def test_in_parts(store: tuple[Path, list[Source]]) -> None:
    folder, sources = store
    added = []
    while more := update(folder, sources, TERMS, most=100):
        added.append(more)
        check(folder, sources)
    assert added == [110, 160, 230]


def test_replaced_again_and_again(store: tuple[Path, list[Source]]) -> None:
    folder, sources = store
    for seed in range(80):
        write_session(sources[0].path.parent, "s0", entries(seed, 3))
        update(folder, sources, TERMS)
    check(folder, sources)
    assert open_library(folder, sources, TERMS)._state.next < 80


def test_files_are_private(store: tuple[Path, list[Source]]) -> None:
    folder, sources = store
    update(folder, sources, TERMS)
    assert {path.stat().st_mode & 0o077 for path in folder.iterdir()} == {0}
