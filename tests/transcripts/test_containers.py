"""Sessions in databases, in trees of files, in folders of events: found and read."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from feeding import entries, said

from pane_cli.errors import PaneError
from pane_cli.session.types import Header, Usage
from pane_cli.store.walk import Found, Missing, walk
from pane_cli.transcripts.containers import sources_of
from pane_cli.transcripts.snapshot import read_database
from pane_cli.transcripts.source import open_source
from pane_cli.transcripts.transcribe import Item, transcribe

MS = 1730000001000
_OPENCODE = """
CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT,
  directory TEXT, title TEXT, version TEXT, revert TEXT, time_created INTEGER,
  time_updated INTEGER);
CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER,
  time_updated INTEGER, data TEXT);
CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT,
  time_created INTEGER, time_updated INTEGER, data TEXT);
"""


def opencode(path: Path, *ids: str, wal: bool = False) -> sqlite3.Connection:
    """A database in which each session holds a request and an answer."""
    connection = sqlite3.connect(path)
    if wal:
        connection.execute("PRAGMA journal_mode = wal")
    connection.executescript(_OPENCODE)
    for id in ids:
        row = (id, "p", None, "/repo", f"About {id}", "1.3", None, MS, MS)
        connection.execute("INSERT INTO session VALUES (?,?,?,?,?,?,?,?,?)", row)
        say(connection, id, "1", "user", "go")
        say(connection, id, "2", "assistant", "größer")
    connection.commit()
    return connection


def say(db: sqlite3.Connection, id: str, n: str, role: str, text: str) -> None:
    """A message with one part, behind those that are there."""
    data = json.dumps({"role": role, "time": {"created": MS}})
    message, at = f"msg_{id}_{n}", MS + int(n)
    db.execute("INSERT INTO message VALUES (?,?,?,?,?)", (message, id, MS, at, data))
    part = json.dumps({"type": "text", "text": text})
    row = (f"prt_{id}_{n}", message, id, MS, at, part)
    db.execute("INSERT INTO part VALUES (?,?,?,?,?,?)", row)


def tree(storage: Path, id: str, *texts: str) -> Path:
    """The same session in the older tree of files."""
    file = storage / "session" / "p" / f"{id}.json"
    known = {"id": id, "directory": "/repo", "version": "1.3", "projectID": "p"}
    dump(file, {**known, "title": f"About {id}", "time": {"created": MS}})
    for n, text in enumerate(texts, 1):
        role = "user" if n % 2 else "assistant"
        message = f"msg_{id}_{n}"
        ids = {"id": message, "sessionID": id}
        body = {**ids, "role": role, "time": {"created": MS}}
        dump(storage / "message" / id / f"{message}.json", body)
        part = {"id": f"prt_{id}_{n}", "messageID": message, "sessionID": id}
        file_of_part = storage / "part" / message / f"prt_{id}_{n}.json"
        dump(file_of_part, {**part, "type": "text", "text": text})
    return file


def dump(file: Path, value: Any) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value, indent=1))


def lines(path: Path) -> list[Item]:
    with open_source(path) as stream:
        return list(transcribe(stream, path.name))


def found(*paths: Path) -> list[str]:
    return [item.shown for item in walk(paths) if isinstance(item, Found)]


def state(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every file of a folder: size, time and bytes."""
    return {
        str(file.relative_to(folder)): (
            file.stat().st_size,
            file.stat().st_mtime_ns,
            file.read_bytes(),
        )
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


TALK = [
    ("session", "system", ""),
    ("session-title", "system", "About s1"),
    ("message", "user", ""),
    ("text", "user", "go"),
    ("message", "assistant", ""),
    ("text", "assistant", "größer"),
]


@pytest.fixture(params=[False, True], ids=["journal", "wal"])
def live(request: Any, tmp_path: Path) -> Iterator[Path]:
    """A database that its agent has open, with what is not yet checkpointed."""
    path = tmp_path / "data" / "opencode.db"
    path.parent.mkdir()
    with closing(opencode(path, "s1", "s2", wal=request.param)):
        yield path


def test_each_session_of_a_database_is_a_source(live: Path) -> None:
    parts = sources_of(live)
    assert [part.path for part in parts] == [live / "s1", live / "s2"]
    assert said(lines(live / "s1")) == TALK
    head = lines(live / "s1")[0]
    assert isinstance(head, Header)
    assert (head.id, head.agent, head.cwd) == ("s1", "opencode", "/repo")


def test_a_live_database_is_neither_locked_nor_changed(live: Path) -> None:
    before = state(live.parent)
    for part in sources_of(live):
        lines(part.path)
    assert state(live.parent) == before


def test_a_writer_does_not_wait(live: Path) -> None:
    with closing(sqlite3.connect(live, timeout=0)) as writer:

        def work(reader: sqlite3.Connection) -> int:
            reader.execute("SELECT * FROM message").fetchone()
            if not read:
                read.append(True)
                say(writer, "s1", "3", "user", "more")
                writer.commit()
            [(count,)] = reader.execute("SELECT count(*) FROM message")
            return int(count)

        read: list[bool] = []
        is_copied = live.with_name("opencode.db-wal").exists()
        # A copy stays what it was; the file itself was read again.
        assert read_database(live, work) == (4 if is_copied else 5)


def test_a_write_in_the_middle_is_not_taken(live: Path) -> None:
    """What an agent has not committed is not there."""
    with closing(sqlite3.connect(live)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        say(writer, "s1", "3", "user", "more")
        assert said(lines(live / "s1")) == TALK
        writer.rollback()


def test_marks_of_a_part_change_with_its_session_only(live: Path) -> None:
    before = sources_of(live)
    with closing(sqlite3.connect(live)) as writer:
        say(writer, "s1", "3", "user", "more")
        writer.commit()
    after = sources_of(live)
    assert before[0] != after[0] and before[1] == after[1]


def test_fault_28_both_are_read_and_the_database_wins(tmp_path: Path) -> None:
    data = tmp_path / "opencode"
    moved = tree(data / "storage", "s1", "go", "an older answer")
    left = tree(data / "storage", "s9", "left behind", "ok")
    opencode(data / "opencode.db", "s1").close()
    assert found(data) == [str(data / "opencode.db" / "s1"), str(left)]
    assert said(lines(left))[3] == ("text", "user", "left behind")
    assert found(moved) == [str(moved)]  # named, it is read


def test_the_tree_and_the_database_give_the_same_lines(tmp_path: Path) -> None:
    file = tree(tmp_path / "storage", "s1", "go", "größer")
    opencode(tmp_path / "opencode.db", "s1").close()
    bodies = []
    for path in (file, tmp_path / "opencode.db" / "s1"):
        with open_source(path) as stream:
            bodies.append(stream.read())
    assert bodies[0] == bodies[1]


def test_what_a_damaged_row_holds_is_told(live: Path) -> None:
    with closing(sqlite3.connect(live)) as writer:
        writer.execute("UPDATE part SET data = '{\"type\":' WHERE id = 'prt_s1_1'")
        writer.commit()
    problems = [item for item in lines(live / "s1") if not hasattr(item, "kind")]
    assert len(problems) == 1


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"SQLite format 3\0" + b"x" * 5000, "damaged database"),
        (b"SQLite format 3\0", "damaged database"),
    ],
    ids=["damaged", "cut off"],
)
def test_a_damaged_database(tmp_path: Path, body: bytes, problem: str) -> None:
    path = tmp_path / "x.db"
    path.write_bytes(body)
    [missing] = walk([path])
    assert isinstance(missing, Missing) and problem in missing.problem


def test_a_database_of_nobody(tmp_path: Path) -> None:
    path = tmp_path / "shop.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE orders (id)")
    with pytest.raises(PaneError, match="no agent"):
        sources_of(path)
    [missing] = walk([path])
    assert isinstance(missing, Missing) and "no agent" in missing.problem
    assert list(walk([tmp_path])) == []


def test_a_session_that_is_not_there(live: Path) -> None:
    [missing] = walk([live / "s7"])
    assert isinstance(missing, Missing) and "no such session" in missing.problem
    assert next(iter(walk([live / "s1"]))).is_named


def cursor_cli(path: Path, root: list[str], **blobs: Any) -> None:
    meta = {"agentId": "a-1", "name": "Look", "createdAt": MS, "lastUsedModel": "opus"}
    hashes = {name: os.urandom(32) for name in blobs}
    body = b"".join(b"\n\x20" + hashes[name] for name in root)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)")
        connection.execute("CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)")
        rows = [(hashes[n].hex(), json.dumps(blob)) for n, blob in blobs.items()]
        rows = [(id, data.encode()) for id, data in rows]  # type: ignore[misc]
        connection.executemany("INSERT INTO blobs VALUES (?,?)", rows)
        connection.execute("INSERT INTO blobs VALUES ('00', ?)", (body,))
        known = json.dumps({**meta, "latestRootBlobId": "00"}).encode().hex()
        connection.execute("INSERT INTO meta VALUES ('0', ?)", (known,))
        connection.commit()


def test_the_cli_of_cursor(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    hi, ok = {"role": "user", "content": "hi"}, {"role": "assistant", "content": "ok"}
    old = {"role": "user", "content": "long ago"}
    cursor_cli(path, ["hi", "ok", "hi"], old=old, ok=ok, hi=hi)
    assert found(path) == [str(path / "a-1")]
    assert said(lines(path / "a-1")) == [
        ("session", "system", ""),
        ("session-title", "system", "Look"),
        ("text", "user", "long ago"),
        ("context-replaced", "system", ""),
        ("text", "user", "hi"),
        ("text", "assistant", "ok"),
        ("text", "user", "hi"),
    ]


def test_a_root_that_says_nothing(tmp_path: Path) -> None:
    cursor_cli(tmp_path / "store.db", [], hi={"role": "user", "content": "hi"})
    assert said(lines(tmp_path / "store.db" / "a-1"))[2:] == [("text", "user", "hi")]


def test_the_editor_of_cursor(tmp_path: Path) -> None:
    path = tmp_path / "state.vscdb"
    order = [{"bubbleId": "b2", "type": 1}, {"bubbleId": "b1", "type": 2}]
    rows = {
        "composerData:c-1": {"composerId": "c-1", "fullConversationHeadersOnly": order},
        "composerData:c-2": {"composerId": "c-2", "fullConversationHeadersOnly": []},
        "composerData:c-3": {
            "conversation": [{"bubbleId": "b", "type": 1, "text": "x"}]
        },
        "bubbleId:c-1:b1": {"bubbleId": "b1", "type": 2, "text": "ok"},
        "bubbleId:c-1:b2": {"type": 1, "text": "hi"},
    }
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)")
        values = [(key, json.dumps(value)) for key, value in rows.items()]
        connection.executemany("INSERT INTO cursorDiskKV VALUES (?,?)", values)
        connection.commit()
    assert found(tmp_path) == [str(path / "c-1"), str(path / "c-3")]
    assert said(lines(path / "c-1"))[2:] == [
        ("text", "user", "hi"),
        ("text", "assistant", "ok"),
    ]
    assert said(lines(path / "c-3"))[2:] == [("text", "user", "x")]


_GOOSE = """
CREATE TABLE schema_version (version INTEGER PRIMARY KEY);
CREATE TABLE sessions (id TEXT PRIMARY KEY, description TEXT NOT NULL DEFAULT '',
  working_dir TEXT NOT NULL, created_at TIMESTAMP, updated_at TIMESTAMP,
  input_tokens INTEGER, output_tokens INTEGER, accumulated_input_tokens INTEGER,
  accumulated_output_tokens INTEGER);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL,
  role TEXT NOT NULL, content_json TEXT NOT NULL, created_timestamp INTEGER NOT NULL,
  timestamp TIMESTAMP DEFAULT CURRENT_TIMESTAMP, tokens INTEGER);
"""
_GOOSE_NOW = """
ALTER TABLE messages ADD COLUMN metadata_json TEXT;
ALTER TABLE sessions ADD COLUMN name TEXT DEFAULT '';
ALTER TABLE sessions ADD COLUMN session_type TEXT NOT NULL DEFAULT 'user';
UPDATE sessions SET name = 'Port the parser';
UPDATE messages SET metadata_json = '{"userVisible":false}' WHERE id = 1;
"""


def goose_db(path: Path) -> None:
    """Goose's database as it was at first: two sessions, their rows interleaved."""
    call = {"status": "success", "value": {"name": "shell", "arguments": {"x": 1}}}
    told = {"status": "success", "value": [{"type": "text", "text": "done"}]}
    rows = [
        ("20251001_1", "user", [{"type": "text", "text": "go"}]),
        ("20251001_2", "user", [{"type": "text", "text": "other"}]),
        (
            "20251001_1",
            "assistant",
            [{"type": "toolRequest", "id": "c", "toolCall": call}],
        ),
        (
            "20251001_1",
            "user",
            [{"type": "toolResponse", "id": "c", "toolResult": told}],
        ),
    ]
    with closing(sqlite3.connect(path)) as db:
        db.executescript(_GOOSE)
        for id in ("20251001_1", "20251001_2", "20251001_3"):
            row = (id, "A parser", "/repo", "2025-10-01 10:00:00", 7, 3, 90, 20)
            db.execute(
                "INSERT INTO sessions VALUES (?,?,?,?,NULL,?,?,?,?)",
                row,
            )
        for id, role, content in rows:
            known = (id, role, json.dumps(content), 1759312800)
            db.execute(
                "INSERT INTO messages (session_id, role, content_json,"
                " created_timestamp) VALUES (?,?,?,?)",
                known,
            )
        db.commit()


def test_the_database_of_goose(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    goose_db(path)
    one, two = path / "20251001_1", path / "20251001_2"
    assert found(tmp_path) == [str(one), str(two)]  # without messages it is none
    expected = [
        ("session", "system", ""),
        ("session-title", "system", "A parser"),
        ("text", "user", "go"),
        ("call", "assistant", ""),
        ("result", "tool", "done"),
        ("session-totals", "system", ""),
    ]
    head, *told = lines(one)
    assert isinstance(head, Header)
    assert (head.agent, head.id, head.cwd) == ("goose", "20251001_1", "/repo")
    assert head.started == "2025-10-01T10:00:00Z"
    assert said(told) == expected
    assert entries(told)[-1].usage == Usage(input=90, output=20)
    assert said(lines(two))[2] == ("text", "user", "other")


def test_newer_columns_of_goose(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    goose_db(path)
    before = sources_of(path)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(_GOOSE_NOW)
    assert sources_of(path) != before
    assert said(lines(path / "20251001_1"))[1:3] == [
        ("session-title", "system", "Port the parser"),
        ("agent-only", "user", "go"),
    ]


def test_lines_that_goose_took_over_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "sessions"
    folder.mkdir()
    goose_db(folder / "sessions.db")
    kept, taken = folder / "20250901_101010.jsonl", folder / "20251001_2.jsonl"
    for file in (kept, taken):
        file.write_text('{"role":"user","created":1,"content":[]}\n')
    in_database = [str(folder / "sessions.db" / f"20251001_{n}") for n in (1, 2)]
    assert found(tmp_path) == [str(kept), *in_database]
    assert found(taken) == [str(taken)]


def test_tables_of_the_same_names_are_not_goose_s(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE sessions (id)")
        db.execute("CREATE TABLE messages (id, session_id, role, content)")
    with pytest.raises(PaneError, match="no agent"):
        sources_of(path)


def test_events_in_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "o-1" / "events"
    for n in (0, 2, 10):
        known = {"id": n, "source": "user", "action": "message"}
        dump(folder / f"{n}.json", {**known, "args": {"content": f"m{n}"}})
    assert found(tmp_path) == [str(folder)] == found(folder)
    assert [text for _, _, text in said(lines(folder))] == ["", "m0", "m2", "m10"]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["chats/s.json", "chats/s.jsonl"], ["chats/s.jsonl"]),
        (
            ["t/api_conversation_history.json", "t/ui_messages.json"],
            ["t/api_conversation_history.json"],
        ),
        (["u/ui_messages.json"], ["u/ui_messages.json"]),
        (["d/a.messages.json", "d/a.json"], ["d/a.messages.json"]),
        (["x/s.json", "x/s.jsonl"], ["x/s.json", "x/s.jsonl"]),
    ],
    ids=["gemini", "cline", "panel-alone", "cline-data", "elsewhere"],
)
def test_what_is_told_elsewhere_is_left_out(
    tmp_path: Path, names: list[str], expected: list[str]
) -> None:
    for name in names:
        dump(tmp_path / name, {})
    assert found(tmp_path) == [str(tmp_path / name) for name in expected]
