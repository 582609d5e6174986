"""Under a deadline or in a busy store less is done; it is named, and no error."""

from __future__ import annotations

import fcntl
import shlex
import time
from contextlib import suppress
from pathlib import Path

import pytest
from running import ROOT, run

from pane_cli.commands.hits.searching import time_limit
from pane_cli.commands.shared.degrading import LEVELS, Level, within
from pane_cli.recall.patterns import TooSlow
from pane_cli.rules.schema import DEFAULT

SAMPLE = next((ROOT / "samples" / "claude-code").glob("*.jsonl"))


def pane(tmp_path: Path, line: str):  # type: ignore[no-untyped-def]
    words = ["pane", *shlex.split(line), "--store", str(tmp_path / "store")]
    return run(words, tmp_path)


def test_in_time_nothing_is_left_out(tmp_path: Path) -> None:
    done = pane(tmp_path, f"assemble {SAMPLE} --deadline 60 --query token")
    assert (done.status, done.err) == (0, b"")
    same = pane(tmp_path, f"assemble {SAMPLE} --query token")
    assert done.out == same.out


def test_too_late_the_newest_words_come_all_the_same(tmp_path: Path) -> None:
    line = f"assemble {SAMPLE} --deadline 0.001 --budget 1500 --query token"
    done = pane(tmp_path, line)
    assert done.status == 0
    assert b"pane: level newest, without older words" in done.err
    assert b"[#152] user:" in done.out
    assert b"# Recalled" not in done.out
    whole = pane(tmp_path, f"assemble {SAMPLE} --budget 1500")
    assert whole.out != done.out


def test_while_somebody_writes_no_second_look_is_taken(tmp_path: Path) -> None:
    assert pane(tmp_path, f"ingest {SAMPLE}").status == 0
    (session,) = (tmp_path / "store" / "sessions").glob("*.jsonl")
    line = "assemble -s 7c1e5a90 --query token --set recall.variants=3"
    with session.open("rb") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        done = pane(tmp_path, line)
    assert done.status == 0
    assert b"pane: level words, without the encoder" in done.err
    assert b"the store is busy" in done.err
    assert pane(tmp_path, line).err == b""


@pytest.mark.parametrize("slow", range(len(LEVELS)))
def test_levels_are_tried_in_turn(slow: int) -> None:
    """So many of them are too slow; the last one has no limit."""
    tried: list[str] = []

    def work(level: Level) -> str:
        tried.append(level.name)
        if len(tried) <= slow and level is not LEVELS[-1]:
            raise TooSlow
        return level.name

    assert within(900.0, work, quiet=True) == LEVELS[slow].name
    assert tried == [level.name for level in LEVELS[: slow + 1]]


def test_an_alarm_in_a_callback_is_heard_the_second_time(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Python drops what is raised while it collects an object."""

    class Slow:
        def __del__(self) -> None:
            end = time.monotonic() + 0.1
            while time.monotonic() < end:
                pass

    with pytest.raises(TooSlow), time_limit(0.01):
        Slow()
        while True:
            pass
    assert capsys.readouterr().err == ""


def test_an_alarm_that_rings_at_once_rings_no_more_afterwards() -> None:
    for _ in range(50):
        with suppress(TooSlow), time_limit(1e-6):
            pass
    time.sleep(0.1)  # five times as long as until it would ring again


def test_what_a_level_leaves_out() -> None:
    words, newest = LEVELS[1].rules(DEFAULT), LEVELS[-1].rules(DEFAULT)
    assert (words.search.encoder, words.recall.variants) == ("", 0)
    assert (newest.assemble.digest.share, newest.assemble.tail) == (0.0, 1.0)
    assert LEVELS[0].rules(DEFAULT) == DEFAULT
