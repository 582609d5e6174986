"""SARIF 2.1.0, for code scanning.

GitHub refuses a file of more than 25,000 results a run or 10 MB packed; 25,000 of ours
are 15 MB, less than 1 MB packed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from pane_cli.check.baseline import keys_of
from pane_cli.check.finding import Finding
from pane_cli.check.reporters.report import Report
from pane_cli.check.row import Row
from pane_cli.check.table import ROWS
from pane_cli.rules.schema import Severity
from pane_cli.text.pretty import pretty

RESULTS = 25_000
"""Results of a run that GitHub takes."""

_LEVELS: dict[Severity, str] = {
    "error": "error",
    "warning": "warning",
    "info": "note",
}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(report: Report) -> Iterator[str]:
    """The log: one run, with the rules that it found something by."""
    worst = report.worst_first()
    shown = worst[:RESULTS]
    rows = [row for row in ROWS if row.id in {one.id for one in shown}]
    driver = {
        "name": "pane",
        "version": report.version,
        "rules": list(map(_rule, rows)),
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": _results(shown, [row.id for row in rows]),
        "invocations": [_invocation(len(worst) - len(shown))],
    }
    yield pretty({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(row: Row) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "shortDescription": _message(row.means),
        "fullDescription": _message(row.why),
        "help": _message(row.todo),
        "defaultConfiguration": {"level": _LEVELS[row.severity]},
    }


def _results(shown: Sequence[Finding], ids: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "ruleId": one.id,
            "ruleIndex": ids.index(one.id),
            "level": _LEVELS[one.severity],
            "message": _message(one.message),
            "locations": [_location(one)],
            "partialFingerprints": {"pane/v1": key},
        }
        for one, key in zip(shown, keys_of(shown), strict=True)
    ]


def _location(one: Finding) -> dict[str, Any]:
    path = PurePath(one.file)
    uri = path.as_uri() if path.is_absolute() else quote(path.as_posix())
    region = {"startLine": one.line}
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}


def _invocation(cut: int) -> dict[str, Any]:
    if not cut:
        return {"executionSuccessful": True}
    text = f"{cut:,} findings more than the {RESULTS:,} of a run that GitHub takes"
    said = {"level": "warning", "message": _message(text)}
    return {"executionSuccessful": True, "toolExecutionNotifications": [said]}


def _message(text: str) -> dict[str, Any]:
    """A text without placeholders: a brace is written as two (SARIF 2.1.0, 3.11.5)."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}
