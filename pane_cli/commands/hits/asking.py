"""Queries in, answers out: what `pane recall` does between its options and its exit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pane_cli.commands.hits.searching import (
    Scope,
    file_corpus,
    stored_corpus,
    time_limit,
)
from pane_cli.commands.shared.encoding import looks_of
from pane_cli.commands.shared.settings import store_folder
from pane_cli.commands.shared.terminal import stdin
from pane_cli.errors import PaneError
from pane_cli.recall.answer import Answerer, Manner, Query
from pane_cli.recall.filters import Filter
from pane_cli.recall.hits import Page
from pane_cli.recall.patterns import TooSlow
from pane_cli.recall.results import Answer
from pane_cli.rules.schema import Rules
from pane_cli.search.corpus import Corpus
from pane_cli.search.engine import Unusable
from pane_cli.text.terms import Terms

if TYPE_CHECKING:
    from pane_cli.search.library import Library
    from pane_cli.store.keeping import Files

_CHARS_PER_TOKEN = 4


class Reply(NamedTuple):
    """An answer, and how it is to be shown."""

    answer: Answer
    form: str
    """`hits`, `whole` entries, a `file`; `count`, `sessions`: only that."""


class Asking(NamedTuple):
    """Queries and how they are answered."""

    queries: Sequence[Query]
    manner: Manner
    rules: Rules

    def in_files(
        self,
        files: list[Path],
        scope: Scope,
        agent: str | None,
        quiet: bool,
        kept: Files | None = None,
    ) -> Iterator[Reply]:
        """Answer from FILEs and stdin; `kept` are those that were read before."""
        return self.in_corpus(
            lambda terms: file_corpus(files, scope, terms, agent, quiet, kept)
        )

    def in_corpus(self, make: Callable[[Terms], Corpus]) -> Iterator[Reply]:
        """Answer from what is at hand."""
        terms = analyzer(self.rules)
        yield from self._replies(make(terms), terms, None)

    def in_store(
        self, named: Path | None, scope: Scope, index: bool = True, reads: bool = True
    ) -> Iterator[Reply]:
        """Answer from the store; `index` what is new once the last answer is out.

        Without `reads`, what is not in the index is not looked at; TooSlow where that
        is all there is.
        """
        from pane_cli.commands.shared.indexing import (
            INDEX_AFTER,
            INDEX_AT_ONCE,
            index_folder,
            refresh,
            usable,
        )
        from pane_cli.store.store import Store  # FILEs do without it

        store, terms = Store(store_folder(named)), analyzer(self.rules)
        engine, folder = usable(self.rules.search.engine), index_folder(store)
        corpus = stored_corpus(store, named, scope, terms, engine)
        if not (reads or _keeps_indexed(corpus)):
            raise TooSlow
        try:
            replies = list(self._replies(corpus, terms, folder))
        except Unusable:
            corpus = stored_corpus(store, named, scope, terms, None)
            replies = list(self._replies(corpus, terms, folder))
            corpus.is_damaged = True
        yield from replies
        is_whole = scope.session is None and scope.project is None
        if is_whole and corpus.waiting < INDEX_AFTER and not corpus.is_damaged:
            return  # seen already: there is little to index
        if index:
            refresh(store, terms, engine, INDEX_AT_ONCE, rebuild=corpus.is_damaged)

    def _replies(
        self, corpus: Corpus, terms: Terms, index: Path | None
    ) -> Iterator[Reply]:
        recall = self.rules.recall
        looks = looks_of(self.rules.search, index)
        answerer = Answerer(corpus, self.queries, self.manner, terms, recall, looks)
        for query in self.queries:
            form = self.manner.only or answerer.form(query)
            yield Reply(answerer.answer(query), form)


def _keeps_indexed(corpus: Library) -> bool:
    """Leave out what is not in the index; whether anything is left."""
    known = [place for place in corpus.places if place.start]
    corpus.places = [place._replace(size=place.start) for place in known]
    return bool(known)


def manner_of(rules: Rules, regex: bool = False, literal: bool = False) -> Manner:
    """How the rules say that queries are answered."""
    if regex and literal:
        raise PaneError("--regex and --literal exclude each other")
    recall, refusals = rules.recall, rules.facts.refusals
    # A tenth of a small window is less than what a range may have otherwise.
    room = int(rules.tokens.window * recall.max_window * _CHARS_PER_TOKEN)
    return Manner(
        "regex" if regex else "literal" if literal else "terms",
        Filter(),
        Page(1, recall.limit, 0, recall.snippet_chars, recall.alike, None, refusals),
        lambda: time_limit(recall.regex_seconds),
        str,
        room=min(recall.max_chars, room) if recall.max_chars else 0,
    )


def asked_for(
    query: str | None, files: list[Path] | None, queries: Path | None, is_all: bool
) -> tuple[list[Path], list[Query]]:
    """FILEs and queries; with `--queries` the first positional is a FILE.

    `is_all`: no filter was given, so that a query is needed.
    """
    if queries is not None:
        first = [Path(query)] if query is not None else []
        return first + (files or []), list(_read_queries(queries))
    asked = _sound(query) if query is not None else ""
    if not asked.strip() and is_all:
        raise PaneError("nothing to look for", "pane recall 'token refresh'")
    return files or [], [Query(asked if asked.strip() else None)]


def analyzer(rules: Rules) -> Terms:
    """The analyzer of `recall.language`; raises where there is no such stemmer."""
    language = rules.recall.language
    if language == "english":
        return Terms(language)
    from pane_cli.text.stems import languages

    if language not in languages():
        hint = "one of " + ", ".join(languages())
        raise PaneError(f"recall.language: no stemmer for {language}", hint)
    return Terms(language)


def _sound(text: str) -> str:
    """What was asked, without characters that no text has."""
    if text.isascii():
        return text
    from pane_cli.session.values import clean

    sound: str = clean(text)
    return sound


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
    return Query(_sound(text), id if isinstance(id, str | int) else None)
