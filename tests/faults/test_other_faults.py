"""Faults 14-16, 28-33 of other tools: Codex, OpenCode, Gemini, Pi, and all formats."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from faults.made import ID, Kept, ask, lines, say

FORK = "019b2ea4-0000-7000-8000-58208e1f0000"
ORIGIN = "019b0000-0000-7000-8000-00000000aaaa"
OWN_TURN = "019b2ea4-0001-7000-8000-000000000001"
BORN = "2025-12-17T21:03:02.336Z"
MS = 1730000001000


def item(kind: str, ts: str = BORN, **payload: Any) -> Any:
    return {"timestamp": ts, "type": kind, "payload": payload}


def said(role: str, text: str, ts: str = BORN) -> Any:
    part = "input_text" if role == "user" else "output_text"
    content = [{"type": part, "text": text}]
    return item("response_item", ts, type="message", role=role, content=content)


def event(kind: str, **more: Any) -> Any:
    return item("event_msg", type=kind, **more)


def used(total: int, last: int | None = None) -> Any:
    info = {"total_token_usage": {"input_tokens": 1, "output_tokens": total}}
    if last is not None:
        info["last_token_usage"] = {"input_tokens": 1, "output_tokens": last}
    return event("token_count", info=info)


META = item("session_meta", id=ORIGIN, timestamp=BORN, cwd="/repo")


def test_14_ccusage_1370_what_a_fork_copied_is_counted_once(tmp_path: Path) -> None:
    old = [said("user", "old"), said("assistant", "old!"), used(900, 900)]
    own = item(
        "session_meta", id=FORK, timestamp=BORN, cwd="/repo", forked_from_id=ORIGIN
    )
    new = [item("turn_context", turn_id=OWN_TURN), said("user", "new")]
    new += [said("assistant", "new!"), used(907, 7)]
    kept = Kept(tmp_path, a=lines(META, *old), b=lines(own, META, *old, *new))
    assert kept.store.ids() == [ORIGIN, FORK]
    assert kept.header(FORK).parent == ORIGIN
    assert kept.usage() == (2, 907)


def test_15_codeburn_413_a_later_meta_resets_nothing(tmp_path: Path) -> None:
    other = item("session_meta", id="other", cwd="/other")
    equal = [said("assistant", "a"), used(5, 5), said("assistant", "b"), used(10, 5)]
    kept = Kept(
        tmp_path, s=lines(META, said("user", "go"), *equal[:2], other, *equal[2:])
    )
    assert (kept.id, kept.header().cwd) == (ORIGIN, "/repo")
    assert kept.texts() == ["go", "a", "b"]
    # Two answers that used the same are two answers.
    assert kept.usage()[1] == 10


@pytest.mark.parametrize("is_event_first", [False, True], ids=["item", "event"])
def test_16_agent_recall_502_each_message_once(
    tmp_path: Path, is_event_first: bool
) -> None:
    done = {"type": "AgentMessage", "content": [{"type": "Text", "text": "4"}]}
    question = [said("user", "2+2?"), event("user_message", message="2+2?")]
    answer = [
        said("assistant", "4"),
        event("item_completed", item=done),
        event("agent_message", message="4"),
    ]
    step = -1 if is_event_first else 1
    kept = Kept(tmp_path, s=lines(META, *question[::step], *answer[::step]))
    assert kept.texts() == ["2+2?", "4"]
    hits = json.loads(kept.pane("recall", "--literal", "2+2?", "--json").out)
    assert hits["total"] == 1


def opencode_tree(storage: Path, id: str, text: str) -> None:
    """A session of the older tree of files."""
    bodies = {
        f"session/p/{id}": {"id": id, "directory": "/r", "time": {"created": MS}},
        f"message/{id}/m-{id}": {"id": f"m-{id}", "role": "user", "sessionID": id},
        f"part/m-{id}/p-{id}": {"id": f"p-{id}", "type": "text", "text": text},
    }
    for name, body in bodies.items():
        path = storage / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(body))


def opencode_database(path: Path, id: str, text: str) -> None:
    """The same in the newer database."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(
            """
            CREATE TABLE session (id, project_id, parent_id, directory, title, version,
              revert, time_created, time_updated);
            CREATE TABLE message (id, session_id, time_created, time_updated, data);
            CREATE TABLE part (id, message_id, session_id, time_created, time_updated,
              data);
            """
        )
        row = (id, "p", None, "/r", "t", "1.3", None, MS, MS)
        db.execute("INSERT INTO session VALUES (?,?,?,?,?,?,?,?,?)", row)
        body = json.dumps({"role": "user", "time": {"created": MS}})
        db.execute("INSERT INTO message VALUES ('m',?,?,?,?)", (id, MS, MS, body))
        body = json.dumps({"type": "text", "text": text})
        db.execute("INSERT INTO part VALUES ('p','m',?,?,?,?)", (id, MS, MS, body))
        db.commit()


def test_28_opencode_13654_the_database_and_the_tree_each_once(tmp_path: Path) -> None:
    opencode_tree(tmp_path / "agent" / "storage", "ses_both", "as it was")
    opencode_tree(tmp_path / "agent" / "storage", "ses_old", "left behind")
    opencode_database(tmp_path / "agent" / "opencode.db", "ses_both", "as it is")
    kept = Kept(tmp_path)
    assert kept.store.ids() == ["ses_both", "ses_old"]
    assert kept.texts("ses_both") == ["as it is"]
    assert kept.texts("ses_old") == ["left behind"]


def test_29_gemini_cli_26425_empty_torn_and_without_a_start(tmp_path: Path) -> None:
    message = {"id": "u", "type": "user", "content": "hi", "timestamp": BORN}
    document = {"sessionId": "g-1", "projectHash": "h", "messages": [message]}
    head = {"sessionId": "g-2", "projectHash": "h", "startTime": BORN}
    kept = Kept(
        tmp_path,
        empty=b"",
        torn=lines(head, message)[:-20],
        **{"session-a.json": json.dumps(document, indent=1).encode()},
        whole=lines({**head, "sessionId": "g-3"}, message),
    )
    assert set(kept.store.ids()) >= {"g-1", "g-3"}
    assert kept.texts("g-1") == kept.texts("g-3") == ["hi"]
    listed = kept.pane("recall", "--sessions")
    assert listed.status == 0 and b"g-1" in listed.out


def node(id: str, parent: str | None, role: str, text: str, **more: Any) -> Any:
    content = [{"type": "text", "text": text}]
    message = {"role": role, "content": content, **more}
    own = {"id": id, "parentId": parent, "timestamp": BORN}
    return {"type": "message", **own, "message": message}


PI = {"type": "session", "version": 3, "id": "p-1", "timestamp": BORN, "cwd": "/r"}


def test_30_herdr_56_the_branch_of_the_leaf_and_no_aborted_answer(
    tmp_path: Path,
) -> None:
    records = [
        node("1", None, "user", "go"),
        node("2", "1", "assistant", "tried X"),
        node("3", "1", "user", "the other route"),
        node("4", "3", "assistant", "half", stopReason="aborted"),
        node("5", "4", "assistant", "done"),
    ]
    kept = Kept(tmp_path, p=lines(PI, *records))
    assert kept.live() == ["go", "the other route", "half", "done"]
    assert kept.texts()[1] == "tried X"  # kept, and off the branch
    half = next(e for e in kept.entries() if e.text == "half")
    assert half.error
    assert "tried X" not in json.dumps(kept.messages())


def test_31_session_resumer_4_times_are_rfc_3339_and_all_come_back(
    tmp_path: Path,
) -> None:
    stamps = [1772603910.545, 1772603910545, "1772603911", "2026-03-04T06:58:31+01:00"]
    records = [said("user" if n % 2 else "assistant", f"m{n}") for n in range(163)]
    for n, record in enumerate(records):
        record["timestamp"] = stamps[n % len(stamps)]
    kept = Kept(tmp_path, s=lines(META, *records))
    assert kept.texts() == [f"m{n}" for n in range(163)]
    assert {e.ts[10] + e.ts[-1] for e in kept.entries() if e.ts} == {"TZ"}
    again = kept.pane("recall", f"{kept.id}#1-164", "--no-redact").out.decode()
    assert all(f"m{n}" in again for n in range(163))


def test_32_codex_45150_ordinals_are_optional(tmp_path: Path) -> None:
    records = [said("user", "a"), said("assistant", "b"), said("user", "c")]
    records[0]["ordinal"], records[2]["ordinal"] = 7, 1
    kept = Kept(tmp_path, s=lines(META, *records))
    assert kept.texts() == ["a", "b", "c"]


def test_33_ocmonitor_15_every_source_is_reported(tmp_path: Path) -> None:
    kept = Kept(
        tmp_path,
        good=lines(ask("u", "go"), b'{"half\n', say("a", "ok"), b'{"type":"us'),
        empty=b"",
        other=lines({"some": "thing"}),
        text=b"no json at all\n",
    )
    for name in ("good", "empty", "other", "text"):
        assert f"agent/{name}.jsonl:" in kept.err, kept.err
    counts = "2 read, 0 already stored, 1 skipped (damaged), 1 held; 1 session new"
    assert counts in kept.err
    assert "files left out: 2 of no known format" in kept.err
    assert kept.store.ids() == [ID]
