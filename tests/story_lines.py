"""Sessions written as text, so that a test's input can be read beside its assertion.

    user: fix the login bug
    say: Let me look.
    call: Read {"file_path": "/repo/auth.py"}
    result: def login(): ...
    call: Bash {"command": "pytest -q"}
    failed: Exit code 1 ...
    note: compact-summary The user asked ...
    image:
    think: (signed) hm

A result answers the oldest call that waits; `orphan:` is a result without a call.
`\\n` in a line is a line break; neighbouring `say`, `think` and `call` are one answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pane_cli.commands.shared.inputs import Session, take
from pane_cli.rules.schema import DEFAULT, Rules
from pane_cli.session.codec import encode
from pane_cli.session.log import Log
from pane_cli.session.numbering import Draft, Numbering, note
from pane_cli.session.types import Entry, Header, Mark
from pane_cli.view.view import View

HEADER = Header(
    "session", 1, "c0ffee00-1111-4222-8333-444455556666", "claude-code", cwd="/repo"
)


def entries(text: str) -> Iterator[Entry]:
    """Entries of a session written as above."""
    numbering, waiting, answer = Numbering(), list[str](), 0
    calls = 0
    for line in text.strip().split("\n"):
        word, _, rest = line.strip().partition(":")
        rest = rest.strip().replace("\\n", "\n")
        if word in ("user", "image", "result", "failed", "orphan"):
            answer += 1
        if word == "call":
            calls += 1
            waiting.append(f"c{calls}")
        call = waiting.pop(0) if word in ("result", "failed") else f"c{calls}"
        yield from numbering.number([_draft(word, rest, call, f"m{answer}")], None)


def _draft(word: str, rest: str, call: str, msg: str) -> Draft:
    if word == "user":
        return Draft(kind="text", role="user", text=rest)
    if word == "image":
        return Draft(kind="image", role="user", media="image/png", bytes=9, sha256="0")
    if word == "say":
        return Draft(kind="text", role="assistant", text=rest, msg=msg)
    if word == "think":
        signature = "signed" if rest.startswith("(signed)") else None
        return Draft(
            kind="thinking", role="assistant", text=rest, signature=signature, msg=msg
        )
    if word == "call":
        tool, _, body = rest.partition(" ")
        args: dict[str, Any] = json.loads(body or "{}", strict=False)
        files = tuple(args[key] for key in ("file_path",) if key in args)
        return Draft(
            kind="call",
            role="assistant",
            tool=tool,
            args=args,
            call=call,
            files=files,
            msg=msg,
        )
    if word == "orphan":
        return Draft(kind="result", role="tool", call="nobody", text=rest)
    if word in ("result", "failed"):
        return Draft(
            kind="result", role="tool", call=call, text=rest, error=word == "failed"
        )
    what, _, body = rest.partition(" ")
    return note(what, body)


def session(text: str, rules: Rules = DEFAULT, *marks: Mark) -> Session:
    """The same as a log and its view."""
    made = Session(Log(HEADER), View(HEADER, rules))
    for entry in entries(text):
        take(made, encode(entry), entry)
    for mark in marks:
        made.view.step(mark)
    return made


LONG = """
user: fix the login bug in /repo/auth.py, and keep the API stable
say: Let me look.
call: Read {"file_path": "/repo/auth.py"}
result: def login(user):\\n    return check_token(user.token_id)\\n
call: Bash {"command": "pytest -q tests/test_auth.py"}
failed: Exit code 1\\nE   AssertionError: expected 200, got 401 in test_refresh_token
call: Edit {"file_path": "/repo/auth.py", "old_string": "chk_", "new_string": "verify_"}
result: edited
call: Bash {"command": "pytest -q tests/test_auth.py"}
result: 4 passed
say: Fixed: verify_token is used now.
user: now add a CSV export
call: Write {"file_path": "/repo/export.py", "content": "import csv\\ndef rows(): 1\\n"}
result: written
say: Done.
user: 1) rename X 2) keep Y 3) run Z
call: Bash {"command": "grep -rn X src"}
result: src/x.py:1: X = 1
call: Read {"file_path": "/repo/src/x.py"}
result: X = 1
"""
