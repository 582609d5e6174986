"""Events for the rules of the hook, and the store that they find.

In it are the sample session with two pins, the session of `samples/agents` (behind
turns whose replies give facts) up to its compaction, which its transcript tells of
behind what was read, the same once more with it, and a session that was silenced.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).resolve().parents[2] / "samples" / "agents" / "recorded.json"
SAMPLE = "7c1e5a90-4d2b-4e8f-a6c3-91b7f0d25e48"
FOLDER = "/home/dev/ferry"
ASKED = "does rotate_refresh_token keep expires_at of tariff-table in kiosk_state?"

Pane = Callable[[list[str]], None]


def hook_inputs(root: Path, sample: Path, pane: Pane) -> dict[str, str]:
    """Make the store `kept` in `root`; events by the words that rows have for them."""
    pane(["ingest", "-q", str(sample), "--store", "kept"])
    for name in ("api", "tests"):
        note = f"the {name} stand as they are"
        pane(["pin", "-q", "--name", name, note, "-s", SAMPLE, "--store", "kept"])
    grown, new = root / "grown.jsonl", root / "new.jsonl"
    records = [*_talk(_records()[0]), *_records()]
    compaction = next(i for i, r in enumerate(records) if r.get("compactMetadata"))
    session = records[0]["sessionId"]
    grown.write_text(_lines(records[:compaction]), encoding="utf-8")
    pane(_told(root, "Stop", session, grown))
    pane(_told(root, "UserPromptSubmit", session, grown, prompt="hi"))
    pane(["pin", "-q", "stay afloat", "-s", session, "--store", "kept"])
    grown.write_text(_lines(records), encoding="utf-8")
    again = root / "again.jsonl"
    again.write_text(_lines([r | {"sessionId": "again-1"} for r in records]))
    pane(_told(root, "Stop", "again-1", again))
    pane(_told(root, "UserPromptSubmit", "again-1", again, prompt="hi"))
    anchor = ["--name", "anchor", "stands", "-s", "user", "--store", "kept"]
    pane(["pin", "-q", *anchor])
    pane(["facts", "set", "-q", "name", "Nora", "-s", "user", "--store", "kept"])
    other = [record | {"sessionId": "new-1"} for record in records[:2]]
    new.write_text(_lines(other), encoding="utf-8")
    pane(_told(root, "UserPromptSubmit", "silent-1", None, prompt="pane: off"))
    prompt = "UserPromptSubmit"
    events = {
        "PROMPT": _event(prompt, "again-1", None, prompt=ASKED),
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


def _talk(first: dict[str, Any]) -> list[dict[str, Any]]:
    """Turns before the first record: on `tariff-table`, then long on another thing."""
    common = {
        key: first[key] for key in ("sessionId", "cwd", "version") if key in first
    }
    common["timestamp"] = "2026-03-01T06:00:00Z"
    made: list[dict[str, Any]] = []
    for n, entity in enumerate(("tariff-table", *["quay-list"] * 6)):
        facts = [
            {"entity": entity, "key": f"{key}-{n}", "value": f"{n} of the {key}"}
            for key in ("port", "owner")
        ]
        block = {"entities": [entity], "categories": ["planning"], "facts": facts}
        text = f"Done.\n\n```turn.json\n{json.dumps(block)}\n```"
        asked = {"role": "user", "content": f"Go on with the {entity}, part {n}."}
        said = {"role": "assistant", "content": [{"type": "text", "text": text}]}
        made += [
            common | {"type": "user", "uuid": f"tu-{n}", "message": asked},
            common
            | {
                "type": "assistant",
                "uuid": f"ta-{n}",
                "message": {"id": f"tm-{n}", **said},
            },
        ]
    for one, before in zip(made[1:], made, strict=False):
        one["parentUuid"] = before["uuid"]
    return made


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
