"""`pane ingest PATH...`: transcripts into the store, once or at every change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from pane_cli.commands.intake.report import Report
from pane_cli.commands.shared.settings import rules_for, store_folder
from pane_cli.commands.shared.terminal import is_terminal, say
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Rules
from pane_cli.session.records import Record
from pane_cli.store.ingest import Ingest
from pane_cli.store.store import Store
from pane_cli.store.walk import Found, Missing, walk
from pane_cli.transcripts.transcribe import Skip


class Work(NamedTuple):
    """What is to be saved, and where."""

    paths: Sequence[Path]
    agent: str | None
    root: Path
    rules: Rules

    def run(self, report: Report) -> int:
        """Save what is new, and index it; returns the exit status."""
        sources: list[Found] = []
        for found in walk(self.paths, self.rules.ingest.exclude, self.root):
            if isinstance(found, Missing):
                report.missing(found)
            else:
                sources.append(found)
        shown = {found.path: found for found in sources}
        ingest = Ingest(
            Store(self.root),
            self.agent,
            lambda path, record: report.skips.add(_skip(shown[path], record)),
        )
        with _progress(len(sources), report.quiet) as advance:
            for outcome in ingest.run(sources):
                report.take(outcome, shown[outcome.path])
                advance()
        if report.has_news:
            _index(Store(self.root), self.rules, report.quiet)
        return report.status


def work_on(
    paths: Sequence[Path],
    agent: str | None,
    store: Path | None,
    rules_file: Path | None,
    settings: list[str],
) -> Work:
    """What the options ask for; PaneError where it can't be done."""
    if any(str(path) == "-" for path in paths):
        raise PaneError(
            "`-` is printed, other PATHs are saved", "pane ingest -c prints all of them"
        )
    rules = rules_for(store, rules_file, settings).rules
    return Work(paths, agent, store_folder(store), rules)


def save(work: Work, quiet: bool, verbose: bool) -> int:
    """One pass; returns the exit status."""
    report = Report(quiet, verbose)
    status = work.run(report)
    report.close()
    return status


def follow(work: Work, quiet: bool, verbose: bool) -> int:
    """A pass now and at every change, until Ctrl-C; returns the exit status."""
    from pane_cli.commands.intake.following import changes

    said: set[str] = set()
    is_first = True
    with changes(work.paths, work.root) as waiting:
        while True:
            report = Report(quiet, verbose, said)
            work.run(report)
            if is_first or report.has_news:
                report.close()
            if is_first:
                say("following; Ctrl-C ends it", quiet)
            is_first = False
            status = waiting()
            if status is not None:
                return status


def _index(store: Store, rules: Rules, quiet: bool) -> None:
    """Index what came in here, where nobody waits: so that recall need not."""
    from pane_cli.commands.hits.asking import analyzer
    from pane_cli.commands.shared.indexing import INDEX_WITH_INGEST, refresh, usable

    engine = usable(rules.search.engine)
    refresh(store, analyzer(rules), engine, INDEX_WITH_INGEST, quiet=quiet)


def _skip(found: Found, record: Record) -> Skip:
    problem = record.problem or "not read"
    return Skip(found.shown, record.line, problem, record.offset, record.length)


@contextmanager
def _progress(total: int, quiet: bool) -> Iterator[Callable[[], None]]:
    if quiet or total < 2 or not is_terminal("stderr"):
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("ingest", total=total)
        yield lambda: progress.advance(task)
