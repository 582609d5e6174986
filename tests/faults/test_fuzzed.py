"""What the fuzz found, and some of what it did not: rounds of tests/bench/fuzz.py."""

from __future__ import annotations

import random
import sys

import pytest
from running import ROOT

sys.path.insert(0, str(ROOT / "tests" / "bench"))
from fuzz import asked, grown, mutated, read, rounds

#: Rounds that failed once: an integer beyond all floats as a time; a torn last line of
#: which nothing is left.
FOUND = {"a-time-beyond-all-floats": 5937, "nothing-behind-the-last-line": 10371}


@pytest.mark.parametrize("seed", FOUND.values(), ids=list(FOUND))
def test_found(seed: int) -> None:
    _, _, name, body = next(rounds(seed))
    read(name, body)


def test_a_few_rounds() -> None:
    for seed, chance, name, body in rounds(0):
        read(name, body)
        asked(chance)
        if seed == 150:
            return


def test_a_damaged_file_that_grows() -> None:
    chance = random.Random(5)
    sample = b'{"type":"session_meta","payload":{"id":"s"}}\n' * 2
    for _ in range(5):
        grown("codex", mutated(sample, chance), chance)
