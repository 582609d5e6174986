"""One JSON document, whose names are stable: `{"version":1,"findings":[...],...}`."""

from __future__ import annotations

from collections.abc import Iterator

from pane_cli.check.reporters.report import Report
from pane_cli.text.pretty import pretty


def render(report: Report) -> Iterator[str]:
    """The document, indented."""
    numbers: dict[str, int] = {"files": len(report.files)}
    numbers.update({str(name): count for name, count in report.counts.items()})
    if report.known:
        numbers["known"] = report.known
    envelope = {"version": 1, "findings": report.findings, "counts": numbers}
    yield pretty(envelope)
