"""The nodes of a tree of messages, in an order that tells the conversation.

A node is `{"id", "parent", "message"}`; which one is last, the document says under
`current_node`. Parents come before their children, and of several children the one that
the conversation went on with comes last: so the last record is the leaf.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pane_cli.session.records import Record


def in_tree_order(records: Iterable[Record], document: dict[str, Any]) -> list[Record]:
    """The same records; those that hang on no root come first, in file order."""
    records = list(records)
    by_id: dict[str, int] = {}
    for index, record in enumerate(records):
        id = (record.value or {}).get("id")
        if isinstance(id, str):
            by_id[id] = index
    parents = [_parent(record, by_id) for record in records]
    path = _path(by_id.get(_text(document.get("current_node"))), parents)
    children: dict[int | None, list[int]] = {}
    for index, record in enumerate(records):
        if record.value is not None:
            children.setdefault(parents[index], []).append(index)
    order: list[int] = []
    waiting = _newest_last(children.get(None, []), path)[::-1]
    while waiting:
        index = waiting.pop()
        order.append(index)
        waiting += _newest_last(children.get(index, []), path)[::-1]
    strays = sorted(set(range(len(records))) - set(order))
    return [records[index] for index in strays + order]


def _parent(record: Record, by_id: dict[str, int]) -> int | None:
    return by_id.get(_text((record.value or {}).get("parent")))


def _path(leaf: int | None, parents: list[int | None]) -> set[int]:
    """The nodes from the leaf up."""
    path: set[int] = set()
    while leaf is not None and leaf not in path:
        path.add(leaf)
        leaf = parents[leaf]
    return path


def _newest_last(nodes: list[int], path: set[int]) -> list[int]:
    return sorted(nodes, key=lambda index: index in path)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
