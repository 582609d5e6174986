"""`-o` replaces files, and nothing that is no file."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest
from running import PATIENCE, ROOT, run

SAMPLE = str(next((ROOT / "samples" / "claude-code").glob("*.jsonl")))
COMMAND = ["pane", "assemble", "--budget", "500", SAMPLE, "-o"]


def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    assert run([*COMMAND, "pipe"], tmp_path).status == 0
    reader.join(PATIENCE)
    assert pipe.is_fifo()
    assert got and b"# Session so far" in got[0]


def test_a_link_stays_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to("target")
    assert run([*COMMAND, "link"], tmp_path).status == 0
    assert (tmp_path / "link").is_symlink()
    assert "# Session so far" in (tmp_path / "target").read_text()


@pytest.mark.parametrize(("before", "after"), [(None, 0o600), (0o644, 0o644)])
@pytest.mark.parametrize(
    "command",
    [
        "assemble a.jsonl -o",
        "assemble --mirror",
        "summarize a.jsonl -o",
        "ingest a.jsonl -o",
        "show a.jsonl -o",
    ],
)
def test_its_owner_alone_reads_it_unless_others_could(
    command: str, before: int | None, after: int, tmp_path: Path
) -> None:
    (tmp_path / "a.jsonl").write_bytes(Path(SAMPLE).read_bytes())
    made = tmp_path / "made"
    if before is not None:
        made.touch()
        made.chmod(before)
    more = ["a.jsonl"] if command.endswith("mirror") else []
    done = run(["pane", *command.split(), "made", *more], tmp_path)
    assert done.status == 0, done.err
    assert stat.S_IMODE(made.stat().st_mode) == after
    assert made.stat().st_size
