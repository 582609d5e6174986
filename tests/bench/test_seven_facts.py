"""Facts of a long session stay in context or one recall away."""

from __future__ import annotations

from pathlib import Path

from bench.seven_facts import FACTS, play


def test_seven_facts_in_a_small_window(tmp_path: Path) -> None:
    held = play(tmp_path, turns=12, window=16_000)
    assert held.out > 0
    assert held.in_context + held.by_pointer == len(FACTS)
    assert held.by_query == len(FACTS)
