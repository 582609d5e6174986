"""One line a finding, as compilers write them: `file:line: ID message`."""

from __future__ import annotations

from collections.abc import Iterator

from pane_cli.check.reporters.report import Report, headline


def render(report: Report) -> Iterator[str]:
    """A line each."""
    for one in report.findings:
        entry = f" [#{one.n}]" if one.n is not None else ""
        head = f"{one.file}:{one.line}: {headline(one)} ({one.severity})"
        yield f"{head}: {one.message}{entry}\n"
