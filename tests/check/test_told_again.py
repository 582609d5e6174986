"""A rewritten source tells old things in new words: no finding, right pairs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from faults.made import ID, Kept, ask, lines, result, say, use

BEFORE = [ask("u", "go"), use("a", "c"), result("r", "c", "one"), say("b", "ok")]
NEW = {"version": "2"}
REWRITTEN = {
    "all of it": [{**record, **NEW} for record in BEFORE],
    "a call": [BEFORE[0], BEFORE[1] | NEW, *BEFORE[2:]],
    "a result": [*BEFORE[:2], result("r", "c", "two"), BEFORE[3]],
    "the request": [BEFORE[0] | NEW, *BEFORE[1:]],
}


def rewritten(home: Path, before: list[Any], *after: list[Any]) -> Kept:
    kept = Kept(home, s=lines(*before))
    for records in after:
        (home / "agent" / "s.jsonl").write_bytes(lines(*records))
        assert kept.pane("ingest", "agent").status == 0
    return kept


@pytest.mark.parametrize("after", REWRITTEN.values(), ids=list(REWRITTEN))
def test_nothing_is_found_in_it(tmp_path: Path, after: list[Any]) -> None:
    histories = ([after], [after, BEFORE], [after, after[:2], after])
    for number, again in enumerate(histories):
        kept = rewritten(tmp_path / str(number), BEFORE, *again)
        found = kept.found(str(kept.store.path(ID)))
        assert not found, again
        assert kept.pane("check", "--lossless").status == 0


@pytest.mark.parametrize("after", REWRITTEN.values(), ids=list(REWRITTEN))
def test_each_call_has_its_result_as_it_is_told_now(
    tmp_path: Path, after: list[Any]
) -> None:
    kept = rewritten(tmp_path, BEFORE, after)
    blocks = [b for message in kept.messages() for b in message["content"]]
    calls = [b["id"] for b in blocks if b["type"] == "tool_use"]
    results = [b["content"] for b in blocks if b["type"] == "tool_result"]
    assert calls == ["c"]
    assert results == ["two" if after is REWRITTEN["a result"] else "one"]


def test_a_second_result_in_one_telling_is_still_found(tmp_path: Path) -> None:
    twice = [*BEFORE, result("s", "c", "three"), result("t", "c", "four")]
    kept = rewritten(tmp_path, BEFORE, [{**record, **NEW} for record in twice])
    assert "P203" in kept.found(str(kept.store.path(ID)))


def test_a_tree_stays_a_tree(tmp_path: Path) -> None:
    def node(id: str, parent: str | None, role: str, text: str, **more: Any) -> Any:
        message = {"role": role, "content": [{"type": "text", "text": text}]}
        own = {"type": "message", "id": id, "parentId": parent}
        return {**own, "message": message, **more}

    head = {"type": "session", "version": 3, "id": "p", "timestamp": "2026-01-01"}
    told = [
        ("1", None, "user", "go"),
        ("2", "1", "assistant", "tried X"),
        ("3", "1", "user", "other"),
        ("4", "3", "assistant", "done"),
    ]
    before = [head, *(node(*one) for one in told)]
    after = [head, *(node(*one, seen=True) for one in told)]
    kept = rewritten(tmp_path, before, after)
    assert kept.live() == ["go", "other", "done"]
    assert "tried X" not in json.dumps(kept.messages())
