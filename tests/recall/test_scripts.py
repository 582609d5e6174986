"""A question in any language finds its entry first, and says how it was found."""

from __future__ import annotations

import unicodedata

import pytest
from test_fuzz import ask

OTHERS = ["npm install finished", "the deploy is green", "用户名单", "Привет", "مرحبا"]

TABLE = {
    "Chinese phrase": ("检查用户身份验证失败", "用户身份", "exact"),
    "Chinese, one character": ("检查用户身份", "份", "exact"),
    "Chinese, words apart": ("验证用户的真实身份", "用户 身份", "terms"),
    "ASCII glued to Chinese": ("调用abc接口失败", "abc", "exact"),
    "Chinese glued to ASCII": ("错误code503发生", "错误", "exact"),
    "Japanese": ("昨日はしりとりをした", "しりとり", "exact"),
    "Japanese, kanji": ("東京都の天気は晴れ", "東京", "exact"),
    "Korean": ("우리는끝말잇기를했다", "끝말잇기", "exact"),
    "Korean, decomposed": (
        unicodedata.normalize("NFD", "토큰 만료"),
        unicodedata.normalize("NFC", "토큰"),
        "exact",
    ),
    "German umlaut": ("die Übersicht der Äpfel", "übersicht", "exact"),
    "German without marks": ("für München", "munchen", "terms"),
    "German sharp s": ("Straße", "STRASSE", "terms"),
    "Russian": ("переменные окружения заданы", "переменных", "terms"),
    "Russian, capital": ("Токен истёк", "токен", "exact"),
    "Arabic": ("المتغيرات غير معرفة", "المتغير", "terms"),
    "French": ("le café est très chaud", "café", "exact"),
    "French without marks": ("le café est très chaud", "cafe", "terms"),
    "French, decomposed": ("cafe\u0301 noir", "caf\u00e9", "exact"),
    "Thai": ("สวัสดีครับ", "ครับ", "exact"),
    "emoji": ("shipped🚀today", "🚀", "exact"),
    "emoji of several": ("done 👩‍💻 now", "👩‍💻", "exact"),
    "C9: short id": ("closes bd-q3fy at last", "bd-q3fy", "exact"),
    "C10: hyphen": ("run chat-send first", "chat-send", "exact"),
    "C10: quotes": ("run chat-send first", '"chat-send"', "terms"),
    "beginning": ("the authentication broke", "authen", "literal"),
    "beginnings": ("refreshing authentication", "authen refres", "prefix"),
    "typing error": ("the failure of today", "faliure", "fuzzy"),
    "typing errors": ("in that environment", "enviromnent", "fuzzy"),
}


@pytest.mark.parametrize(("line", "query", "tier"), TABLE.values(), ids=TABLE)
def test_found_first_and_called_what_it_is(line: str, query: str, tier: str) -> None:
    got = ask([*OTHERS, line, *OTHERS], query)
    assert got.hits, "a silent nothing"
    first = got.hits[0]
    assert (first.n, first.tier) == (len(OTHERS) + 1, tier)
    assert (got.total > 0) == (tier != "fuzzy")


def test_the_nearest_is_never_counted() -> None:
    got = ask(["the failure of today"], "faliure")
    assert (got.total, got.nearest, got.hits[0].tier) == (0, 1, "fuzzy")
    assert got.remarks == ("no entry has these words; the nearest ones: failur",)


def test_a_word_that_nothing_has_is_named() -> None:
    got = ask(["the refresh failed", "lines"], "refresh tokne")
    assert got.total == 1
    assert got.remarks == ("no entry has 'tokne'",)


def test_beside_it_is_not_found() -> None:
    got = ask(["zebra lion?", "yes, both", *OTHERS], "zebra lion")
    tiers = {hit.n: hit.tier for hit in got.hits}
    assert (tiers[1], tiers[2]) == ("exact", "near")
    assert (got.total, got.nearest) == (1, 2)
