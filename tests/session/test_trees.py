"""Trees of messages: parents first, and the leaf last."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pane_cli.session.documents import document_records


def nodes(*links: tuple[str, str | None], leaf: str | None = None) -> bytes:
    mapping = {
        id: {"id": id, "parent": parent, "message": {"text": f"é {id}"}}
        for id, parent in links
    }
    return json.dumps(
        {"title": "t", "mapping": mapping, "current_node": leaf}, ensure_ascii=False
    ).encode()


def order(body: bytes) -> str:
    return "".join(
        record.value["id"]
        for record in document_records(body)
        if record.value is not None and "id" in record.value
    )


@pytest.mark.parametrize(
    ("links", "leaf", "expected"),
    [
        ([("a", None), ("b", "a"), ("c", "b")], "c", "abc"),
        ([("c", "b"), ("b", "a"), ("a", None)], "c", "abc"),
        ([("a", None), ("b", "a"), ("c", "a"), ("d", "c")], "b", "acdb"),
        ([("a", None), ("b", "a"), ("c", "a")], None, "abc"),
        ([("a", None), ("b", "gone"), ("c", "a")], "b", "acb"),
        ([("x", "y"), ("y", "x"), ("a", None)], "a", "xya"),
        ([("a", "a"), ("b", None)], "b", "ab"),
    ],
    ids=[
        "in-order",
        "jumbled",
        "branch",
        "no-leaf",
        "no-parent",
        "circle",
        "its-own-parent",
    ],
)
def test_order(links: Any, leaf: str | None, expected: str) -> None:
    assert order(nodes(*links, leaf=leaf)) == expected


def test_a_node_spans_its_message_which_no_reply_changes() -> None:
    body = nodes(("b", "a"), ("a", None), leaf="b")
    spans = [
        body[record.offset : record.offset + record.length].decode()
        for record in document_records(body)
    ]
    assert spans[1:] == ['{"text": "é a"}', '{"text": "é b"}']


@pytest.mark.parametrize(
    "body",
    [b'{"mapping": {"a": ', b'{"mapping": {"a": {"id"', b'{"mapping": {3: 1}}'],
)
def test_a_broken_tree_is_damage(body: bytes) -> None:
    (record,) = document_records(body)
    assert record.value is None and record.problem


def test_what_breaks_off_gives_what_is_before() -> None:
    body = nodes(("a", None), ("b", "a"))[:-60]
    records = list(document_records(body, recover=True))
    assert [r.value["id"] for r in records if r.value and "id" in r.value] == ["a"]
    assert records[-1].value is None


def test_nodes_that_are_no_objects_are_damage() -> None:
    records = list(document_records(b'{"mapping": {"a": 3, "b": {"id": "b"}}}'))
    problems = [record.problem for record in records if record.value is None]
    assert problems == ["not an object but int"]
