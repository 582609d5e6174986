"""Inputs in, findings out: what `pane check` does between its options and its exit."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from pane_cli.check.check import check as check_stream
from pane_cli.check.check import check_rules
from pane_cli.check.finding import Finding
from pane_cli.check.limits import Limits
from pane_cli.check.table import Row
from pane_cli.commands.shared.opening import no_file
from pane_cli.commands.shared.terminal import say, stdin
from pane_cli.errors import PaneError
from pane_cli.transcripts.source import open_source, plain_name, unpack
from pane_cli.transcripts.transcribe import UnknownFormat

RULES = (".yaml", ".yml")
"""What a rules file is called."""


class Plan(NamedTuple):
    """What to look for, and what was asked of the run."""

    rows: Sequence[Row]
    limits: Limits
    agent: str | None
    lossless: bool
    quiet: bool
    is_verbose: bool


class Run:
    """Checks inputs one after the other; what can't be read is said and counted."""

    def __init__(self, plan: Plan) -> None:
        self.files: list[str] = []
        """That were checked, as findings call them."""
        self.others = 0
        """Files in folders that are neither transcripts nor sessions."""
        self.status = 0
        self.plan = plan

    def file(self, path: Path, shown: str, is_named: bool) -> Iterator[list[Finding]]:
        """One file; in a folder, one that is no transcript is left alone."""
        plan = self.plan
        try:
            if path.suffix in RULES:
                yield self._rules(path, shown)
                return
            with open_source(path) as stream:
                yield self._checked(stream, shown, plain_name(path))
            if plan.lossless:
                from pane_cli.commands.findings.lossless import file_findings

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
        stream = unpack(stdin())
        if not cast(io.BufferedReader, stream).peek(1):
            # An unset variable in a CI script looks like this; it must not look clean.
            say("nothing came in on standard input: no file was checked")
            return
        yield self._checked(stream, "stdin", "stdin")

    def stored(self, part: str | None, folder: Path | None) -> Iterator[list[Finding]]:
        """One session of the store, or all of them."""
        from pane_cli.commands.shared.stored import open_store

        store = open_store(folder)
        for id in [store.find(part)] if part is not None else store.ids():
            path = store.path(id)
            shown = as_named(path)
            with open_source(path) as stream:
                yield self._checked(stream, shown, path.name)
            if self.plan.lossless:
                from pane_cli.commands.findings.lossless import stored_findings

                yield list(stored_findings(store, id, shown, self.plan.rows))

    def fail(self, message: str, hint: str = "") -> None:
        """Something that could not be read; the rest is still done."""
        say(message)
        if hint:
            say(hint)
        self.status = 2

    def _checked(self, stream: BinaryIO, shown: str, name: str) -> list[Finding]:
        plan = self.plan
        found = check_stream(
            stream, shown, plan.rows, name=name, agent=plan.agent, limits=plan.limits
        )
        self.files.append(shown)
        return found

    def _rules(self, path: Path, shown: str) -> list[Finding]:
        from pane_cli.rules.load import read_text  # and with it YAML

        is_project = path.parent.name == ".pane"
        read = read_text(path.read_bytes(), shown, "project" if is_project else "file")
        self.files.append(shown)
        return check_rules(read, shown, self.plan.rows)


def findings(
    run: Run, files: list[Path] | None, session: str | None, store: Path | None
) -> Iterator[list[Finding]]:
    """Return the findings of every input, one list a file and sort of check."""
    if session is not None:
        from pane_cli.commands.shared.stored import refuse_files

        refuse_files(files, session)
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
                run.fail(f"{found.shown}: {found.problem}", no_file(path))
            else:
                yield from run.file(found.path, as_named(found.shown), found.is_named)


def as_named(shown: str | Path) -> str:
    """A path as the user wrote it; one below the working directory from there."""
    path = Path(shown)
    here = Path.cwd()
    if path.is_absolute() and path.is_relative_to(here):
        return str(path.relative_to(here))
    return str(path)
