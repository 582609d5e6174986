"""Replies with and without the block that they were asked for, and what is found."""

from __future__ import annotations

import json
from typing import Any

from check.made import entry, session

GOOD = {"entities": ["ferry"], "categories": ["debugging"]}
Expected = list[tuple[str, int, str]]


def reply(n: int, turn: int, body: Any = GOOD, behind: str = "") -> str:
    """A reply on line n + 1; `body` None: without a block."""
    text = body if isinstance(body, str) else json.dumps(body)
    block = "" if body is None else f"\n\n```turn.json\n{text}\n```{behind}"
    return entry(n, role="assistant", text=f"Done.{block}", turn=turn)


def with_(**fields: Any) -> dict[str, Any]:
    return GOOD | fields


def faulty(id: str, line: int, count: int = 1) -> Expected:
    """So many warnings on a line, and with them the share of turns that are right."""
    return [(id, line, "warning")] * count + [("PT08", line, "info")]


def asked(n: int, turn: int) -> str:
    return entry(n, turn=turn, text="go on")


FACT = {"entity": "ferry", "key": "port", "value": 8080}
SENTENCE = {"key": "the thing that we found out to be wrong", "value": "x"}
#: 50 tokens and a few more, for one turn.
SUMMARY = "We looked for the cause of the failed refresh and " * 6

CASES: dict[str, tuple[bytes, Expected]] = {
    "metadata that follows": (session(reply(1, 1, with_(facts=[FACT]))), []),
    "nobody gives metadata": (session(reply(1, 1, None), reply(2, 2, None)), []),
    "a user's block is no reply": (session(entry(1, text="```turn.json\n3\n```")), []),
    "metadata-json": (session(reply(1, 1, "{")), faulty("PT01", 2)),
    "a list is no object": (session(reply(1, 1, [1])), faulty("PT01", 2)),
    "metadata-fields": (
        session(reply(1, 1, {"entities": "ferry", "summary": 3})),
        # entities of another type, no categories, a summary of another type
        faulty("PT02", 2, 3),
    ),
    "metadata-entities": (
        session(reply(1, 1, with_(entities=["ferry", " Code "]))),
        faulty("PT03", 2),
    ),
    "no entity": (session(reply(1, 1, with_(entities=[]))), faulty("PT03", 2)),
    "metadata-categories": (
        session(reply(1, 1, with_(categories=["ferries"]))),
        faulty("PT04", 2),
    ),
    "more categories than a turn has": (
        session(reply(1, 1, with_(categories=["testing", "review", "planning"]))),
        faulty("PT04", 2),
    ),
    "metadata-facts": (
        session(reply(1, 1, with_(facts=[FACT, {"key": "port"}]))),
        faulty("PT05", 2),
    ),
    "a key that is a sentence": (
        session(reply(1, 1, with_(facts=[SENTENCE]))),
        faulty("PT05", 2),
    ),
    "metadata-summary": (
        session(reply(1, 1), reply(2, 2, with_(summary="x" * 401))),
        faulty("PT06", 3),
    ),
    "longer, for more turns": (
        session(
            reply(1, 1), reply(2, 2), reply(3, 3, with_(summary=SUMMARY + "y" * 401))
        ),
        [],
    ),
    "a summary that says little": (
        session(reply(1, 1), reply(2, 2, with_(summary="Done with it."))),
        [("PT06", 3, "info")],
    ),
    "the turns since the last summary count": (
        session(
            reply(1, 1),
            reply(2, 5, with_(summary=SUMMARY * 3)),
            reply(3, 6, with_(summary="x" * 401)),
        ),
        faulty("PT06", 4),
    ),
    "metadata-place": (
        session(reply(1, 1, behind="\nwhich is wrong.")),
        faulty("PT07", 2),
    ),
    "metadata-share": (
        session(reply(1, 1), reply(2, 2, None), reply(3, 3, None)),
        [("PT08", 3, "info")],
    ),
    "one block a turn is enough": (
        session(reply(1, 1, None), reply(2, 1), asked(3, 2)),
        [],
    ),
    "the running turn has time": (
        session(reply(1, 1), asked(2, 2), reply(3, 2, None), entry(4, "image", turn=2)),
        [],
    ),
}
