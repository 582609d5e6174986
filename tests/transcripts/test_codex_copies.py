"""Codex: whose words they are, each said once."""

from __future__ import annotations

from typing import Any

import pytest
from rollouts import (
    MORE,
    TOTAL,
    answer,
    asked,
    completed,
    context,
    counted,
    entries,
    event,
    item,
    meta,
    notes,
    texts,
    told,
    user,
    view,
)

from pane_cli.session.types import Usage


@pytest.mark.parametrize(
    "text",
    [
        "<environment_context>\n<cwd>/repo</cwd>\n</environment_context>",
        "<user_instructions>\n\nbe kind\n\n</user_instructions>",
        "# AGENTS.md instructions for /a\n\n<INSTRUCTIONS>\nbe kind\n</INSTRUCTIONS>",
        "<INSTRUCTIONS>be kind</INSTRUCTIONS>",
        "<turn_aborted>\nThe user interrupted.\n</turn_aborted>",
        "<permissions instructions>read only</permissions instructions>",
        "<user_action>\n<action>review</action>\n</user_action>",
        "<environment_context>\n<cwd>/re",
    ],
    ids=[
        "env",
        "user",
        "agents",
        "instructions",
        "aborted",
        "permissions",
        "action",
        "cut",
    ],
)
@pytest.mark.parametrize("form", [user, asked], ids=["item", "event"])
def test_wrappers_are_notes(form: Any, text: str) -> None:
    found = entries(meta(), form(text))[1]
    assert (found.kind, found.turn) == ("note", 0)


def test_words_that_quote_a_wrapper_are_the_users() -> None:
    text = "what is <environment_context> for?"
    assert texts(meta(), user(text)) == [("user", text)]


@pytest.mark.parametrize("role", ["developer", "system"])
def test_instructions_are_notes(role: str) -> None:
    content = [{"type": "input_text", "text": "rules"}]
    assert notes(item("message", role=role, content=content)) == [("system", "rules")]


ORDERS = {
    "item-event": (user("hi"), asked("hi"), answer("yes"), told("yes")),
    "event-item": (asked("hi"), user("hi"), told("yes"), answer("yes")),
    "0.149": (
        user("hi"),
        completed("UserMessage", "hi"),
        asked("hi"),
        completed("AgentMessage", "yes"),
        answer("yes"),
        told("yes"),
    ),
    "events": (asked("hi"), told("yes")),
    "items": (user("hi"), answer("yes")),
    "turn-items": (completed("UserMessage", "hi"), completed("AgentMessage", "yes")),
    "event-and-item": (asked("hi"), answer("yes")),
}


@pytest.mark.parametrize("records", ORDERS.values(), ids=list(ORDERS))
def test_16_no_text_twice(records: Any) -> None:
    assert texts(meta(), *records) == [("user", "hi"), ("assistant", "yes")]
    seen = view(meta(), *records)
    assert len(seen.turns) == 2 and len(seen.requests) == 1


@pytest.mark.parametrize("records", ORDERS.values(), ids=list(ORDERS))
def test_16_a_copy_has_no_text(records: Any) -> None:
    assert {text for _, text in notes(meta(), *records)} == {""}


@pytest.mark.parametrize("first", ["item-event", "event-item", "0.149", "events"])
def test_16_saying_it_again_counts(first: str) -> None:
    """The user says the same in the next turn, and the model too."""
    records = ORDERS[first]
    assert (
        texts(meta(), *records, *records)
        == [
            ("user", "hi"),
            ("assistant", "yes"),
        ]
        * 2
    )


def test_16_steering_twice_in_one_turn() -> None:
    records = (user("go"), asked("go"), user("go"), asked("go"), answer("ok"))
    assert [role for role, _ in texts(meta(), *records)] == [
        "user",
        "user",
        "assistant",
    ]


def test_16_thinking_is_not_told_twice() -> None:
    summary = [{"type": "summary_text", "text": "Planning"}]
    found = entries(
        meta(),
        event("agent_reasoning", text="Planning"),
        item("reasoning", summary=summary, encrypted_content="g"),
    )
    assert [e.text for e in found if "Planning" in e.text] == ["Planning"]
    assert [e.data for e in found if e.data] == ["g"]


def test_an_image_behind_its_event_is_of_the_same_turn() -> None:
    picture = {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}
    seen = view(meta(), asked("look"), user("look", picture), answer("a cat"))
    assert [turn.number for turn in seen.turns] == [0, 1]


LABELLED = (
    "<image name=[Image #1]>",
    {"type": "input_image", "image_url": "data:image/png;base64,AAAA"},
    "</image>",
    "look at [Image #1]",
)


@pytest.mark.parametrize("is_event_first", [False, True], ids=["item", "event"])
def test_16_labels_around_images_are_not_the_users_words(is_event_first: bool) -> None:
    copies = [user(*LABELLED), asked("look at [Image #1]", local_images=["/a.png"])]
    records = (meta(), *(reversed(copies) if is_event_first else copies), answer("ok"))
    assert texts(*records) == [("user", "look at [Image #1]"), ("assistant", "ok")]
    assert [turn.number for turn in view(*records).turns] == [0, 1]


def test_a_label_without_an_image_is_text() -> None:
    assert texts(meta(), user("<image>")) == [("user", "<image>")]


def usages(*records: Any) -> list[Usage]:
    return [e.usage for e in entries(meta(), *records) if e.usage is not None]


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ([counted(last_token_usage=TOTAL)], [Usage(60, 7, 40)]),
        ([counted(total_token_usage=TOTAL)], [Usage(60, 7, 40)]),
        (
            [counted(total_token_usage=TOTAL), counted(total_token_usage=MORE)],
            [Usage(60, 7, 40), Usage(60, 3, 90)],
        ),
        (
            [counted(total_token_usage=MORE), counted(total_token_usage=TOTAL)],
            [Usage(120, 10, 130), Usage(60, 7, 40)],
        ),
        (
            [counted(total_token_usage=TOTAL, last_token_usage=TOTAL)] * 2,
            [Usage(60, 7, 40)],
        ),
        ([counted()], []),
        ([event("token_count", info="?")], []),
        ([event("token_count", input_tokens=12, output_tokens=7)], [Usage(12, 7)]),
    ],
    ids=["last", "total", "difference", "reset", "repeated", "null", "odd", "flat"],
)
def test_usage(records: Any, expected: list[Usage]) -> None:
    assert usages(*records) == expected


def test_usage_is_summed_once_an_answer() -> None:
    first = counted(total_token_usage=TOTAL, last_token_usage=TOTAL)
    last = {"input_tokens": 150, "cached_input_tokens": 90, "output_tokens": 3}
    second = counted(total_token_usage=MORE, last_token_usage=last)
    seen = view(meta(), context(), first, counted(), second, second)
    assert seen.answers.total() == Usage(120, 10, 130)
    assert [a.model for a in seen.answers.answers] == ["gpt-x", "gpt-x"]
