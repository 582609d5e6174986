"""`pane recall --sessions` and `--touched`: what there is, without a query."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import tzinfo
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pane_cli.commands.hits.asking import analyzer
from pane_cli.commands.hits.searching import Scope, file_corpus, stored_corpus
from pane_cli.commands.shared.listing import as_record, listing
from pane_cli.commands.shared.settings import store_folder
from pane_cli.commands.shared.stored import is_known, none_of
from pane_cli.commands.shared.terminal import say, write_text
from pane_cli.errors import PaneError
from pane_cli.recall.filters import Filter
from pane_cli.recall.touched import Touched, as_line, touched
from pane_cli.rules.schema import Rules
from pane_cli.search.corpus import Corpus
from pane_cli.session.log import Log
from pane_cli.session.times import from_milliseconds, sortable
from pane_cli.session.types import MARK_KINDS, Mark
from pane_cli.store.overview import Overview, SessionRow
from pane_cli.store.store import Store
from pane_cli.text.clip import one_line
from pane_cli.view.decisions import Decisions

_VERSION = 1


class Item(NamedTuple):
    """One row of a list, in each form that it may be printed in."""

    record: dict[str, Any]
    lines: tuple[str, ...]
    command: str


class Listing(NamedTuple):
    """What is listed, and how."""

    scope: Scope
    wanted: Filter
    limit: int
    page: int
    rules: Rules
    clean: Callable[[str], str]
    zone: tzinfo
    form: str
    out: Path | None
    store: Path | None = None
    agent: str | None = None
    quiet: bool = False

    def show(self, files: Sequence[Path], sessions: bool, touched: bool) -> int:
        """Print the list that was asked for; returns the exit status."""
        if sessions and touched:
            raise PaneError("--sessions and --touched exclude each other")
        if self.wanted.roles or self.wanted.kinds or self.wanted.tools:
            name = "--sessions" if sessions else "--touched"
            raise PaneError(f"{name} takes no --role, --kind or --tool")
        name = "sessions" if sessions else "files"
        total, items = self._sessions(files) if sessions else self._touched(files)
        self._print(items, total, name)
        if self.form == "text":
            first = (self.page - 1) * self.limit
            noun = name if total != 1 else name[:-1]
            rest = total > first + len(items)
            more = f"; more: --page {self.page + 1}" if rest else ""
            if total and not items:
                more = f"; the last page is --page {-(-total // self.limit)}"
            shown = f"{len(items)} of {total}" if len(items) < total else total
            say(f"{shown or 'no'} {noun}{more}", self.quiet)
            if not (total or files):
                self._say_empty()
        return 0 if items else 1

    def _say_empty(self) -> None:
        store, project = Store(store_folder(self.store)), self.scope.project
        if not store.ids() or (project and not is_known(store, project)):
            say(none_of(store, project), self.quiet)

    def _sessions(self, files: Sequence[Path]) -> tuple[int, list[Item]]:
        corpus = self._corpus(files) if files else None
        store = Store(store_folder(self.store))
        rows = _file_rows(corpus) if corpus else store.sessions()
        if corpus is None and self.scope.session is not None:
            only = store.find(self.scope.session)
            rows = [row for row in rows if row.id == only]
        if corpus is None and self.scope.project is not None:
            rows = [row for row in rows if self.scope.has(row.cwd)]
        rows = [row for row in rows if self._is_in_time(row.last)]
        names = corpus.shelves().values() if corpus else ()
        short = {shelf.id: shelf.short for shelf in names}.get
        name = (lambda id: short(id) or id) if corpus else store.names().short
        return len(rows), [
            self._session(row, name, store if corpus is None else None)
            for row in self._paged(rows)
        ]

    def _session(
        self, row: SessionRow, short: Callable[[str], str], store: Store | None
    ) -> Item:
        pins = [] if store is None else _pins(store, row.id, self.clean)
        record = {**as_record(row, short, self.clean), "pins": pins}
        (line,) = listing([row], short, self.clean, self.zone)
        pinned = (f"  pin {pin['name']}: {one_line(pin['text'], 120)}" for pin in pins)
        return Item(record, (line, *pinned), f"pane show -s {short(row.id)}")

    def _touched(self, files: Sequence[Path]) -> tuple[int, list[Item]]:
        corpus = self._corpus(files)
        found: list[Touched] = []
        for number, shelf in corpus.shelves().items():
            log = corpus.log(number)
            found += touched(log, shelf, self.scope.branch)
        return len(found), [self._file(file) for file in self._paged(found)]

    def _file(self, file: Touched) -> Item:
        shown = msgspec.structs.replace(
            file, path=self.clean(file.path), command=self.clean(file.command)
        )
        line = self.clean(as_line(file))
        return Item(msgspec.to_builtins(shown), (line,), shown.command)

    def _corpus(self, files: Sequence[Path]) -> Corpus:
        terms = analyzer(self.rules)
        if files:
            return file_corpus(files, self.scope, terms, self.agent, self.quiet)
        store = Store(store_folder(self.store))
        return stored_corpus(store, self.store, self.scope, terms, None)

    def _paged(self, rows: Sequence[Any]) -> Sequence[Any]:
        start = (self.page - 1) * self.limit
        return rows[start : start + self.limit]

    def _is_in_time(self, last: str | None) -> bool:
        since, until = self.wanted.since, self.wanted.until
        time = sortable(last)
        if since is not None and time < sortable(from_milliseconds(since)):
            return False
        return until is None or time < sortable(from_milliseconds(until))

    def _print(self, items: Sequence[Item], total: int, name: str) -> None:
        from pane_cli.commands.shared.pager import paged

        with paged(self.out) as stream:
            for piece in self._pieces(items, total, name):
                write_text(stream, piece)

    def _pieces(self, items: Sequence[Item], total: int, name: str) -> Iterator[str]:
        records = [item.record for item in items]
        if self.form == "json":
            body = {"version": _VERSION, "total": total, name: records}
            yield msgspec.json.encode(body).decode() + "\n"
        elif self.form == "ndjson":
            yield from (msgspec.json.encode(r).decode() + "\n" for r in records)
        elif self.form == "fzf":
            yield from (f"{item.command}\t{item.lines[0]}\n" for item in items)
        else:
            yield from (f"{line}\n" for item in items for line in item.lines)


def _file_rows(corpus: Corpus) -> list[SessionRow]:
    """Sessions of FILEs as the store would list them."""
    rows = []
    for number in corpus.shelves():
        overview, log = Overview(), corpus.log(number)
        overview.step(log.header)
        for entry in log.entries():
            overview.step(entry)
        rows.append(overview.row(_size(log)))
    return rows


def _size(log: Log) -> int:
    """Bytes of the FILE; 0: a pipe."""
    return Path(log.source).stat().st_size if log.source else 0


def _pins(store: Store, id: str, clean: Callable[[str], str]) -> list[dict[str, str]]:
    decisions = Decisions()
    for line in store.lines(id):
        if isinstance(line, Mark) and line.kind in MARK_KINDS:
            decisions.step(line)
    return [{"name": pin.name, "text": clean(pin.text)} for pin in decisions.pins()]
