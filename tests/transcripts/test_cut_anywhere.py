"""Formats of lines, cut at every byte: a prefix and then the whole is the whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from feeding import in_two, sniffed, whole
from running import ROOT

CASES = ROOT / "tests" / "cases" / "ingest"


@pytest.mark.parametrize(
    ("case", "name"),
    [
        ("droid", "droid"),
        ("droid-stream", "droid"),
        ("goose", "goose"),
        ("grok", "grok"),
        ("kimi", "kimi"),
        ("windsurf", "windsurf"),
    ],
    ids=lambda value: value,
)
def test_a_prefix_and_then_the_whole(case: str, name: str) -> None:
    (source,) = (path for path in _files(case) if path.suffix == ".jsonl")
    data = source.read_bytes()
    assert set(sniffed(data)) == {name}
    expected = whole(data)
    for cut in range(len(data)):
        assert in_two(data, cut) == expected, f"cut at byte {cut}"


def _files(case: str) -> list[Path]:
    return sorted((CASES / case).iterdir())
