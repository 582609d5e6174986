"""The wiring in samples/ci runs: its files parse, its commands are executed.

What only a CI can do (checking out, installing, uploading) is not run here.
"""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
import yaml
from check.made import GITHUB, record, transcript
from check.sarif_schema import SCHEMA
from running import ROOT, Outcome, run

SAMPLES = ROOT / "samples" / "ci"
#: The story's agent prints a made-up key, and the session holds it.
KEY = "7c1e5a90-4d2b-4e8f-a6c3-91b7f0d25e48.jsonl"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with session files, one of which holds a key."""
    shutil.copytree(ROOT / "sessions", tmp_path / "sessions")
    return tmp_path


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def shell(script: str, place: Path, **more: str) -> Outcome:
    return run(["sh", "-euc", script], place, **more)


def known(place: Path) -> None:
    (place / ".pane").mkdir()
    script = "pane check --rules ci --write-baseline .pane/known.json sessions/"
    assert shell(script, place).status == 0


# The gate


def test_the_gate_fails_where_a_key_leaks(checkout: Path) -> None:
    done = run([str(SAMPLES / "gate.sh")], checkout)
    assert done.status == 1
    assert f"sessions/{KEY}:28: P801 leaked-key".encode() in done.out


def test_the_gate_opens_for_what_is_known_and_for_nothing_else(checkout: Path) -> None:
    known(checkout)
    assert run([str(SAMPLES / "gate.sh")], checkout).status == 0
    (checkout / "sessions" / "new.jsonl").write_bytes(transcript(record(1, GITHUB)))
    done = run([str(SAMPLES / "gate.sh")], checkout)
    assert (done.status, done.out.count(b"P801")) == (1, 1)
    assert b"sessions/new.jsonl:1: P801" in done.out


def test_the_gate_takes_paths(checkout: Path) -> None:
    others = [str(path) for path in sorted((checkout / "sessions").glob("*.jsonl"))]
    clean = [path for path in others if not path.endswith(KEY)]
    assert run([str(SAMPLES / "gate.sh"), *clean], checkout).status == 0


# GitHub


def github_lines() -> list[str]:
    (job,) = read(SAMPLES / "github.yml")["jobs"].values()
    return [step["run"] for step in job["steps"] if "run" in step]


def test_the_workflow_writes_sarif_before_it_fails(checkout: Path) -> None:
    install, sarif, annotate = github_lines()
    assert install.startswith("pip install")
    assert shell(sarif, checkout).status == 0
    document = json.loads((checkout / "pane.sarif").read_text("utf-8"))
    jsonschema.validate(document, SCHEMA)
    assert [one["ruleId"] for one in document["runs"][0]["results"]] == ["P801"]
    done = shell(annotate, checkout)
    assert done.status == 1
    assert done.out.startswith(f"::error file=sessions/{KEY},line=28,".encode())


def test_the_workflow_uploads_what_it_writes() -> None:
    workflow = read(SAMPLES / "github.yml")
    (job,) = workflow["jobs"].values()
    uploads = [s["with"] for s in job["steps"] if "upload-sarif" in s.get("uses", "")]
    assert [one["sarif_file"] for one in uploads] == ["pane.sarif"]
    assert workflow["permissions"]["security-events"] == "write"
    assert f"-o {uploads[0]['sarif_file']} " in github_lines()[1]


# GitLab


def test_the_job_writes_the_reports_that_it_names(checkout: Path) -> None:
    job = read(SAMPLES / "gitlab-ci.yml")["pane"]
    install, quality, junit = job["script"]
    assert install.startswith("pip install")
    assert shell(quality, checkout, **job["variables"]).status == 0
    assert shell(junit, checkout, **job["variables"]).status == 1
    reports = job["artifacts"]["reports"]
    (row,) = json.loads((checkout / reports["codequality"]).read_text("utf-8"))
    assert row["location"] == {"path": f"sessions/{KEY}", "lines": {"begin": 28}}
    root = ElementTree.parse(checkout / reports["junit"]).getroot()
    assert (root.attrib["tests"], root.attrib["failures"]) == ("4", "1")


# pre-commit


def test_the_hook_runs_on_the_files_that_it_matches(checkout: Path) -> None:
    (hook,) = read(ROOT / ".pre-commit-hooks.yaml")
    assert set(hook) >= {"id", "name", "entry", "language", "files"}
    files = sorted(str(p.relative_to(checkout)) for p in checkout.rglob("*.jsonl"))
    done = run([*shlex.split(hook["entry"]), *files], checkout)
    assert (done.status, b"P801" in done.out) == (1, True)
    clean = [path for path in files if not path.endswith(KEY)]
    assert run([*shlex.split(hook["entry"]), *clean], checkout).status == 0


def test_the_hook_is_called_by_its_id() -> None:
    (repo,) = read(SAMPLES / "pre-commit-config.yaml")["repos"]
    ids = [hook["id"] for hook in read(ROOT / ".pre-commit-hooks.yaml")]
    assert [hook["id"] for hook in repo["hooks"]] == ids


# The pages


def test_the_pages_are_current(tmp_path: Path, regenerate: bool) -> None:
    pages = run(["pane", "check", "--explain", "all"], tmp_path).out
    file = SAMPLES / "findings.txt"
    if regenerate:
        file.write_bytes(pages)
    assert file.read_bytes() == pages, "stale: pytest tests/check --regenerate"
