"""Replies that answer nothing, told by how they begin; more markers by rule."""

from __future__ import annotations

import pytest

from pane_cli.rules.schema import DEFAULT
from pane_cli.text.refusals import HEAD, is_refusal


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("I'm sorry, but I can't help with that.", True, id="refusal"),
        pytest.param("I’m sorry — I can’t help with that.", True, id="curly quotes"),
        pytest.param("Sorry, I don't know.", True, id="hedge"),
        pytest.param("As an AI, I don't have opinions.", True, id="model"),
        pytest.param("As a language model, I am called x.", False, id="who it is"),
        pytest.param("I\n  do not   know", True, id="white space"),
        pytest.param("The port is 8080.", False, id="answer"),
        pytest.param("I can't reproduce it since #12.", False, id="a finding"),
        pytest.param("I can't help but notice a bug", False, id="an idiom"),
        pytest.param("Fixed. " * 20 + "I don't know why.", False, id="far behind"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_is_refusal(text: str, expected: bool) -> None:
    assert is_refusal(text, DEFAULT.facts.refusals) is expected


def test_markers_are_rules() -> None:
    assert is_refusal("Das weiß ich nicht.", ["das weiß ich nicht"])
    assert not is_refusal("I don't know.", [])


def test_only_the_head_counts() -> None:
    words = "x " * (HEAD // 2)
    assert not is_refusal(words + "i do not know", ["i do not know"])
