"""Every shipped rule file works with every command that prints."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from running import ROOT, run

SAMPLE = shlex.quote(str(next((ROOT / "samples" / "claude-code").glob("*.jsonl"))))
COMMANDS = {
    "assemble": f"pane assemble {SAMPLE}",
    "summarize": f"pane summarize {SAMPLE}",
    "evict": f"pane evict --to 50% {SAMPLE}",
    "recall": f"pane recall token {SAMPLE}",
}


@pytest.mark.parametrize(
    "rules", ["ci", "routes", "small-window", "pane-0.1", "pane-head"]
)
@pytest.mark.parametrize("command", COMMANDS)
def test_it_prints(rules: str, command: str, tmp_path: Path) -> None:
    words = [*shlex.split(COMMANDS[command]), "--rules", rules]
    ran = run(words, tmp_path)
    assert (ran.status, bool(ran.out)) == (0, True), ran.err
