"""`pane check` behind its options: rules and rows, then mend, check and print."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, NamedTuple

from pane_cli.check.baseline import write_baseline
from pane_cli.check.finding import SEVERITIES
from pane_cli.check.limits import limits_of
from pane_cli.check.reporters import REPORTERS
from pane_cli.check.row import chosen, judged, unknown
from pane_cli.check.table import ROWS, Row
from pane_cli.commands.findings.checking import Plan, Run, findings
from pane_cli.commands.findings.reports import Printed, Style, baseline_at, say_known
from pane_cli.commands.shared.clock import stamp
from pane_cli.commands.shared.settings import rules_for
from pane_cli.commands.shared.terminal import output, say, write_text
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Check, Rules, Severity
from pane_cli.text.counts import counted


class Asked(NamedTuple):
    """The options."""

    files: list[Path] | None
    session: str | None
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    fail_on: str | None
    exit_zero: bool
    format: str | None
    baseline: Path | None
    write_baseline: Path | None
    fix: bool
    diff: bool
    force: bool
    lossless: bool
    no_redact: bool
    agent: str | None
    store: Path | None
    now: str | None
    out: Path | None
    quiet: bool
    verbose: bool


def document(part: str | None, out: Path | None) -> int:
    """Print the table of findings, or pages of it."""
    from pane_cli.commands.findings.pages import listing, pages

    with output(out) as stream:
        for text in listing() if part is None else pages(part):
            write_text(stream, text)
    return 0


def run(asked: Asked, rules_file: Path | None, settings: list[str] | None) -> int:
    """Check, and mend before if that was asked; return the exit status."""
    rules = rules_for(asked.store, rules_file, settings).rules
    rows, style = _rows(rules.check, asked), _style(asked, rules.check)
    status = 0
    if asked.fix:
        from pane_cli.commands.findings.fix import mend_all

        status = mend_all(asked, rules, rows)
        if asked.diff:
            return status
    plan = Plan(
        rows,
        limits_of(rules, stamp(asked.now)),
        asked.agent,
        asked.lossless,
        asked.quiet,
        asked.verbose,
    )
    with output(asked.out) as stream:
        return max(status, _check(asked, rules, style, Run(plan), stream))


def _check(asked: Asked, rules: Rules, style: Style, run: Run, stream: BinaryIO) -> int:
    path, written = _baseline_path(asked, rules.check), asked.write_baseline
    known = baseline_at(path, is_optional=path is not None and path == written)
    printed = Printed(stream, rules, style, known)
    for found in findings(run, asked.files, asked.session, asked.store):
        printed.add(found)
    printed.close(run.files)
    stream.flush()  # findings first, then how many they are
    _say_counts(printed, run, style, asked.quiet)
    if path is not None and not asked.quiet:
        ids = {row.id for row in run.plan.rows}
        say_known(printed.known, known, path, run.files, ids)
    if run.status:
        return run.status
    if written is not None:
        _write_baseline(printed, written, asked.quiet)
        return 0
    is_told_only = asked.exit_zero or rules.check.exit_zero
    return 1 if printed.fails() and not is_told_only else 0


def _style(asked: Asked, rules: Check) -> Style:
    name = asked.format or rules.format
    if name not in REPORTERS:
        known = ", ".join(REPORTERS)
        raise PaneError(f"--format {name}: unknown", f"one of: {known}")
    level = _level(asked.fail_on, rules)
    severity = judged(ROWS, rules.severity)
    keep = asked.write_baseline is not None
    return Style(name, level, severity, asked.no_redact, keep)


def _level(fail_on: str | None, rules: Check) -> Severity:
    if fail_on is None:
        return rules.fail_on
    known = {str(severity): severity for severity in SEVERITIES}
    if fail_on not in known:
        raise PaneError(f"--fail-on {fail_on}: unknown", "one of: " + ", ".join(known))
    return known[fail_on]


def _rows(rules: Check, asked: Asked) -> list[Row]:
    for part in unknown(ROWS, (*asked.select, *asked.ignore)):
        raise PaneError(f"no finding {part}", "see: pane check --list")
    for part in unknown(ROWS, (*rules.select, *rules.ignore, *rules.severity)):
        say(f"rules: check: no finding {part}; see: pane check --list", asked.quiet)
    return chosen(ROWS, asked.select or rules.select, asked.ignore or rules.ignore)


def _baseline_path(asked: Asked, rules: Check) -> Path | None:
    """The file of known findings; one in the rules is below the working directory."""
    named = Path(rules.baseline) if rules.baseline else None
    return asked.baseline or named


def _write_baseline(printed: Printed, path: Path, quiet: bool) -> None:
    with output(path) as stream:
        stream.write(write_baseline(printed.all))
    say(f"{path}: {counted(len(printed.all), 'finding')} known from now on", quiet)


def _say_counts(printed: Printed, run: Run, style: Style, quiet: bool) -> None:
    """Say on stderr how many there are, and what fails."""
    if run.others:
        what = counted(run.others, "file")
        say(f"{what} of no known format not checked (-v names them)", quiet)
    parts = [counted(count, str(name)) for name, count in printed.counts.items()]
    where = f"in {counted(len(run.files), 'file')}"
    say(f"{', '.join(parts)} {where}; fails at {style.fail_on}", quiet)
