"""Inputs in, findings out: what `pane check` does between its options and its exit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from pane_cli.check.check import check as check_stream
from pane_cli.check.finding import SEVERITIES, Finding, at_least
from pane_cli.check.table import Row
from pane_cli.commands.rendering import redactor
from pane_cli.commands.terminal import say, stdin, write_text
from pane_cli.errors import PaneError
from pane_cli.rules.schema import DEFAULT, Facts, Rules, Severity
from pane_cli.transcripts.source import open_source, plain_name, unpack
from pane_cli.transcripts.transcribe import UnknownFormat


class Plan(NamedTuple):
    """What to look for, and what was asked of the run."""

    rows: Sequence[Row]
    fail_on: Severity
    agent: str | None
    lossless: bool
    quiet: bool
    is_verbose: bool
    facts: Facts = DEFAULT.facts


class Run:
    """Checks inputs one after the other; what can't be read is said and counted."""

    def __init__(self, plan: Plan) -> None:
        self.files = 0
        self.others = 0
        """Files in folders that are neither transcripts nor sessions."""
        self.status = 0
        self.plan = plan

    def file(self, path: Path, shown: str, is_named: bool) -> Iterator[list[Finding]]:
        """One file; in a folder, one that is no transcript is left alone."""
        plan = self.plan
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
        if self.plan.lossless:
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
            if self.plan.lossless:
                from pane_cli.commands.lossless import stored_findings

                yield list(stored_findings(store, id, self.plan.rows))

    def fail(self, message: str, hint: str = "") -> None:
        """Something that could not be read; the rest is still done."""
        say(message)
        if hint:
            say(hint)
        self.status = 2

    def _checked(self, stream: BinaryIO, shown: str, name: str) -> list[Finding]:
        plan = self.plan
        found = check_stream(
            stream, shown, plan.rows, name=name, agent=plan.agent, facts=plan.facts
        )
        self.files += 1
        return found


def findings(
    run: Run, files: list[Path] | None, session: str | None, store: Path | None
) -> Iterator[list[Finding]]:
    """Return the findings of every input, one list a file and sort of check."""
    if session is not None or (not files and run.plan.lossless):
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


class Printed:
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


def say_counts(found: dict[Severity, int], run: Run, plan: Plan) -> None:
    """Say on stderr how many there are, and what fails."""
    if run.others:
        what = _number(run.others, "file")
        say(f"{what} of no known format not checked (-v names them)", plan.quiet)
    parts = [_number(count, str(name)) for name, count in found.items()]
    where = f"in {_number(run.files, 'file')}"
    say(f"{', '.join(parts)} {where}; fails at {plan.fail_on}", plan.quiet)


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}" + ("" if count == 1 else "s")
