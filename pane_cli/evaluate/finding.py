"""Recall as a contestant uses it: hits among some entries of one session."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext

from pane_cli.assemble.context import Recalled
from pane_cli.recall.answer import Answerer, Manner, Query
from pane_cli.recall.filters import Filter
from pane_cli.recall.hits import Page
from pane_cli.recall.ranked import WORDS, Looks, Ranked
from pane_cli.recall.results import Hit
from pane_cli.rules.schema import Rules
from pane_cli.search.corpus import Shelf
from pane_cli.search.held import Held, Ready
from pane_cli.search.parts import part_of
from pane_cli.search.rank import question_of
from pane_cli.session.log import Log
from pane_cli.session.types import Entry, Header
from pane_cli.text.terms import Terms

#: Characters of a quote: what `assemble` gives one.
_QUOTE = 400


def log_of(header: Header, entries: Iterable[Entry]) -> Log:
    """Entries as a log in memory."""
    log = Log(header)
    for entry in entries:
        log.keep(entry, len(entry.text) + 64)
    return log


def hits(
    log: Log,
    queries: Sequence[str],
    rules: Rules,
    limit: int,
    only: frozenset[int] = frozenset(),
    looks: Looks = WORDS,
) -> list[tuple[Hit, ...]]:
    """The best hits of each query, best first."""
    page = Page(1, limit, 0, _QUOTE, rules.recall.alike)
    manner = Manner("terms", Filter(only=only), page, nullcontext, str)
    terms = Terms(rules.recall.language)
    corpus = Held([Ready([part_of(log)])], _shelf, terms)
    asked = [Query(text, number) for number, text in enumerate(queries)]
    answerer = Answerer(corpus, asked, manner, terms, rules.recall, looks)
    return [answerer.answer(query).hits for query in asked]


def ranked(
    log: Log, queries: Sequence[str], rules: Rules, limit: int
) -> Iterator[list[int]]:
    """For each query the best entries, as numbers: nothing of them is shown."""
    terms = Terms(rules.recall.language)
    corpus = Held([Ready([part_of(log)])], _shelf, terms)
    questions = [question_of(text, terms) for text in queries]
    engine, best = corpus.engine(questions), Ranked(corpus, rules.recall, WORDS).best
    for text, question in zip(queries, questions, strict=True):
        scored, _ = best(text, question, engine, limit, None)
        yield [one.document.offset for one in scored[:limit] if not one.is_near]


def recalled(found: Iterable[Hit]) -> tuple[Recalled, ...]:
    """Hits as `assemble` takes them."""
    return tuple(
        Recalled(
            hit.session,
            hit.n,
            hit.address,
            hit.role,
            hit.snippet,
            hit.score,
            1.0 if hit.sure is None else hit.sure,
        )
        for hit in found
        if hit.tier != "fuzzy"
    )


def _shelf(log: Log, ids: Sequence[str]) -> Shelf:
    return Shelf(log.header.id, None, lambda id: id)
