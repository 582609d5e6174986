"""A22: no query crashes, and none comes back empty where its text is there."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from entries_made import entry
from hypothesis import given, settings
from hypothesis import strategies as st

from pane_cli.errors import PaneError
from pane_cli.recall.answer import Answerer, Manner, Query
from pane_cli.recall.filters import Filter
from pane_cli.recall.hits import Page
from pane_cli.recall.render import as_json
from pane_cli.recall.results import Answer
from pane_cli.rules.schema import Recall
from pane_cli.search.corpus import Shelf
from pane_cli.search.held import Held, Ready
from pane_cli.search.parts import part_of
from pane_cli.session.codec import encode
from pane_cli.session.log import Log
from pane_cli.session.records import clean
from pane_cli.session.types import Header
from pane_cli.text.terms import Terms

SIGNS = [*"/-:()^*\"'[]{}\\`~!?+.,;#$%&|<>=@_"]
AWKWARD = [
    *SIGNS,
    "Downloads/transcripts",
    "C++",
    "foo.bar",
    "NOT",
    "a AND",
    "OR",
    "body:x",
    "x~2",
    "x^3",
    "[a TO b]",
    "'unclosed",
    "--flag",
    "-x",
    "%s {0} {span}",
    "\x00",
    "\x1b[31m",
    "#",
    "##1",
    "#0",
    "#99999999999",
    "t0",
    "1-2-3",
    "🚀",
    "\u202e",
    "e\u0301",
    "ﷺ",
    "İ",
]
TERMS = Terms()


@contextlib.contextmanager
def no_limit() -> Iterator[None]:
    yield


def ask(lines: list[str], query: str, mode: str = "terms") -> Answer:
    log = Log(Header("session", 1, "fuzzed-session-id", "test"))
    for n, line in enumerate(lines, 1):
        log.spool(n, encode(entry(n, line)))
    shelf = Shelf("fuzzed-session-id", None, str)
    corpus = Held([Ready([part_of(log)])], lambda *_: shelf, TERMS)
    page = Page(1, 5, 0, 80)
    manner = Manner(mode, Filter(), page, no_limit, str)
    asked = Query(query)
    return Answerer(corpus, [asked], manner, TERMS, Recall()).answer(asked)


@pytest.mark.parametrize("mode", ["terms", "literal", "regex"])
@pytest.mark.parametrize("query", AWKWARD)
def test_a22_awkward_queries(query: str, mode: str) -> None:
    got = ask(["other", f"before {query} after", "lines"], query, mode)
    as_json(got)
    if not query.startswith(("#", "##", "t0")):
        assert 2 in [hit.n for hit in got.hits], (query, mode)


@settings(max_examples=300, deadline=None)
@given(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30),
    st.sampled_from(["terms", "literal"]),
)
def test_what_is_there_is_found(query: str, mode: str) -> None:
    if not query.strip():
        return
    try:
        got = ask(["other", f"before {query} after", "lines"], query, mode)
    except PaneError:
        return  # it reads as an address of a session that is not here
    as_json(got)
    if not any(hit.tier == "address" for hit in got.hits) and "#" not in query:
        assert got.total > 0


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=20))
def test_surrogates_and_all(query: str) -> None:
    with contextlib.suppress(PaneError):
        as_json(ask(["other", "lines"], clean(query)))


def test_nothing_to_search() -> None:
    assert ask([], "zebra").total == 0
