"""Sessions and transcripts for checks, made in a line each."""

from __future__ import annotations

import io
import json
from typing import Any

from pane_cli.check.check import check
from pane_cli.check.finding import Finding
from pane_cli.check.table import ROWS

SESSION = "5d1c9a70-0b6e-4a5f-9f0e-7b6a2f1c3d21"
HEADER = '{"kind":"session","v":1,"id":"s-1","agent":"hand"}'

#: No secret, and shaped like one: put together here so that scanners stay calm.
GITHUB = "ghp_" + "9aQz7LmX2cVb" * 3


def found(body: bytes) -> list[Finding]:
    return check(io.BytesIO(body), "in.jsonl", ROWS)


def session(*lines: str) -> bytes:
    """A session file."""
    return "".join(line + "\n" for line in (HEADER, *lines)).encode()


def entry(n: int, kind: str = "text", role: str = "user", **more: Any) -> str:
    line = {"kind": kind, "n": n, "turn": 1, "role": role, "ts": "2026-02-10T09:00:00Z"}
    return json.dumps({**line, **more})


def call(n: int, id: str, msg: str | None = None) -> str:
    return entry(n, "call", "assistant", tool="Bash", args={}, call=id, msg=msg)


def result(n: int, id: str | None) -> str:
    return entry(n, "result", "tool", text="done", call=id)


def record(number: int, text: str = "hello", **more: Any) -> str:
    """A line of a Claude Code transcript."""
    line = {
        "type": "user",
        "uuid": f"u-{number}",
        "parentUuid": f"u-{number - 1}" if number > 1 else None,
        "sessionId": SESSION,
        "timestamp": f"2026-02-10T09:{number // 60:02}:{number % 60:02}.000Z",
        "message": {"role": "user", "content": text},
    }
    return json.dumps({**line, **more}, ensure_ascii=False)


def picture(number: int, data: str) -> str:
    """A record with an image."""
    source = {"type": "base64", "media_type": "image/png", "data": data}
    content = [{"type": "image", "source": source}]
    return record(number, message={"role": "user", "content": content})


def transcript(*lines: str) -> bytes:
    return "".join(line + "\n" for line in lines).encode()
