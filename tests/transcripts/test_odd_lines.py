"""A line that is no chat among chats: named by file and line, and no chat is lost."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from pane_cli.session.types import Entry, Header
from pane_cli.transcripts.transcribe import Skip, transcribe

CHATS: dict[str, Any] = {
    "openai": lambda text: {"messages": [{"role": "user", "content": text}]},
    "anthropic": lambda text: {
        "system": "be kind",
        "messages": [{"role": "user", "content": [{"type": "text", "text": text}]}],
    },
    "sharegpt": lambda text: {"conversations": [{"from": "human", "value": text}]},
    "langchain": lambda text: {
        "messages": [{"type": "human", "data": {"content": text}}]
    },
    "claude-ai": lambda text: {
        "uuid": text,
        "chat_messages": [{"uuid": f"m-{text}", "sender": "human", "text": text}],
    },
    "chatgpt": lambda text: {
        "id": text,
        "mapping": {
            "a": {
                "message": {
                    "author": {"role": "user"},
                    "content": {"content_type": "text", "parts": [text]},
                },
                "parent": None,
                "children": [],
            }
        },
    },
}
ODD: dict[str, Any] = {
    "no-list": {"id": "x", "note": "no chat"},
    "empty": {},
    "text-for-a-list": {"messages": "none"},
    "null-for-a-list": {"messages": None},
    "a-number": 7,
}


def told(body: str) -> tuple[list[str], list[int], int]:
    """The requests, the lines that were skipped, and how many sessions there are."""
    items = list(transcribe(io.BytesIO(body.encode()), "chats.jsonl"))
    requests = [i.text for i in items if isinstance(i, Entry) and i.role == "user"]
    skipped = [item.line for item in items if isinstance(item, Skip)]
    return requests, skipped, sum(isinstance(item, Header) for item in items)


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.parametrize("chat", CHATS.values(), ids=CHATS)
@pytest.mark.parametrize("place", [0, 1, 2, 3], ids=["first", "2nd", "3rd", "last"])
def test_one_line_that_is_no_chat_takes_no_chat_away(
    chat: Any, odd: Any, place: int
) -> None:
    values = [chat(text) for text in ("one", "two", "three")]
    values.insert(place, odd)
    body = "".join(json.dumps(value) + "\n" for value in values)
    assert told(body) == (["one", "two", "three"], [place + 1], 3)


@pytest.mark.parametrize("chat", CHATS.values(), ids=CHATS)
def test_an_item_of_a_list_that_is_no_chat_is_named_too(chat: Any) -> None:
    values = [chat("one"), {"id": "x"}, chat("two")]
    body = json.dumps(values, indent=1)
    requests, skipped, sessions = told(body)
    assert (requests, len(skipped), sessions) == (["one", "two"], 1, 2)
    assert body.splitlines()[skipped[0] - 1].strip() == "{"


def test_what_is_around_the_chats_of_an_export_is_no_odd_line() -> None:
    chats = [CHATS["openai"]("one"), CHATS["openai"]("two")]
    export = {"exported": "today", "conversations": chats}
    assert told(json.dumps(export, indent=1)) == (["one", "two"], [], 2)
    chats.insert(1, {"id": "x"})
    requests, skipped, sessions = told(json.dumps(export, indent=1))
    assert (requests, len(skipped), sessions) == (["one", "two"], 1, 2)


def test_lines_of_one_session_stay_one_whatever_one_of_them_holds() -> None:
    """A record of the session itself comes first: then no later list begins another."""
    values = [
        {"role": "user", "content": "one"},
        {"state": "saved", "history": [{"role": "user", "content": "one"}]},
        {"role": "user", "content": "two"},
    ]
    body = "".join(json.dumps(value) + "\n" for value in values)
    assert told(body) == (["one", "two"], [], 1)
