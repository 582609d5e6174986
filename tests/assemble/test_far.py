"""A session larger than memory: what is far back is not looked at line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from assemble.test_assemble import ask
from evict.test_plan import sessions
from hypothesis import given, settings
from hypothesis import strategies as st
from story_lines import session

from pane_cli.assemble.assemble import assemble
from pane_cli.assemble.far import FAR, near
from pane_cli.assemble.picking import decide
from pane_cli.commands.shared.inputs import Session
from pane_cli.session.types import Entry

#: Requests are 1, 4 and 7; each of them has 3 characters, a say 10, a result 100.
SMALL = "\n".join(
    f"user: u-{n}\nsay: {'s' * 10}\norphan: {'r' * 100}" for n in range(3)
)
#: Blank lines are characters, and cost no test its time.
BLANK = "\\n" * (FAR // 8)


@pytest.mark.parametrize(
    ("far", "found"),
    [
        (10_000, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (339, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (338, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (225, [1, 4, 5, 6, 7, 8, 9]),
        (113, [1, 4, 7, 8, 9]),
        (100, [1, 4, 7, 9]),
        (5, [1, 7, 9]),
        (2, [1, 7, 9]),
        (0, [1, 7, 9]),
    ],
)
def test_the_newest_and_the_requests_are_near(far: int, found: list[int]) -> None:
    view = session(SMALL).view
    assert near(view, range(1, 10), far) == found


@settings(max_examples=60, deadline=None)
@given(sessions(), st.integers(0, 400))
def test_what_is_near_is_all_or_little(text: str, far: int) -> None:
    view = session(text).view
    shown = sorted(view.context)
    size = {n: view.row(n).chars for n in shown}
    found = near(view, shown, far)
    assert found == sorted(set(found))
    if sum(size.values()) <= far:
        assert found == shown
    else:
        # Besides twice as much: the newest entry, the first request, the newest one.
        largest = sum(sorted((size[n] for n in found), reverse=True)[:3])
        assert sum(size[n] for n in found) <= 2 * far + largest
        assert shown[-1] in found


@pytest.fixture(scope="module")
def large() -> Session:
    """Twice as much as is near, in 16 results between the first and last words."""
    work = "".join(
        f"call: Bash {{}}\nresult: see old_{n}.py{BLANK}for old_{n}\n"
        for n in range(16)
    )
    text = "user: never touch the old_login flow\n"
    return session(f"{text}{work}user: now look at token_store.py")


def counting(made: Session) -> tuple[Callable[[int], Entry], Counter[int]]:
    """Fetches entries, and counts which."""
    seen: Counter[int] = Counter()

    def fetch(n: int) -> Entry:
        seen[n] += 1
        return made.log.entry(n)

    return fetch, seen


def test_a_large_session_s_far_results_are_never_fetched(large: Session) -> None:
    fetch, seen = counting(large)
    text = assemble(ask(large, tokens=2_000)._replace(fetch=fetch)).text
    fetched = [n for n in seen if large.view.row(n).kind == "result"]
    assert len(fetched) == 7 and min(fetched) > 9 * 2
    assert "never touch the old_login flow" in text
    assert "old_15" in text and "old_0" not in text


def test_a_large_session_s_eviction_looks_at_no_far_result(large: Session) -> None:
    fetch, seen = counting(large)
    last = len(large.log)
    forms = decide(large.view, fetch, frozenset(range(1, last)), last)
    fetched = [n for n in seen if large.view.row(n).kind == "result"]
    assert len(fetched) == 7 and min(fetched) > 9 * 2
    assert forms[0].n == 1 and "old_login" in forms[0].lines[0]


def test_what_fits_a_large_budget_is_whole_however_large_it_is(large: Session) -> None:
    text = assemble(ask(large, chars=3 * FAR)).text
    assert all(f"for old_{n}" in text for n in range(16))
