"""Findings on their way out: severities, what is known, secrets, and a format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from pane_cli.check.baseline import Baseline, read_baseline, severities
from pane_cli.check.finding import SEVERITIES, Finding, at_least
from pane_cli.check.reporters import REPORTERS, Report
from pane_cli.commands.shared.rendering import redactor
from pane_cli.commands.shared.terminal import say, write_text
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Rules, Severity
from pane_cli.text.clip import one_line
from pane_cli.text.counts import counted

_MESSAGE = 1000
"""Characters of a message; ids of records can be of any length."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class Style(NamedTuple):
    """How findings are told."""

    format: str
    fail_on: Severity
    severity: Mapping[str, Severity]
    """Of ids that have another than their own."""
    no_redact: bool
    keep: bool = False
    """Whether all are kept, to be written into a baseline."""


class Printed:
    """Findings as they come: text goes out at once, documents at the end."""

    def __init__(
        self, stream: BinaryIO, rules: Rules, style: Style, known: Baseline
    ) -> None:
        self.counts = dict.fromkeys(SEVERITIES, 0)
        self.known = 0
        """Findings of the baseline."""
        self.all: list[Finding] = []
        """All of them, known ones too, if they are kept."""
        self._stream, self._style, self._baseline = stream, style, known
        self._rules = rules
        self._found: list[Finding] = []
        self._reporter = REPORTERS[style.format]

    def add(self, found: Iterable[Finding]) -> None:
        """Findings of one file."""
        style = self._style
        found = list(severities(found, style.severity))
        if style.keep:
            self.all += found
        new, known = self._baseline.compare(found)
        self.known += known
        if not new:
            return
        clean = redactor(self._rules, style.no_redact)
        shown = [
            msgspec.structs.replace(
                one,
                message=one_line(clean(one.message), _MESSAGE),
                file=_readable(one.file),
                subject=clean(one.subject),
            )
            for one in new
        ]
        for one in shown:
            self.counts[one.severity] += 1
        if self._reporter.streams:
            self._write(Report(shown))
        else:
            self._found += shown

    def close(self, files: list[str]) -> None:
        """Write what has waited."""
        if self._reporter.streams:
            return
        style, pane = self._style, version("pane")
        names = list(map(_readable, files))
        self._write(Report(self._found, names, style.fail_on, self.known, pane))
        limit = self._reporter.limit
        if limit is not None and len(self._found) > limit:
            cut = counted(len(self._found) - limit, "finding")
            say(f"{style.format} takes {limit:,} findings: {cut}, not the worst, cut")

    def fails(self) -> bool:
        """Whether what was printed is a failure."""
        return any(self.counts[level] for level in at_least(self._style.fail_on))

    def _write(self, report: Report) -> None:
        for piece in self._reporter.render(report):
            write_text(self._stream, piece)


def _readable(path: str) -> str:
    """A path of any bytes, as one line of text that every format can hold."""
    text = path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return _CONTROL.sub("\ufffd", text)


def baseline_at(path: Path | None, is_optional: bool = False) -> Baseline:
    """The known findings; none where no file is named, or the one to write is new."""
    if path is None or (is_optional and not path.exists()):
        return Baseline(())
    try:
        return read_baseline(path.read_bytes(), str(path))
    except OSError as error:
        hint = f"write it: pane check --write-baseline {path} FILES"
        raise PaneError(f"{path}: {error.strerror or error}", hint) from error


def say_known(
    known: int, baseline: Baseline, path: Path, files: list[str], ids: set[str]
) -> None:
    """Say on stderr what of the baseline was met, and what has gone."""
    gone = baseline.gone(set(files), ids)
    say(f"{counted(known, 'known finding')} of {path} not told")
    for row in gone:
        say(f"gone from {row.file}: {row.id}")
    if gone:
        say(f"take out what has gone: pane check --write-baseline {path} FILES")
