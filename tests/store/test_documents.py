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
            json.loads(Store(store.root).archive(id).read(*line.src))


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
        assert store.archive(id).read(*entry.src).decode() + "\n" in talks


def chat(*nodes: tuple[str, str, str], leaf: str) -> str:
    mapping: dict[str, Any] = {}
    for id, parent, text in nodes:
        content = {"content_type": "text", "parts": [text]}
        message = {"author": {"role": "user"}, "content": content}
        mapping[id] = {"parent": parent, "children": [], "message": message}
        if parent in mapping:
            mapping[parent]["children"].append(id)
    return json.dumps({"id": "c", "current_node": leaf, "mapping": mapping})


def test_a_tree_that_grows_keeps_its_numbers(tmp_path: Path) -> None:
    source, store = tmp_path / "chat.json", Store(tmp_path / "store")
    first = [("a", "", "m1"), ("b", "a", "m2")]
    source.write_text(chat(*first, leaf="b"))
    ingest(store, source)
    (id,) = store.ids()
    before = texts(store, id)
    source.write_text(chat(*first, ("c", "a", "m2 edited"), leaf="c"))
    ingest(store, source)
    after = texts(store, id)
    assert {n: after[n] for n in before} == before
    assert said(store, id) == ["m1", "m2", "m2 edited"]
    assert [texts(store, id)[n] for n in on_branch(store, id)] == ["m1", "m2 edited"]


def on_branch(store: Store, id: str) -> list[int]:
    from pane_cli.rules.schema import DEFAULT
    from pane_cli.view.view import fold

    view = fold(store.header(id), lines(store, id)[1:], DEFAULT)
    numbers = [e.n for e in lines(store, id) if isinstance(e, Entry)]
    return [n for n in numbers if view.is_context(n)]


def test_a_list_of_conversations_has_nothing_held(tmp_path: Path) -> None:
    source, store = tmp_path / "many.json", Store(tmp_path / "store")
    talks = [
        {"id": f"t{i}", "conversations": [{"from": "human", "value": f"m{i}"}]}
        for i in range(3)
    ]
    source.write_text(json.dumps(talks, indent=1))
    (outcome,) = ingest(store, source)
    assert (outcome.new, outcome.tally.read, outcome.tally.held) == (3, 3, 0)
    assert store.ids() == ["t0", "t1", "t2"]


@pytest.mark.parametrize("odd", ['{"id":"x"}', '{"messages":"none"}', "{}"])
def test_a_line_that_is_no_chat_is_counted_and_the_chats_are_saved(
    odd: str, tmp_path: Path
) -> None:
    source, store = tmp_path / "many.jsonl", Store(tmp_path / "store")
    talk = '{"messages":[{"role":"user","content":"m%d"}]}\n'
    source.write_text(f"{talk % 1}{odd}\n{talk % 2}")
    (outcome,) = ingest(store, source)
    assert (outcome.new, outcome.tally.read, outcome.tally.skipped) == (2, 2, 1)
    assert sorted(said(store, id)[0] for id in store.ids()) == ["m1", "m2"]
    source.write_text(source.read_text() + talk % 3)
    (outcome,) = ingest(store, source)
    assert (outcome.new, outcome.tally.stored, outcome.tally.skipped) == (1, 2, 1)
