"""`pane check`: what is wrong with transcripts and session files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, BinaryIO, NamedTuple

import msgspec
import typer

from pane_cli.check.check import check as check_stream
from pane_cli.check.check import chosen, unknown
from pane_cli.check.finding import SEVERITIES, Finding, at_least
from pane_cli.check.table import ROWS, Row
from pane_cli.commands import options
from pane_cli.commands.rendering import redactor
from pane_cli.commands.settings import rules_for
from pane_cli.commands.terminal import output, say, stdin, write_text
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Check, Rules, Severity
from pane_cli.transcripts.source import open_source, plain_name, unpack
from pane_cli.transcripts.transcribe import UnknownFormat


class _Plan(NamedTuple):
    """What to look for, and what was asked of the run."""

    rows: Sequence[Row]
    fail_on: Severity
    agent: str | None
    lossless: bool
    quiet: bool
    is_verbose: bool


def check(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Transcripts, sessions, folders; `-` is stdin.", show_default=False
        ),
    ] = None,
    session: options.SessionId = None,
    select: Annotated[
        list[str] | None,
        typer.Option("--select", help="Only these: ids, names, or how they begin."),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option("--ignore", help="Not these, the same way.")
    ] = None,
    fail_on: Annotated[
        str | None,
        typer.Option("--fail-on", help="Exit 1 at error, warning or info, and above."),
    ] = None,
    lossless: Annotated[
        bool,
        typer.Option(
            "--lossless", help="Read sources again: do they give the same entries?"
        ),
    ] = False,
    list_: Annotated[
        bool, typer.Option("--list", help="Print every finding there can be.")
    ] = False,
    explain: Annotated[
        str | None, typer.Option("--explain", help="Say what a finding means.")
    ] = None,
    json: options.Json = False,
    no_redact: options.NoRedact = False,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> int:
    """Report what is wrong with transcripts and session files, and what to do.

    Reads stdin without FILE. Nothing is changed. `--lossless` compares sessions with
    their sources: with -s or without FILE, those of the store with their originals.

    Exit status: 0 clean, 1 findings at or above --fail-on, 2 an input can't be read.

    Examples:

      pane check transcript.jsonl sessions/

      pane check --select P2 --fail-on warning < session.jsonl

      pane check --lossless -s 4d5611e5

      pane check --explain P201
    """
    if list_ or explain is not None:
        return _document(explain, out)
    rules = rules_for(store, rules_file, settings).rules
    rows = _rows(rules.check, select, ignore, quiet)
    level = _level(fail_on, rules.check)
    plan = _Plan(rows, level, agent, lossless, quiet, verbose)
    run = _Run(plan)
    with output(out) as stream:
        printed = _Printed(stream, rules, json, no_redact)
        for found in _all(run, files, session, store):
            printed.add(found)
        printed.close(run.files)
    _say_counts(printed.counts, run, plan)
    if run.status:
        return run.status
    return 1 if printed.fails(plan.fail_on) else 0


def _level(fail_on: str | None, rules: Check) -> Severity:
    if fail_on is None:
        return rules.fail_on
    known = {str(severity): severity for severity in SEVERITIES}
    if fail_on not in known:
        raise PaneError(f"--fail-on {fail_on}: unknown", "one of: " + ", ".join(known))
    return known[fail_on]


def _rows(
    rules: Check, select: list[str] | None, ignore: list[str] | None, quiet: bool
) -> list[Row]:
    picked, left = _split(select), _split(ignore)
    for part in unknown(ROWS, (*picked, *left)):
        raise PaneError(f"no finding {part}", "see: pane check --list")
    for part in unknown(ROWS, (*rules.select, *rules.ignore)):
        say(f"rules: check: no finding {part}; see: pane check --list", quiet)
    return chosen(ROWS, picked or rules.select, left or rules.ignore)


def _split(names: list[str] | None) -> tuple[str, ...]:
    return tuple(
        part.strip() for name in names or () for part in name.split(",") if part.strip()
    )


class _Run:
    """Checks inputs one after the other; what can't be read is said and counted."""

    def __init__(self, plan: _Plan) -> None:
        self.files = 0
        self.others = 0
        """Files in folders that are neither transcripts nor sessions."""
        self.status = 0
        self._plan = plan

    def file(self, path: Path, shown: str, is_named: bool) -> Iterator[list[Finding]]:
        """One file; in a folder, one that is no transcript is left alone."""
        plan = self._plan
        try:
            with open_source(path) as stream:
                yield self._checked(stream, shown, plain_name(path))
            if plan.lossless:
                from pane_cli.commands.lossless import file_findings

                yield list(file_findings(path, shown, plan.rows))
        except UnknownFormat as error:
            if is_named:
                self.fail(str(error), error.hint)
            else:
                self.others += 1
                if plan.is_verbose:
                    say(f"{shown}: not checked, of no known format")
        except OSError as error:
            self.fail(f"{shown}: {error.strerror or error}")

    def stdin(self) -> Iterator[list[Finding]]:
        """Standard input."""
        if self._plan.lossless:
            raise PaneError(
                "--lossless reads its input twice, and a pipe comes once",
                "name a FILE, or -s ID for a session of the store",
            )
        yield self._checked(unpack(stdin()), "stdin", "stdin")

    def stored(self, part: str | None, folder: Path | None) -> Iterator[list[Finding]]:
        """One session of the store, or all of them."""
        from pane_cli.commands.stored import open_store

        store = open_store(folder)
        for id in [store.find(part)] if part is not None else store.ids():
            path = store.path(id)
            with open_source(path) as stream:
                yield self._checked(stream, str(path), path.name)
            if self._plan.lossless:
                from pane_cli.commands.lossless import stored_findings

                yield list(stored_findings(store, id, self._plan.rows))

    def fail(self, message: str, hint: str = "") -> None:
        """Something that could not be read; the rest is still done."""
        say(message)
        if hint:
            say(hint)
        self.status = 2

    def _checked(self, stream: BinaryIO, shown: str, name: str) -> list[Finding]:
        plan = self._plan
        self.files += 1
        return check_stream(stream, shown, plan.rows, name=name, agent=plan.agent)


def _all(
    run: _Run, files: list[Path] | None, session: str | None, store: Path | None
) -> Iterator[list[Finding]]:
    if session is not None or (not files and run._plan.lossless):
        yield from run.stored(session, store)
        return
    from pane_cli.store.walk import Missing, walk

    for path in files or [Path("-")]:
        if str(path) == "-":
            yield from run.stdin()
            continue
        for found in walk([path]):
            if isinstance(found, Missing):
                run.fail(f"{found.shown}: {found.problem}", "name a readable FILE")
            else:
                yield from run.file(found.path, found.shown, found.is_named)


class _Printed:
    """Findings on their way out: text as they come, JSON at the end."""

    def __init__(
        self, stream: BinaryIO, rules: Rules, json: bool, no_redact: bool
    ) -> None:
        self.counts = dict.fromkeys(SEVERITIES, 0)
        self._stream, self._json = stream, json
        self._rules, self._no_redact = rules, no_redact
        self._found: list[Finding] = []

    def add(self, found: list[Finding]) -> None:
        """Findings of one file."""
        if not found:
            return
        clean = redactor(self._rules, self._no_redact)
        for one in found:
            self.counts[one.severity] += 1
            shown = msgspec.structs.replace(one, message=clean(one.message))
            if self._json:
                self._found.append(shown)
            else:
                write_text(self._stream, _line(shown))

    def close(self, files: int) -> None:
        """The JSON document."""
        if self._json:
            numbers: dict[str, int] = {"files": files}
            numbers.update({str(name): n for name, n in self.counts.items()})
            envelope = {"version": 1, "findings": self._found, "counts": numbers}
            body = msgspec.json.format(msgspec.json.encode(envelope), indent=2)
            self._stream.write(body + b"\n")

    def fails(self, level: Severity) -> bool:
        """Whether what was printed is a failure."""
        return any(self.counts[severity] for severity in at_least(level))


def _line(found: Finding) -> str:
    entry = f" [#{found.n}]" if found.n is not None else ""
    head = f"{found.file}:{found.line}: {found.id} {found.name} ({found.severity})"
    return f"{head}: {found.message}{entry}\n"


def _say_counts(found: dict[Severity, int], run: _Run, plan: _Plan) -> None:
    if run.others:
        what = _number(run.others, "file")
        say(f"{what} of no known format not checked (-v names them)", plan.quiet)
    parts = [_number(count, str(name)) for name, count in found.items()]
    where = f"in {_number(run.files, 'file')}"
    say(f"{', '.join(parts)} {where}; fails at {plan.fail_on}", plan.quiet)


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def _document(part: str | None, out: Path | None) -> int:
    rows = [row for row in ROWS if part is None or row.matches(part)]
    if not rows:
        raise PaneError(f"no finding {part}", "see: pane check --list")
    with output(out) as stream:
        for row in rows:
            head = f"{row.id} {row.name} ({row.severity})"
            write_text(stream, f"{head}\n  {row.means}\n  {row.todo}\n")
    return 0
