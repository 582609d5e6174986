"""How turns become topics, and how long those are loaded, under three sets of rules.

A turn is `request | entities | categories`, as its agent's metadata gives them; a turn
without bars gives none. What became of it reads `SUBTOPIC 2`: topic 2 began with it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from running import ROOT
from story_lines import HEADER, entries, session

from pane_cli.commands.shared.inputs import Session
from pane_cli.rules.layers import Environment
from pane_cli.rules.load import load
from pane_cli.rules.schema import DEFAULT, Rules
from pane_cli.rules.topics import Lifetime
from pane_cli.session.codec import decode
from pane_cli.session.types import Amend, Entry
from pane_cli.view.inventory import expired, inventory, named_by
from pane_cli.view.metadata import without_metadata
from pane_cli.view.view import View, fold

AUTH = "x | auth,cpp | architecture"


@cache
def rules(name: str = "", **topics: Any) -> Rules:
    """Shipped rules by name, else the defaults, with some of `topics` set."""
    found = load(Environment(), ROOT / "rules" / f"{name}.yaml") if name else None
    base = found.rules if found else DEFAULT
    changed = msgspec.structs.replace(base.topics, **topics)
    return msgspec.structs.replace(base, topics=changed)


def lines(turns: Sequence[str]) -> str:
    """The session that these turns make."""
    return "\n".join(line for turn in turns for line in _lines(turn))


def _lines(turn: str) -> list[str]:
    request, *names = (part.strip() for part in turn.split("|"))
    if not names:
        return [f"user: {request}", "say: Done."]
    given = [[n.strip() for n in part.split(",") if n.strip()] for part in names[:2]]
    block = {
        "entities": given[0],
        "categories": given[1],
        "summary": "".join(names[2:]),
    }
    fenced = f"```turn.json\\n{json.dumps(block)}\\n```"
    return [f"user: {request}", f"say: Done.\\n\\n{fenced}"]


def played(turns: Sequence[str], under: Rules) -> Session:
    return session(lines(turns), under)


def moves(view: View) -> list[str]:
    return [f"{move.what} {move.topic + 1}" for move in view.settled.moves]


def times(view: View) -> list[int]:
    return [topic.ttl for topic in view.settled.topics]


def titles(view: View) -> list[str]:
    return [",".join(topic.entities) for topic in view.settled.topics]


GROUPING = [
    pytest.param(
        [AUTH, "x | auth,session | architecture", "x | session | architecture"],
        ["NEW 1", "EXTEND 1", "EXTEND 1"],
        ["NEW 1", "EXTEND 1", "SHIFT 2"],
        id="a fingerprint that grows, or not",
    ),
    pytest.param(
        [AUTH, "x | cpp,make,cmake | architecture"],
        ["NEW 1", "EXTEND 1"],
        ["NEW 1", "SHIFT 2"],
        id="any overlap, or half: one of three",
    ),
    pytest.param(
        [AUTH, "x | cpp,make | architecture"],
        ["NEW 1", "EXTEND 1"],
        ["NEW 1", "EXTEND 1"],
        id="half is enough",
    ),
    pytest.param(
        [AUTH, "x | auth,cpp | testing,review,architecture"],
        ["NEW 1", "EXTEND 1"],
        ["NEW 1", "SUBTOPIC 2"],
        id="categories overlap by the same measure",
    ),
    pytest.param(
        [AUTH, "x | auth,cpp | testing", "x | auth,cpp | architecture"],
        ["NEW 1", "SUBTOPIC 2", "SUBTOPIC 3"],
        ["NEW 1", "SUBTOPIC 2", "SUBTOPIC 3"],
        id="compared with the last topic only",
    ),
    pytest.param(
        [AUTH, "x | admin | debugging", AUTH],
        ["NEW 1", "SHIFT 2", "SHIFT 3"],
        ["NEW 1", "SHIFT 2", "SHIFT 3"],
        id="a return is a new row",
    ),
    pytest.param(
        [AUTH, "x | | ", "x | auth | "],
        ["NEW 1", "DRIFT 1", "EXTEND 1"],
        ["NEW 1", "DRIFT 1", "EXTEND 1"],
        id="nothing on a side goes on",
    ),
    pytest.param(
        ["x | | ", AUTH],
        ["NEW 1", "SHIFT 2"],
        ["NEW 1", "SHIFT 2"],
        id="an empty fingerprint overlaps with nothing",
    ),
    pytest.param(
        ["x | AUTH , auth | Testing", "x | auth | testing"],
        ["NEW 1", "EXTEND 1"],
        ["NEW 1", "EXTEND 1"],
        id="lower case, once",
    ),
]


@pytest.mark.parametrize(("turns", "old", "new"), GROUPING)
def test_both_published_versions(
    turns: list[str], old: list[str], new: list[str]
) -> None:
    assert moves(played(turns, rules("pane-0.1")).view) == old
    assert moves(played(turns, rules("pane-head")).view) == new


OTHER = "x | admin | debugging"
TIMES = [
    pytest.param([AUTH], [5], [3], id="a new topic has all its time"),
    pytest.param([AUTH, OTHER], [4, 5], [2, 3], id="the one left grows older"),
    pytest.param(
        [AUTH, OTHER, "about auth | admin | debugging"],
        [5, 5],
        [1, 3],
        id="what the request names does not, or all does",
    ),
    pytest.param([AUTH, "x | | ", "x | | "], [3], [1], id="drift refreshes nothing"),
    pytest.param([AUTH, *["x | | "] * 5], [0], [0], id="drifting on, it runs out"),
    pytest.param(
        [AUTH, *["x | | "] * 5, AUTH], [5], [3], id="gone on with, it is loaded again"
    ),
    pytest.param([AUTH, *[OTHER] * 5], [0, 5], [0, 3], id="its time has run out"),
    pytest.param(
        [AUTH, *[OTHER] * 5, "about auth | admin | debugging"],
        [1, 5],
        [1, 3],
        id="named by a request, it is loaded for the turn",
    ),
    pytest.param(
        [AUTH, *[OTHER] * 5, *["about auth | admin | debugging"] * 2],
        [5, 5],
        [1, 3],
        id="named twice in turn: referred to while loaded, or softly again",
    ),
    pytest.param(
        [AUTH, *[OTHER] * 5, "about auth | admin | debugging", OTHER],
        [0, 5],
        [0, 3],
        id="after that turn it is gone again",
    ),
    pytest.param([AUTH, "about author | | "], [4], [2], id="half a word names nothing"),
]


@pytest.mark.parametrize(("turns", "old", "new"), TIMES)
def test_time_to_live(turns: list[str], old: list[int], new: list[int]) -> None:
    assert times(played(turns, rules("pane-0.1")).view) == old
    assert times(played(turns, rules("pane-head")).view) == new


def test_nothing_is_loaded_softly_beside_the_same_entities() -> None:
    turns = [AUTH, *[OTHER] * 5, "x | auth,cpp | testing", "about auth | | "]
    assert times(played(turns, rules("pane-head")).view) == [0, 1, 2]


RULES = [
    pytest.param(
        {}, [AUTH, OTHER, AUTH], ["NEW 1", "SHIFT 2", "RETURN 1"], id="merged back"
    ),
    pytest.param(
        {"returns": False},
        [AUTH, OTHER, AUTH],
        ["NEW 1", "SHIFT 2", "SHIFT 3"],
        id="or not",
    ),
    pytest.param(
        {},
        [AUTH, "x | auth,cpp | testing", "x | auth,cpp | architecture"],
        ["NEW 1", "SUBTOPIC 2", "RETURN 1"],
        id="back to another kind of work",
    ),
    pytest.param(
        {"drift": "new"}, [AUTH, "x | | "], ["NEW 1", "NEW 2"], id="drift begins one"
    ),
    pytest.param(
        {},
        ["x | | ", AUTH],
        ["NEW 1", "EXTEND 1"],
        id="a topic without names takes them on",
    ),
    pytest.param(
        {"core": 0.5},
        [AUTH, *["x | auth | architecture"] * 3, "x | cpp | architecture"],
        ["NEW 1", "EXTEND 1", "EXTEND 1", "EXTEND 1", "SHIFT 2"],
        id="what few of its turns named stands no longer for it",
    ),
]


@pytest.mark.parametrize(("topics", "turns", "expected"), RULES)
def test_other_rules(
    topics: dict[str, Any], turns: list[str], expected: list[str]
) -> None:
    assert moves(played(turns, rules(**topics)).view) == expected


def test_drift_may_refresh() -> None:
    turns = [AUTH, "x | | "]
    assert times(played(turns, rules(drift="refresh")).view) == [5]


def test_a_summary_belongs_to_the_topic_that_closes() -> None:
    view = played([AUTH, "x | auth,cpp | testing | The design stands."], DEFAULT).view
    assert [topic.summary for topic in view.settled.topics] == [4, 0]


def test_a_summary_of_what_goes_on_is_nobodys() -> None:
    view = played([AUTH, f"{AUTH} | Too early."], DEFAULT).view
    assert [topic.summary for topic in view.settled.topics] == [0]


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("Done.", id="no metadata"),
        pytest.param("```turn.json\\n{not json\\n```", id="not JSON"),
        pytest.param("```turn.json\\n[]\\n```", id="no object"),
        pytest.param('```turn.json\\n{"facts": []}\\n```', id="fields missing"),
    ],
)
def test_bad_metadata_loses_no_turn(reply: str) -> None:
    text = f"user: fix `TokenStore` in auth/token_store.py\nsay: {reply}"
    view = session(text).view
    assert (moves(view), titles(view)) == (["NEW 1"], ["token-store"])


def test_an_unanswered_request_waits() -> None:
    made = session(lines([AUTH, *[OTHER] * 2]) + "\nuser: and auth?", rules("pane-0.1"))
    assert moves(made.view) == ["NEW 1", "SHIFT 2", "EXTEND 2"]
    assert times(made.view) == [5, 4]


def test_recall_loads_a_topic_again() -> None:
    turns = lines([AUTH, *[OTHER] * 5])
    recall = 'user: hm\ncall: Bash {"command": "pane recall c0ffee00#1-2"}\nresult: x'
    assert times(session(turns, rules("pane-0.1")).view) == [0, 5]
    assert times(session(f"{turns}\n{recall}", rules("pane-0.1")).view) == [5, 4]


LIFETIMES = [
    pytest.param({"category": "testing"}, [9, 5], id="by category"),
    pytest.param({"topic": "adm*"}, [5, 9], id="by topic"),
    pytest.param({"glob": "*/login.*"}, [9, 5], id="by a file"),
    pytest.param({"tool": "Ba?h"}, [5, 9], id="by tool"),
    pytest.param({"tool": "Ba?h", "topic": "auth"}, [5, 5], id="all of it must hold"),
    pytest.param({}, [9, 9], id="by nothing"),
]


@pytest.mark.parametrize(("row", "lives"), LIFETIMES)
def test_lifetimes(row: dict[str, str], lives: list[int]) -> None:
    first, second = _lines("x | auth | testing"), _lines("x | admin | review")
    first.insert(1, 'call: Read {"file_path": "/repo/login.py"}\nresult: x')
    second.insert(1, 'call: Bash {"command": "ls"}\nresult: x')
    under = rules(lifetimes=(Lifetime(9, **row),))
    view = session("\n".join((*first, *second)), under).view
    assert [topic.life for topic in view.settled.topics] == lives


def test_a_query_loads_what_it_names() -> None:
    view = played([AUTH, *[OTHER] * 5], DEFAULT).view
    assert named_by(view, "how did auth and C++ go?") == {0}
    assert named_by(view, "what of the admin?") == set()
    assert [one.state for one in inventory(view, "auth")] == ["loaded", "active"]


def test_what_ran_out_is_expired_but_not_what_is_at_hand() -> None:
    assert [one.number for one in expired(played([AUTH, *[OTHER] * 5], DEFAULT).view)]
    assert expired(played([AUTH, *["x | | "] * 5], DEFAULT).view) == []


def test_turns_off_the_branch_are_in_no_topic() -> None:
    made = played([AUTH, OTHER, AUTH], DEFAULT)
    lines_ = [*made.log.entries(), Amend("amend", ((3, 4),), "rewound")]
    listed = inventory(fold(HEADER, lines_, DEFAULT))
    assert [(one.number, one.turns) for one in listed] == [(1, (1, 3))]


NAMES = st.lists(st.sampled_from(["auth", "cpp", "admin", "css"]), max_size=2)
KINDS = st.lists(st.sampled_from(["testing", "review"]), max_size=1)
TURNS = st.one_of(
    st.tuples(st.sampled_from(["x", "about auth"]), NAMES, KINDS).map(
        lambda turn: f"{turn[0]} | {','.join(turn[1])} | {','.join(turn[2])}"
    ),
    st.sampled_from(
        ["write tests for auth_store.py", "the docs of `admin page`", "hm", "AuthStore"]
    ),
)


@settings(deadline=None)
@given(
    st.lists(TURNS, min_size=1, max_size=12),
    st.sampled_from(["", "pane-0.1", "pane-head"]),
    st.data(),
)
def test_a_prefix_is_replayed_as_it_was(
    turns: list[str], name: str, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(1, len(turns)))
    whole, part = played(turns, rules(name)).view, played(turns[:cut], rules(name)).view
    assert whole.settled.moves[:cut] == part.settled.moves
    end = part.last
    early = fold(HEADER, entries(lines(turns)), rules(name), at=end)
    assert early.settled == part.settled


def demo(is_told: bool) -> list[tuple[str, list[str], list[int], int]]:
    """Rows of the demo; not told: without what its agent says of its turns."""
    folder = ROOT / "tests" / "cases" / "topics" / "demo"
    under = load(Environment(folder), ROOT / "rules" / "pane-0.1.yaml").rules
    _, *rest = (folder / "session.jsonl").read_bytes().splitlines()
    found = [line for raw in rest if isinstance(line := decode(raw), Entry)]
    if not is_told:
        bare = [without_metadata(entry.text) for entry in found]
        found = [
            msgspec.structs.replace(entry, text=text)
            for entry, text in zip(found, bare, strict=True)
        ]
    topics = fold(HEADER, found, under).settled.topics
    return [
        (",".join(one.entities), one.categories, one.turns, one.ttl) for one in topics
    ]


def test_four_rows_for_the_demo() -> None:
    assert demo(is_told=True) == [
        ("auth-session,cpp", ["architecture"], [1, 2, 3], 0),
        ("auth-session,cpp", ["testing"], [4, 5], 0),
        ("admin-dashboard,python", ["frontend"], [6, 7], 0),
        ("payment-webhook", ["database"], [8, 9, 10, 11], 4),
    ]


def test_the_same_without_metadata() -> None:
    """Told by words, files and commands instead."""
    assert demo(is_told=False) == demo(is_told=True)
