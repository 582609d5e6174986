"""Terms: what meets what, in every script."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pane_cli.text.pieces import compose
from pane_cli.text.stems import languages
from pane_cli.text.terms import Terms

TERMS = Terms()

MEETS = {
    "plural": ("failures", "failure"),
    "tense": ("refreshing the token", "refreshed"),
    "camel case": ("getUserName", "user name"),
    "snake case": ("get_user_name", "user name"),
    "kebab case": ("get-user-name", "user name"),
    "path": ("src/auth/user_name.py", "user name"),
    "whole identifiers in three styles": ("getUserName", "get_user_name"),
    "A23: keys": ("openai_api_key", "openai-api-key"),
    "acronym in camel case": ("parseHTTPUrl", "http url"),
    "version": ("pinned to v3.54.0 now", "3.54.0"),
    "version in a name": ("requests-2.31.0", "2.31.0"),
    "decimal": ("took 3.14 s", "3.14"),
    "name with number": ("python3.11", "python"),
    "hyphened name with number": ("utf-8", "utf8"),
    "error code": ("error[E0308]: mismatched", "E0308"),
    "errno": ("ECONNREFUSED 127.0.0.1", "econnrefused"),
    "address": ("ECONNREFUSED 127.0.0.1:80", "127.0.0.1"),
    "short hash finds long": ("4bd25d1814aa93bd2f66", "4bd25d1"),
    "part of a uuid": ("4d5611e5-241a-462a-8d15-5122611a9569", "4d5611e5"),
    "accents may be left out": ("un café", "cafe"),
    "accents composed or not": ("caf\u0065\u0301", "caf\u00e9"),
    "umlaut": ("Äpfel", "äpfel"),
    "sharp s": ("Straße", "STRASSE"),
    "full width": ("ＦＵＬＬ", "full"),
    "ligature": ("ﬁle", "file"),
    "Chinese phrase inside a run": ("检查用户身份验证失败", "用户身份"),
    "Chinese word": ("检查用户身份", "身份"),
    "one Chinese character": ("检查用户身份", "份"),
    "kana": ("昨日はしりとりをした", "しりとり"),
    "Hangul": ("우리는끝말잇기를했다", "끝말잇기"),
    "Thai": ("สวัสดีครับ", "ครับ"),
    "ASCII glued to Chinese": ("调用abc失败", "abc"),
    "emoji": ("shipped🚀today", "🚀"),
    "Russian endings": ("переменные окружения", "переменных"),
    "Arabic": ("المتغيرات", "المتغير"),
    "Hindi": ("हिन्दी में", "हिन्दी"),
    "Greek": ("Αθήνα", "αθηνα"),
}


@pytest.mark.parametrize(("text", "asked"), MEETS.values(), ids=MEETS)
def test_meets(text: str, asked: str) -> None:
    wanted = set(TERMS.question(asked))
    assert wanted
    assert wanted & TERMS.counts(text).keys()


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        pytest.param("用户名单", "身份", id="other Chinese word"),
        pytest.param("username", "name", id="part of a plain word"),
        pytest.param("v3.54.1", "3.54.0", id="other version"),
    ],
)
def test_does_not_meet(text: str, asked: str) -> None:
    assert not set(TERMS.question(asked)) & TERMS.counts(text).keys()


def test_counts_whole_and_parts() -> None:
    assert TERMS.counts("get_user_name user") == {
        "getusername": 1,
        "get": 1,
        "user": 2,
        "name": 1,
    }


@pytest.mark.parametrize(
    ("asked", "terms"),
    [
        pytest.param("why does the token refresh fail?", "token refresh fail", id="q"),
        pytest.param("what is it", "what is it", id="all are stop words"),
        pytest.param("the the THE token", "token", id="capital stop word"),
        pytest.param("token tokens Token", "token", id="each once"),
        pytest.param("how-to", "howto how to", id="inside an identifier"),
        pytest.param(" \n /-:()^*\"'[`", "", id="no words"),
        pytest.param("", "", id="empty"),
    ],
)
def test_question(asked: str, terms: str) -> None:
    assert TERMS.question(asked) == tuple(terms.split())


def test_nothing_indexed_is_a_stop_word() -> None:
    assert TERMS.counts("the who") == {"the": 1, "who": 1}


def test_language_is_a_rule() -> None:
    assert Terms("german").question("Häuser")[0] == "haus"
    assert Terms("none").question("failures") == ("failures",)
    assert {"english", "german", "none"} <= set(languages())


def test_long_runs_are_cut_not_lost() -> None:
    run = "x1y" * 400
    assert set(TERMS.question(run)) <= TERMS.counts(f"a {run} b").keys()


@given(st.text(max_size=200))
@example("\u0300")
def test_every_text_meets_itself(text: str) -> None:
    counts = TERMS.counts(text)
    assert set(TERMS.question(text)) <= counts.keys()
    assert all(term and not term.isspace() for term in counts)


@given(st.text(max_size=60), st.sampled_from(["NFC", "NFD"]))
def test_tokens_are_places_in_the_text(text: str, form: str) -> None:
    composed = compose(unicodedata.normalize(form, text))  # type: ignore[arg-type]
    places = [(t.start, t.end) for t in TERMS.tokens(composed)]
    assert all(0 <= start < end <= len(composed) for start, end in places)
    assert places == sorted(places)
    found = {term for token in TERMS.tokens(composed) for term in token.terms}
    assert set(TERMS.question(composed)) <= found
