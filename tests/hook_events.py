"""Events of agents, transcripts to go with them, and the hook as a process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from running import Outcome, run

from pane_cli.session.address import USER_SESSION
from pane_cli.session.types import Mark
from pane_cli.store.store import Store

SESSION = "5d1c9a70-0b6e-4a5f-9f0e-7b6a2f1c3d21"
HERE = "/repo"
#: Keys that Codex takes; one more and it drops all of them.
OUTER, INNER = {"hookSpecificOutput"}, {"hookEventName", "additionalContext"}


def event(name: str = "UserPromptSubmit", **more: Any) -> dict[str, Any]:
    """What Claude Code gives its hook."""
    common = {"session_id": SESSION, "transcript_path": None, "cwd": HERE}
    return {"hook_event_name": name, **common, **more}


def hook(
    place: Path, told: Any, *options: str, patient: bool = True, **more: str
) -> Outcome:
    """`pane hook`, given an event or bytes; `patient`: on a busy machine, too."""
    rules = place / ".config" / "pane" / "rules.yaml"
    if patient and not rules.exists():
        rules.parent.mkdir(parents=True, exist_ok=True)
        rules.write_text("hook: {deadline: 30}\n")
    body = told if isinstance(told, bytes) else json.dumps(told).encode()
    return run(["pane", "hook", *options], place, body, **more)


def added(done: Outcome) -> str:
    """What a run adds to the window; fails unless it is what every agent takes."""
    assert done.status == 0
    if not done.out:
        return ""
    document = json.loads(done.out)
    assert set(document) == OUTER
    assert set(document["hookSpecificOutput"]) == INNER
    assert done.out.startswith(b"{") and done.out.count(b"\n") == 1
    text = document["hookSpecificOutput"]["additionalContext"]
    assert isinstance(text, str) and text
    return text


def pinned(place: Path, *texts: str) -> None:
    """Pin notes for every session."""
    marks = [Mark("pin", 0, name=f"p-{i}", text=text) for i, text in enumerate(texts)]
    Store(place / "store").append_marks(USER_SESSION, marks)


def record(n: int, role: str, content: Any, **more: Any) -> str:
    """A line of a transcript of Claude Code."""
    line = {
        "type": role,
        "uuid": f"u-{n}",
        "parentUuid": f"u-{n - 1}" if n else None,
        "sessionId": SESSION,
        "cwd": HERE,
        "timestamp": f"2026-02-10T09:00:{n:02}.000Z",
        "message": {"role": role, "content": content},
    }
    return json.dumps(line | more) + "\n"


def boundary(n: int) -> str:
    """The lines with which Claude Code says that it compacted the window."""
    return record(n, "user", "A summary.", isCompactSummary=True)
