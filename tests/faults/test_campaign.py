"""Killed, torn and out of space at random moments: nothing is lost, nothing crashes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from faults.campaign import Campaign
from faults.forked import disk_full_at, pane
from faults.made import ID, Kept, ask, lines, say
from running import PANE, PATIENCE, environment


@pytest.mark.parametrize("seed", range(3))
def test_faults_at_random_moments(tmp_path: Path, seed: int) -> None:
    campaign = Campaign(tmp_path / "home", seed)
    campaign.run(25)
    assert (campaign.lost, campaign.crashes) == (0, 0)
    assert campaign.died > 3


def test_two_writers_and_a_reader(tmp_path: Path) -> None:
    kept = Kept(tmp_path, s=lines(ask("u", "go")))
    source = tmp_path / "agent" / "s.jsonl"

    def start(*words: str) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        made = environment(tmp_path)
        return subprocess.Popen(
            [str(PANE), *words], cwd=tmp_path, env=made, stdout=pipe, stderr=pipe
        )

    for turn in range(4):
        with source.open("ab") as stream:
            stream.write(
                lines(say(f"a{turn}", f"answer {turn}"), ask(f"u{turn}", "on"))
            )
        running = [start("ingest", "agent") for _ in range(2)]
        running += [start("pin", "-s", ID, f"note {turn}"), start("recall", "answer")]
        for process in running:
            _, err = process.communicate(timeout=PATIENCE)
            assert process.returncode in (0, 1) and b"Traceback" not in err, err
    assert kept.texts() == ["go", *(t for n in range(4) for t in (f"answer {n}", "on"))]
    assert len(kept.view().decisions.pins()) == 4


def test_a_full_disk_is_said_and_the_next_ingest_goes_on(tmp_path: Path) -> None:
    kept = Kept(tmp_path, s=lines(ask("u", "go")))
    more = [say(f"a{n}", f"answer {n} " * 30) for n in range(60)]
    with (tmp_path / "agent" / "s.jsonl").open("ab") as stream:
        stream.write(lines(*more))
    got = pane(tmp_path, "ingest", "agent/s.jsonl", fault=disk_full_at(15_000))
    assert got.status == 2 and b"Traceback" not in got.err, got.err
    assert b"File too large" in got.err and b"store/" in got.err
    assert pane(tmp_path, "ingest", "agent").status == 0
    assert len(kept.texts()) == 61
    assert pane(tmp_path, "check", "--lossless").status == 0


def test_a_full_disk_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_bytes(lines(ask("u", "go"), say("a", "ok " * 99)))
    for words in (("assemble", "s.jsonl", "-o"), ("ingest", "s.jsonl", "-o")):
        got = pane(tmp_path, *words, "made", fault=disk_full_at(20))
        assert (got.status, got.out) == (2, b"")
        assert got.err.decode() == f"pane: {tmp_path}/made: File too large\n"
    assert [path.name for path in tmp_path.iterdir()] == ["s.jsonl"]


def test_a_clock_that_goes_backwards(tmp_path: Path) -> None:
    kept = Kept(tmp_path, s=lines(ask("u", "go"), say("a", "ok")))
    for year in (2030, 2020, 1999):
        now = f"{year}-01-01T00:00:00Z"
        assert kept.pane("pin", "-s", ID, f"in {year}", "--now", now).status == 0
        with (tmp_path / "agent" / "s.jsonl").open("ab") as stream:
            stream.write(lines(ask(f"u{year}", f"asked in {year}")))
        os.utime(tmp_path / "agent" / "s.jsonl", (year, year))
        os.utime(kept.store.path(ID), (year, year))
        assert kept.pane("ingest", "agent").status == 0
    assert kept.texts() == ["go", "ok", *(f"asked in {y}" for y in (2030, 2020, 1999))]
    assert b"asked in 1999" in kept.pane("recall", "asked").out


@pytest.mark.parametrize("how", ["rewritten", "truncated", "replaced", "removed"])
def test_a_source_that_changes_while_it_is_read(tmp_path: Path, how: str) -> None:
    body = lines(ask("u", "go"), *(say(f"a{n}", f"answer {n}") for n in range(20_000)))
    other = lines(ask("v", "another"), *(say(f"b{n}", f"word {n}") for n in range(900)))
    kept = Kept(tmp_path, s=body[:400])
    source = tmp_path / "agent" / "s.jsonl"
    source.write_bytes(body)
    made = environment(tmp_path)
    running = subprocess.Popen(
        [str(PANE), "ingest", "-q", "agent"], cwd=tmp_path, env=made, stderr=-1
    )
    time.sleep(0.35)
    if how == "replaced":
        (tmp_path / "new").write_bytes(other)
        (tmp_path / "new").replace(source)
    elif how == "removed":
        source.unlink()
    else:
        with source.open("r+b") as stream:
            stream.truncate(len(body) // 3)
            if how == "rewritten":
                stream.seek(0)
                stream.write(other)
    _, err = running.communicate(timeout=PATIENCE)
    assert b"Traceback" not in err, err
    # Whatever was seen of it, its next reading is of what it is now.
    assert kept.pane("ingest", "agent").status == 0
    if how == "removed":
        assert kept.texts()[0] == "go"
        return
    rest = source.read_bytes().splitlines()
    told = {line for line in rest if line.startswith(b"{") and line.endswith(b"}")}
    entries = kept.entries()
    stored = {kept.store.archive(ID).read(*e.src) for e in entries if e.src}
    assert told <= stored
    assert kept.pane("check", "--lossless").status == 0


def test_a_store_that_can_not_be_written(tmp_path: Path) -> None:
    """As another user, where the tests run as one who may do everything."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        kept = Kept(home, s=lines(ask("u", "find the heron"), say("a", "ok")))
        kept.pane("recall", "heron")
        for path in sorted(home.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        home.chmod(0o555)

        def as_nobody() -> None:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setresgid(65534, 65534, 65534)
                os.setresuid(65534, 65534, 65534)

        for words in (("recall", "heron"), ("assemble", "-s", ID), ("show", "-s", ID)):
            got = pane(home, *words, fault=as_nobody)
            assert got.status == 0 and b"heron" in got.out, got.err
        for words in (("pin", "-s", ID, "x"), ("pin", "-s", ID, "y")):
            got = pane(home, *words, fault=as_nobody)
            assert b"Traceback" not in got.err, got.err
            assert got.status == 2 and b"Permission denied" in got.err, got.err
        with_more = pane(home, "ingest", "agent", fault=as_nobody)
        assert b"Traceback" not in with_more.err, with_more.err
        for path in (home, *sorted(home.rglob("*"))):
            path.chmod(0o700)
        shutil.rmtree(home / "store")


def test_interrupted_it_ends_with_130_and_goes_on(tmp_path: Path) -> None:
    body = lines(ask("u", "go"), *(say(f"a{n}", f"answer {n}") for n in range(30_000)))
    (tmp_path / "agent").mkdir()
    (tmp_path / "agent" / "s.jsonl").write_bytes(body)
    made = environment(tmp_path)
    running = subprocess.Popen(
        [str(PANE), "ingest", "agent"], cwd=tmp_path, env=made, stderr=-1
    )
    while not list((tmp_path / "store" / "originals").glob("*")):
        time.sleep(0.01)
        assert running.poll() is None
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130 and b"Traceback" not in err, err
    assert pane(tmp_path, "ingest", "agent").status == 0
    assert pane(tmp_path, "check", "--lossless").status == 0
