"""The sieve lets nothing through that analyzing everything would find."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pane_cli.search.sieve import Sieve
from pane_cli.text.pieces import pieces_of
from pane_cli.text.stems import needle
from pane_cli.text.terms import Terms

STEMS = """
hop hope dy ly ty vy cr sk skies die lie tie pie possib stab sens organ relat conflat
luxuriat agree succeed happ earl onl singl ugl gent idl operat creat decis argu generat
geolog fer ref rat activ real mus bus run stop fail
"""
ENDS = """
s ed ing er ers ly y ies ied ity ities ness fulness ful fully less lessly ation ations
ational ator ization izations ize izer ability ibility bility able ible ably ibly ble
bly al ally alism ality ance ancy ence ency ent ently ment ement ive iveness ivity ous
ously ousness ic ical ically icate ative ion ions tion tional tionally logy logist ist
ying ee eed eedly e es ie
"""
WORDS = [stem + end for stem in STEMS.split() for end in ["", *ENDS.split()]]

PARTS = ["user", "Name", "USER", "na", "me", "a", "aa", "é", "1.2"]


@pytest.mark.parametrize("language", ["english", "none"])
def test_every_word_has_the_needle_of_its_stem(language: str) -> None:
    terms = Terms(language)
    for word in WORDS:
        for term in terms.of(word.encode()):
            cut = needle(term, language)
            assert cut is not None
            assert cut in word, (word, term)


@pytest.mark.parametrize("language", ["english", "german", "none"])
def test_sifting_is_analyzing(language: str) -> None:
    some = random.Random(4)
    terms = Terms(language)
    lines = [" ".join(some.choices(WORDS, k=12)) for _ in range(300)]
    lines += ["get_user-name v1.2.3-beta", "Äpfel café 用户身份", "GETUserName a.b.c"]
    wanted = set(terms.question("hoping possibility cafe 用户 username 1.2.3 flies b"))
    sieve = Sieve(terms, wanted)
    for line in lines:
        whole = terms.counts(line)
        assert sieve.counts(line) == {t: whole[t] for t in wanted & whole.keys()}


@settings(deadline=None)
@given(st.lists(st.text(max_size=30), max_size=4), st.text(max_size=20))
def test_any_text(lines: list[str], asked: str) -> None:
    terms = Terms()
    wanted = set(terms.question(asked))
    sieve = Sieve(terms, wanted)
    for line in [*lines, f"{asked} {''.join(lines)}", asked]:
        whole = terms.counts(line)
        assert sieve.counts(line) == {t: whole[t] for t in wanted & whole.keys()}


@given(
    st.lists(
        st.tuples(
            st.sampled_from(PARTS),
            st.sampled_from(["", " ", ".", "_", "-", "._", "\n", "("]),
        ),
        max_size=12,
    ),
    st.sampled_from(["username", "aa", "user name", "aaa", "12", "1.2", "die", "sky"]),
)
def test_words_across_joints(parts: list[tuple[str, str]], asked: str) -> None:
    line = "".join(word + joint for word, joint in parts)
    terms = Terms("none")
    wanted = set(terms.question(asked))
    whole = terms.counts(line)
    found = Sieve(terms, wanted).counts(line)
    assert found == {t: whole[t] for t in wanted & whole.keys()}


def test_pieces_are_what_stands_between_spaces_and_signs() -> None:
    assert pieces_of('a_b("c-d"), e.f/g') == [b"a_b", b"c-d", b"e.f", b"g"]
