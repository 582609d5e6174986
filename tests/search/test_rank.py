"""The ranking, on documents made for one thing each."""

from __future__ import annotations

import msgspec
import pytest
from entries_made import call, entry

from pane_cli.rules.schema import Recall
from pane_cli.search.documents import Reading, place_of
from pane_cli.search.memory import Scan
from pane_cli.search.rank import Scored, question_of, rank
from pane_cli.session.types import Entry
from pane_cli.text.terms import Terms

TERMS = Terms()
FILLER = [f"filler {word} text of some length" for word in "abcdefghijkl"]


def ranked(
    asked: str, sessions: list[list[Entry]], rules: Recall | None = None
) -> list[Scored]:
    question = question_of(asked, TERMS)
    scan = Scan(TERMS, question.terms, bool(question.days))
    for number, entries in enumerate(sessions):
        reading = Reading(number)
        for one in entries:
            text = reading.text(one, one.n)
            if text is not None:
                scan.add(text)
    return rank(question, scan, rules or Recall())


def numbers(found: list[Scored]) -> list[int]:
    return [one.document.offset for one in found]


def texts(*lines: str) -> list[Entry]:
    return [entry(n, line) for n, line in enumerate(lines, 1)]


def weighted(**weights: float) -> Recall:
    rules = Recall()
    changed = msgspec.structs.replace(rules.weights, **weights)
    return msgspec.structs.replace(rules, weights=changed)


def test_more_of_the_rarer_words_wins() -> None:
    session = texts("token", *FILLER, "token refresh", *FILLER, "token token token")
    assert numbers(ranked("token refresh", [session]))[0] == 14


def test_shorter_wins_of_two_alike() -> None:
    session = texts("zebra " + "word " * 50, *FILLER, "zebra")
    assert numbers(ranked("zebra", [session])) == [14, 1]


def test_a_path_and_a_body_are_one_strong_match() -> None:
    path = "src/auth.ts"
    session = [*texts(*FILLER), call(13, "Edit", (path,), file_path=path)]
    session += [entry(n, "auth auth") for n in range(30, 31)]
    assert numbers(ranked("auth", [session]))[0] == 13


def test_the_tools_name_is_searched() -> None:
    session = [*texts(*FILLER), call(13, "WebSearch", query="weather")]
    assert numbers(ranked("web search", [session])) == [13]


def test_what_is_near_lifts() -> None:
    session = texts("zebra", *FILLER, "zebra", "what about the lion?", *FILLER)
    assert numbers(ranked("zebra lion", [session]))[:2] == [15, 14]
    alone = ranked("zebra", [session])
    assert numbers(alone) == [1, 14] or numbers(alone) == [14, 1]


def test_an_answer_without_the_words_is_near_where_two_of_them_are() -> None:
    session = texts(*FILLER, "zebra lion?", "yes", *FILLER)
    found = ranked("zebra lion", [session])
    assert [(one.document.offset, one.is_near) for one in found[:2]] == [
        (13, False),
        (12, True),
    ] or 14 in numbers(found)
    assert {one.document.offset for one in found if one.is_near} == {11, 12, 14, 15}
    assert not any(one.is_near for one in ranked("zebra", [session]))


def test_a_session_lifts_its_entries() -> None:
    one = texts("zebra " + FILLER[0], *FILLER)
    many = texts("zebra " + FILLER[0], *FILLER, "zebra", *FILLER, "zebra", *FILLER)
    found = ranked("zebra", [one, many])
    same = [s for s in found if s.document.offset == 1]
    assert [s.document.key >> 32 for s in same] == [1, 0]


def test_near_does_not_cross_sessions() -> None:
    found = ranked("zebra lion", [texts("zebra lion"), texts("other")])
    assert [one.document.key >> 32 for one in found] == [0]


def test_a_month_finds_its_days() -> None:
    session = [
        entry(1, "picnic", ts="2023-05-08T10:00:00Z"),
        entry(9, "picnic", ts="2023-07-08T10:00:00Z"),
        entry(20, "picnic", ts="2022-05-08T10:00:00Z"),
    ]
    assert numbers(ranked("picnic in July 2023", [session]))[0] == 9
    assert numbers(ranked("on 8 May 2023", [session]))[0] == 1
    assert numbers(ranked("2022-05-08", [session]))[0] == 20


@pytest.mark.parametrize("kind", ["thinking", "note"])
def test_what_was_said_comes_before_what_was_thought(kind: str) -> None:
    session = [
        entry(1, "zebra", kind=kind, role="assistant", what="meta"),
        *[entry(n, line) for n, line in enumerate(FILLER, 2)],
        entry(30, "zebra", role="assistant"),
    ]
    assert numbers(ranked("zebra", [session])) == [30, 1]
    assert numbers(ranked("zebra", [session], weighted(**{kind: 3.0}))) == [1, 30]


def test_places_count_documents_only() -> None:
    entries = [
        entry(1, "zebra"),
        entry(2, kind="note", role="system", what="progress"),
        entry(3, kind="note", role="user", what="duplicate", text="zebra"),
        entry(4, kind="image", media="image/png", bytes=9),
        entry(5, "zebra"),
    ]
    found = ranked("zebra", [entries])
    assert [(d.document.offset, place_of(d.document.key)) for d in found] == [
        (1, 0),
        (5, 1),
    ]


def test_equals_are_in_order() -> None:
    session = [*texts(*["zebra"] * 3)]
    found = ranked("zebra", [session, session], weighted(near=0.0))
    keys = [one.document.key for one in found]
    assert keys == sorted(keys)


def test_stop_words_alone_are_searched() -> None:
    assert numbers(ranked("who", [texts("who", *FILLER)])) == [1]
