"""The block that an agent ends its reply with: read as far as it can be."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pane_cli.view.metadata import (
    GivenFact,
    Metadata,
    metadata,
    parsed,
    without_metadata,
)

GOOD = '{"entities": ["ferry", "ferry"], "categories": ["debugging"]%s}'


def block(body: str, before: str = "Done.\n\n") -> str:
    return f"{before}```turn.json\n{body}\n```\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Done.", None, id="none"),
        pytest.param("see turn.json", None, id="only named"),
        pytest.param(
            block(GOOD % ""), Metadata(("ferry",), ("debugging",)), id="names once"
        ),
        pytest.param(
            block(GOOD % ', "facts": [{"key": "port", "value": 8080}]'),
            Metadata(("ferry",), ("debugging",), (GivenFact("user", "port", "8080"),)),
            id="a fact of nobody is the user's",
        ),
        pytest.param(
            block(
                r'{"entities": ["a\ud800"], "categories": ["b\udc00"],'
                r' "summary": "\ud800", "facts":'
                r' [{"entity": "\ud800", "key": "k", "value": "\ud800"}]}'
            ),
            Metadata(
                ("a\ufffd",),
                ("b\ufffd",),
                (GivenFact("\ufffd", "k", "\ufffd"),),
                "\ufffd",
            ),
            id="half of a surrogate pair",
        ),
        pytest.param(
            block(GOOD % ', "facts": [{"key": "port"}, 3]'),
            Metadata(
                ("ferry",),
                ("debugging",),
                problems=("facts: 2 without key and value",),
            ),
            id="half facts are named",
        ),
        pytest.param(
            block(GOOD % "") + block('{"entities": [], "categories": []}'),
            Metadata(),
            id="the last block counts",
        ),
        pytest.param(
            block(GOOD % "").removesuffix("\n```\n"),
            Metadata(("ferry",), ("debugging",)),
            id="fence left open",
        ),
        pytest.param(
            block('["a"]'), Metadata(problems=("json: no object",)), id="a list"
        ),
        pytest.param(
            block('{"entities": "ferry"}'),
            Metadata(problems=("entities: no list", "categories: missing")),
            id="fields of other types",
        ),
    ],
)
def test_metadata(text: str, expected: Metadata | None) -> None:
    assert metadata(text) == expected


def test_a_reply_without_its_block() -> None:
    assert without_metadata(block(GOOD % "")) == "Done."
    assert without_metadata("turn.json is a name") == "turn.json is a name"


def is_object(body: str) -> bool:
    try:
        return isinstance(json.loads(body), dict)
    except ValueError:
        return False


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.text().filter(lambda text: "`" not in text) | VALUES.map(json.dumps))
def test_any_body_is_read_or_named(body: str) -> None:
    found = parsed(body)
    assert any(p.startswith("json") for p in found.problems) is not is_object(body)
