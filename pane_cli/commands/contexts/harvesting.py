"""What `assemble --harvest` keeps of a run: query, context, and the reply before it.

One JSON object a line, appended; off unless a file is named. The reply to a run is in
the next line of its session: `reply.n` is past this line's `after`. Secrets are out,
unless --no-redact was given.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pane_cli.errors import PaneError
from pane_cli.session.types import Entry
from pane_cli.store.place import open_private
from pane_cli.text.refusals import is_refusal
from pane_cli.view.view import View

VERSION = 1


class Told(NamedTuple):
    """One run, without secrets unless they were asked for."""

    view: View
    fetch: Callable[[int], Entry]
    query: str | None
    context: str


def harvest(path: Path, told: Told, ts: str) -> None:
    """Append one run to the file, which its owner alone can read.

    Raises PaneError where it can't be written.
    """
    body = msgspec.json.encode(_record(told, ts)) + b"\n"
    try:
        place = open_private(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        with os.fdopen(place, "wb", buffering=0) as stream:
            while body:  # one write, unless the disk is nearly full
                body = body[stream.write(body) :]
    except OSError as error:
        hint = "--harvest FILE: a file in a folder that can be written"
        raise PaneError(f"{path}: {error.strerror or error}", hint) from error


def _record(told: Told, ts: str) -> dict[str, Any]:
    view = told.view
    record: dict[str, Any] = {
        "v": VERSION,
        "ts": ts,
        "session": view.header.id,
        "after": view.last,
        "query": told.query,
        "context": told.context,
    }
    n = _last_reply(told)
    if n is not None:
        said = told.fetch(n).text
        markers = view.rules.facts.refusals
        refused = {"refusal": True} if is_refusal(said, markers) else {}
        record["reply"] = {"n": n, "text": said, **refused}
    return record


def _last_reply(told: Told) -> int | None:
    """The agent's last words, on the active branch."""
    for row in reversed(told.view.rows):
        is_said = row.kind == "text" and row.role == "assistant" and row.chars
        if is_said and told.view.is_context(row.n) and told.fetch(row.n).text.strip():
            return row.n
    return None
