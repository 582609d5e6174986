"""The protocol on material small enough to be worked out by hand."""

from __future__ import annotations

import msgspec
import pytest
from entries_made import call, entry
from evaluate.test_score import result, subject

from pane_cli.evaluate.chance import Chance
from pane_cli.evaluate.chats import Asked, asked, chats, is_chats
from pane_cli.evaluate.made import HEADER, made
from pane_cli.evaluate.planted import Merged, held, merged, pressed
from pane_cli.evaluate.predicted import agreement
from pane_cli.evaluate.predicted_made import routing
from pane_cli.evaluate.protocol import PROTOCOL, efficiency, verdicts
from pane_cli.evaluate.routed import labelled
from pane_cli.evaluate.subject import Subject
from pane_cli.evaluate.trials import Label, Trials
from pane_cli.evaluate.used import used
from pane_cli.evaluate.verdicts import FAIL, PASS, SKIP, Claim
from pane_cli.rules.routes import Routes, Tier
from pane_cli.rules.schema import DEFAULT, Rules

CLAIM = Claim("P0", "a claim", "it is not so")
TIERS = tuple(
    Tier(name, points, 900, 900) for name, points in (("s", 0), ("m", 2), ("l", 3))
)
ROUTED = msgspec.structs.replace(DEFAULT, routes=Routes(tiers=TIERS))


def test_draws_never_change() -> None:
    """The published sequence of splitmix64 from 1: 10451216379200822465, ..."""
    chance = Chance(1)
    assert [chance.below(100) for _ in range(5)] == [65, 19, 90, 35, 61]


def test_a_made_session_is_the_same_for_a_seed() -> None:
    assert made(40, 7) == made(40, 7)
    assert made(40, 7).entries != made(40, 8).entries


def test_what_is_planted_is_said_once_before_it_is_asked_for() -> None:
    planted = made(120, 1)
    texts = {one.n: one.text for one in planted.entries}
    for question in planted.questions:
        said = [n for n in texts if question.value in texts[n] and n < question.n]
        assert said == [question.planted]
        assert question.value in texts[question.n + 1]
        assert question.value not in texts[question.n]


def test_planted_copies_are_copies_and_the_others_are_not() -> None:
    planted = made(30, 1)
    texts = {one.n: one.text.split() for one in planted.entries}
    for first, other, is_copy in planted.copies:
        assert set(texts[other]).issubset(texts[first]) or not is_copy
        assert is_copy or texts[other] != texts[first]
    assert merged(planted, 200) == Merged(copies=4, merged=4, different=4, false=0)


def test_the_comb_finds_what_left() -> None:
    planted = made(100, 3)
    with_, without = (held(pressed(DEFAULT), planted, comb) for comb in (True, False))
    assert with_.asked == without.asked == len(planted.questions)
    assert with_.held > without.held
    assert 0 < with_.used <= with_.tokens
    assert without.tokens == 0


CHATS = [
    {
        "conversation": {
            "speaker_a": "Nora",
            "session_1_date_time": "9:05 am on 3 March, 2026",
            "session_1": [
                {"speaker": "Nora", "dia_id": "D1:1", "text": "The boat is green"},
                {"speaker": "Olaf", "dia_id": "D1:2", "text": "I bought a lantern"},
            ],
        },
        "qa": [
            {"question": "Is the boat green?", "evidence": ["D1:1"], "category": 4},
            {"question": "Who bought it?", "evidence": ["D1:1"], "category": 1},
            {"question": "Is Nora a pilot?", "evidence": [], "category": 5},
        ],
    }
]


def test_a_chat_is_asked_what_it_can_answer() -> None:
    (chat,) = chats(CHATS)
    assert [one for _, one in chat.questions] == [frozenset({1})] * 2
    first = chat.log.entry(1)
    assert (first.name, first.ts) == ("Nora", "2026-03-03T09:05:00Z")
    found = asked(chat, DEFAULT)
    assert found == Asked(2, 1, found.tokens, found.used, 1, 2, 1)
    assert 0 < found.used < found.tokens


@pytest.mark.parametrize(
    ("document", "is_"),
    [
        (CHATS, True),
        ([], False),
        ({"conversation": 1, "qa": 2}, False),
        ([{"qa": []}], False),
        ([1], False),
    ],
)
def test_the_shape_of_chats(document: object, is_: bool) -> None:
    assert is_chats(document) == is_


def long_subject() -> Subject:
    """Forty calls, each naming what was named ten calls before; results say nothing."""
    lines = [entry(1, "go through the harbour")]
    for n in range(40):
        name = f"show harbour_{n % 10} of the quay"
        lines.append(call(2 * n + 2, "Bash", command=name))
        lines.append(result(2 * n + 3, 2 * n + 2, "fine"))
    return subject(lines)


def test_a_session_is_measured() -> None:
    found = used(long_subject())
    assert found is not None
    assert found.cuts > 0
    assert 0 < found.recall <= found.cuts
    assert 0 < found.used <= found.tokens
    assert (found.copies, found.false) == (0, 0)


def trials(labels: list[Label] | None, rules: Rules = DEFAULT) -> Trials:
    made_ = Trials(rules, 1, labels=labels)
    assert made_.take(long_subject())
    return made_


@pytest.mark.parametrize(
    ("needed", "verdict"),
    [
        pytest.param([True] * 10, PASS, id="they agree"),
        pytest.param([True] * 8 + [False] * 2, FAIL, id="on 80%"),
        pytest.param([], SKIP, id="no label fits"),
        pytest.param(None, SKIP, id="no labels"),
    ],
)
def test_people_and_the_measure(needed: list[bool] | None, verdict: str) -> None:
    known = trials(None)
    (session,) = known.sessions.values()
    cut, thing = next(key for key, is_needed in session.labels.items() if is_needed)
    labels = None if needed is None else [Label("5d1c", cut, thing, n) for n in needed]
    assert agreement(CLAIM, trials(labels)).verdict == verdict


def test_routes_are_judged_only_where_there_are_three() -> None:
    assert routing(CLAIM, Trials(DEFAULT, 1)).verdict == SKIP
    assert routing(CLAIM, Trials(ROUTED, 1)).verdict == PASS
    no_words = msgspec.structs.replace(ROUTED.routes, words=())
    blind = msgspec.structs.replace(ROUTED, routes=no_words)
    assert routing(CLAIM, Trials(blind, 1)).verdict == FAIL
    assert {one.tier for one in labelled(9, 1)} == {0, 1, 2}


def test_every_prediction_has_a_verdict_and_says_what_refutes_it() -> None:
    found_by = trials(None, ROUTED)
    found = verdicts(found_by)
    assert [one.id for one in found] == [f"P{n}" for n in range(1, 13)]
    assert all(one.figure and one.falsified for one in found)
    assert len({measure for _, measure in PROTOCOL}) == 12
    score = efficiency(found, found_by)
    parts = {name: share for name, share in score.items() if name != "score"}
    assert set(parts) == {"precision", "utilisation", "throughput", "routing"}
    assert all(0 <= share <= 1 for share in parts.values())
    weights = {"precision": 30, "routing": 20, "throughput": 15, "utilisation": 15}
    expected = sum(weights[name] * share for name, share in parts.items()) / 0.8
    assert score["score"] == pytest.approx(expected, abs=0.1)


def test_the_header_of_made_sessions_is_theirs_alone() -> None:
    assert HEADER.id == "made-for-the-protocol"
