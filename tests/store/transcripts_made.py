"""Small transcripts and stores for the tests of this room."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pane_cli.session.log import scan
from pane_cli.session.records import Record
from pane_cli.session.types import Entry, Line
from pane_cli.store.ingest import Ingest
from pane_cli.store.outcome import Outcome
from pane_cli.store.store import Store
from pane_cli.store.walk import Found, walk

ID = "11111111-2222-4333-8444-555555555555"


def user(uuid: str, text: str, **more: Any) -> bytes:
    message = {"role": "user", "content": text}
    return record(uuid, type="user", message=message, **more)


def answer(uuid: str, text: str, **more: Any) -> bytes:
    content = [{"type": "text", "text": text}, {"type": "text", "text": "done"}]
    message = {"id": f"msg-{uuid}", "role": "assistant", "content": content}
    return record(uuid, type="assistant", message=message, **more)


def record(uuid: str, session: str = ID, minute: int = 0, **more: Any) -> bytes:
    known = {
        "parentUuid": None,
        "sessionId": session,
        "uuid": uuid,
        "timestamp": f"2026-02-10T09:{minute:02}:00Z",
        "cwd": "/repo",
        **more,
    }
    return json.dumps(known, ensure_ascii=False).encode() + b"\n"


SUMMARY = b'{"type":"summary","summary":"earlier work","leafUuid":"x"}\n'
#: A prelude, a damaged line, two objects on one line, blank lines, U+2028, no last \n.
TRICKY = (
    b"\xef\xbb\xbf"
    + SUMMARY
    + user("u1", "fix the login bug\u2028at once")
    + b"\r\n"
    + answer("a1", "I will")
    + b'{"type":"user","half\n'
    + user("u2", "and the logout")[:-1]
    + answer("a2", "that too")
    + b"  \n"
    + user("u3", "thanks").rstrip(b"\n")
)
#: The same in few bytes, with a session of its own.
SMALL = (
    b'\xef\xbb\xbf{"type":"summary","leafUuid":"x"}\n'
    b'{"type":"user","sessionId":"s","message":{"content":"\xe2\x80\xa8x"}}\r\n'
    b'{"type":"user","ha\n \n'
    b'{"type":"user","sessionId":"s","uuid":"2"}{"type":"system","sessionId":"s"}\n'
    b'{"type":"assistant","sessionId":"s","message":{"content":["a","b"]}}'
)


def ingest(store: Store, *paths: Path, agent: str | None = None) -> list[Outcome]:
    damaged: list[tuple[Path, Record]] = []
    found = [f for f in walk(paths) if isinstance(f, Found)]
    run = Ingest(store, agent, lambda path, record: damaged.append((path, record)))
    return list(run.run(found))


def session(store: Store, id: str = ID) -> bytes:
    return store.path(id).read_bytes()


def lines(store: Store, id: str = ID) -> list[Line]:
    return [line for _, _, line in scan(store.path(id)) if line is not None]


def texts(store: Store, id: str = ID) -> dict[int, str]:
    return {line.n: line.text for line in lines(store, id) if isinstance(line, Entry)}


def assert_originals(store: Store, id: str, source: bytes, generation: int = 0) -> None:
    """Every `src` gives back the exact bytes of a whole record."""
    for line in lines(store, id):
        if isinstance(line, Entry) and line.src and line.src[0] == generation:
            _, offset, length = line.src
            assert store.archive(id).read(*line.src) == source[offset : offset + length]
