"""Events for the rules of the hook, and the store that they find.

In it are the sample session with two pins, the session of `samples/agents` up to its
compaction, which its transcript tells of behind what was read, and a session that was
silenced.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).resolve().parents[2] / "samples" / "agents" / "recorded.json"
SAMPLE = "7c1e5a90-4d2b-4e8f-a6c3-91b7f0d25e48"
FOLDER = "/home/dev/ferry"
ASKED = "does rotate_refresh_token keep expires_at in a copy of kiosk_state?"

Pane = Callable[[list[str]], None]


def hook_inputs(root: Path, sample: Path, pane: Pane) -> dict[str, str]:
    """Make the store `kept` in `root`; events by the words that rows have for them."""
    pane(["ingest", "-q", str(sample), "--store", "kept"])
    for name in ("api", "tests"):
        note = f"the {name} stand as they are"
        pane(["pin", "-q", "--name", name, note, "-s", SAMPLE, "--store", "kept"])
    grown, new = root / "grown.jsonl", root / "new.jsonl"
    records = _records()
    compaction = next(i for i, r in enumerate(records) if r.get("compactMetadata"))
    session = records[0]["sessionId"]
    grown.write_text(_lines(records[:compaction]), encoding="utf-8")
    pane(_told(root, "Stop", session, grown))
    pane(_told(root, "UserPromptSubmit", session, grown, prompt="hi"))
    pane(["pin", "-q", "stay afloat", "-s", session, "--store", "kept"])
    grown.write_text(_lines(records), encoding="utf-8")
    other = [record | {"sessionId": "new-1"} for record in records[:2]]
    new.write_text(_lines(other), encoding="utf-8")
    pane(_told(root, "UserPromptSubmit", "silent-1", None, prompt="pane: off"))
    prompt = "UserPromptSubmit"
    events = {
        "PROMPT": _event(prompt, "next-1", None, prompt=ASKED),
        "START": _event("SessionStart", "next-1", None, source="startup"),
        "COMPACT": _event("SessionStart", session, None, source="compact"),
        "GROWN": _event(prompt, session, grown, prompt="hi"),
        "NEW": _event(prompt, "new-1", new, prompt="hi"),
        "OFF": _event(prompt, "next-1", None, prompt="pane: off\nhi"),
        "ON": _event(prompt, "silent-1", None, prompt="pane: on"),
    }
    for name, event in events.items():
        (root / f"{name}.json").write_text(event, encoding="utf-8")
    files = {f"HOOK-{name}": f"{name}.json" for name in events}
    return files | {"HS": str(root / "hooked")}


def _records() -> list[dict[str, Any]]:
    """Of the first of the recorded sessions."""
    steps = json.loads(RECORDED.read_text("utf-8"))
    found = [record for step in steps for record in step.get("records", [])]
    return [r for r in found if r["sessionId"] == found[0]["sessionId"]]


def _lines(records: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def _event(name: str, session: str, path: Path | None, **more: str) -> str:
    event = {
        "hook_event_name": name,
        "session_id": session,
        "transcript_path": str(path) if path is not None else None,
        "cwd": FOLDER,
    }
    return json.dumps(event | more)


def _told(
    root: Path, name: str, session: str, path: Path | None, **more: str
) -> list[str]:
    store = str(root / "kept")
    return ["hook", _event(name, session, path, **more), "--store", store]
