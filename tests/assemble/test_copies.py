"""A false merge deletes a fact: what is no copy word for word always stands."""

from __future__ import annotations

import pytest
from assemble.test_assemble import ask
from hypothesis import given
from hypothesis import strategies as st
from story_lines import session

from pane_cli.assemble.assemble import assemble
from pane_cli.assemble.copies import Printed, copies
from pane_cli.rules.schema import DEFAULT
from pane_cli.session.types import Mark

TEXT = "the ferry leaves at 7:15\n  from src/berth.py, line 12\nit is not late"


@pytest.mark.parametrize(
    ("other", "is_copy"),
    [
        pytest.param(TEXT, True, id="the same"),
        pytest.param(TEXT.replace("\n", "  \n\n") + "\n", True, id="blanks at ends"),
        pytest.param("the ferry leaves at 7:15", True, id="one line of it"),
        pytest.param(TEXT.partition("\n")[2], True, id="its last lines"),
        pytest.param(TEXT.replace("7:15", "7:16"), False, id="another number"),
        pytest.param(TEXT.replace("12", "112"), False, id="a digit more"),
        pytest.param(TEXT.replace("berth", "birth"), False, id="another path"),
        pytest.param(TEXT.replace("not ", ""), False, id="a negation less"),
        pytest.param(TEXT.replace("  from", "from"), False, id="another indentation"),
        pytest.param(TEXT.lower().replace("the", "The"), False, id="another case"),
        pytest.param("ferry leaves at 7:15", False, id="a part of a line"),
        pytest.param(TEXT + "\nand more", False, id="more than it"),
        pytest.param(
            "the ferry leaves at 7:15\nit is not late", False, id="a line left out"
        ),
    ],
)
def test_a_copy(other: str, is_copy: bool) -> None:
    found = copies({3: Printed("result:", TEXT), 5: Printed("result:", other)}, 1)
    assert found == ({5: 3} if is_copy else {})


def test_a_failure_is_no_copy_of_a_success() -> None:
    printed = {3: Printed("result:", TEXT), 5: Printed("failed, exit 1:", TEXT)}
    assert copies(printed, 1) == {}


def test_the_earlier_stands_unless_the_later_says_more_and_may() -> None:
    printed = {
        3: Printed("result:", TEXT.partition("\n")[0]),
        5: Printed("result:", TEXT),
        7: Printed("result:", TEXT),
    }
    assert copies(printed, 1) == {7: 5}
    assert copies(printed, 1, backwards=True) == {3: 5, 7: 5}


lines = st.lists(
    st.sampled_from(["a 1", "a 2", "b 1", " b 1", "b 1 not", "", "c"]), max_size=6
)


@given(st.lists(lines, max_size=6), st.booleans())
def test_whatever_points_is_said_where_it_points(
    texts: list[list[str]], backwards: bool
) -> None:
    printed = {n: Printed("", "\n".join(text)) for n, text in enumerate(texts)}
    found = copies(printed, 1, backwards)
    for n, of in found.items():
        assert of not in found, "what is pointed to stands"
        assert of < n or backwards
        said = [line.rstrip() for line in texts[n] if line.strip()]
        stands = [line.rstrip() for line in texts[of] if line.strip()]
        spans = [stands[i : i + len(said)] for i in range(len(stands))]
        assert said in spans


BIG = "\\n".join(f"line {n} of what was printed" for n in range(30))
RUNS = (
    f'user: one\ncall: Bash {{"command": "a"}}\nresult: {BIG}\n'
    f'user: two\ncall: Bash {{"command": "b"}}\nresult: {BIG}\nuser: three'
)


@pytest.mark.parametrize("form", ["markdown", "anthropic", "openai"])
def test_a_copy_is_one_recall_away_in_every_form(form: str) -> None:
    text = assemble(ask(session(RUNS), form, tokens=9000)).text
    assert text.count("line 29 of what was printed") == 1
    assert "[in #3, word for word] pane recall c0ffee00#6" in text


def test_when_what_it_points_to_leaves_the_copy_stands() -> None:
    out = Mark("evict", 1, entries=((1, 3),), after=7)
    text = assemble(ask(session(RUNS, DEFAULT, out), tokens=9000)).text
    assert "[#6] result: line 0 of what was printed" in text
