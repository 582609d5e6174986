"""A29 over a store: few breaks, each worth it, and none between them."""

from __future__ import annotations

from pathlib import Path

from bench.fifty_turns import WINDOW, play, rules_with


def test_fifty_turns_break_the_prefix_a_few_times(tmp_path: Path) -> None:
    rules = rules_with()
    figures = play(tmp_path, rules)
    assert figures.breaks == len(figures.freed)
    assert 1 <= len(figures.freed) <= 5
    assert min(figures.freed) >= rules.evict.minimum
    assert max(figures.in_context) <= WINDOW * rules.evict.trigger
