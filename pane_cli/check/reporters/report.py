"""What reporters are given: findings, and what was looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pane_cli.check.finding import SEVERITIES, Finding, at_least
from pane_cli.rules.schema import Severity


class Report(NamedTuple):
    """All of a run, or with a reporter that streams all of one file."""

    findings: Sequence[Finding]
    """Without secrets, in the order of files and lines."""
    files: Sequence[str] = ()
    """That were checked."""
    fail_on: Severity = "error"
    known: int = 0
    """Findings of the baseline, which are not among these."""
    version: str = ""
    """Of pane."""

    @property
    def counts(self) -> dict[Severity, int]:
        """How many there are of each severity, worst first."""
        counts = dict.fromkeys(SEVERITIES, 0)
        for one in self.findings:
            counts[one.severity] += 1
        return counts

    def fails(self, one: Finding) -> bool:
        """Whether this finding is a failure."""
        return one.severity in at_least(self.fail_on)

    def worst_first(self) -> list[Finding]:
        """By severity, else as they are."""
        return sorted(self.findings, key=lambda one: SEVERITIES.index(one.severity))


class Reporter(NamedTuple):
    """One value of `--format`."""

    render: Callable[[Report], Iterator[str]]
    streams: bool = False
    """Whether it is asked once a file, as findings come."""
    limit: int | None = None
    """Findings that it writes at most; the worst are written."""


def headline(one: Finding) -> str:
    """What a finding is, in the words of a person: `P201 unpaired-call`."""
    return f"{one.id} {one.name}"
