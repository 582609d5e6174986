"""What documents are estimated to gain, beside what the ranking gives them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest
from bench.stores import make_store
from entries_made import call, entry

from pane_cli.rules.schema import Recall
from pane_cli.search.candidates import narrow
from pane_cli.search.documents import Reading
from pane_cli.search.library import Library, open_library
from pane_cli.search.memory import Scan
from pane_cli.search.places import Source
from pane_cli.search.rank import question_of, rank, weighed
from pane_cli.search.upkeep import update
from pane_cli.session.types import Entry
from pane_cli.text.terms import Terms

TERMS = Terms()
FILLER = [f"filler {word} text of some length" for word in "abcdefghijkl"]
DAYS = ("2026-03-10", "2026-02-09", "2026-02-10")


def scan_of(asked: str, entries: Iterable[Entry]) -> Scan:
    question = question_of(asked, TERMS)
    scan, reading = Scan(TERMS, question.terms, bool(question.days)), Reading(0)
    for one in entries:
        text = reading.text(one, one.n)
        if text is not None:
            scan.add(text)
    return scan


def made() -> list[Entry]:
    texts = [*FILLER, "zebra lion zebra", "yes", "lion", *FILLER, "zebra " * 300]
    entries = [entry(n, text) for n, text in enumerate(texts, 1)]
    entries.append(call(40, "Edit", ("src/zebra.py",), file_path="src/zebra.py"))
    named = [entry(41, "a lion", name="Zebra"), entry(42, "a zebra", name="Nora")]
    dated = [
        entry(50 + i, f"b{i}", ts=f"{day}T08:00:00Z") for i, day in enumerate(DAYS)
    ]
    return [*entries, *named, *dated]


@pytest.mark.parametrize(
    "asked",
    [
        "zebra",
        "zebra lion",
        "yes lion zebra",
        "edit zebra",
        "zebra 2026-02-10",
        "February 2026",
    ],
)
def test_estimates_are_near_what_the_ranking_gives(asked: str) -> None:
    """A day that two parts of a question mean once counted for one of them."""
    question, entries = question_of(asked, TERMS), made()
    scan = scan_of(asked, entries)
    weights = msgspec.structs.replace(Recall().weights, session=0.0)
    rules = msgspec.structs.replace(Recall(), weights=weights)
    exact = {one.document.key: one.score for one in weighed(question, scan, rules)}
    order = sorted(exact, key=lambda key: (-exact[key], key))
    for count in (1, 3, 6):
        chosen = narrow(question, scan, rules, count).keys
        least = min(exact[key] for key in chosen)
        assert least >= 0.9 * exact[order[min(count, len(order)) - 1]]


def test_the_first_ten_of_a_large_store_are_those_of_all(tmp_path: Path) -> None:
    """Entries that rise by their session, and by those near them, once were missed."""
    sources = [Source(path.stem, path) for path in make_store(tmp_path, 6_000)]
    update(tmp_path / "index", sources, TERMS)
    asked = ["token refresh", "error", "build test cache", "parser session lock"]
    questions = [question_of(one, TERMS) for one in asked]
    engine = open_library(tmp_path / "index", sources, TERMS).engine(questions)
    whole = Library(sources, TERMS).engine(questions)
    for question in questions:
        few = narrow(question, engine, Recall(), Recall().candidates)
        assert len(few.keys) < 400
        best = rank(question, few, Recall(), keys=few.keys)[:10]
        all_ = rank(question, whole, Recall())[:10]
        assert [one.score for one in best] == [one.score for one in all_]
