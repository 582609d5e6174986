"""Words that stand together, as they were asked, come first."""

from __future__ import annotations

import msgspec
import pytest
from entries_made import entry

from pane_cli.commands.hits.searching import held_corpus
from pane_cli.recall.adjacent import Pair, _Finder
from pane_cli.recall.ranked import WORDS, Ranked
from pane_cli.rules.schema import DEFAULT, Recall
from pane_cli.search.rank import question_of
from pane_cli.session.codec import encode
from pane_cli.session.log import Log
from pane_cli.session.types import Header
from pane_cli.text.terms import Terms

TERMS = Terms()
APART = "merge the branch, then tell of the conflict"


def found(query: str, *texts: str, weight: float = 0.5) -> list[int]:
    """Numbers of the entries that hold the words, best first."""
    log = Log(Header("session", 1, "5d1c9a70", "test"))
    for n, text in enumerate(texts, 1):
        log.spool(n, encode(entry(n, text)))
    question = question_of(query, TERMS)
    corpus = held_corpus([(log, "")], TERMS)
    ranking = Ranked(corpus, rules(weight), WORDS, TERMS)
    scored, _ = ranking.best(query, question, corpus.engine([question]), 9, None)
    return [one.document.offset for one in scored if not one.is_near]


def rules(weight: float) -> Recall:
    weights = msgspec.structs.replace(
        DEFAULT.recall.weights, adjacent=weight, near=0.0, session=0.0
    )
    return msgspec.structs.replace(DEFAULT.recall, weights=weights)


@pytest.mark.parametrize(
    "together",
    [
        pytest.param(
            "a merge conflict it was, so I had to stop there and then",
            id="side by side",
        ),
        pytest.param(
            "merging conflicting heads of this repository and of others",
            id="other forms",
        ),
        pytest.param(
            "a merge with conflict it was, I had to stop there and then",
            id="a word between",
        ),
        pytest.param(
            "see merge_conflict.py of this repository again and again", id="identifier"
        ),
    ],
)
def test_words_that_stand_together_come_first(together: str) -> None:
    assert found("merge conflict", APART, together)[0] == 2
    assert found("merge conflict", APART, together, weight=0.0)[0] == 1


@pytest.mark.parametrize(
    ("query", "apart", "together"),
    [
        pytest.param("y axis", "axis of y, and x", "the y axis, and x", id="y"),
        pytest.param(
            "to merge conflicts",
            "merge all, then see whether there are conflicts; merge. " * 3,
            "merge all, and see whether there is any at all; merge conflicts. " * 3,
            id="in the second of two places near each other",
        ),
        pytest.param(
            "merge conflict",
            "merge it. " + "of this and that " * 20 + "merge, then the conflict",
            "merge it. " + "of this and that " * 20 + "merge conflict at the end",
            id="far behind the first",
        ),
    ],
)
def test_each_place_counts(query: str, apart: str, together: str) -> None:
    assert found(query, apart, together)[0] == 2


def test_of_a_dense_text_nothing_is_analyzed_twice() -> None:
    text = "a token of no refresh, then a refresh of no token. " * 1000
    finder = _Finder(Pair(("token",), ("refresh",), 1.0), TERMS)
    assert sum(map(len, finder._windows(text, text))) <= len(text)
    assert not finder.is_in(text, text)


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("conflict", id="one word"),
        pytest.param("conflict merge", id="the other order"),
        pytest.param("merge of the conflict", id="apart in the question"),
    ],
)
def test_nothing_else_changes_the_order(query: str) -> None:
    texts = (APART, "a merge conflict it was, so I had to stop there and then")
    assert found(query, *texts) == found(query, *texts, weight=0.0)


def test_a_word_more_counts_more_than_its_place() -> None:
    texts = ("merge conflict in the lockfile", "merge conflict in the harbour list")
    assert found("harbour merge conflict", *texts)[0] == 2
