"""What is fetched again and again is remembered, within bounds."""

from __future__ import annotations

from pane_cli.commands.summaries.summing import _MOST_CHARACTERS, kept


def test_it_is_made_once_while_it_is_small() -> None:
    made: list[int] = []

    def make(n: int) -> str:
        made.append(n)
        return "x" * n

    get = kept(make, len)
    assert [get(n) for n in (3, 0, 3, 0)] == ["xxx", "", "xxx", ""]
    assert made == [3, 0]
    get(_MOST_CHARACTERS)  # all else is forgotten
    get(3)
    assert made == [3, 0, _MOST_CHARACTERS, 3]
