"""`--lossless` over a real store: clean after whatever happens to a source."""

from __future__ import annotations

from pathlib import Path

import pytest
from check.made import record, transcript
from running import PANE, ROOT, Outcome, run

FIRST = [record(1), record(2, "two"), record(3, "three")]
DAMAGED = '{"type":"us'


def pane(place: Path, *words: str) -> Outcome:
    return run([str(PANE), *words], place)


@pytest.mark.parametrize(
    "states",
    [
        pytest.param([FIRST], id="once"),
        pytest.param([FIRST, [*FIRST, record(4)]], id="grown"),
        pytest.param([[record(1), DAMAGED, record(2)]], id="damaged"),
        pytest.param([[record(1) + record(2), "\0\0" + record(3)]], id="repaired"),
        pytest.param([FIRST, [record(1), record(3, "three")]], id="a record gone"),
        pytest.param(
            [FIRST, [record(1), record(2, "TWO"), record(3, "three"), record(4)]],
            id="a record rewritten",
        ),
        pytest.param(
            [FIRST, [record(9, "before"), *FIRST], [record(9, "before")]],
            id="rewritten twice",
        ),
    ],
)
def test_a_store_keeps_everything(states: list[list[str]], tmp_path: Path) -> None:
    for lines in states:
        (tmp_path / "in.jsonl").write_bytes(transcript(*lines))
        assert pane(tmp_path, "ingest", "-q", "in.jsonl").status == 0
    done = pane(tmp_path, "check", "--lossless", "--select", "P6")
    assert (done.status, done.out) == (0, b""), done.err.decode()


@pytest.mark.parametrize("folder", ["claude-code", "codex", "pi", "openai-chat"])
def test_samples(folder: str, tmp_path: Path) -> None:
    samples = str(ROOT / "samples" / folder)
    assert pane(tmp_path, "ingest", "-q", samples).status == 0
    stored = pane(tmp_path, "check", "--lossless", "--select", "P6")
    assert (stored.status, stored.out) == (0, b""), stored.err.decode()
    lines = pane(tmp_path, "ingest", "-c", samples)
    (tmp_path / "session.jsonl").write_bytes(lines.out)
    # A chat without times is no fault of the copy, nor is the key that is to be found.
    words = ("session.jsonl", "--fail-on", "info", "--ignore", "P402,P801")
    filed = pane(tmp_path, "check", "--lossless", *words)
    assert (filed.status, filed.out) == (0, b""), filed.err.decode()


def test_an_edited_session_is_found(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(transcript(*FIRST))
    pane(tmp_path, "ingest", "-q", "in.jsonl")
    (session,) = (tmp_path / "store" / "sessions").iterdir()
    lines = session.read_bytes()
    session.write_bytes(lines.replace(b'"text":"two"', b'"text":"tow"'))
    done = pane(tmp_path, "check", "--lossless")
    assert done.status == 1
    assert b":3: P602 changed-entry (error)" in done.out


def test_a_pipe_is_refused(tmp_path: Path) -> None:
    done = run([str(PANE), "check", "--lossless", "-"], tmp_path, b"")
    assert done.status == 2
    assert b"--lossless reads its input twice" in done.err
