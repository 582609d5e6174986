"""How sure a hit is, and who is looked at twice."""

from __future__ import annotations

import msgspec
from entries_made import entry

from pane_cli.commands.hits.searching import held_corpus
from pane_cli.recall.confidence import second_look, variants, with_confidence
from pane_cli.rules.schema import DEFAULT
from pane_cli.search.candidates import narrow
from pane_cli.search.rank import Scored, question_of, rank
from pane_cli.session.codec import encode
from pane_cli.session.log import Log
from pane_cli.session.types import Header
from pane_cli.text.terms import Terms

TERMS = Terms()
RULES = msgspec.structs.replace(DEFAULT.recall, variants=3)
TEXTS = ("harbour gate code", "harbour", "gate code of the harbour opens", "piano")


def scored(query: str) -> dict[int, float]:
    log = Log(Header("session", 1, "5d1c9a70", "test"))
    for n, text in enumerate(TEXTS, 1):
        log.spool(n, encode(entry(n, text)))
    asked = question_of(query, TERMS)
    engine = held_corpus([(log, "")], TERMS).engine([asked])
    few = narrow(asked, engine, RULES, 10, None)
    found = with_confidence(asked, rank(asked, few, RULES, keys=few.keys), few, RULES)
    return {one.document.offset: one.sure for one in found}


def test_what_holds_all_words_is_surer_than_what_holds_one() -> None:
    sure = scored("harbour gate code")
    assert sure[1] > sure[2]
    assert sure[3] > sure[2]


def test_one_word_has_no_variants() -> None:
    assert variants(question_of("harbour", TERMS), 9) == []
    assert set(scored("harbour").values()) == {1.0}


def test_a_variant_lacks_a_word() -> None:
    found = variants(question_of("harbour gate code", TERMS), 2)
    assert [one.terms for one in found] == [("gate", "code"), ("harbour", "code")]


def test_only_the_unsure_are_looked_at_again() -> None:
    document = next(iter(held_corpus([], TERMS).texts()), None)
    assert document is None
    ones = [
        Scored(_document(n), score, False, sure)
        for n, score, sure in ((1, 3.0, 1.0), (2, 2.0, 0.1), (3, 1.0, 0.2))
    ]
    seen: list[int] = []

    def look(some: list[Scored]) -> list[Scored]:
        seen.extend(one.document.key for one in some)
        return [one._replace(score=9.0 * one.document.key) for one in some]

    found = second_look(ones, look, 0.5)
    assert seen == [2, 3]
    assert [one.document.key for one in found] == [3, 2, 1]


def _document(key: int):  # type: ignore[no-untyped-def]
    from pane_cli.search.documents import Document

    return Document(key, key, 1, "text", "user", 0, "", 0)
