"""Days in a question: "in May 2023", "on 8 May", "2023-05-08".

A question names months, years and days apart or together; each name becomes a test of
a day, so that "May 2023" likes the days of that month best, and those of the year next.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

_MONTHS = """
january february march april may june july august september october november december
"""
_NUMBERS = {name: number for number, name in enumerate(_MONTHS.split(), 1)}
_NUMBERS.update({name[:3]: number for name, number in _NUMBERS.items()})
_NUMBERS["sept"] = 9
_YEARS = range(1990, 2100)


class DayTest(NamedTuple):
    """A part of a date; what it does not say is None."""

    year: int | None = None
    month: int | None = None
    day: int | None = None

    def accepts(self, day: str) -> bool:
        """Whether the day `2026-02-10` fits."""
        year, month, number = int(day[:4]), int(day[5:7]), int(day[8:10])
        return (
            self.year in (None, year)
            and self.month in (None, month)
            and self.day in (None, number)
        )


def days_in(question: str) -> tuple[DayTest, ...]:
    """The parts of dates that a question names, each once."""
    if not any(map(str.isdigit, question)) and not _names_a_month(question):
        return ()  # most questions: nothing is compiled for them
    iso, word_or_number = _patterns()
    tests: dict[DayTest, None] = {}
    for year, month, day in iso.findall(question):
        tests[DayTest(year=int(year))] = None
        tests[DayTest(month=int(month))] = None
        if day:
            tests[DayTest(day=int(day))] = None
    words = word_or_number.findall(iso.sub(" ", question))
    for i, word in enumerate(words):
        near = words[max(i - 1, 0) : i + 2]
        tests.update(dict.fromkeys(_tests_of(word, near)))
    return tuple(tests)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What finds whole days and months, and what finds words and numbers."""
    iso = re.compile(r"\b(\d{4})-(\d\d)(?:-(\d\d))?\b")
    return iso, re.compile(r"[A-Za-z]+|\d+")


def _names_a_month(question: str) -> bool:
    lower = question.lower()
    return any(name in lower for name in _NUMBERS)


def _tests_of(word: str, near: list[str]) -> list[DayTest]:
    """`near`: the word with the one before and the one behind it."""
    if word.isdigit():
        number = int(word[:9])
        if number in _YEARS and len(word) == 4:
            return [DayTest(year=number)]
        is_day = 1 <= number <= 31 and any(_month(w, near) for w in near)
        return [DayTest(day=number)] if is_day else []
    month = _month(word, near)
    return [DayTest(month=month)] if month else []


def _month(word: str, near: list[str]) -> int | None:
    """The month that a word is; short and ambiguous names need a number beside them."""
    month = _NUMBERS.get(word.lower())
    if month is None:
        return None
    is_plain = len(word) > 3 and word.lower() not in ("march",)
    has_number = any(w.isdigit() for w in near)
    return month if has_number or (is_plain and word[0].isupper()) else None
