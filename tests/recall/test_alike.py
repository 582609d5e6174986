"""Near-copies give way: a page shows different things."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pane_cli.recall.alike import WINDOW, likeness, sketch, spread
from pane_cli.search.widen import beginning, errors, mistyped, one_error_away

LOG = "the build of module {} failed: cannot find symbol Token in Refresh at line {}"
LONG = " ".join(f"word{i}" for i in range(900))


@pytest.mark.parametrize(
    ("one", "other", "is_alike"),
    [
        pytest.param("a b c d e f", "a b c d e f", True, id="same"),
        pytest.param("A b, c d e f!", "a b c d e f", True, id="same words"),
        pytest.param(LONG, LONG + " and more", True, id="grown a little"),
        pytest.param(LONG, LONG.replace("word450", "x"), True, id="one word differs"),
        pytest.param("step 1 done", "step 2 done", False, id="short, one differs"),
        pytest.param(LONG, LONG[:900], False, id="a part"),
        pytest.param("???", "!!!", False, id="no words"),
    ],
)
def test_likeness(one: str, other: str, is_alike: bool) -> None:
    assert (likeness(sketch(one), sketch(other)) >= 0.8) == is_alike


def test_five_different_things() -> None:
    ranked = [LONG, LONG + " x", LONG + " y", "one two", LONG, "three four"]
    page = spread(ranked, sketch, 0.8, 3)
    assert page == [LONG, "one two", "three four"]
    assert spread(ranked, sketch, 0.8, 6) == [*page, LONG + " x", LONG + " y", LONG]
    assert spread(ranked, sketch, 0.0, 6) == ranked


def test_what_has_no_sketch_goes_behind() -> None:
    """A reply that answers nothing, also where near-copies stay."""
    ranked = ["I don't know", "one two", "three four"]

    def sketch_of(text: str) -> tuple[int, ...] | None:
        return None if text == ranked[0] else sketch(text)

    for alike in (0.0, 0.8):
        assert spread(ranked, sketch_of, alike, 3) == [*ranked[1:], ranked[0]]
        assert spread(ranked, sketch_of, alike, 1) == ["one two"]


@given(st.lists(st.sampled_from([LONG, "a b", "c d", "e"]), max_size=12))
def test_pages_add_up(ranked: list[str]) -> None:
    whole = spread(ranked, sketch, 0.8, len(ranked))
    assert sorted(whole) == sorted(ranked)
    for end in range(len(ranked)):
        assert spread(ranked, sketch, 0.8, end) == whole[:end]


def test_beyond_the_window_all_stay() -> None:
    ranked = ["a b"] * (WINDOW + 5)
    assert spread(ranked, sketch, 0.8, WINDOW + 5) == ranked


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("token", "token", 0),
        ("tokne", "token", 1),
        ("toke", "token", 1),
        ("tokens", "token", 1),
        ("takin", "token", 2),
        ("oken", "token", 3),
        ("abcdefgh", "abxdefyh", 2),
        ("abcdefgh", "axcdyfzh", 3),
    ],
)
def test_errors(one: str, other: str, count: int) -> None:
    assert errors(one, other, 2) == count


def test_nearest_words() -> None:
    known = {"token", "taken", "tokenize", "tok", "tank", "1234"}
    assert mistyped("tokne", known, 2) == ["token"]
    assert mistyped("tokne", known, 0) == []
    assert mistyped("tkn", known, 2) == []
    assert mistyped("1235", known, 2) == []
    assert beginning("tok", known) == ["token", "tokenize"]
    assert beginning("to", known) == []


def test_an_error_in_an_ending_is_one_of_the_word() -> None:
    assert mistyped("compction", ["compact", "companion"], 2) == ["companion"]
    meant = {"compact"}
    assert mistyped("compction", ["compact", "companion"], 2, meant) == ["compact"]


@given(st.text("abc", min_size=2, max_size=6), st.text("abc", min_size=2, max_size=6))
def test_one_error_away(word: str, other: str) -> None:
    if word != other:
        assert (other in set(one_error_away(word))) == (errors(word, other, 2) == 1)
