"""What recall searches: the store's sessions, or FILEs and pipes."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pane_cli.commands.shared.terminal import say
from pane_cli.errors import PaneError
from pane_cli.recall.patterns import TooSlow
from pane_cli.search.corpus import Corpus, Shelf
from pane_cli.session.address import is_in_folder, matches_id, short_id
from pane_cli.session.log import Log
from pane_cli.session.types import Header
from pane_cli.text.terms import Terms

if TYPE_CHECKING:
    from pane_cli.search.library import Library
    from pane_cli.search.parts import Part
    from pane_cli.store.keeping import Files
    from pane_cli.store.overview import SessionRow
    from pane_cli.store.store import Store


class Scope(NamedTuple):
    """Which sessions are searched."""

    session: str | None = None
    """Any unique part of an id."""
    project: str | None = None
    """A folder, or the last part of its path."""
    branch: bool = False
    """Only what is on the active branch of its session."""
    without: str | None = None
    """The id of a session that is not searched."""

    def within(self, scope: str) -> Scope:
        """The same as `--scope` says; raises for a word that is none."""
        if scope == "branch":
            return self._replace(branch=True)
        if scope == "project":
            return self._replace(project=self.project or str(Path.cwd()))
        if scope != "all":
            raise PaneError(f"--scope {scope}: unknown", "one of: all, project, branch")
        return self

    def has(self, folder: str | None) -> bool:
        """Whether a session in this folder is searched."""
        return self.project is None or is_in_folder(folder, self.project)


def stored_corpus(
    store: Store, named: Path | None, scope: Scope, terms: Terms, engine: str | None
) -> Library:
    """The sessions of a store; `named` is the folder that `--store` says.

    Without an `engine`, the index is neither read nor needed.
    """
    from pane_cli.commands.shared.indexing import index_folder
    from pane_cli.search.library import Library, open_library
    from pane_cli.search.places import Source  # FILEs do without them

    suffix = f" --store {shlex.quote(str(named))}" if named else ""
    names = store.names().short
    sources = [
        Source(
            row.id,
            store.path(row.id),
            _shelf(row, names, suffix),
            store.log,
            (row.bytes, row.changed),
        )
        for row in _rows(store, scope)
    ]
    for path in store.headless():
        say(f"{path}:1: left out, its header is damaged; see: pane doctor --files")
    folder = index_folder(store) if engine and scope.session is None else None
    if folder is None or engine is None:
        return Library(sources, terms)
    return open_library(folder, sources, terms, engine)


def file_corpus(
    files: Sequence[Path],
    scope: Scope,
    terms: Terms,
    agent: str | None,
    quiet: bool,
    kept: Files | None = None,
) -> Corpus:
    """The sessions in FILEs and, for `-`, on stdin; read when they are asked for.

    `kept` are those that were read before.
    """
    from pane_cli.commands.hits.filed import Filed  # readers: only for FILEs
    from pane_cli.search.held import Held, Ready

    def takes(header: Header) -> bool:
        return scope.has(header.cwd)

    sources: list[Any] = [Filed(path, agent, quiet, takes, kept) for path in files]
    if scope.session is not None:
        parts = [part for source in sources for part in source.parts(None)]
        sources = [Ready(_selected(parts, scope.session))]
    return Held(sources, _log_shelf, terms)


def held_corpus(logs: Iterable[tuple[Log, str]], terms: Terms) -> Corpus:
    """Sessions at hand, each with the time of its last message."""
    from pane_cli.search.held import Held, Ready
    from pane_cli.search.parts import part_of

    return Held([Ready([part_of(*item) for item in logs])], _log_shelf, terms)


#: Seconds until an alarm that was not heard rings again.
_AGAIN = 0.02


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TooSlow in what takes longer, where the system has an alarm clock.

    Python drops what is raised in a callback of its own, as when a module is loaded, so
    the alarm rings until it is heard.
    """
    import signal  # expressions are timed, and what has a deadline
    import sys

    if not hasattr(signal, "setitimer"):
        yield
        return
    is_running = True

    def expired(*_: object) -> None:
        if is_running:
            raise TooSlow

    def dropped(what: sys.UnraisableHookArgs) -> None:
        if what.exc_type is not TooSlow:
            said(what)

    before, said = signal.signal(signal.SIGALRM, expired), sys.unraisablehook
    sys.unraisablehook = dropped
    try:
        try:
            # Within: it can ring at once.
            signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
            yield
        finally:
            is_running = False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = said


def _rows(store: Store, scope: Scope) -> list[SessionRow]:
    only = store.find(scope.session) if scope.session is not None else None
    return [
        row
        for row in store.sessions()
        if (only is None or row.id == only)
        and row.id != scope.without
        and scope.has(row.cwd)
    ]


def _shelf(row: SessionRow, names: Callable[[str], str], suffix: str) -> Shelf:
    started = row.started or ""
    return Shelf(row.id, row.source, names, suffix, row.parent, started)


def _log_shelf(log: Log, ids: Sequence[str]) -> Shelf:
    """A session of a FILE or pipe; `ids` are those of all that are searched."""
    header = log.header
    path = log.source
    if path is None and header.source and Path(header.source).exists():
        path = header.source
    return Shelf(
        header.id,
        log.source or header.source,
        lambda id: _short(id, ids),
        f" {shlex.quote(path)}" if path else " -",
        header.parent,
        header.started or "",
        file=log.source,
    )


def _selected(parts: Sequence[Part], session: str) -> list[Part]:
    found = [part for part in parts if matches_id(part.log.header.id, session)]
    exact = [part for part in found if part.log.header.id == session]
    if found:
        return exact or found
    known = ", ".join(short_id(part.log.header.id) for part in parts[:8])
    raise PaneError(f"no session {session} here", f"sessions here: {known}")


def _short(id: str, ids: Sequence[str]) -> str:
    """The short id where it names one of `ids` alone, else the whole."""
    short = short_id(id)
    same = [other for other in ids if short_id(other) == short]
    return short if len(same) == 1 else id
