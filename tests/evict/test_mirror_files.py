"""Mirrors as files: whose they are, what editors do to them, where they come from."""

from __future__ import annotations

import json
import re
import shutil
import stat
from pathlib import Path

import pytest
from running import ROOT, run

SAMPLE = next((ROOT / "samples" / "claude-code").glob("*.jsonl"))
CODEX = next((ROOT / "samples" / "codex").glob("*.jsonl"))
NOW = "--now 2026-03-09T09:00:00Z"
WRITE = "pane assemble -q --mirror ctx.md sample.jsonl"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    shutil.copy(SAMPLE, tmp_path / "sample.jsonl")
    shutil.copy(CODEX, tmp_path / "codex.jsonl")
    return tmp_path


def sh(script: str, place: Path, status: int = 0) -> tuple[str, str]:
    done = run(["sh", "-e", "-c", script], place)
    assert done.status == status, done.err.decode()
    return done.out.decode(), done.err.decode()


def cut(place: Path, turn: int, source: str = "ctx.md") -> None:
    """Delete a turn's block, as an editor would."""
    text = (place / source).read_text("utf-8")
    block = rf"^<!-- pane \w{{8}} t{turn} #(?s:.*?)(?=^<!-- pane \w{{8}} )"
    (place / "ctx.md").write_text(re.sub(block, "", text, flags=re.M), "utf-8")


def test_only_its_owner_reads_it_and_a_link_stays(place: Path) -> None:
    sh(f"ln -s real.md ctx.md; {WRITE}", place)
    assert (place / "ctx.md").is_symlink()
    assert stat.S_IMODE((place / "real.md").stat().st_mode) == 0o600
    sh(WRITE, place)  # a mirror replaces a mirror
    assert not list(place.glob("*.tmp")) + list(place.glob(".*.tmp"))


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("none/ctx.md", "no such folder"),
        (".", "is a folder"),
        ("sample.jsonl", "is no"),
    ],
)
def test_it_takes_no_other_place(target: str, says: str, place: Path) -> None:
    _, err = sh(f"pane assemble --mirror {target} sample.jsonl", place, 2)
    assert says in err
    assert (place / "sample.jsonl").read_bytes() == SAMPLE.read_bytes()


@pytest.mark.parametrize(
    ("encoding", "status", "says"),
    [
        ("utf-8-sig", 0, "changes nothing"),
        ("utf-16", 2, "ctx.md:1: no UTF-8"),
        ("latin-1", 2, "no UTF-8"),
    ],
)
def test_encodings(encoding: str, status: int, says: str, place: Path) -> None:
    sh(WRITE, place)
    text = (place / "ctx.md").read_text("utf-8")
    (place / "ctx.md").write_text(text, encoding, errors="replace")
    if encoding == "latin-1":
        (place / "ctx.md").write_bytes(b"\xe4" + (place / "ctx.md").read_bytes())
    _, err = sh(f"pane evict --from-mirror ctx.md sample.jsonl {NOW}", place, status)
    assert says in err


def test_secrets_are_not_written_and_their_blocks_are_unchanged(place: Path) -> None:
    sh(WRITE, place)
    text = (place / "ctx.md").read_text("utf-8")
    assert "[redacted:" in text
    _, err = sh(f"pane evict --from-mirror ctx.md sample.jsonl {NOW}", place)
    assert "changes nothing" in err
    cut(place, 5)
    out, _ = sh(f"pane evict --from-mirror ctx.md sample.jsonl {NOW}", place)
    mark = json.loads(out.splitlines()[-1])
    assert mark["entries"] == [[68, 73]]
    assert "stands" not in mark


def test_other_rules_show_other_text(place: Path) -> None:
    sh(WRITE, place)
    cut(place, 1)
    rule = """--set 'redact.extra=[{name: boat, pattern: ferry}]'"""
    script = f"pane evict --from-mirror ctx.md {rule} sample.jsonl {NOW}"
    assert "shows other text" in sh(script, place, 2)[1]


def test_of_several_sessions_the_others_pass(place: Path) -> None:
    sh(WRITE, place)
    cut(place, 2)
    both = "pane ingest -c codex.jsonl sample.jsonl"
    lines, err = sh(f"{both} | pane evict --from-mirror ctx.md {NOW}", place)
    plain, _ = sh(both, place)
    added = set(lines.splitlines()) - set(plain.splitlines())
    assert [json.loads(line)["entries"] for line in added] == [[[23, 37]]]
    assert "not the session of ctx.md" in err


def test_from_stdin_only_where_the_session_is_elsewhere(place: Path) -> None:
    sh(WRITE, place)
    cut(place, 2)
    script = f"pane evict --from-mirror - sample.jsonl {NOW} < ctx.md | tail -n 1"
    assert json.loads(sh(script, place)[0])["kind"] == "evict"
    _, err = sh("pane evict --from-mirror - < sample.jsonl", place, 2)
    assert "the session comes from standard input" in err


def test_a_stored_session_that_grew(place: Path) -> None:
    lines = SAMPLE.read_bytes().splitlines(keepends=True)
    sample = place / "sample.jsonl"
    sample.write_bytes(b"".join(lines[: len(lines) // 2]))
    sh("pane ingest -q sample.jsonl; pane assemble -q -s 7c1e --mirror ctx.md", place)
    cut(place, 1)
    sample.write_bytes(b"".join(lines))
    sh(f"pane ingest -q sample.jsonl; pane pin keep -q -s 7c1e {NOW}", place)
    script = f"pane evict -s 7c1e --from-mirror ctx.md {NOW}; pane evict -s 7c1e --list"
    out, _ = sh(script, place)
    assert [line.split(" · ")[0] for line in out.splitlines()] == ["[out #3-21"]
    _, err = sh(f"pane evict -s 7c1e --from-mirror ctx.md {NOW}", place)
    assert "is done already" in err


def test_the_printed_command_works(place: Path) -> None:
    _, err = sh("pane assemble --mirror 'my ctx.md' sample.jsonl", place)
    command = err.strip().split("then: ")[1]
    assert "changes nothing" in sh(f"{command} > out.jsonl", place)[1]
