"""Codex: rollbacks, forks, compactions, and files that grow."""

from __future__ import annotations

import json
from typing import Any

import pytest
from feeding import in_two, jsonl, whole
from hypothesis import given, settings
from hypothesis import strategies as st
from rollouts import (
    BARE,
    ID,
    MORE,
    OLD_TURN,
    OWN_TURN,
    PARENT,
    TOTAL,
    WRAPPED,
    amends,
    answer,
    asked,
    call,
    context,
    counted,
    entries,
    event,
    header,
    item,
    meta,
    output,
    record,
    rolled_back,
    texts,
    told,
    turns,
    user,
    view,
)

from pane_cli.session.types import Amend, Entry
from pane_cli.view.view import View


def requests(seen: View, *records: Any) -> list[str]:
    said = {e.n: e.text for e in entries(*records)}
    return [said[n] for n in seen.requests]


@pytest.mark.parametrize(
    ("records", "left"),
    [
        ([*turns("a", "b"), rolled_back(1)], ["a"]),
        ([*turns("a", "b"), rolled_back(2)], []),
        ([*turns("a", "b"), rolled_back(9)], []),
        ([*turns("a", "b"), rolled_back(0)], ["a", "b"]),
        ([*turns("a", "b"), rolled_back(-1)], ["a", "b"]),
        ([*turns("a", "b"), rolled_back("x")], ["a", "b"]),
        ([rolled_back(1), *turns("a")], ["a"]),
        ([*turns("a", "b"), rolled_back(1), rolled_back(1)], []),
        ([*turns("a", "b"), rolled_back(1), *turns("c"), rolled_back(1)], ["a"]),
        ([*turns("a", "b", "c"), rolled_back(1), *turns("d"), rolled_back(2)], ["a"]),
        ([*turns("a", "b"), rolled_back(1), *turns("b")], ["a", "b"]),
    ],
    ids=["1", "2", "more", "0", "-1", "odd", "none", "1+1", "c", "over", "same-words"],
)
def test_rollback(records: Any, left: list[str]) -> None:
    seen = view(meta(), *records)
    assert requests(seen, meta(), *records) == left


def test_rollback_keeps_what_it_takes_off() -> None:
    records = (meta(), *turns("a", "b"), rolled_back(1))
    assert amends(*records) == [Amend("amend", ((4, 5),), "rewound")]
    assert len(entries(*records)) == 6


@pytest.mark.parametrize(
    "record_",
    [
        record(
            "compacted",
            {"message": "so far", "replacement_history": [user("old")["payload"]]},
        ),
        item("compaction", encrypted_content="g"),
        item("compaction_summary", encrypted_content="g"),
        item("context_compaction", encrypted_content="g"),
    ],
    ids=["compacted", "item", "alias", "context"],
)
def test_compaction_is_one_note(record_: Any) -> None:
    found = entries(meta(), *turns("a"), record_)[3:]
    assert [(e.kind, e.what) for e in found] == [("note", "compact-summary")]
    assert found[0].text == ("so far" if record_["type"] == "compacted" else "")


LATER = "2025-12-17T21:04:00.000Z"


def fork(*own: Any, copied: Any = (), **more: Any) -> list[Any]:
    """A session that begins with its origin's header, entry 2, and what it says."""
    ancestor = record("session_meta", {"id": PARENT, "cwd": "/old"})
    return [meta(forked_from_id=PARENT, **more), ancestor, *copied, *own]


def test_14_a_fork_keeps_its_own_id() -> None:
    own = header(*fork(user("new", ts=LATER)))
    assert (own.id, own.parent, own.cwd) == (ID, PARENT, "/repo")


@pytest.mark.parametrize(
    ("own", "last"),
    [
        ([context(OWN_TURN), user("new")], 5),
        ([context(OWN_TURN, ts=None), user("new", ts=None)], 5),
        ([user("new", ts=LATER)], 5),
        ([context("turn-2", ts=LATER), user("new", ts=LATER)], 5),
    ],
    ids=["turn-id", "no-time", "time", "other-id"],
)
def test_14_what_a_fork_copied_is_inherited(own: Any, last: int) -> None:
    copied = [context(OLD_TURN), *turns("old")]
    records = fork(*own, copied=copied)
    assert amends(*records) == [Amend("amend", ((2, last),), "inherited")]
    inherited = {
        n for a in amends(*records) for f, t in a.entries for n in range(f, t + 1)
    }
    words = [e for e in entries(*records) if e.kind == "text" and e.n not in inherited]
    assert [(e.role, e.text) for e in words] == [("user", "new")]


def test_14_a_fork_without_content_of_its_own_says_nothing() -> None:
    assert amends(*fork(copied=[context(OLD_TURN), *turns("old")])) == []


def test_14_it_is_said_once() -> None:
    own = [context(OWN_TURN), user("new", ts=LATER), context(OWN_TURN), answer("yes")]
    assert len(amends(*fork(*own, copied=turns("old")))) == 1


def test_15_a_later_meta_changes_nothing() -> None:
    other = record("session_meta", {"id": PARENT, "cwd": "/x", "forked_from_id": "z"})
    assert amends(meta(), *turns("a"), other, user("b", ts=LATER)) == []
    assert texts(meta(), other, user("a")) == [("user", "a")]


def test_a_subagents_inherited_records_end_at_its_ordinal() -> None:
    source = {"subagent": {"thread_spawn": {"parent_thread_id": PARENT}}}
    records = [
        {**meta(source=source, subagent_history_start_ordinal=3), "ordinal": 0},
        {**user("old"), "ordinal": 1},
        {**answer("old!"), "ordinal": 2},
        {**user("new"), "ordinal": 3},
    ]
    assert amends(*records) == [Amend("amend", ((2, 3),), "inherited")]


def test_32_records_with_and_without_ordinal() -> None:
    records = (
        meta(),
        {**user("a"), "ordinal": 1},
        answer("b"),
        {**user("c"), "ordinal": 9},
    )
    assert [text for _, text in texts(*records)] == ["a", "b", "c"]


GROWN = (
    meta(forked_from_id=PARENT),
    user("old"),
    context(OWN_TURN),
    user("hé"),
    asked("hé"),
    event("agent_reasoning", text="Hm"),
    call(),
    counted(total_token_usage=TOTAL),
    output(WRAPPED % 1),
    told("yes"),
    answer("yes"),
    counted(total_token_usage=MORE),
    rolled_back(1),
    asked("hé"),
)


@pytest.mark.parametrize("records", [GROWN, BARE], ids=["envelope", "bare"])
def test_a_prefix_and_then_the_whole_is_the_whole(records: Any) -> None:
    data = jsonl(*records)
    expected = whole(data)
    assert len(expected) > len(records)
    for cut in range(len(data)):
        assert in_two(data, cut) == expected, cut


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from(GROWN), max_size=24), st.floats(0, 1))
def test_any_history_can_be_read_in_two(records: list[Any], share: float) -> None:
    data = jsonl(meta(), *records)
    lines = whole(data)
    assert in_two(data, int(share * len(data))) == lines
    numbers = [line.n for line in lines if isinstance(line, Entry)]
    assert numbers == list(range(1, len(numbers) + 1))
    for line in lines:
        if isinstance(line, Amend):
            assert all(0 < a <= b <= len(numbers) for a, b in line.entries)


def test_every_entry_gives_back_its_bytes() -> None:
    data = jsonl(*GROWN)
    for line in whole(data):
        if isinstance(line, Entry):
            assert line.src is not None
            _, offset, length = line.src
            assert json.loads(data[offset : offset + length]) in GROWN
