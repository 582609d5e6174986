"""Sources that are one JSON document, saved whole at every change, and containers."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from transcripts_made import ingest, lines, session, texts

from pane_cli.session.types import Amend, Entry
from pane_cli.store.store import Store
from pane_cli.transcripts.formats import NAMES

pytestmark = pytest.mark.skipif(
    "openai-chat" not in NAMES, reason="this build reads no chat documents"
)


def save(path: Path, messages: list[dict[str, str]], **more: Any) -> None:
    body = {"model": "m", **more, "messages": messages}
    path.write_text(json.dumps(body, indent=1))


def said(store: Store, id: str) -> list[str]:
    return [text for text in texts(store, id).values() if text.startswith("m")]


def test_a_document_saved_again_and_again(tmp_path: Path) -> None:
    source, store = tmp_path / "chat.json", Store(tmp_path / "store")
    messages = [{"role": "user", "content": f"m{i}"} for i in range(2)]
    save(source, messages)
    ingest(store, source)
    for i in range(2, 5):
        messages.append({"role": "assistant", "content": f"m{i}"})
        save(source, messages, cost=i)
        ingest(store, source)
    (id,) = store.ids()
    assert said(store, id) == ["m0", "m1", "m2", "m3", "m4"]
    body = source.read_bytes()
    source.write_bytes(body[:-12])
    assert ingest(store, source)[0].status == "held"
    before = session(store, id)
    source.write_bytes(body + b"\n")
    ingest(store, source)
    shutil.rmtree(store.root / "cache")
    ingest(Store(store.root), source)
    assert session(store, id) == before
    messages[1]["content"] = "m1 edited"
    save(source, messages, cost=4)
    ingest(Store(store.root), source)
    assert said(store, id)[-1] == "m1 edited"
    last = lines(store, id)[-1]
    assert isinstance(last, Amend) and last.what == "vanished"
    for line in lines(store, id):
        if isinstance(line, Entry) and line.src:
            json.loads(Store(store.root).original(id, line.src))


def test_each_line_a_session(tmp_path: Path) -> None:
    source, store = tmp_path / "many.jsonl", Store(tmp_path / "store")
    talks = [
        json.dumps({"messages": [{"role": "user", "content": f"m{i}"}]}) + "\n"
        for i in range(5)
    ]
    source.write_text("".join(talks[:2]))
    assert ingest(store, source)[0].new == 2
    source.write_text("".join(talks)[:-9])
    outcome = ingest(store, source)[0]
    assert (outcome.new, outcome.tally.stored, outcome.tally.held) == (2, 2, 1)
    source.write_text("".join(talks))
    assert ingest(store, source)[0].new == 1
    found = sorted(text for id in store.ids() for text in said(store, id))
    assert found == ["m0", "m1", "m2", "m3", "m4"]
    for id in store.ids():
        entry = next(line for line in lines(store, id) if isinstance(line, Entry))
        assert entry.src is not None
        assert store.original(id, entry.src).decode() + "\n" in talks
