"""Documents of every format, cut at every byte, and then whole."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from transcripts_made import assert_originals, ingest, session

from pane_cli.store.beginning import begin
from pane_cli.store.sourcebytes import open_at
from pane_cli.store.store import Store

HI = {"role": "user", "content": "hé"}
NODE = {"author": {"role": "user"}, "content": {"parts": ["hé"]}}
TREE = {"b": {"parent": "a", "message": NODE}, "a": {"parent": None, "message": None}}
SAID = {"uuid": "m", "sender": "human", "text": "hé"}
TURN = {"from": "human", "value": "hé"}

DOCUMENTS: dict[str, Any] = {
    "amp": {"v": 1, "id": "T-1", "created": 1, "messages": [{**HI, "messageId": 0}]},
    "continue": {
        "sessionId": "s",
        "history": [{"message": HI}],
        "workspaceDirectory": "/",
    },
    "swe-agent": {
        "environment": "e",
        "trajectory": [],
        "history": [HI],
        "info": {},
    },
    "mini-swe-agent": {"trajectory_format": "mini-swe-agent-1", "messages": [HI]},
    "mini-list": [
        {"role": "system", "content": "exactly ONE bash code block"},
        HI,
    ],
    "goose": {"id": "g", "working_dir": "/", "conversation": [HI]},
    "chatgpt": {"conversation_id": "c", "current_node": "b", "mapping": TREE},
    "chatgpt-list": [{"conversation_id": "c", "current_node": "b", "mapping": TREE}],
    "claude-ai": [{"uuid": "c", "chat_messages": [SAID]}],
    "sharegpt": [{"id": "s", "conversations": [TURN]}],
    "grok-export": {
        "conversations": [
            {"conversation": {"id": "c"}, "responses": [{"sender": "human"}]}
        ]
    },
    "langchain": [{"type": "human", "data": {"content": "hé", "id": "h"}}],
}


@pytest.mark.parametrize("indent", [None, 1], ids=["one-line", "lines"])
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_prefix_and_then_the_whole(
    name: str, indent: int | None, tmp_path: Path
) -> None:
    body = json.dumps(DOCUMENTS[name], indent=indent, ensure_ascii=False).encode()
    source, store = tmp_path / "t.json", Store(tmp_path / "whole")
    source.write_bytes(body)
    ingest(store, source)
    (id,) = store.ids()
    expected = session(store, id)
    assert b'"n":1,' in expected
    for cut in range(1, len(body)):
        source.write_bytes(body[:cut])
        if not body[:cut].rstrip().endswith((b"}", b"]")):
            with open_at(source, 0) as stream:
                assert not begin(stream, source, None).seen, f"cut at byte {cut}"
            continue
        store = Store(tmp_path / "cut")
        ingest(store, source)
        source.write_bytes(body)
        ingest(store, source)
        assert store.ids() == [id], f"cut at byte {cut}"
        assert session(store, id) == expected, f"cut at byte {cut}"
        assert_originals(store, id, body)
        shutil.rmtree(store.root)
