"""Findings in the `turn.json` blocks that agents end their replies with: PT."""

from __future__ import annotations

from pane_cli.check import metadata
from pane_cli.check.row import Row

_INSTRUCT = "Give the agent the instructions of `pane rules metadata`."
_UNUSED = "What the block says is not used: the turn is read without it."

ROWS: tuple[Row, ...] = (
    Row(
        "PT01",
        "metadata-json",
        "warning",
        ("text",),
        metadata.finder("json"),
        "A reply ends with a turn.json block that is no JSON object: it says nothing.",
        _UNUSED,
        '{"entities": ["ferry",], "categories": ["testing"]}',
        _INSTRUCT,
    ),
    Row(
        "PT02",
        "metadata-fields",
        "warning",
        ("text",),
        metadata.finder("fields"),
        "A turn.json block lacks `entities` or `categories`, or a field is no list "
        "or text.",
        "Topics are told apart by both; what lacks one is told apart by less.",
        '{"entities": "ferry"}',
        _INSTRUCT,
    ),
    Row(
        "PT03",
        "metadata-entities",
        "warning",
        ("text",),
        metadata.finder("entities"),
        "A turn.json block names no entity, or one that could be any (facts.generic).",
        "Every turn would be about `code`, and every topic one topic.",
        '{"entities": ["code"], "categories": ["testing"]}',
        "Ask for files, functions, services, tickets: names that come back.",
    ),
    Row(
        "PT04",
        "metadata-categories",
        "warning",
        ("text",),
        metadata.finder("categories"),
        "A category is no kind of work that the rules know, or there are too many.",
        "A category that is a subject splits topics that belong together.",
        '{"entities": ["ferry"], "categories": ["boats"]}',
        "Name the kinds of work in the instructions, or add to topics.categories.",
    ),
    Row(
        "PT05",
        "metadata-facts",
        "warning",
        ("text",),
        metadata.finder("facts"),
        "A fact has no key or no value and is not kept, or its key is a sentence.",
        "A fact is found again by its key, and replaced by the next of that key.",
        '{"facts": [{"key": "port"}]}',
        "Ask for a short `key`, a `value`, and the `entity` it is about.",
    ),
    Row(
        "PT06",
        "metadata-summary",
        "warning",
        ("text",),
        metadata.finder("summary"),
        "A summary is too long for the turns that it covers (facts.summary_chars), or "
        "too short (facts.summary_tokens: an info).",
        "It stands for the whole topic when that comes back.",
        '{"summary": "Fixed it."}',
        "Ask for 50 to 100 tokens a turn, only where the subject changes.",
    ),
    Row(
        "PT07",
        "metadata-place",
        "warning",
        ("text",),
        metadata.finder("place"),
        "Words follow a turn.json block: it may be a quote, so its facts are not "
        "taken.",
        "What is quoted is nobody's word, and must not become a fact.",
        "a reply that goes on behind the block's closing fence",
        "Ask for the block as the last thing in the reply.",
    ),
    Row(
        "PT08",
        "metadata-share",
        "info",
        ("end",),
        metadata.share,
        "Of a session with turn.json blocks some turns have none, or a faulty one.",
        "It shows how well the agent follows its instructions.",
        "nine replies with a block, one without",
        "Nothing: such a turn is read without it. Repeat the instructions if many do.",
    ),
)
