"""Chats with questions: a file in the shape of LoCoMo's, and what recall finds in it.

A list of objects, each with a `conversation` of `session_N` lists and a list `qa` of
questions with the ids of the messages that answer them. Each conversation is a session
of ours; categories 1 to 4 are asked, as 5 has no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from pane_cli.evaluate.finding import log_of, ranked
from pane_cli.rules.schema import Rules
from pane_cli.session.log import Log
from pane_cli.session.types import Entry, Header
from pane_cli.text.tokens import estimate

_ID = re.compile(r"D\d+:\d+")
_SESSION = re.compile(r"session_(\d+)")
_TIME = "%I:%M %p on %d %B, %Y"
_ANSWERED = (1, 2, 3, 4)
#: Tokens of the context that is compared with a window of the same size.
BUDGET = 4_000
_DEEP = 250


class Chat(NamedTuple):
    """One conversation, and what is asked of it."""

    log: Log
    questions: list[tuple[str, frozenset[int]]]
    """Each with the entries that answer it."""


class Asked(NamedTuple):
    """What the questions of some chats found; sums over questions."""

    questions: int = 0
    found: int = 0
    """Any of the answering entries is on the first page."""
    tokens: int = 0
    """On the first pages."""
    used: int = 0
    """Of them, in answering entries."""
    held: int = 0
    """Any answer is in hits of BUDGET tokens."""
    window: int = 0
    """Any answer is in the newest BUDGET tokens."""
    sufficient: int = 0
    """The hits hold as many answers as the window, or more."""


def is_chats(document: object) -> bool:
    """Whether a JSON document has the shape."""
    return (
        isinstance(document, list)
        and bool(document)
        and all(
            isinstance(one, dict) and {"conversation", "qa"} <= one.keys()
            for one in document
        )
    )


def chats(document: list[Mapping[str, Any]]) -> Iterator[Chat]:
    """Its conversations."""
    for number, sample in enumerate(document):
        places: dict[str, int] = {}
        entries = list(_entries(sample["conversation"], places))
        header = Header("session", 1, f"chat-{number}", "chat")
        yield Chat(log_of(header, entries), list(_questions(sample["qa"], places)))


def asked(chat: Chat, rules: Rules) -> Asked:
    """What recall finds for each question of a chat."""
    log = chat.log
    found = ranked(log, [text for text, _ in chat.questions], rules, _DEEP)
    sizes = {entry.n: estimate(entry.text) for entry in log.entries()}
    window = set(_fitting(reversed(sizes), sizes))
    sums = [0] * len(Asked._fields)
    for (_, answers), listed in zip(chat.questions, found, strict=True):
        page = listed[: rules.recall.limit]
        held = set(_fitting(iter(listed), sizes)) & answers
        seen = window & answers
        row = Asked(
            1,
            bool(answers.intersection(page)),
            sum(sizes[n] for n in page),
            sum(sizes[n] for n in page if n in answers),
            bool(held),
            bool(seen),
            len(held) >= len(seen),
        )
        sums = [a + b for a, b in zip(sums, row, strict=True)]
    return Asked(*sums)


def _fitting(numbers: Iterator[int], sizes: dict[int, int]) -> Iterator[int]:
    left = BUDGET
    for n in numbers:
        left -= sizes[n]
        if left < 0:
            return
        yield n


def _entries(
    conversation: Mapping[str, Any], places: dict[str, int]
) -> Iterator[Entry]:
    found = [(int(m.group(1)), key) for key in conversation if (m := _match(key))]
    n = 0
    for _, key in sorted(found):
        start = datetime.strptime(conversation[f"{key}_date_time"], _TIME)
        for message in conversation[key]:
            n += 1
            text = message["text"]
            if message.get("blip_caption"):
                text += f"\n[shares a photo: {message['blip_caption']}]"
            is_first = message["speaker"] == conversation["speaker_a"]
            role: Any = "user" if is_first else "assistant"
            places[message["dia_id"]] = n
            ts = start.isoformat() + "Z"
            yield Entry("text", n, n, role, message["speaker"], text=text, ts=ts)


def _match(key: str) -> re.Match[str] | None:
    return _SESSION.fullmatch(key)


def _questions(
    asked: list[Mapping[str, Any]], places: dict[str, int]
) -> Iterator[tuple[str, frozenset[int]]]:
    for one in asked:
        ids = _ID.findall(" ".join(map(str, one.get("evidence", ()))))
        answers = frozenset(places[id] for id in ids if id in places)
        if one.get("category") in _ANSWERED and answers:
            yield one["question"], answers
