"""One JSON document becomes records with byte spans."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pane_cli.session.documents import document_records, lists_of


def spans(body: bytes, **how: Any) -> list[Any]:
    """What each record's bytes are; the problem where it is damage."""
    return [
        body[r.offset : r.offset + r.length] if r.value is not None else r.problem
        for r in document_records(body, **how)
    ]


def values(body: bytes, **how: Any) -> list[Any]:
    return [r.value for r in document_records(body, **how)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"[]", []),
        (b'[{"a":1},\n {"b":2}]', [{"a": 1}, {"b": 2}]),
        (b'{"messages":[{"a":1}],"z":2}', [{"z": 2}, {"a": 1}]),
        (b'{"input":[{"a":1}],"output":[{"b":1}]}', [{}, {"a": 1}, {"b": 1}]),
        (b'{\n"a":1\n}\n{\n"b":2\n}\n', [{"a": 1}, {"b": 2}]),
        (b'\xef\xbb\xbf{"a":1}\0\0\n', [{"a": 1}]),
        (b'{"messages":"none"}', [{"messages": "none"}]),
        (
            b'{"a":"\\ud800","n":' + b"9" * 30 + b"}",
            [{"a": "\ufffd", "n": int("9" * 30)}],
        ),
        (b'[1,{"a":1},"x"]', [None, {"a": 1}, None]),
        (b'[{"a":1},{"b"', [{"a": 1}, None]),
        (b'{"messages":[{"a":1},{"b":', [None]),
        (b'{"messages":[{"a":1}] "x"}', [None]),
        (b"{1:2}", [None]),
        (b'{"a" 1}', [None]),
        (b'"text"', [None]),
        (b'[{"a":1}]]', [{"a": 1}, None]),
    ],
    ids=[
        "empty",
        "list",
        "messages",
        "two-lists",
        "pretty-printed-lines",
        "bom-and-nuls",
        "no-list",
        "odd-values",
        "no-objects",
        "torn-list",
        "torn-document",
        "no-comma",
        "no-key",
        "no-colon",
        "text",
        "bracket",
    ],
)
def test_documents(body: bytes, expected: list[Any]) -> None:
    assert values(body) == expected


def test_spans_are_exact_bytes() -> None:
    body = b'\xef\xbb\xbf {"x":"\xff\xe2\x82\xac","messages":[ {"a":"\xc3"} ,{"b":1}]} '
    whole = body[4:-1]
    assert spans(body) == [whole, b'{"a":"\xc3"}', b'{"b":1}']


def test_lines_are_those_of_the_file() -> None:
    body = b'{"messages":[\n{"a":1},\n\n{"b":1}]}\n[\n{"c":1}]'
    assert [r.line for r in document_records(body)] == [1, 2, 4, 6]


def test_a_document_that_breaks_off_is_recovered_when_no_more_will_come() -> None:
    body = b'{"model":"m","messages":[{"a":1},{"b":2},{"c":'
    assert values(body, recover=True) == [{"model": "m"}, {"a": 1}, {"b": 2}, None]


@pytest.mark.parametrize(
    ("value", "lists"),
    [
        ({"messages": [], "input": []}, ["messages", "input"]),
        ({"messages": "x"}, []),
        ({"role": "user", "output": []}, []),
        ({"type": "function_call_output", "call_id": "c", "output": []}, []),
        ([], []),
    ],
    ids=["both", "text", "message", "output", "list"],
)
def test_lists_of(value: Any, lists: list[str]) -> None:
    assert lists_of(value) == lists


_ITEM = st.dictionaries(st.text(max_size=3), st.text(max_size=4), max_size=3)


@settings(max_examples=150, deadline=None)
@given(st.lists(_ITEM), st.sampled_from([None, 1]), st.booleans())
def test_every_item_gives_back_its_bytes(
    items: list[Any], indent: int | None, plain: bool
) -> None:
    text = json.dumps({"messages": items}, indent=indent, ensure_ascii=plain)
    body = text.encode()
    found = list(document_records(body))[1:]
    assert [json.loads(body[r.offset : r.offset + r.length]) for r in found] == items
