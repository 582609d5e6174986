"""`pane ingest PATH...`: transcripts into the store, and a line of counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pane_cli.commands.inputs import Skips
from pane_cli.commands.settings import rules_for, store_folder
from pane_cli.commands.terminal import is_terminal, say
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Rules
from pane_cli.session.records import Record
from pane_cli.store.ingest import Ingest
from pane_cli.store.intake import Tally
from pane_cli.store.outcome import LEFT, Outcome
from pane_cli.store.store import Store
from pane_cli.store.walk import Found, Missing, walk
from pane_cli.transcripts.transcribe import Skip

_FAILED = ("unreadable", "unknown", "session", "damaged")


def save(
    paths: Sequence[Path],
    agent: str | None,
    store: Path | None,
    rules_file: Path | None,
    settings: list[str],
    skips: Skips,
    quiet: bool,
    verbose: bool,
) -> int:
    """Ingest every PATH; returns the exit status."""
    if any(str(path) == "-" for path in paths):
        raise PaneError(
            "`-` is printed, other PATHs are saved", "pane ingest -c prints all of them"
        )
    root = store_folder(store)
    rules = rules_for(store, rules_file, settings).rules
    report = Report(skips, quiet, verbose)
    sources = []
    for found in walk(paths, rules.ingest.exclude, root):
        if isinstance(found, Missing):
            report.missing(found)
        else:
            sources.append(found)
    shown = {found.path: found for found in sources}
    run = Ingest(Store(root), agent, lambda p, r: skips.add(_skip(shown[p], r)))
    with _progress(len(sources), quiet) as advance:
        for outcome in run.run(sources):
            report.take(outcome, shown[outcome.path])
            advance()
    skips.close()
    report.close()
    if report.has_news:
        _index(Store(root), rules)
    return report.status


def _index(store: Store, rules: Rules) -> None:
    """Index what came in here, where nobody waits: so that recall need not."""
    from pane_cli.commands.asking import analyzer
    from pane_cli.commands.indexing import INDEX_AT_ONCE, refresh

    refresh(store, analyzer(rules), INDEX_AT_ONCE)


class Report:
    """Counts outcomes, and says what the user must know."""

    def __init__(self, skips: Skips, quiet: bool, verbose: bool) -> None:
        self.status = 0
        self._skips, self._quiet, self._verbose = skips, quiet, verbose
        self._total = Tally()
        self._files = self._new = self._grown = 0
        self._left: dict[str, int] = {}

    @property
    def has_news(self) -> bool:
        """Whether any session is new or has grown."""
        return bool(self._new or self._grown)

    def missing(self, found: Missing) -> None:
        """A PATH that could not be looked at."""
        say(f"{found.shown}: {found.problem}")
        if found.is_named:
            self.status = 2

    def take(self, outcome: Outcome, found: Found) -> None:
        """Count one source."""
        self._files += 1
        self._new += outcome.new
        self._grown += outcome.grown
        for name in self._total.__struct_fields__:
            count = getattr(self._total, name) + getattr(outcome.tally, name)
            setattr(self._total, name, count)
        if outcome.status in LEFT:
            self._left[outcome.status] = self._left.get(outcome.status, 0) + 1
        if outcome.status in _FAILED:
            self._failed(outcome, found)
        elif outcome.status == "empty" and found.is_named:
            say(f"{found.shown}: empty, nothing to read", self._quiet)
        elif self._verbose:
            say(f"{found.shown}: {outcome.status}", self._quiet)

    def close(self) -> None:
        """The line of counts: its parts sum to the records seen."""
        total = self._total
        seen = total.read + total.stored + total.skipped + total.held
        line = (
            f"{_count(self._files, 'file')}, {_count(seen, 'record')}: "
            f"{total.read:,} read, {total.stored:,} already stored, "
            f"{total.skipped:,} skipped (damaged), {total.held:,} held; "
            f"{_count(self._new, 'session')} new, {self._grown:,} grown"
        )
        if self._left:
            words = {"unknown": "of no known format", "session": "sessions already"}
            parts = (f"{n:,} {words.get(k, k)}" for k, n in self._left.items())
            line += f"; files left out: {', '.join(parts)}"
        say(line, self._quiet)

    def _failed(self, outcome: Outcome, found: Found) -> None:
        if found.is_named:
            self.status = 2
        if not found.is_named and outcome.status in LEFT and not self._verbose:
            return
        problem = outcome.problem or f"{found.shown}: no record could be read"
        say(problem)
        if outcome.hint and found.is_named:
            say(outcome.hint)


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


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
