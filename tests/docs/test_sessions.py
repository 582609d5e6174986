"""`sessions/` is what `pane ingest` makes of `samples/`."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import ROOT, run

from pane_cli.session.codec import decode
from pane_cli.session.types import Header
from pane_cli.store.place import file_stem

SAMPLES = sorted(
    path.relative_to(ROOT)
    for agent in ("claude-code", "codex", "pi")
    for path in (ROOT / "samples" / agent).rglob("*.jsonl")
)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.parts[1])
def test_sessions_are_the_samples_ingested(
    sample: Path, tmp_path: Path, regenerate: bool
) -> None:
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    done = run(["pane", "ingest", "-c", str(sample)], tmp_path)
    assert (done.status, done.err) == (0, b"")
    header = decode(done.out.split(b"\n", 1)[0])
    assert isinstance(header, Header)
    session = ROOT / "sessions" / f"{file_stem(header.id)}.jsonl"
    if regenerate:
        session.write_bytes(done.out)
    assert session.read_bytes() == done.out
