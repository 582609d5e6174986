"""Words of turns: what is asked for stays, what is off topic goes first."""

from __future__ import annotations

import msgspec
import pytest
from evict.test_order import SIZE
from story_lines import session

from pane_cli.commands.shared.inputs import Session
from pane_cli.evict.limits import limits
from pane_cli.evict.order import ORDER, material
from pane_cli.evict.relevance import drifted, remembered
from pane_cli.rules.schema import DEFAULT

TICKET, FARE, PIANO = ({"ticket", "expire"}, {"fare", "child"}, {"piano", "tempo"})
QUAY = {"quay", "rope"}
OLD = {1: TICKET, 2: FARE, 3: FARE, 4: TICKET}


def sets(words: dict[int, set[str]]) -> dict[int, frozenset[str]]:
    return {turn: frozenset(found) for turn, found in words.items()}


@pytest.mark.parametrize(
    ("asked", "least", "turns"),
    [
        pytest.param(("ticket", "expire"), 1.0, {1, 4}, id="all of it"),
        pytest.param(("ticket", "fare"), 0.5, {1, 2, 3, 4}, id="half of it"),
        pytest.param(("ticket", "fare"), 0.6, set(), id="too little"),
        pytest.param(("ticket", "balloon"), 1.0, {1, 4}, id="new words are nobody's"),
        pytest.param(("balloon",), 0.1, set(), id="nothing known"),
        pytest.param((), 0.1, set(), id="nothing asked"),
    ],
)
def test_what_is_asked_for(
    asked: tuple[str, ...], least: float, turns: set[int]
) -> None:
    assert set(remembered(sets(OLD), asked, 5, least)) == turns


@pytest.mark.parametrize(
    ("new", "least", "off", "drift"),
    [
        pytest.param(QUAY, 0.6, set(), 0.0, id="the same topic"),
        pytest.param(PIANO, 0.6, {1, 2, 3, 4}, 1.0, id="another one"),
        pytest.param({"quay", *PIANO}, 0.6, {1, 2, 3}, 2 / 3, id="in part"),
        pytest.param(PIANO, 1.0, set(), 1.0, id="1: never"),
    ],
)
def test_drift(new: set[str], least: float, off: set[int], drift: float) -> None:
    before = {1: TICKET, 2: FARE, 3: FARE, 4: QUAY}
    found = drifted(sets({**before, 5: new}), least, 1)
    assert found == (frozenset(off), pytest.approx(drift))


def test_words_of_many_turns_tell_nothing() -> None:
    words = {turn: {"please", f"word{turn}"} for turn in range(1, 9)}
    assert drifted(sets(words), 0.6, 1)[1] == 1.0


def test_few_turns_have_no_topic_to_leave() -> None:
    assert drifted(sets({1: TICKET, 2: PIANO}), 0.1, 1) == (frozenset(), 0.0)


TEXT = "\n".join(
    [
        "user: when do tickets expire?",
        "say: tickets expire at midnight",
        "user: what are the fares of children?",
        "say: fares of children are halved",
        "user: fares of dogs?",
        "say: fares of dogs are halved, too",
        "user: which piano is the loudest?",
        "say: the black piano",
        "user: tune that piano",
        "say: done",
        "user: play the piano: do tickets expire?",
    ]
)


def made(**decay: object) -> Session:
    tail = msgspec.structs.replace(DEFAULT.evict, tail=0.0)
    own = msgspec.structs.replace(DEFAULT.decay, drift_turns=2, **decay)
    return session(
        TEXT, msgspec.structs.replace(DEFAULT, tokens=SIZE, evict=tail, decay=own)
    )


def names(reason: str, of: Session) -> list[str]:
    found = ORDER[reason](material(of.view, limits(of.view), of.log.entry))
    return [unit.name for unit in found]


def test_what_is_asked_for_leaves_after_the_others() -> None:
    assert names("relevant-turn", made()) == ["t1"]
    assert "t1" not in names("turn", made())
    assert names("relevant-turn", made(remembered=1.0)) == []


def test_a_drift_lowers_other_topics_and_takes_nothing_out() -> None:
    by_weight = {"by_weight": True, "remembered": 1.0, "drift": 0.3}
    penal = names("turn", made(**by_weight, drift_penalty=0.0))
    plain = names("turn", made(**by_weight, drift_penalty=1.0))
    assert sorted(penal) == sorted(plain)
    assert penal.index("t4") > penal.index("t3")


def test_without_texts_the_order_stands_all_the_same() -> None:
    of = made().view
    found = [unit.name for unit in ORDER["turn"](material(of, limits(of)))]
    assert found == ["t1", "t2", "t3", "t4", "t5"]
