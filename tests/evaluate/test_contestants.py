"""What is measured as `pane` is what `pane assemble` prints."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import PANE, ROOT, run

from pane_cli.commands.measures.sessions import Reading, Subjects
from pane_cli.commands.shared.rendering import redactor
from pane_cli.evaluate.contestants import pane
from pane_cli.rules.schema import DEFAULT

SAMPLES = ROOT / "samples"


@pytest.mark.parametrize("chars", [900, 4000, 100_000])
@pytest.mark.parametrize("agent", ["claude-code", "codex", "pi"])
def test_a_context_is_that_of_assemble_at_the_cut(
    agent: str, chars: int, tmp_path: Path
) -> None:
    (file,) = (SAMPLES / agent).glob("*.jsonl")
    reading = Reading(DEFAULT, redactor(DEFAULT), None, 0, True)
    (subject,) = Subjects([file], reading).read()
    (cut,) = subject.cuts([0.6])
    command = [str(PANE), "assemble", "--at", f"#{cut}", "--max-chars", str(chars)]
    printed = run([*command, str(file)], tmp_path)
    assert printed.status == 0, printed.err.decode()
    assert pane(subject.past(cut), chars) == printed.out.decode("utf-8")
