"""Sources that are no plain files, ingested while they grow and change."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from transcripts_made import ingest, lines, session, texts

from pane_cli.session.types import Amend, Entry
from pane_cli.store.store import Store

MS = 1730000001000
_TABLES = """
CREATE TABLE session (id TEXT PRIMARY KEY, directory TEXT, title TEXT,
  time_created INTEGER, time_updated INTEGER);
CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER,
  time_updated INTEGER, data TEXT);
CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT,
  time_created INTEGER, time_updated INTEGER, data TEXT);
"""


def database(path: Path, *ids: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(_TABLES)
        for id in ids:
            row = (id, "/repo", None, MS, MS)
            db.execute("INSERT INTO session VALUES (?,?,?,?,?)", row)
            say(db, id, 1, "go")
        db.commit()


def say(db: sqlite3.Connection, id: str, n: int, text: str) -> None:
    data = {"role": "user" if n % 2 else "assistant", "time": {"created": MS}}
    row = (f"msg_{n}_{id}", id, MS + n, MS + n, json.dumps(data))
    db.execute("INSERT INTO message VALUES (?,?,?,?,?)", row)
    part = json.dumps({"type": "text", "text": text})
    rows = (f"prt_{n}_{id}", f"msg_{n}_{id}", id, MS, MS + n, part)
    db.execute("INSERT INTO part VALUES (?,?,?,?,?,?)", rows)


def change(path: Path, sql: str, *values: Any) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(sql, values)
        db.commit()


def words(store: Store, id: str) -> dict[int, str]:
    return {n: text for n, text in texts(store, id).items() if text}


@pytest.fixture
def opencode(tmp_path: Path) -> tuple[Path, Store]:
    path = tmp_path / "opencode" / "opencode.db"
    path.parent.mkdir()
    database(path, "s1", "s2")
    return path, Store(tmp_path / "store")


def test_each_session_is_one_and_what_is_new_is_read(
    opencode: tuple[Path, Store],
) -> None:
    path, store = opencode
    assert [o.new for o in ingest(store, path)] == [1, 1]
    assert [o.status for o in ingest(store, path)] == ["unchanged"] * 2
    before = session(store, "s1")
    with closing(sqlite3.connect(path)) as db:
        say(db, "s1", 2, "done")
        db.commit()
    found = ingest(store, path)
    assert [o.status for o in found] == ["stored", "unchanged"]
    assert found[0].tally.read == 2
    assert session(store, "s1").startswith(before)
    assert words(store, "s1") == {3: "go", 5: "done"}


def test_a_row_that_changes_changes_its_own_entry_only(
    opencode: tuple[Path, Store],
) -> None:
    path, store = opencode
    with closing(sqlite3.connect(path)) as db:
        say(db, "s1", 2, "half")
        say(db, "s1", 3, "and then?")
        db.commit()
    ingest(store, path)
    before = {e.n: e for e in lines(store, "s1") if isinstance(e, Entry)}
    part = json.dumps({"type": "text", "text": "half and half"})
    sql = "UPDATE part SET data = ?, time_updated = ? WHERE id = 'prt_2_s1'"
    change(path, sql, part, MS + 99)
    ingest(store, path)
    after = {e.n: e for e in lines(store, "s1") if isinstance(e, Entry)}
    assert {n: after[n] for n in before} == before
    assert texts(store, "s1")[max(after)] == "half and half"
    last = lines(store, "s1")[-1]
    assert last == Amend("amend", ((5, 5),), "vanished")
    for entry in after.values():
        assert entry.src is not None
        json.loads(Store(store.root).archive("s1").read(*entry.src))


def test_a_session_that_moves_from_the_tree_to_the_database(
    opencode: tuple[Path, Store],
) -> None:
    path, store = opencode
    storage = path.parent / "storage"
    kept = path.with_name("kept")
    shutil.move(path, kept)
    ids = {"id": "msg_1_s1", "sessionID": "s1"}
    files: dict[str, Any] = {
        "session/p/s1": {"id": "s1", "directory": "/repo", "time": {"created": MS}},
        "message/s1/msg_1_s1": {**ids, "role": "user", "time": {"created": MS}},
        "part/msg_1_s1/prt_1_s1": {
            "id": "prt_1_s1",
            "messageID": "msg_1_s1",
            "sessionID": "s1",
            "type": "text",
            "text": "go",
        },
    }
    for name, value in files.items():
        file = storage / f"{name}.json"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(value, indent=2))
    ingest(store, path.parent)
    before = session(store, "s1")
    shutil.move(kept, path)
    with closing(sqlite3.connect(path)) as db:
        say(db, "s1", 2, "done")
        db.commit()
    ingest(store, path.parent)
    assert sorted(store.ids()) == ["s1", "s2"]
    assert session(store, "s1").startswith(before)
    assert words(store, "s1") == {3: "go", 5: "done"}


CHAT = "\n# aider chat started at 2024-08-05 19:33:02\n\n> aider  \n\n"


def test_a_history_that_grows_is_read_piece_by_piece(tmp_path: Path) -> None:
    file = tmp_path / ".aider.chat.history.md"
    grown = Store(tmp_path / "grown")
    text = (
        CHAT
        + "#### one  \n\nIt is:\n\n```\n#### no\n```\n\n> Tokens: 1 sent, 2 received.  "
        "\n\n#### two  \n\nyes\n" + CHAT.replace(":02", ":09") + "#### three  \n\nok\n"
    )
    for end in [*range(0, len(text), 7), len(text)]:
        file.write_text(text[:end])
        ingest(grown, file)
    whole = Store(tmp_path / "whole")
    ingest(whole, file)
    assert sorted(grown.ids()) == sorted(whole.ids())
    assert len(grown.ids()) == 2
    for id in whole.ids():
        assert session(grown, id) == session(whole, id)


def test_the_last_piece_waits(tmp_path: Path) -> None:
    file, store = tmp_path / "aider.chat.history.md", Store(tmp_path / "store")
    file.write_text(CHAT + "#### one  \n\nIt")
    [outcome] = ingest(store, file)
    assert outcome.tally.held == 1
    file.write_text(CHAT + "#### one  \n\nIt is.\n\n#### two  \n")
    ingest(store, file)
    (id,) = store.ids()
    assert list(texts(store, id).values())[-1] == "It is."


def test_gemini_goes_on_in_a_log(tmp_path: Path) -> None:
    chats, store = tmp_path / "chats", Store(tmp_path / "store")
    chats.mkdir()
    head = {"sessionId": "g-1", "projectHash": "h"}
    said = {"id": "m1", "type": "user", "content": "hi", "timestamp": "2026-04-29"}
    (chats / "s.json").write_text(json.dumps({**head, "messages": [said]}, indent=1))
    ingest(store, tmp_path)
    more = {**said, "id": "m2", "content": "more"}
    rows = [head, said, more]
    (chats / "s.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    ingest(store, tmp_path)
    assert store.ids() == ["g-1"]
    assert list(texts(store, "g-1").values())[-1] == "more"


def test_fault_33_what_was_seen_is_counted(opencode: tuple[Path, Store]) -> None:
    path, store = opencode
    change(path, "UPDATE part SET data = '{' WHERE id = 'prt_1_s2'")
    first, second = ingest(store, path)
    assert (first.tally.read, first.tally.skipped) == (3, 0)
    assert (second.tally.read, second.tally.skipped) == (2, 1)
