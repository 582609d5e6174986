"""Which prose is shown of what is out: what says something, within its share."""

from __future__ import annotations

import pytest
from entries_made import entry

from pane_cli.assemble.candidates import candidate
from pane_cli.assemble.digest import picked
from pane_cli.assemble.picking import decide
from pane_cli.assemble.telling import fill
from pane_cli.evaluate.finding import log_of
from pane_cli.evaluate.made import HEADER, made
from pane_cli.rules.schema import DEFAULT
from pane_cli.text.tokens import estimate
from pane_cli.view.view import fold


def told(texts: list[str], room: int, language: str = "english") -> list[str]:
    items = [
        candidate(entry(n, text, role="assistant")) for n, text in enumerate(texts, 1)
    ]
    show = picked(items, fill(items, {}, room, language))
    assert sum(shown.cost() for shown in show.values()) <= room
    return [line for shown in show.values() for line in shown.lines]


@pytest.mark.parametrize("place", [0, 3, 7])
def test_a_line_that_says_something_stands_before_what_is_said_again_and_again(
    place: int,
) -> None:
    texts = ["I look at the next part now and report back."] * 8
    fact = "The kiosks have 64 bytes, so tokens stay opaque."
    texts.insert(place, fact)
    assert told(texts, len(fact) + 20) == [fact]


def test_what_is_said_twice_is_shown_once() -> None:
    first, again = "Refunds wait for the harbour office.", "The harbour office waits."
    other = "Kiosk images ship on Thursdays."
    assert told([first, again, other], 100) == [first, other]


def test_scripts_without_spaces_have_words_too() -> None:
    texts = ["我现在看下一部分，然后报告。"] * 6
    fact = "令牌只有六十四个字节。"
    assert told([fact, *texts], len(fact) + 16) == [fact]


def test_what_is_shown_of_what_is_out_keeps_to_its_share_in_tokens() -> None:
    log = log_of(HEADER, made(60, 2).entries)
    view = fold(HEADER, list(log.entries()), DEFAULT)
    forms = decide(view, log.entry, frozenset(view.context), view.last)
    text = "\n".join("\n".join((form.head, *form.lines)) for form in forms)
    most = DEFAULT.assemble.digest.budget * DEFAULT.assemble.budget
    assert 0.8 * most < estimate(text, view.chars_per_token) <= most
