"""Golden cases: every folder here that holds a `cmd`. README.md says how to add one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from running import ROOT, Outcome, difference, run

HERE = Path(__file__).resolve().parent
SAMPLES = ROOT / "samples"
#: Files of a case that the runner owns; everything else beside them is input.
OURS = ("expected", "expected.err", "status")


def folders() -> list[Path]:
    """Every case: tests/cases/COMMAND/NAME."""
    return sorted(path.parent for path in HERE.glob("*/*/cmd"))


def name_of(folder: Path) -> str:
    return f"{folder.parent.name}/{folder.name}"


@pytest.mark.parametrize("folder", folders(), ids=name_of)
def test_case(folder: Path, tmp_path: Path, regenerate: bool) -> None:
    outcome = play(folder, tmp_path / "first")
    if regenerate:
        again = play(folder, tmp_path / "second")
        assert outcome == again, "not the same each time: fix the clock with --now"
        write(folder, outcome)
    problems = compare(folder, outcome)
    if problems:
        told = "\n\n".join([f"{folder}\n$ {command_of(folder)}", *problems])
        pytest.fail(told, pytrace=False)


def play(folder: Path, place: Path) -> Outcome:
    """Run a case in a copy of its folder, with the samples beside it."""
    work = place / "case"
    shutil.copytree(folder, work, ignore=shutil.ignore_patterns(*OURS))
    # Relative, so that no output depends on how long this machine's paths are.
    (place / "samples").symlink_to(SAMPLES)
    done = run(["sh", "cmd"], work, SAMPLES="../samples")
    return Outcome(done.status, portable(done.out, work), portable(done.err, work))


def portable(output: bytes, work: Path) -> bytes:
    """The output without this machine's paths."""
    for path, token in (
        (str(work.resolve()), b"$PWD"),
        (str(work), b"$PWD"),
        (str(work.parent / "samples"), b"$SAMPLES"),
        (str(SAMPLES), b"$SAMPLES"),
        ("../samples", b"$SAMPLES"),
    ):
        output = output.replace(path.encode(), token)
    return output


def compare(folder: Path, outcome: Outcome) -> list[str]:
    """What differs from what the case expects, each as text to read."""
    if not (folder / "expected").exists():
        return ["no `expected` yet: run this case with --regenerate, then read it"]
    problems = [difference(read(folder, "expected"), outcome.out, "stdout")]
    if (folder / "expected.err").exists():
        wanted = read(folder, "expected.err")
        problems.append(difference(wanted, outcome.err, "stderr"))
    status = int(read(folder, "status") or b"0")
    if outcome.status != status:
        said = outcome.err.decode("utf-8", "backslashreplace")
        problems.append(f"exit status {outcome.status}, expected {status}\n{said}")
    return [problem for problem in problems if problem]


def write(folder: Path, outcome: Outcome) -> None:
    """Make what happened what is expected; a new case gets its stderr too."""
    is_new = not (folder / "expected").exists()
    (folder / "expected").write_bytes(outcome.out)
    if (folder / "expected.err").exists() or (is_new and outcome.err):
        (folder / "expected.err").write_bytes(outcome.err)
    status = folder / "status"
    if outcome.status:
        status.write_text(f"{outcome.status}\n")
    else:
        status.unlink(missing_ok=True)


def read(folder: Path, name: str) -> bytes:
    path = folder / name
    return path.read_bytes() if path.exists() else b""


def command_of(folder: Path) -> str:
    return (folder / "cmd").read_text().strip()
