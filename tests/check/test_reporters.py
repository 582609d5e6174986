"""What each `--format` promises to those that read it."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from check.made import entry, session
from check.made import result as call_result
from check.sarif_schema import SCHEMA
from hypothesis import given, settings
from hypothesis import strategies as st
from running import run

from pane_cli.check.finding import SEVERITIES, Finding
from pane_cli.check.reporters import REPORTERS, Report
from pane_cli.check.reporters.sarif import RESULTS
from pane_cli.check.table import ROWS
from pane_cli.rules.checking import Format, Severity

HOSTILE = '50% of\r\n::error::it, a:b <b> & "q" ]]> \x00\x1b \ufffe'


def finding(
    number: int = 1,
    severity: Severity = "error",
    file: str = "a.jsonl",
    message: str = "bad",
) -> Finding:
    names = ("P101", "damaged-line")
    return Finding(*names, severity, file, number, message, "s-1", number)


def render(format: str, *found: Finding, files: tuple[str, ...] = ("a.jsonl",)) -> str:
    report = Report(found, files, "warning", version="0.1.0")
    return "".join(REPORTERS[format].render(report))


findings = st.builds(
    finding,
    st.integers(1, 9),
    st.sampled_from(SEVERITIES),
    st.text(min_size=1, max_size=9),
    st.text(min_size=1, max_size=20),
)


def test_every_format_of_the_rules_has_a_reporter() -> None:
    assert tuple(REPORTERS) == Format.__args__  # type: ignore[attr-defined]


@pytest.mark.parametrize("format", REPORTERS)
def test_what_is_clean_is_told_as_clean(format: str) -> None:
    told = render(format)
    if format in ("text", "github"):
        assert told == ""
    elif format == "junit":
        assert ElementTree.fromstring(told).attrib["failures"] == "0"
    else:
        assert json.loads(told) is not None


# text, json


def test_text_is_a_line_a_finding() -> None:
    expected = "a.jsonl:3: P101 damaged-line (error): bad [#3]\n"
    assert render("text", finding(3)) == expected


def test_json_names_are_stable() -> None:
    document = json.loads(render("json", finding(3), finding(4, "info")))
    assert document["version"] == 1
    assert document["counts"] == {"files": 1, "error": 1, "warning": 0, "info": 1}
    assert document["findings"][0] == {
        "id": "P101",
        "name": "damaged-line",
        "severity": "error",
        "file": "a.jsonl",
        "line": 3,
        "message": "bad",
        "session": "s-1",
        "n": 3,
    }


# github


def test_github_writes_ten_of_a_kind_worst_first_and_counts_the_rest() -> None:
    many = [finding(n, "info") for n in range(12)] + [finding(n) for n in range(23)]
    *commands, hidden = render("github", *many, finding(1, "warning")).splitlines()
    kinds = [line.split(" ")[0] for line in commands]
    assert kinds == ["::error"] * 10 + ["::warning"] + ["::notice"] * 10
    assert hidden.startswith("13 errors, 2 infos not annotated")
    assert not hidden.startswith("::")


def test_github_escapes_what_would_end_a_command() -> None:
    told = render("github", finding(1, file="a,b:c%.jsonl", message=HOSTILE))
    assert len(told.splitlines()) == 1 + HOSTILE.count("\x1c")
    head, _, message = told.rstrip("\n").partition("::50%25")
    assert head.startswith("::error file=a%2Cb%3Ac%25.jsonl,line=1,title=P101 ")
    assert message.startswith(" of%0D%0A::error::it, a:b")


@given(st.lists(findings, max_size=30))
def test_github_is_one_command_a_line(found: list[Finding]) -> None:
    for line in render("github", *found).split("\n")[:-1]:
        assert line.startswith(("::error ", "::warning ", "::notice ")) or (
            "not annotated" in line
        )


# gitlab


@given(st.lists(findings, max_size=9))
def test_gitlab_has_what_it_needs_and_no_fingerprint_twice(
    found: list[Finding],
) -> None:
    rows = json.loads(render("gitlab", *found))
    assert len({row["fingerprint"] for row in rows}) == len(rows) == len(found)
    for row in rows:
        assert {"description", "check_name"} <= set(row)
        assert row["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert row["location"]["lines"]["begin"] >= 1


def test_a_fingerprint_outlives_a_move_and_an_append() -> None:
    before = json.loads(render("gitlab", finding(3)))[0]["fingerprint"]
    moved = Finding("P101", "damaged-line", "error", "b/a.jsonl", 9, "x", "s-1", 3)
    assert json.loads(render("gitlab", moved))[0]["fingerprint"] == before


# sarif


@settings(deadline=None)
@given(st.lists(findings, max_size=9))
def test_sarif_is_valid(found: list[Finding]) -> None:
    document = json.loads(render("sarif", *found))
    jsonschema.validate(document, SCHEMA)
    (run,) = document["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]


def test_sarif_is_valid_for_every_row() -> None:
    found = [Finding(row.id, row.name, row.severity, "a", 1, "{0}") for row in ROWS]
    document = json.loads(render("sarif", *found))
    jsonschema.validate(document, SCHEMA)
    (run,) = document["runs"]
    assert len(run["tool"]["driver"]["rules"]) == len(ROWS)
    assert {one["message"]["text"] for one in run["results"]} == {"{{0}}"}


def test_sarif_stays_within_what_github_takes() -> None:
    """25,000 results a run and 10 MB packed; the worst are written, the cut is told."""
    long = "x" * 900
    many = [finding(n, "info", message=long) for n in range(1, RESULTS + 2)]
    told = render("sarif", *many, finding(1, "error"))
    (run,) = json.loads(told)["runs"]
    assert len(run["results"]) == RESULTS
    assert run["results"][0]["level"] == "error"
    (said,) = run["invocations"][0]["toolExecutionNotifications"]
    assert said["message"]["text"].startswith("2 findings more")
    assert len(gzip.compress(told.encode())) < 10_000_000


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("sub/a b.jsonl", "sub/a%20b.jsonl"),
        ("/tmp/ä.jsonl", "file:///tmp/%C3%A4.jsonl"),
        ("stdin", "stdin"),
        ("a:b.jsonl", "a%3Ab.jsonl"),
    ],
)
def test_sarif_paths_are_uris(file: str, uri: str) -> None:
    (run,) = json.loads(render("sarif", finding(1, file=file)))["runs"]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == uri


# junit


@given(st.lists(findings, max_size=9))
def test_junit_counts_what_it_holds(found: list[Finding]) -> None:
    root = ElementTree.fromstring(render("junit", *found))
    assert int(root.attrib["tests"]) == len(root.findall("testsuite/testcase"))
    failures = root.findall("testsuite/testcase/failure")
    assert int(root.attrib["failures"]) == len(failures)
    assert len(failures) == sum(one.severity != "info" for one in found)


def test_junit_holds_any_text() -> None:
    root = ElementTree.fromstring(render("junit", finding(1, message=HOSTILE)))
    (failure,) = root.iter("failure")
    assert '::error::it, a:b <b> & "q" ]]> \ufffd\ufffd \ufffd' in (failure.text or "")


def test_a_clean_file_is_a_test_that_passed() -> None:
    root = ElementTree.fromstring(render("junit", finding(1), files=("a.jsonl", "b")))
    names = {suite.attrib["name"]: suite.attrib["failures"] for suite in root}
    assert names == {"a.jsonl": "1", "b": "0"}


# what agents and file systems allow


def test_a_line_is_a_line_whatever_an_id_or_a_name_holds(tmp_path: Path) -> None:
    name = b"a\n::error::\xff.jsonl"
    wild = "c\n::error::1\x1b[31m" + "x" * 5000
    path = tmp_path / os.fsdecode(name)
    path.write_bytes(session(entry(1), call_result(2, wild)))
    for format in REPORTERS:
        done = run(["pane", "check", "--no-redact", "--format", format, "."], tmp_path)
        assert done.status == 1, done.err
        assert b"\x1b" not in done.out
        assert not any(line == b"::error::" for line in done.out.split(b"\n"))
        if format in ("text", "github"):
            assert done.out.count(b"\n") == 1
