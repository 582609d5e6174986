"""Cutting text: sizes hold, words and characters stay whole."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pane_cli.text.clip import clip, head_tail, one_line, snippet, strip_ansi
from pane_cli.text.graphemes import is_inside

FAMILY = "👨\u200d👩\u200d👧"


@pytest.mark.parametrize(
    ("text", "limit", "clipped"),
    [
        pytest.param("fix the login bug", 17, "fix the login bug", id="fits"),
        pytest.param("fix the login bug", 12, "fix the…", id="word-border"),
        pytest.param("supercalifragilistic", 8, "superca…", id="no-border-near"),
        pytest.param("ab cd", 1, "…", id="marker-alone"),
        pytest.param("ab cd", 0, "", id="nothing"),
        pytest.param("ab cd", -3, "", id="negative"),
        pytest.param("e\u0301" * 9, 6, "e\u0301e\u0301…", id="combining-mark"),
        pytest.param(FAMILY * 2, 7, FAMILY + "…", id="zwj-sequence"),
        pytest.param(FAMILY * 2, 5, "…", id="zwj-sequence-too-long"),
        pytest.param("🇩🇪🇫🇷🇮🇹", 4, "🇩🇪…", id="flags"),
        pytest.param("👍🏽👍🏽👍🏽", 4, "👍🏽…", id="skin-tone"),
        pytest.param("修复登录错误", 4, "修复登…", id="hanzi"),
        pytest.param("a\ud83d\udc00b", 3, "a…", id="surrogate-pair"),
    ],
)
def test_clip(text: str, limit: int, clipped: str) -> None:
    assert clip(text, limit) == clipped


def test_clip_takes_another_marker() -> None:
    assert clip("fix the login bug now", 16, " [more]") == "fix the [more]"
    assert clip("fix the login bug", 3, "[more]") == "[mo"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        pytest.param("plain", "plain", id="plain"),
        pytest.param("\x1b[31;1mred\x1b[0m", "red", id="colour"),
        pytest.param("\x1b[38:2::255:0:0mx", "x", id="colon-colour"),
        pytest.param("a\x1b[2K\x1b[1Gb", "ab", id="cursor"),
        pytest.param("\x1b]8;;http://h/\x1b\\link\x1b]8;;\x07", "link", id="link"),
        pytest.param("\x1b]0;title\x07x", "x", id="title"),
        pytest.param("\x1b(Bx\x1b=", "x", id="charset"),
        pytest.param("[31m is text", "[31m is text", id="no-escape"),
    ],
)
def test_strip_ansi(text: str, plain: str) -> None:
    assert strip_ansi(text) == plain


@pytest.mark.parametrize(
    ("text", "limit", "line"),
    [
        pytest.param("  a\n\n\tb  c ", 20, "a b c", id="white-space"),
        pytest.param("a\x00b\x08c\x7fd", 20, "abcd", id="controls"),
        pytest.param("\x1b[32m✓\x1b[0m ok\r\n", 20, "✓ ok", id="colour"),
        pytest.param("user\u202egnp.exe", 20, "usergnp.exe", id="direction"),
        pytest.param("one two three four", 10, "one two…", id="clipped"),
        pytest.param(" " * 9_000 + "late", 10, "late", id="late"),
        pytest.param("", 10, "", id="empty"),
        pytest.param("abc", 0, "", id="nothing"),
        pytest.param("현\ud99c 보유", 9, "현\ud99c 보유", id="a12-lone-surrogate"),
    ],
)
def test_one_line(text: str, limit: int, line: str) -> None:
    assert one_line(text, limit) == line


def test_one_line_never_shows_half_an_escape() -> None:
    for padding in range(560, 590):
        text = "ab " * (padding // 3) + " " * (padding % 3) + "\x1b[38;5;196m" * 90
        assert "38" not in one_line(text, 2_000)


@pytest.mark.parametrize(
    ("text", "head", "tail", "kept"),
    [
        pytest.param("a\nb\nc\nd", 1, 1, "a\n… (2 lines)\nd", id="middle"),
        pytest.param("a\nb\nc\nd\n", 1, 1, "a\n… (2 lines)\nd\n", id="last-newline"),
        pytest.param("a\nb\nc", 1, 1, "a\nb\nc", id="one-line-is-no-gain"),
        pytest.param("a\nb", 3, 3, "a\nb", id="short"),
        pytest.param("a\nb\nc\nd", 0, 1, "… (3 lines)\nd", id="no-head"),
        pytest.param("a\nb\nc\nd", 1, 0, "a\n… (3 lines)", id="no-tail"),
        pytest.param("x\n" * 5_000, 1, 1, "x\n… (4,998 lines)\nx\n", id="many"),
        pytest.param("", 1, 1, "", id="empty"),
    ],
)
def test_head_tail(text: str, head: int, tail: int, kept: str) -> None:
    assert head_tail(text, head, tail) == kept


SENTENCE = "alpha beta gamma delta epsilon login bug zeta eta login theta iota kappa"


@pytest.mark.parametrize(
    ("spans", "width", "seen"),
    [
        pytest.param([], 16, "alpha beta…", id="no-hit"),
        pytest.param([(0, 5)], 16, "alpha beta…", id="at-the-start"),
        pytest.param([(67, 72)], 18, "…theta iota kappa", id="at-the-end"),
        pytest.param([(31, 36)], 22, "…login bug zeta eta…", id="narrow"),
        pytest.param(
            [(6, 10), (31, 36), (50, 55), (56, 61)],
            36,
            "…login bug zeta eta login theta…",
            id="most-hits",
        ),
        pytest.param(
            [(31, 36)],
            46,
            "…delta epsilon login bug zeta eta login theta…",
            id="centred",
        ),
        pytest.param([(31, 36)], 200, SENTENCE, id="all-of-it"),
        pytest.param([(31, 36)], 0, "", id="nothing"),
        pytest.param([(31, 36)], 1, "…", id="marker-alone"),
    ],
)
def test_snippet(spans: list[tuple[int, int]], width: int, seen: str) -> None:
    assert snippet(SENTENCE, spans, width) == seen


def test_snippet_is_one_line() -> None:
    text = (
        "first line\n\n  \x1b[1mthe hit\x1b[0m is here\nlast line of them all, and on"
    )
    assert "\n" not in snippet(text, [(18, 21)], 40)
    assert "the hit" in snippet(text, [(18, 21)], 40)


TEXT = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("ab  \n\t\x1b[m\u0301\u200d\ufe0f👨👩🏽🇩🇪\ud83d\udc00한修"),
    ),
    max_size=120,
)


@given(TEXT, st.integers(-2, 60), st.sampled_from(["…", "", " [more]"]))
def test_clip_never_exceeds_its_limit(text: str, limit: int, marker: str) -> None:
    clipped = clip(text, limit, marker)
    assert len(clipped) <= max(0, limit)
    if len(text) > limit > len(marker):
        kept = clipped.removesuffix(marker)
        assert text.startswith(kept)
        assert not is_inside(text, len(kept)) or kept == kept.rstrip()


@given(TEXT, st.integers(1, 60))
def test_clip_never_parts_a_mark_from_its_base(text: str, limit: int) -> None:
    kept = clip(text, limit, "")
    rest = text[len(kept) :].lstrip()
    if kept and rest and text[len(kept)] == rest[0]:
        assert unicodedata.combining(rest[0]) == 0
        assert rest[0] != "\u200d"
        assert kept[-1] != "\u200d"


@given(TEXT, st.integers(-2, 60))
def test_one_line_never_exceeds_its_limit(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line) <= max(0, limit)
    assert "\n" not in line
    assert "\x1b" not in line


@given(
    TEXT,
    st.lists(st.tuples(st.integers(0, 119), st.integers(1, 20)), max_size=5),
    st.integers(0, 60),
)
def test_snippet_never_exceeds_its_width(
    text: str, hits: list[tuple[int, int]], width: int
) -> None:
    spans = [(at, min(at + n, len(text))) for at, n in hits if at < len(text)]
    assert len(snippet(text, spans, width)) <= width


@given(TEXT, st.integers(0, 5), st.integers(0, 5))
def test_head_tail_keeps_whole_lines(text: str, head: int, tail: int) -> None:
    kept = head_tail(text, head, tail).removesuffix("\n").split("\n")
    assert len(kept) <= head + tail + 1
    assert kept[:head] == text.removesuffix("\n").split("\n")[: min(head, len(kept))]
