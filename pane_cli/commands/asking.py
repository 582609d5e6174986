"""Queries in, answers out: what `pane recall` does between its options and its exit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import tzinfo
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec

from pane_cli.commands.indexing import INDEX_AT_ONCE, refresh
from pane_cli.commands.searching import Scope, file_corpus, stored_corpus
from pane_cli.commands.settings import store_folder
from pane_cli.commands.terminal import output, say, stdin, write_text
from pane_cli.errors import PaneError
from pane_cli.recall.answer import Answerer, Manner, Query
from pane_cli.recall.hits import Answer
from pane_cli.recall.render import as_json, as_text, as_whole, summary
from pane_cli.rules.schema import Rules
from pane_cli.search.corpus import Corpus
from pane_cli.search.engine import Unusable
from pane_cli.session.records import clean
from pane_cli.store.store import Store
from pane_cli.text.stems import languages
from pane_cli.text.terms import Terms


class Reply(NamedTuple):
    """An answer, and how it is to be shown."""

    answer: Answer
    is_address: bool
    only: str


class Asking(NamedTuple):
    """Queries and how they are answered."""

    queries: Sequence[Query]
    manner: Manner
    rules: Rules

    def in_files(
        self, files: list[Path], scope: Scope, agent: str | None, quiet: bool
    ) -> Iterator[Reply]:
        """Answer from FILEs and stdin."""
        yield from self.in_corpus(
            lambda terms: file_corpus(files, scope, terms, agent, quiet)
        )

    def in_corpus(self, make: Callable[[Terms], Corpus]) -> Iterator[Reply]:
        """Answer from what is at hand."""
        terms = analyzer(self.rules)
        yield from self._replies(make(terms), terms)

    def in_store(
        self, named: Path | None, scope: Scope, index: bool = True
    ) -> Iterator[Reply]:
        """Answer from the store; `index` what is new once the last answer is out."""
        store, terms = Store(store_folder(named)), analyzer(self.rules)
        corpus = stored_corpus(store, named, scope, terms)
        try:
            replies = list(self._replies(corpus, terms))
        except Unusable:
            corpus = stored_corpus(store, named, scope, terms, indexed=False)
            replies = list(self._replies(corpus, terms))
            corpus.is_damaged = True
        yield from replies
        if index:
            refresh(store, terms, INDEX_AT_ONCE, rebuild=corpus.is_damaged)

    def _replies(self, corpus: Corpus, terms: Terms) -> Iterator[Reply]:
        recall = self.rules.recall
        answerer = Answerer(corpus, self.queries, self.manner, terms, recall)
        for query in self.queries:
            is_address = answerer.is_address(query)
            yield Reply(answerer.answer(query), is_address, self.manner.only)


class Printing(NamedTuple):
    """Where answers go, and in what form."""

    zone: tzinfo
    json: bool
    lines: bool
    """Many answers, each a JSON line."""
    out: Path | None
    quiet: bool

    def show(self, replies: Iterable[Reply]) -> int:
        """Print every answer; returns the exit status."""
        found = False
        with output(self.out) as stream:
            for reply in replies:
                found = found or reply.answer.total > 0
                self._write(stream, reply)
                stream.flush()
                self._say(reply)
        return 0 if found else 1

    def _write(self, stream: BinaryIO, reply: Reply) -> None:
        answer = reply.answer
        if self.lines:
            from pane_cli.session.lines import write_objects  # only many answers pay

            write_objects(stream, [answer])
        elif self.json:
            write_text(stream, as_json(answer))
        elif reply.only == "count":
            write_text(stream, f"{answer.total}\n")
        elif reply.only == "sessions":
            write_text(stream, "".join(f"{name}\n" for name in answer.sessions))
        else:
            render = as_whole if reply.is_address else as_text
            for piece in render(answer, self.zone):
                write_text(stream, piece)

    def _say(self, reply: Reply) -> None:
        for remark in reply.answer.remarks:
            say(remark, self.quiet)
        is_text = not (self.json or self.lines or reply.only)
        if is_text and not reply.is_address:
            say(summary(reply.answer, len(reply.answer.hits)), self.quiet)


def asked_for(
    query: str | None, files: list[Path] | None, queries: Path | None, is_all: bool
) -> tuple[list[Path], list[Query]]:
    """FILEs and queries; with `--queries` the first positional is a FILE.

    `is_all`: no filter was given, so that a query is needed.
    """
    if queries is not None:
        first = [Path(query)] if query is not None else []
        return first + (files or []), list(_read_queries(queries))
    text = clean(query).strip() if query is not None else ""
    if not text and is_all:
        raise PaneError("nothing to look for", "pane recall 'token refresh'")
    return files or [], [Query(clean(query) if text else None)]


def analyzer(rules: Rules) -> Terms:
    """The analyzer of `recall.language`; raises where there is no such stemmer."""
    language = rules.recall.language
    if language != "english" and language not in languages():
        hint = "one of " + ", ".join(languages())
        raise PaneError(f"recall.language: no stemmer for {language}", hint)
    return Terms(language)


def _read_queries(path: Path) -> Iterator[Query]:
    raw = stdin().read() if str(path) == "-" else path.read_bytes()
    for line in raw.split(b"\n"):
        text = line.decode("utf-8", "replace").strip().lstrip("\ufeff")
        if text:
            yield _query(text)


def _query(line: str) -> Query:
    """A line of words, or a JSON object with `query` and, if it likes, `id`."""
    if not line.startswith("{"):
        return Query(line)
    try:
        value: Any = msgspec.json.decode(line)
    except msgspec.DecodeError:
        return Query(line)
    text = value.get("query") if isinstance(value, dict) else None
    if not isinstance(text, str):
        return Query(line)
    id = value.get("id")
    return Query(clean(text), id if isinstance(id, str | int) else None)
