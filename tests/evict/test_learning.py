"""What is learned of a model: rates of recall, its window, what it charges."""

from __future__ import annotations

import msgspec
import pytest
from evict.test_order import rules
from story_evict import MODEL, STORY, run, story
from story_lines import HEADER

from pane_cli.evict.learning import count, learned
from pane_cli.rules.schema import Learned
from pane_cli.session.types import Entry, Line, Mark, Usage
from pane_cli.view.recalls import returns
from pane_cli.view.view import View, fold

LINES = [*STORY, "user: next", run("pane recall t2"), "result: it", "say: ok"]
#: t1 (changed), t2 (failed) and t3 (read, recalled at #38 already) leave; then t4.
FIRST = Mark("evict", 1, entries=((1, 13),), after=37)
SECOND = Mark("evict", 2, entries=((14, 16),), after=61)


def view(*marks: Mark, entries: list[Line] | None = None) -> View:
    return fold(HEADER, [*(entries or story(LINES)), *marks], rules())


def test_kinds_that_left_and_were_recalled() -> None:
    of = view(FIRST)
    assert count(of, returns(of), 0) == {
        "failed": (1, 1),
        "changed": (1, 0),
        "read": (1, 1),
    }


def test_each_stretch_is_counted_once() -> None:
    known: tuple[Learned, ...] = ()
    entries = list(story(LINES))
    known = learned(view(entries=[*entries[:37]]), known)
    known = learned(view(FIRST, entries=[*entries[:61]]), known)
    assert _counts(known) == {
        "failed_left": 1,
        "changed_left": 1,
        "read_left": 1,
        "read_recalled": 1,
    }
    known = learned(view(FIRST, SECOND), known)
    assert _counts(known) == {
        "failed_left": 1,
        "failed_recalled": 1,
        "changed_left": 1,
        "read_left": 2,
        "read_recalled": 1,
    }


def _counts(known: tuple[Learned, ...]) -> dict[str, int]:
    [one] = known
    return {
        key: value
        for key, value in msgspec.to_builtins(one).items()
        if "_left" in key or "_recalled" in key
        if value
    }


OVERFLOW = "prompt is too long: 70000 tokens > 64000 maximum"


@pytest.mark.parametrize(
    ("known", "prompt", "error", "window"),
    [
        pytest.param(None, 9_000, OVERFLOW, 64_000, id="an error states it"),
        pytest.param(64_000, 9_000, "", 64_000, id="nothing new"),
        pytest.param(64_000, 65_000, "", None, id="a larger prompt was accepted"),
        pytest.param(90_000, 9_000, OVERFLOW, 64_000, id="a lower one is stated"),
    ],
)
def test_windows(known: int | None, prompt: int, error: str, window: int) -> None:
    answer = Entry(
        "text", 1, 1, "assistant", text="ok", model=MODEL, usage=Usage(input=prompt)
    )
    note = Entry("note", 2, 1, "system", what="error", text=error)
    [one] = learned(view(entries=[answer, note]), (Learned(MODEL, known),))
    assert one.window == window


def test_a_session_without_a_model_teaches_nothing() -> None:
    say = Entry("text", 1, 1, "assistant", text="ok")
    assert learned(view(entries=[say]), ()) == ()
