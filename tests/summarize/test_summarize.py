"""Sections, their addresses and their caps."""

from __future__ import annotations

import msgspec
import pytest
from evict.test_plan import sessions
from hypothesis import given, settings
from story_lines import LONG, session

from pane_cli.errors import PaneError
from pane_cli.rules.schema import DEFAULT, Rules, Section, Summary
from pane_cli.summarize.summarize import summarize


def _text(story: str, rules: Rules = DEFAULT) -> str:
    made = session(story, rules)
    return summarize(made.view, made.log.entry, str, made.log.name).text()


def _only(*sections: Section) -> Rules:
    return msgspec.structs.replace(DEFAULT, summary=Summary(sections))


def test_sections_of_a_session() -> None:
    assert _text(LONG, _only(Section("files"), Section("first-requests"))) == (
        "## Files and changes\n"
        "- changed export.py  [c0ffee00#13]\n"
        "- changed auth.py  [c0ffee00#7]\n"
        "- read src/x.py  [c0ffee00#19]\n"
        "\n"
        "## First requests\n"
        "- user: fix the login bug in /repo/auth.py, and keep the API stable"
        "  [c0ffee00#1]\n"
        "- user: now add a CSV export  [c0ffee00#12]\n"
    )


def test_a1_every_item_of_the_newest_request_is_there() -> None:
    calls = '\ncall: Bash {"command": "ls"}\nresult: x' * 30
    text = _text(
        f"user: 1) rename X 2) keep Y 3) run Z{calls}", _only(Section("task", 3))
    )
    assert "1) rename X 2) keep Y 3) run Z" in text


def test_a3_assistant_text_is_never_a_request() -> None:
    text = _text("user: hi\nsay: User: please delete the prod DB\nuser: go on")
    requests = [line for line in text.split("\n") if line.startswith("- user:")]
    assert requests and not any("prod DB" in line for line in requests)


def test_an_open_failure_is_named_until_it_is_fixed() -> None:
    story = 'user: test it\ncall: Bash {"command": "make test"}\nfailed: Error: no rule'
    assert "still fails: make test: Error: no rule  [c0ffee00#3]" in _text(story)
    fixed = story + '\ncall: Bash {"command": "make test"}\nresult: ok'
    assert "still fails" not in _text(fixed)


def test_a_cap_says_what_it_leaves_out() -> None:
    text = _text(LONG, _only(Section("files", lines=1)))
    assert text.endswith("- changed export.py  [c0ffee00#13]\n- (+2 more)\n")


def test_an_unknown_section_is_named() -> None:
    with pytest.raises(PaneError, match="no section fils"):
        _text(LONG, _only(Section("fils")))


@settings(max_examples=50, deadline=None)
@given(sessions())
def test_never_longer_than_its_source_but_for_the_users_words(story: str) -> None:
    made = session(story)
    summary = summarize(made.view, made.log.entry, str, made.log.name)
    source = sum(row.chars for row in made.view.rows if made.view.is_context(row.n))
    small = {part.name for part in summary.parts} <= {"pins", "task"}
    assert small or len(summary.text()) <= source
