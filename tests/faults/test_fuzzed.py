"""What the fuzz found, and some of what it did not: rounds of tests/bench/fuzz.py."""

from __future__ import annotations

import random
import sys

import pytest
from running import ROOT

sys.path.insert(0, str(ROOT / "tests" / "bench"))
from fuzz import asked, grown, mutated, read, rounds

#: Rounds that failed once: an integer beyond all floats as a time, and as a number of
#: tokens; a torn last line of which nothing is left; a document that begins with more
#: than its bracket, half written; a bracket in an address.
FOUND = {
    "a-time-beyond-all-floats": 5937,
    "nothing-behind-the-last-line": 10371,
    "tokens-beyond-all-floats": 7_095_656,
    "half-a-document": 7_105_856,
    "a-bracket-in-an-address": 7_133_178,
}


@pytest.mark.parametrize("seed", FOUND.values(), ids=list(FOUND))
def test_found(seed: int) -> None:
    _, chance, name, body = next(rounds(seed))
    read(name, body)
    if seed % 8 == 0:
        grown(name, body, chance)


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
