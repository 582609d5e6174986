"""GitLab's code quality report: a JSON list, shown at a merge request."""

from __future__ import annotations

from collections.abc import Iterator

from pane_cli.check.baseline import keys_of
from pane_cli.check.reporters.report import Report
from pane_cli.rules.schema import Severity
from pane_cli.text.pretty import pretty

#: GitLab knows info, minor, major, critical and blocker.
_SEVERITIES: dict[Severity, str] = {
    "error": "critical",
    "warning": "minor",
    "info": "info",
}


def render(report: Report) -> Iterator[str]:
    """The list; fingerprints stay while a finding does, so GitLab tells new ones."""
    yield pretty(
        [
            {
                "description": one.message,
                "check_name": f"{one.id}-{one.name}",
                "fingerprint": key,
                "severity": _SEVERITIES[one.severity],
                "location": {"path": one.file, "lines": {"begin": one.line}},
            }
            for one, key in zip(report.findings, keys_of(report.findings), strict=True)
        ]
    )
