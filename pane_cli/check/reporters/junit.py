"""JUnit XML, as test reports show it: a suite a file, a case a finding.

A file without findings is one case that passed; a finding below `--fail-on` passes,
with what it says as its output.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from pane_cli.check.finding import Finding
from pane_cli.check.reporters.report import Report, headline

#: What XML 1.0 can't hold.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(report: Report) -> Iterator[str]:
    """The document, a piece a file."""
    by_file: dict[str, list[Finding]] = defaultdict(list)
    for name in report.files:
        by_file[name]
    for one in report.findings:
        by_file[one.file].append(one)
    failed = sum(map(report.fails, report.findings))
    cases = sum(max(len(found), 1) for found in by_file.values())
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="pane check" tests="{cases}" failures="{failed}">\n'
    for name, found in by_file.items():
        yield from _suite(name, found, report)
    yield "</testsuites>\n"


def _suite(name: str, found: Sequence[Finding], report: Report) -> Iterator[str]:
    failed = sum(map(report.fails, found))
    count = max(len(found), 1)
    named = _attribute(name)
    yield f'  <testsuite name={named} tests="{count}" failures="{failed}">\n'
    if not found:
        yield f'    <testcase name="no findings" classname={named}/>\n'
    for one in found:
        yield from _case(one, named, report.fails(one))
    yield "  </testsuite>\n"


def _case(one: Finding, classname: str, fails: bool) -> Iterator[str]:
    name = _attribute(f"{headline(one)}, line {one.line}")
    place = f"{one.file}:{one.line}: {one.message}"
    yield f"    <testcase name={name} classname={classname}>\n"
    if fails:
        head = f"message={_attribute(one.message)} type={_attribute(one.severity)}"
        yield f"      <failure {head}>{_text(place)}</failure>\n"
    else:
        yield f"      <system-out>{_text(f'{one.severity}: {place}')}</system-out>\n"
    yield "    </testcase>\n"


def _attribute(text: str) -> str:
    return quoteattr(_ILLEGAL.sub("\ufffd", text))


def _text(text: str) -> str:
    return escape(_ILLEGAL.sub("\ufffd", text))
