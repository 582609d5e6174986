"""Sessions for tests: entries by hand, and session files of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pane_cli.search.places import Source
from pane_cli.session.codec import encode
from pane_cli.session.types import Entry, Header


def entry(n: int, text: str = "", **more: Any) -> Entry:
    fields = {"kind": "text", "role": "user", "turn": 1, **more}
    return Entry(n=n, text=text, **fields)


def call(n: int, tool: str, files: tuple[str, ...] = (), **args: Any) -> Entry:
    return entry(
        n,
        kind="call",
        role="assistant",
        tool=tool,
        args=args,
        call=f"c{n}",
        files=files,
    )


def session_bytes(id: str, entries: list[Entry], **header: Any) -> bytes:
    first = Header("session", 1, id, "test", **header)
    return encode(first) + b"".join(map(encode, entries))


def write_session(folder: Path, id: str, entries: list[Entry], **header: Any) -> Source:
    path = folder / f"{id}.jsonl"
    path.write_bytes(session_bytes(id, entries, **header))
    return Source(id, path)
