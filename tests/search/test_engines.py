"""Every engine finds the same; switching, dying and damage cost time only."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from operator import eq
from pathlib import Path

import pytest
from bench.stores import make_store, questions
from entries_made import entry, write_session
from running import PANE, Outcome, environment, run

from pane_cli.commands.shared.indexing import INDEX_AFTER
from pane_cli.rules.schema import Recall
from pane_cli.search.candidates import narrow
from pane_cli.search.engine import Locked, Unusable
from pane_cli.search.engines import ENGINES
from pane_cli.search.library import Library, open_library
from pane_cli.search.places import Source
from pane_cli.search.rank import question_of, rank
from pane_cli.search.upkeep import update
from pane_cli.session.codec import encode
from pane_cli.text.terms import Terms

TERMS = Terms()
COUNT = 900
MANY = sys.maxsize // 100
needs_tantivy = pytest.mark.skipif(
    find_spec("tantivy") is None, reason="tantivy is not installed"
)
BOTH = [
    pytest.param("whoosh", id="whoosh"),
    pytest.param("tantivy", id="tantivy", marks=needs_tantivy),
]


ASKED = ["token refresh", "January 2025, on 2025-01-01", "Bash", *questions(4)]
Found = list[tuple[int, list[tuple[str, int, float]]]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Source]:
    paths = make_store(tmp_path_factory.mktemp("made"), COUNT)
    return [Source(path.stem, path) for path in paths]


@pytest.fixture(scope="module")
def read(made: list[Source]) -> Found:
    """What is found without an index."""
    return found(Library(made, TERMS))


def found(library: Library, asked: Sequence[str] = ASKED, most: int = MANY) -> Found:
    """For each query the true count, and of the best ten session, number, score."""
    asking = [question_of(query, TERMS) for query in asked]
    engine = library.engine(asking)
    answers: Found = []
    for question in asking:
        narrowed = narrow(question, engine, Recall(), most)
        best = [
            (
                str(library.source(one.document).id),
                library.entry(one.document).n,
                one.score,
            )
            for one in rank(question, narrowed, Recall(), keys=narrowed.keys)[:10]
        ]
        answers.append((narrowed.total, best))
    return answers


@pytest.mark.parametrize("engine", BOTH)
def test_an_index_finds_what_reading_finds(
    made: list[Source], read: Found, tmp_path: Path, engine: str
) -> None:
    assert update(tmp_path / "index", made, TERMS, engine=engine) == COUNT
    library = open_library(tmp_path / "index", made, TERMS, engine)
    assert library.waiting == 0
    assert found(library) == read
    assert all(total for total, _ in read)
    few = found(library, most=50)
    assert [total for total, _ in few] == [total for total, _ in read]


@pytest.mark.parametrize("engine", BOTH)
def test_the_first_ten_need_few_candidates(
    made: list[Source], tmp_path: Path, engine: str
) -> None:
    update(tmp_path / "index", made, TERMS, engine=engine)
    library = open_library(tmp_path / "index", made, TERMS, engine)
    asked = [" ".join(query.split()[:4]) for query in questions(40, seed=11)]
    few, all_ = found(library, asked, most=200), found(library, asked)
    assert sum(map(eq, few, all_)) >= 0.95 * len(asked)


@needs_tantivy
def test_engines_give_the_same_first_ten(tmp_path: Path) -> None:
    """Whoosh once passed over a better hit, in whose session too few were ranked."""
    paths = make_store(tmp_path, 4_000)
    sources = [Source(path.stem, path) for path in paths]
    asked = [" ".join(query.split()[:4]) for query in questions(40, seed=12)]
    whole = found(Library(sources, TERMS), asked)
    answers = []
    for engine in ("whoosh", "tantivy"):
        update(tmp_path / engine, sources, TERMS, engine=engine)
        library = open_library(tmp_path / engine, sources, TERMS, engine)
        answers.append(found(library, asked, most=Recall().candidates))
    assert sum(map(eq, *answers)) >= 0.95 * len(asked)
    for answer in answers:
        assert sum(map(eq, answer, whole)) >= 0.95 * len(asked)


@pytest.mark.parametrize("engine", BOTH)
def test_no_question_changes_what_the_next_one_finds(
    made: list[Source], tmp_path: Path, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if engine == "tantivy":
        # Of a store that is large enough no term is rare.
        monkeypatch.setattr("pane_cli.search.tantivied._RARE", 0)
    update(tmp_path / "index", made, TERMS, engine=engine)
    asked = sorted({word for query in questions(6) for word in query.split()})[:24]
    for first in asked[:4]:
        library = open_library(tmp_path / "index", made, TERMS, engine)
        together = found(library, [first, *asked], most=1)[1:]
        for query, answer in zip(asked, together, strict=True):
            alone = open_library(tmp_path / "index", made, TERMS, engine)
            assert [answer] == found(alone, [query], most=1), (first, query)


@pytest.mark.parametrize("engine", BOTH)
def test_what_grows_and_what_is_replaced(
    made: list[Source], tmp_path: Path, engine: str
) -> None:
    folder = tmp_path / "index"
    sources = [Source(s.id, Path(shutil.copy(s.path, tmp_path))) for s in made]
    update(folder, sources, TERMS, engine=engine)
    with sources[1].path.open("ab") as stream:
        stream.write(encode(entry(401, "a zebra comes by")))
    write_session(tmp_path, sources[0].id, [entry(1, "zebra once")])
    del sources[2]
    asked = ["zebra", *ASKED[:3]]
    expected = found(Library(sources, TERMS), asked)
    assert expected[0][0] == 2
    for _ in range(2):
        assert found(open_library(folder, sources, TERMS, engine), asked) == expected
        assert update(folder, sources, TERMS, engine=engine) in (0, 2)
    assert open_library(folder, sources, TERMS, engine).waiting == 0


@pytest.mark.parametrize("engine", BOTH)
def test_only_some_sessions_are_asked(
    made: list[Source], tmp_path: Path, engine: str
) -> None:
    update(tmp_path / "index", made, TERMS, engine=engine)
    library = open_library(tmp_path / "index", made[1:], TERMS, engine)
    assert found(library) == found(Library(made[1:], TERMS))


@needs_tantivy
def test_another_engine_rebuilds_by_itself(made: list[Source], tmp_path: Path) -> None:
    for engine in ("whoosh", "tantivy", "whoosh"):
        library = open_library(tmp_path / "index", made, TERMS, engine)
        assert library.waiting > 0
        assert update(tmp_path / "index", made, TERMS, engine=engine) == COUNT
        assert open_library(tmp_path / "index", made, TERMS, engine).waiting == 0


def _cut(folder: Path) -> None:
    for path in folder.iterdir():
        if path.stat().st_size > 2_000 and path.suffix != ".json":
            os.truncate(path, path.stat().st_size // 2)


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        os.truncate(path, 0)


def _half(folder: Path) -> None:
    for path in sorted(folder.iterdir())[::2]:
        path.unlink()


@pytest.mark.parametrize("damage", [_cut, _empty, _half])
@pytest.mark.parametrize("engine", BOTH)
def test_damage_is_rebuilt(
    made: list[Source], read: Found, tmp_path: Path, engine: str, damage: object
) -> None:
    assert callable(damage)
    folder = tmp_path / "index"
    update(folder, made, TERMS, engine=engine)
    damage(folder)
    with suppress(Unusable):  # which is what makes recall read the sessions
        assert found(open_library(folder, made, TERMS, engine)) == read
    assert update(folder, made, TERMS, rebuild=True, engine=engine) == COUNT
    assert open_library(folder, made, TERMS, engine).waiting == 0


@pytest.mark.parametrize("engine", BOTH)
def test_one_writer_at_a_time(made: list[Source], tmp_path: Path, engine: str) -> None:
    writer = ENGINES[engine].write(tmp_path / "index", TERMS)
    with pytest.raises(Locked):
        ENGINES[engine].write(tmp_path / "index", TERMS)
    assert update(tmp_path / "index", made, TERMS, engine=engine) == 0
    writer.close()
    assert update(tmp_path / "index", made, TERMS, engine=engine) == COUNT


BUILD = """
import sys
from pathlib import Path
from pane_cli.search.places import Source
from pane_cli.search.upkeep import update
from pane_cli.text.terms import Terms
folder = Path(sys.argv[1])
sources = [Source(p.stem, p) for p in sorted(Path(sys.argv[2]).glob("*.jsonl"))]
print("begun", flush=True)
update(folder, sources, Terms(), most=300, engine=sys.argv[3])
update(folder, sources, Terms(), engine=sys.argv[3])
"""


def build(made: list[Source], folder: Path, engine: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", BUILD, folder, made[0].path.parent, engine],
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("engine", BOTH)
def test_a_writer_killed_between_state_and_commit_costs_time_only(
    made: list[Source], read: Found, tmp_path: Path, engine: str
) -> None:
    folder = tmp_path / "index"
    update(folder, made, TERMS, engine=engine, most=300)
    (kept,) = folder.glob("state-*.json")
    update(shutil.copytree(folder, tmp_path / "whole"), made, TERMS, engine=engine)
    (ahead,) = (tmp_path / "whole").glob("state-*.json")
    assert ahead.name != kept.name
    shutil.copy(ahead, folder)
    assert found(open_library(folder, made, TERMS, engine)) == read
    assert update(folder, made, TERMS, engine=engine) > 0
    library = open_library(folder, made, TERMS, engine)
    assert library.waiting == 0
    assert found(library) == read


@pytest.mark.parametrize("engine", BOTH)
@pytest.mark.parametrize("after", [0.05, 0.4, 1.0])
def test_a_killed_writer_costs_time_only(
    made: list[Source], read: Found, tmp_path: Path, engine: str, after: float
) -> None:
    folder = tmp_path / "index"
    process = build(made, folder, engine)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    time.sleep(after)
    process.kill()
    process.communicate()
    assert found(open_library(folder, made, TERMS, engine)) == read
    update(folder, made, TERMS, engine=engine)
    library = open_library(folder, made, TERMS, engine)
    assert library.waiting == 0
    assert found(library) == read


@pytest.mark.parametrize("engine", BOTH)
def test_two_processes_write_at_once(
    made: list[Source], read: Found, tmp_path: Path, engine: str
) -> None:
    folder = tmp_path / "index"
    both = [build(made, folder, engine) for _ in range(2)]
    while any(process.poll() is None for process in both):
        # Where a commit comes between, recall reads the sessions.
        with suppress(Unusable):
            assert found(open_library(folder, made, TERMS, engine)) == read
    for process in both:
        process.communicate()
        assert process.returncode == 0
    update(folder, made, TERMS, engine=engine)
    library = open_library(folder, made, TERMS, engine)
    assert library.waiting == 0 and found(library) == read


@pytest.mark.parametrize("engine", BOTH)
def test_recall_answers_whatever_the_engine(
    made: list[Source], tmp_path: Path, engine: str
) -> None:
    sessions = tmp_path / "store" / "sessions"
    shutil.copytree(made[0].path.parent, sessions)
    ask = [str(PANE), "recall", "token refresh", "--json"]
    command = [*ask, "--set", f"search.engine={engine}"]
    pad = b"".join(encode(entry(n, "pad " * 400)) for n in range(2_000, 3_500))
    assert len(pad) > INDEX_AFTER
    with (sessions / made[0].path.name).open("ab") as stream:
        stream.write(pad)
    before = run(command, tmp_path)
    assert before.status == 0
    assert (tmp_path / "store/cache/index").exists()
    assert hits(run(command, tmp_path)) == hits(before) == hits(run(ask, tmp_path))


def hits(done: Outcome) -> list[str]:
    return [hit["address"] for hit in json.loads(done.out)["hits"]]


def test_an_engine_that_is_not_installed_is_named(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    code = (
        "import sys; sys.modules['tantivy'] = None; sys.argv[0] = 'pane'\n"
        "from pane_cli.app import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "recall", "x", "--set", "search.engine=tantivy"],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "search.engine: tantivy is not installed" in done.stderr
    assert "pip install 'pane[tantivy]'" in done.stderr
