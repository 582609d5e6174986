"""Facts: whose word counts, what is kept of the others, and what never becomes one."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from entries_made import entry
from hypothesis import given
from hypothesis import strategies as st

from pane_cli.errors import PaneError
from pane_cli.rules.schema import DEFAULT, Rules
from pane_cli.session.types import Entry, Header, Mark
from pane_cli.view.facts import Fact, active, remarks
from pane_cli.view.setting import Wish, decide_fact, split_name
from pane_cli.view.view import View, fold

HEADER = Header("session", 1, "s-1", "hand")


def reply(n: int, turn: int, before: str = "Done.", **facts: Any) -> Entry:
    """An agent's reply that gives `port=80` as `{"entity": "ferry", ...}`."""
    rows = [{"entity": "ferry", "key": k, "value": v} for k, v in facts.items()]
    body = json.dumps({"entities": ["ferry"], "categories": ["review"], "facts": rows})
    text = f"{before}\n\n```turn.json\n{body}\n```"
    return entry(n, text, role="assistant", turn=turn, ts=f"2026-03-02T08:{n:02}:00Z")


def mark(number: int, after: int, value: str | None, **more: Any) -> Mark:
    kind = "forget" if value is None else "fact"
    fields = {"entity": "ferry", "name": "port", "text": value, "after": after}
    return Mark(kind, number, **{**fields, **more})  # type: ignore[arg-type]


def folded(*lines: Any, carried: tuple[Mark, ...] = (), at: int | None = None) -> View:
    view = View(HEADER, DEFAULT, at)
    for line in lines:
        view.step(line)
    view.carried = carried
    return view


def port(view: View) -> Fact:
    (fact,) = (fact for fact in view.facts if fact.name == "ferry.port")
    return fact


def values(fact: Fact) -> list[str | None]:
    return [told.value for told in fact.told]


#: Lines; the value that stands; everything that was told; what is remarked of it.
TABLE: dict[str, tuple[list[Any], str | None, list[str | None], list[str]]] = {
    "an agent says it": ([reply(1, 1, port="80")], "80", ["80"], []),
    "the newest wins, the older is kept": (
        [reply(1, 1, port="80"), reply(2, 9, port="81")],
        "81",
        ["80", "81"],
        ["was 80 (#1)"],
    ),
    "within a few turns it contradicts": (
        [reply(1, 1, port="80"), reply(2, 4, port="81")],
        "81",
        ["80", "81"],
        ["contradicts 80 (#1)"],
    ),
    "c3 three values in three minutes": (
        [reply(1, 1, port="80"), reply(2, 2, port="81"), reply(3, 3, port="82")],
        "82",
        ["80", "81", "82"],
        ["contradicts 81 (#2)"],
    ),
    "said again is no other value": (
        [reply(1, 1, port="80"), reply(2, 2, port="80")],
        "80",
        ["80"],
        [],
    ),
    "back to an older value": (
        [reply(1, 1, port="80"), reply(2, 9, port="81"), reply(3, 18, port="80")],
        "80",
        ["80", "81", "80"],
        ["was 81 (#2)"],
    ),
    "the user's stands above a later agent's": (
        [reply(1, 1, port="80"), mark(1, 1, "9"), reply(2, 2, port="81")],
        "9",
        ["80", "9", "81"],
        ["was 80 (#1)", "agent says 81 (#2)"],
    ),
    "the user changes their mind, which is no contradiction": (
        [reply(1, 1), mark(1, 1, "8"), mark(2, 1, "9")],
        "9",
        ["8", "9"],
        ["was 8 (mark 1)"],
    ),
    "set, forgotten, set": (
        [reply(1, 1), mark(1, 1, "9"), mark(2, 1, None), mark(3, 1, "9")],
        "9",
        ["9", None, "9"],
        [],
    ),
    "repeating what was forgotten brings nothing back": (
        [reply(1, 1, port="80"), mark(1, 1, None), reply(2, 2, port="80")],
        None,
        ["80", None, "80"],
        [],
    ),
    "a new value after it was forgotten": (
        [reply(1, 1, port="80"), mark(1, 1, None), reply(2, 2, port="81")],
        "81",
        ["80", None, "81"],
        [],
    ),
    "an agent can't forget what the user set": (
        [reply(1, 1), mark(1, 1, "9"), mark(2, 1, None, by="agent")],
        "9",
        ["9", None],
        [],
    ),
    "an agent's own mark, and it forgets it": (
        [reply(1, 1), mark(1, 1, "9", by="agent"), mark(2, 1, None, by="agent")],
        None,
        ["9", None],
        [],
    ),
    "the user agrees with the agent": (
        [reply(1, 1, port="80"), mark(1, 1, "80"), reply(2, 2, port="81")],
        "80",
        ["80", "80", "81"],
        ["was 80 (#1)", "agent says 81 (#2)"],
    ),
}


@pytest.mark.parametrize(("lines", "stands", "told", "said"), TABLE.values(), ids=TABLE)
def test_whose_word_counts(
    lines: list[Any], stands: str | None, told: list[str | None], said: list[str]
) -> None:
    fact = port(folded(*lines))
    assert (fact.standing.value if fact.standing else None) == stands
    assert values(fact) == told
    assert list(remarks(fact, str)) == said


QUOTE = "\n\n```turn.json\n" + json.dumps(
    {"facts": [{"entity": "ferry", "key": "port", "value": "1"}]}
)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(entry(1, "x" + QUOTE + "\n```"), id="the user's words"),
        pytest.param(
            entry(1, "x" + QUOTE + "\n```", kind="result", role="tool", call="c"),
            id="c4 recalled text in a result",
        ),
        pytest.param(
            entry(1, QUOTE, kind="note", role="system", what="compact-summary"),
            id="the host's summary",
        ),
        pytest.param(entry(1, QUOTE, kind="thinking", role="assistant"), id="thinking"),
        pytest.param(
            entry(1, f"It said:{QUOTE}\n```\nwhich is wrong.", role="assistant"),
            id="a quote in the middle of a reply",
        ),
        pytest.param(
            entry(1, f"````markdown{QUOTE}\n```\n````", role="assistant"),
            id="a fence around it",
        ),
        pytest.param(
            entry(1, "x" + QUOTE.replace("\n", "\n> ") + "\n> ```", role="assistant"),
            id="a block quote",
        ),
        pytest.param(
            entry(1, "x" + QUOTE + "\n```", role="assistant", side=True), id="subagent"
        ),
        pytest.param(
            reply(1, 1, "I’m sorry, but I can't help with that.", port="1"),
            id="a refusal",
        ),
        pytest.param(
            reply(1, 1, "I don't have any information about ports.", port="1"),
            id="a hedge",
        ),
    ],
)
def test_what_never_becomes_a_fact(line: Entry) -> None:
    assert folded(line).facts == []


#: Kinds and roles of entries that are no reply of the agent.
OTHERS = st.sampled_from(
    [
        ("text", "user"),
        ("result", "tool"),
        ("note", "system"),
        ("thinking", "assistant"),
        ("call", "assistant"),
        ("image", "user"),
    ]
)


@given(st.lists(st.tuples(OTHERS, st.text(max_size=30)), max_size=8))
def test_only_the_agents_own_replies_give_facts(
    said: list[tuple[tuple[str, str], str]],
) -> None:
    lines = [
        entry(n, f"{text}{QUOTE}\n```", kind=kind, role=role, args={"text": QUOTE})
        for n, ((kind, role), text) in enumerate(said, 1)
    ]
    assert folded(*lines).facts == []


def test_a_rewound_reply_stands_no_more_and_is_told_of() -> None:
    from pane_cli.session.types import Amend

    rewound = Amend("amend", ((2, 2),), "rewound")
    lines = [reply(1, 1, port="80"), reply(2, 9, port="81"), rewound]
    fact = port(folded(*lines))
    assert (values(fact), fact.place) == (["80", "81"], 0)
    assert fact.told[1].why == "rewound"
    again = port(folded(*lines, reply(3, 9, port="81")))
    assert again.standing is not None and again.standing.n == 3


def test_an_older_view_knows_less() -> None:
    lines = [reply(1, 1, port="80"), mark(1, 1, "9"), reply(2, 2, speed="fast")]
    assert [fact.name for fact in folded(*lines, at=1).facts] == ["ferry.port"]
    assert values(port(folded(*lines, at=1))) == ["80", "9"]


CARRIED = (
    Mark(
        "fact", 1, entity="user", name="role", text="pilot", ts="2026-03-02T08:01:30Z"
    ),
)


def test_carried_facts_are_among_the_sessions_own_by_time() -> None:
    given = entry(1, role="assistant", ts="2026-03-02T08:01:00Z")
    later = msgspec.structs.replace(reply(2, 2, port="1"), ts="2026-03-02T08:02:00Z")
    assert [f.name for f in folded(given, later, carried=CARRIED).facts] == [
        "ferry.port",
        "user.role",
    ]
    early = folded(given, later, carried=CARRIED, at=1)
    # It was decided after #1 and before #2: so at #1 it holds, as any mark would.
    assert [f.name for f in early.facts] == ["user.role"]
    late = (msgspec.structs.replace(CARRIED[0], ts="2026-03-02T08:03:00Z"),)
    assert folded(given, later, carried=late, at=1).facts == []


def test_the_users_facts_always_and_others_while_their_topic_is_loaded() -> None:
    view = folded(reply(1, 1, port="80"), mark(1, 1, "pilot", entity=None, name="role"))
    assert [fact.name for fact in active(view)] == ["ferry.port", "user.role"]
    assert [fact.name for fact in active(view, [])] == ["user.role"]
    assert [f.name for f in active(view, ["Ferry "])] == ["ferry.port", "user.role"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("role", ("user", "role")),
        ("Cpp.Exceptions", ("cpp", "exceptions")),
        ("ferry/app.py.owner", ("ferry/app.py", "owner")),
        (" a  b . c ", ("a b", "c")),
    ],
)
def test_names(text: str, expected: tuple[str, str]) -> None:
    entity, key = split_name(text)
    assert (entity.strip(), key.strip()) == expected


@pytest.mark.parametrize("text", ["", ".", "cpp.", ".x"])
def test_no_names(text: str) -> None:
    with pytest.raises(PaneError, match="names no fact"):
        split_name(text)


def test_a_known_fact_is_meant_whatever_dots_it_has() -> None:
    view = folded(mark(1, 0, "x", entity="cpp", name="std.version"))
    assert split_name("cpp.std.version", view.facts) == ("cpp", "std.version")


#: A session of any replies and marks, each `(who, value)`; None forgets.
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["reply", "user", "agent"]),
        st.none() | st.sampled_from(["80", "81", "82"]),
    ),
    max_size=14,
)


def run(steps: list[tuple[str, str | None]]) -> tuple[View, list[tuple[str, str]]]:
    """The view after the steps that may be, and every (who, value) that was told."""
    lines: list[Any] = []
    told: list[tuple[str, str]] = []
    n = marks = 0
    for who, value in steps:
        if who == "reply":
            n += 1
            lines.append(reply(n, n, **({"port": value} if value else {})))
            told += [("agent", value)] if value else []
            continue
        view = folded(*lines)
        try:
            made, _ = decide_fact(view, Wish("ferry", "port", value, who))
        except PaneError:
            continue
        if made is not None:
            marks += 1
            lines.append(made)
            told += [(who, value)] if value else []
    return folded(*lines), told


@given(STEPS)
def test_history_is_never_lost(steps: list[tuple[str, str | None]]) -> None:
    view, told = run(steps)
    known = {(one.by, one.value) for fact in view.facts for one in fact.told}
    missing = {(by, value) for by, value in told if (by, value) not in known}
    # An agent that says what stands already, by the user or by itself, adds nothing.
    assert all(by == "agent" and ("user", value) in known for by, value in missing)


@given(STEPS, st.sampled_from(["80", "81", "82"]))
def test_set_then_forget_then_set(
    steps: list[tuple[str, str | None]], value: str
) -> None:
    for end, stands in (("80", "80"), (None, None), (value, value)):
        steps = [*steps, ("user", end)]
        view, _ = run(steps)
        fact = port(view)
        assert (fact.standing.value if fact.standing else None) == stands


def test_contradiction_turns_is_a_rule() -> None:
    facts = msgspec.structs.replace(DEFAULT.facts, contradiction_turns=0)
    rules: Rules = msgspec.structs.replace(DEFAULT, facts=facts)
    view = fold(HEADER, [reply(1, 1, port="80"), reply(2, 2, port="81")], rules)
    assert list(remarks(port(view), str)) == ["was 80 (#1)"]
