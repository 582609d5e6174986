"""Fold: what the agent's own to-do lists and plans say.

A plan is known by its shape, not by its tool's name: a list of items, each with a
status and a text. Agents that keep tasks one by one create them in a call, whose result
names their id, and change them by it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from typing import Any, NamedTuple

import msgspec

from pane_cli.session.types import Entry

#: Arguments that hold an item's text, the most telling first.
_TEXTS = ("content", "step", "subject", "title", "description", "text", "task", "name")
_ID = re.compile(r"#(\w+)")
_ID_CHARS = 200


class Todo(NamedTuple):
    """An item of a plan: where its text and its status come from, and both."""

    n: int
    last: int
    status: str
    text: str


class Task(msgspec.Struct, array_like=True):
    """A task that is kept by its id."""

    n: int
    status: str = "pending"
    last: int = 0


class Plans(msgspec.Struct):
    """Calls that state a whole plan, and tasks that are kept one by one."""

    calls: list[int] = []
    tasks: dict[str, Task] = {}
    created: dict[str, int] = {}
    """Calls that create a task and wait for its id, by call id."""

    def step(self, entry: Entry) -> None:
        """Take one entry in."""
        if entry.kind == "result" and self.created:
            self._named(entry)
        elif entry.kind == "call" and entry.args:
            if items_of(entry.args):
                self.calls.append(entry.n)
            elif entry.call and _is_text(entry.args.get("subject")):
                self.created[entry.call] = entry.n
            else:
                self._changed(entry.n, entry.args)

    def _named(self, entry: Entry) -> None:
        n = self.created.pop(entry.call or "", None)
        found = _ID.search(entry.text[:_ID_CHARS])
        if n is not None and found and not entry.error:
            self.tasks[found.group(1)] = Task(n, last=n)

    def _changed(self, n: int, args: dict[str, Any]) -> None:
        task = self.tasks.get(str(args.get("taskId", "")))
        status = args.get("status")
        if task is not None and isinstance(status, str):
            task.status, task.last = status, n

    def newest(
        self, fetch: Callable[[int], Entry], off: Container[int] = ()
    ) -> list[Todo]:
        """The newest state of the plan, in its order; `off` are entries that left."""
        call = next((n for n in reversed(self.calls) if n not in off), 0)
        tasks = [task for task in self.tasks.values() if task.n not in off]
        if max((task.last for task in tasks), default=0) > call:
            return [_todo(task, fetch) for task in tasks if task.status != "deleted"]
        items = items_of(fetch(call).args or {}) if call else []
        return [Todo(call, call, status, text) for status, text in items]


def items_of(args: dict[str, Any]) -> list[tuple[str, str]]:
    """Status and text of each item of the plan that a call states; else nothing."""
    for value in args.values():
        if isinstance(value, list) and value:
            items = [_item(item) for item in value]
            found = [item for item in items if item is not None]
            if len(found) == len(items):
                return found
    return []


def _item(value: Any) -> tuple[str, str] | None:
    if not isinstance(value, dict) or not _is_text(value.get("status")):
        return None
    text = next((value[key] for key in _TEXTS if _is_text(value.get(key))), None)
    return None if text is None else (value["status"], text)


def _todo(task: Task, fetch: Callable[[int], Entry]) -> Todo:
    args = fetch(task.n).args or {}
    return Todo(task.n, task.last, task.status, str(args.get("subject", "")))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)
