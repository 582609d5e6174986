"""Workflow commands of GitHub Actions, which become annotations of a pull request.

GitHub shows 10 of a kind and step and drops the rest in silence: so the worst come
first, no more are written, and what is left out is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pane_cli.check.reporters.report import Report, headline
from pane_cli.rules.schema import Severity
from pane_cli.text.counts import counted

SHOWN = 10
"""Annotations of a kind that GitHub shows a step."""

_KINDS: dict[Severity, str] = {
    "error": "error",
    "warning": "warning",
    "info": "notice",
}


def render(report: Report) -> Iterator[str]:
    """A command a finding, then a line of what is hidden."""
    written = Counter[Severity]()
    for one in report.worst_first():
        written[one.severity] += 1
        if written[one.severity] > SHOWN:
            continue
        file, title = _property(one.file), _property(headline(one))
        kind = _KINDS[one.severity]
        place = f"file={file},line={one.line},title={title}"
        yield f"::{kind} {place}::{_data(one.message)}\n"
    hidden = [
        counted(count - SHOWN, str(severity))
        for severity, count in written.items()
        if count > SHOWN
    ]
    if hidden:
        said = f"{', '.join(hidden)} not annotated: GitHub shows {SHOWN} of a kind"
        yield f"{said}; pane check without --format prints all\n"


def _data(text: str) -> str:
    for character, escape in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        text = text.replace(character, escape)
    return text


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
