"""`pane check` as a user calls it: paths, severities, statuses, what is printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from check.made import GITHUB, call, entry, record, session, transcript
from running import Outcome, run

from pane_cli.check.row import judged
from pane_cli.check.table import ROWS
from pane_cli.rules.schema import Severity

DAMAGED = transcript(record(1), "{", record(2))


def pane(folder: Path, *words: str) -> Outcome:
    return run(["pane", "check", *words], folder)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "here" / "sub").mkdir(parents=True)
    (tmp_path / "here" / "sub" / "a.jsonl").write_bytes(DAMAGED)
    (tmp_path / "b.jsonl").write_bytes(DAMAGED)
    return tmp_path / "here"


def test_a_path_below_the_working_directory_is_told_from_there(place: Path) -> None:
    done = pane(place, str(place), "../b.jsonl", str(place.parent / "b.jsonl"))
    files = [line.partition(b":")[0].decode() for line in done.out.splitlines()]
    assert files == ["sub/a.jsonl", "../b.jsonl", str(place.parent / "b.jsonl")]


def test_a_report_is_written_also_where_it_fails(place: Path) -> None:
    done = pane(place, "--format", "sarif", "-o", "out.sarif", ".")
    assert (done.status, done.out) == (1, b"")
    assert b'"P101"' in (place / "out.sarif").read_bytes()


@pytest.mark.parametrize(
    ("words", "status"),
    [
        pytest.param([], 1, id="findings"),
        pytest.param(["--exit-zero"], 0, id="exit zero"),
        pytest.param(["--exit-zero", "gone.jsonl"], 2, id="an input is not there"),
        pytest.param(["--ignore", "P101"], 0, id="ignored"),
        pytest.param(["--set", "check.severity.P101=info"], 0, id="only an info"),
        pytest.param(["--set", "check.severity={damaged: warning}"], 0, id="a warning"),
        pytest.param(["--format", "xml"], 2, id="no such format"),
        pytest.param(["--fail-on", "never"], 2, id="no such severity"),
        pytest.param(["--select", "P999"], 2, id="no such finding"),
        pytest.param(["--fix"], 1, id="just written"),
        pytest.param(["--fix", "--force"], 0, id="mended"),
        pytest.param(["--diff"], 1, id="something to mend"),
        pytest.param(["--diff", "--select", "P2"], 0, id="nothing to mend"),
    ],
)
def test_exit_status(words: list[str], status: int, place: Path) -> None:
    done = pane(place, "sub", *words)
    assert done.status == status, done.err.decode()


def test_a_projects_rules_hold(place: Path) -> None:
    (place / ".pane").mkdir()
    rules = "check: {severity: {P1: info}, format: github, fail_on: info}"
    (place / ".pane" / "rules.yaml").write_text(rules, "utf-8")
    done = pane(place, "sub")
    assert (done.status, done.out.startswith(b"::notice file=sub/a.jsonl")) == (1, True)


def test_a_severity_holds_for_all_that_an_id_says(place: Path) -> None:
    """P201 is a warning in the newest step; rules that name it mean that too."""
    (place / "c.jsonl").write_bytes(session(entry(1), call(2, "a")))
    assert b"(warning)" in pane(place, "c.jsonl").out
    done = pane(place, "--set", "check.severity.P201=error", "c.jsonl")
    assert (done.status, b"(error)" in done.out) == (1, True)


def test_the_longest_name_decides() -> None:
    severity: dict[str, Severity] = {"P4": "warning", "P402": "error"}
    severity["time-imp"] = "info"
    found = {"P401": "warning", "P402": "error", "P403": "info"}
    assert judged(ROWS, severity) == found


def test_a_diff_shows_no_secret_unless_asked(place: Path) -> None:
    (place / "c.jsonl").write_bytes(transcript(record(1), '{"a":"' + GITHUB))
    shown = pane(place, "--diff", "c.jsonl").out
    assert (b"redacted:github-token" in shown, GITHUB.encode() in shown) == (
        True,
        False,
    )
    assert GITHUB.encode() in pane(place, "--diff", "--no-redact", "c.jsonl").out


def test_explain_takes_an_id_a_name_or_all(tmp_path: Path) -> None:
    one = pane(tmp_path, "--explain", "P801").out
    assert one == pane(tmp_path, "--explain", "leaked-key").out
    assert one in pane(tmp_path, "--explain", "all").out
    for words in (b"Why it matters:", b"Example:", b"What to do:", b"--fix"):
        assert words in one


def test_every_page_is_whole() -> None:
    for row in ROWS:
        assert all((row.means, row.why, row.example, row.todo)), row.id
        assert row.fix == row.fix.rstrip("."), row.id


def test_a_database_by_a_transcripts_name_stops_nothing(place: Path) -> None:
    (place / "sub" / "0.jsonl").write_bytes(b"SQLite format 3\0" + bytes(84))
    done = pane(place, "sub")
    assert (done.status, b"sub/a.jsonl:2: P101" in done.out) == (2, True)
    assert b"sub/0.jsonl: a database, by the name of a transcript" in done.err
