"""A damaged store answers, or says which file is damaged; doctor mends what it can."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from faults.damages import ROWS, SESSION, Row
from faults.forked import pane
from faults.made import ID, Kept, ask, lines, result, say, use

from pane_cli.commands.shared import indexing

#: The commands that a hook or an agent runs, and what each must do at a damage.
COMMANDS = (
    ("recall", "heron"),
    ("recall", f"{ID}#1-4"),
    ("recall", "--sessions"),
    ("assemble", "-s", ID),
    ("summarize", "-s", ID),
    ("show", "-s", ID),
    ("stats",),
    ("check", "--lossless"),
    ("pin", "-s", ID, "keep the zebra"),
    ("evict", "-s", ID, "t1"),
    ("ingest", "agent"),
)
#: Those that are about the session whose file is damaged.
OF_ONE = ("assemble", "summarize", "show", "pin", "evict")


def indexed() -> None:
    """Index at once, as a store does that is big."""
    indexing.INDEX_AFTER = 0


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a store in use: evicted from, indexed, folded."""
    home = tmp_path_factory.mktemp("whole")
    records = [ask("u", "find the zebra"), use("a", "c")]
    records += [result("r", "c", "the result"), say("b", "found it")]
    records += [say(f"x{n}", f"step {n}") for n in range(70)]
    records += [ask("v", "now the heron"), say("d", "done")]
    Kept(home, s=lines(*records), o=lines({**ask("u", "a heron"), "sessionId": "o"}))
    for words in (("evict", "-s", ID, "#2-5"), ("recall", "zebra"), ("recall", "x")):
        assert pane(home, *words, fault=indexed).status in (0, 1)
    return home


@pytest.fixture
def home(whole: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "home"
    shutil.copytree(whole, copy)
    return copy


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_command_answers_or_names_the_file(row: Row, home: Path) -> None:
    row.do(home / "store")
    for words in COMMANDS:
        got = pane(home, *words, fault=indexed)
        said = got.err.decode()
        assert "Traceback" not in said, (words, said)
        assert got.status in (0, 1, 2), (words, said)
        if row.answers and words[0] != "check":
            assert got.status == 0, (words, said)
        elif words[0] in OF_ONE:
            assert got.status == 2 and SESSION in said and "see: " in said, said
    hits = json.loads(pane(home, "recall", "heron", "--json").out)["hits"]
    assert "o" in {hit["session"] for hit in hits}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_doctor_says_it_and_mends_what_is_derived(row: Row, home: Path) -> None:
    before = {p: p.read_bytes() for p in (home / "store").glob("sessions/*")}
    assert pane(home, "doctor", "--files").status == 0
    row.do(home / "store")
    damaged = {p: p.read_bytes() for p in (home / "store").glob("sessions/*")}
    first = pane(home, "doctor", "--files")
    assert b"Traceback" not in first.err, first.err.decode()
    assert first.status == (1 if row.is_seen else 0), (first.out, first.err)
    mended = pane(home, "doctor", "--repair")
    assert mended.status == (0 if row.mends else 1), mended.out
    counts = json.loads(pane(home, "doctor", "--files", "--json").out)["counts"]
    assert (counts["found"] == 0) == row.mends
    for path, body in damaged.items():
        kept = path.read_bytes()
        # Nothing of a session is touched but a last line that was never whole.
        assert body.startswith(kept) and b"\n" not in body[len(kept) :]
        assert row.name.startswith("session-") or kept in (body, before[path])
