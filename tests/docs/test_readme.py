"""Everything README.md shows runs, and prints what README.md says."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from docs.readme import Step, steps, with_outputs
from running import ROOT, difference, run

from pane_cli.app import COMMANDS

README = ROOT / "README.md"
#: What a visitor has who stands in the checkout.
SHIPPED = ("samples", "sessions", "rules")


def test_every_block_runs_and_prints_what_it_says(
    tmp_path: Path, regenerate: bool
) -> None:
    text = README.read_text(encoding="utf-8")
    place = _checkout(tmp_path)
    outputs = [(step, _run(step, place)) for step in steps(text)]
    assert outputs, "README shows nothing that runs"
    if regenerate:
        README.write_text(with_outputs(text, outputs), encoding="utf-8")
        return
    problems = [
        f"README.md:{step.line}: {step.script}"
        + difference(step.output.encode(), output.encode(), "output")
        for step, output in outputs
        if step.output is not None and step.output != output
    ]
    assert not problems, "\n\n".join(problems)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, tmp_path: Path) -> None:
    done = run(["pane", command, "--help"], tmp_path)
    text = done.out.decode()
    assert (done.status, done.err) == (0, b"")
    assert "Example" in text
    assert f"pane {command}" in text.partition("Example")[2]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_has_help(command: str, tmp_path: Path) -> None:
    done = run(["pane", command, "--help"], tmp_path)
    lines = done.out.decode().splitlines()
    silent = [
        line.strip()
        for line, after in zip(lines, [*lines[1:], ""], strict=False)
        if line.startswith("  -") and _is_bare(line) and not after.startswith("     ")
    ]
    assert silent == []


@pytest.mark.parametrize("command", COMMANDS)
def test_readme_names_every_command(command: str) -> None:
    text = README.read_text(encoding="utf-8")
    assert f"`{command}" in text or f"pane {command}" in text


def _checkout(home: Path) -> Path:
    """The shipped folders in a home, whose agent has left the sample transcripts."""
    for name in SHIPPED:
        shutil.copytree(ROOT / name, home / name)
    transcripts = ROOT / "samples" / "claude-code"
    shutil.copytree(transcripts, home / ".claude" / "projects" / "sample")
    return home


def _run(step: Step, place: Path) -> str:
    """What a terminal would show; a block without output must succeed."""
    script = f"exec 2>&1\n{step.script}"
    done = run(["bash", "-e", "-o", "pipefail", "-c", script], place)
    output = done.out.decode("utf-8", "backslashreplace")
    if step.output is None:
        assert done.status == 0, f"README.md:{step.line}: {step.script}{output}"
    return output.replace(str(place), "~")


def _is_bare(line: str) -> bool:
    """Whether an option's line ends after its name and metavar."""
    return "  " not in line.strip()
