"""`-o` replaces files, and nothing that is no file."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from running import ROOT, run

SAMPLE = str(next((ROOT / "samples" / "claude-code").glob("*.jsonl")))
COMMAND = ["pane", "assemble", "--budget", "500", SAMPLE, "-o"]


def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    assert run([*COMMAND, "pipe"], tmp_path).status == 0
    reader.join(10)
    assert pipe.is_fifo()
    assert got and b"# Session so far" in got[0]


def test_a_link_stays_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to("target")
    assert run([*COMMAND, "link"], tmp_path).status == 0
    assert (tmp_path / "link").is_symlink()
    assert "# Session so far" in (tmp_path / "target").read_text()
