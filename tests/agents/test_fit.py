"""Blocks under a limit: never over it, cut between items, and every cut is told."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pane_cli.agents.fit import Block, fit

LINE = st.text("abc d", min_size=1, max_size=300).filter(str.strip)
BLOCKS = st.lists(
    st.builds(
        Block,
        st.sampled_from(["# One", "# Two", "# Three"]),
        st.lists(LINE, min_size=1, max_size=12).map(tuple),
        st.just("pane show"),
    ),
    max_size=3,
    unique_by=lambda block: block.title,
)


@given(BLOCKS, st.integers(1, 4_000))
def test_never_over_and_never_silent(blocks: list[Block], limit: int) -> None:
    fitted = fit(blocks, limit, lambda text: max(0, len(text) - limit))
    assert len(fitted.text) <= limit
    whole = [item for block in blocks for item in block.items]
    assert all(item in whole for item in fitted.items)
    shown = [block for block in blocks if block.title in fitted.text]
    missing = sum(len(b.items) for b in shown) - len(fitted.items)
    assert missing <= 0 or "more, whole: `pane show`" in fitted.text


def test_what_fits_is_as_it_is() -> None:
    blocks = [Block("# A", ("- a",), "x"), Block("# B", ("- b", "- c"), "y")]
    fitted = fit(blocks, 100, lambda text: 0)
    assert fitted.text == "# A\n- a\n# B\n- b\n- c"
    assert fitted.items == ("- a", "- b", "- c")


def test_a_large_block_leaves_room_for_the_others() -> None:
    large = Block("# Large", tuple(f"- {'x' * 50}{i}" for i in range(50)), "pane show")
    small = Block("# Small", ("- the newest request",), "pane show")
    text = fit([large, small], 400, lambda text: max(0, len(text) - 400)).text
    assert "- the newest request" in text
    assert text.count("- xxx") >= 3
