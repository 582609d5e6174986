"""`pane recall --deadline`: less is looked at, it is named; too late is an error."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from entries_made import entry, session_bytes
from running import ROOT, run

from pane_cli.commands.hits.asking import Asking, manner_of
from pane_cli.commands.hits.searching import Scope
from pane_cli.commands.shared.degrading import RECALL_LEVELS, Level, in_time
from pane_cli.errors import PaneError
from pane_cli.recall.answer import Query
from pane_cli.recall.patterns import TooSlow
from pane_cli.rules.schema import DEFAULT
from pane_cli.store.store import Store

SAMPLE = next((ROOT / "samples" / "claude-code").glob("*.jsonl"))


def pane(place: Path, line: str):  # type: ignore[no-untyped-def]
    return run(["pane", *shlex.split(line), "--store", str(place / "store")], place)


def test_in_time_it_is_the_same(tmp_path: Path) -> None:
    usual = pane(tmp_path, f"recall token {SAMPLE}")
    assert usual.status == 0
    assert pane(tmp_path, f"recall token {SAMPLE} --deadline 60") == usual


@pytest.mark.parametrize("place", [str(SAMPLE), ""], ids=["FILE", "store"])
def test_too_late_is_no_answer_of_nothing(place: str, tmp_path: Path) -> None:
    pane(tmp_path, f"ingest -q {SAMPLE}")
    done = pane(tmp_path, f"recall token {place} --deadline 0.000001")
    assert (done.status, done.out) == (2, b"")
    assert done.err.startswith(b"pane: --deadline 1e-06: nothing was found by then\n")


@pytest.mark.parametrize("slow", range(len(RECALL_LEVELS)))
def test_levels_of_recall_are_tried_in_turn(
    slow: int, capsys: pytest.CaptureFixture[str]
) -> None:
    tried: list[str] = []

    def work(level: Level) -> str:
        tried.append(level.name)
        if len(tried) <= slow:
            raise TooSlow
        return level.name

    assert in_time(9.0, work, RECALL_LEVELS) == RECALL_LEVELS[slow].name
    assert tried == [level.name for level in RECALL_LEVELS[: slow + 1]]
    said = capsys.readouterr().err
    assert ("(--deadline 9)" in said) == (slow > 0)


def test_where_all_are_slow_it_is_an_error() -> None:
    def work(level: Level) -> str:
        raise TooSlow

    with pytest.raises(PaneError, match="nothing was found by then"):
        in_time(9.0, work, RECALL_LEVELS)


def test_what_is_not_indexed_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    place = tmp_path / "store"
    old, new = (tmp_path / f"{name}.jsonl" for name in ("old", "new"))
    for path in (old, new):
        words = "a ferry in the fog " * 40_000
        path.write_bytes(session_bytes(path.stem, [entry(1, words + path.stem)]))
    (place / "sessions").mkdir(parents=True)
    (place / "sessions" / "old.jsonl").write_bytes(old.read_bytes())
    asking = Asking([Query("ferry")], manner_of(DEFAULT), DEFAULT)
    everything = list(asking.in_store(place, Scope()))
    assert everything[0].answer.total == 1
    (place / "sessions" / "new.jsonl").write_bytes(new.read_bytes())
    assert len(Store(place).ids()) == 2

    def found(reads: bool) -> int:
        replies = asking.in_store(place, Scope(), index=False, reads=reads)
        return next(iter(replies)).answer.total

    assert (found(reads=True), found(reads=False)) == (2, 1)
