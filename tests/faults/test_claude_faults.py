"""Faults 12-27 of other tools, those of Claude Code: usage, parents, pairs, files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from faults.made import ID, Kept, T, ask, claude, lines, result, say, use


def answer(uuid: str, output: int, **more: Any) -> Any:
    """One row of the answer `m-1`, with the usage that it had grown to."""
    usage = {"input_tokens": 3, "output_tokens": output}
    return say(uuid, f"part {uuid}", message={"id": "m-1", "usage": usage}, **more)


def test_12_ccusage_976_usage_counts_once_an_answer_without_request_id(
    tmp_path: Path,
) -> None:
    rows = [answer(f"a{n}", 50) for n in range(4)]
    assert Kept(tmp_path, s=lines(ask("u", "go"), *rows)).usage() == (1, 50)


def test_13_ccusage_797_the_last_row_has_the_usage(tmp_path: Path) -> None:
    rows = [answer("a", 1, requestId="r"), answer("b", 20), answer("c", 700)]
    assert Kept(tmp_path, s=lines(ask("u", "go"), *rows)).usage() == (1, 700)


def test_17_claude_code_35024_progress_is_no_branch(tmp_path: Path) -> None:
    records = [ask("u0", "go")]
    for n in range(1, 20):
        up = f"u{n - 1}"
        records += [claude("progress", f"p{n}", None, up), say(f"x{n}", f"x{n}", up)]
        records += [claude("progress", f"q{n}", None, f"p{n}")]
        records += [ask(f"u{n}", f"turn {n}", f"q{n}")]
    kept = Kept(tmp_path, s=lines(*records))
    assert kept.live() == kept.texts()
    assert len(kept.texts()) == 39


def test_18_claude_code_37779_parallel_calls_keep_all_their_results(
    tmp_path: Path,
) -> None:
    message = {"message": {"id": "m-1"}}
    records = [ask("u", "go")]
    records += [use(f"a{n}", f"c{n}", f"a{n - 1}", **message) for n in range(3)]
    records += [result(f"r{n}", f"c{n}", f"out {n}", f"a{n}") for n in (2, 0, 1)]
    kept = Kept(tmp_path, s=lines(*records, say("b", "ok", "r1")))
    assert kept.live() == ["go", "out 2", "out 0", "out 1", "ok"]
    (answered,) = [m for m in kept.messages() if '"tool_use"' in json.dumps(m)]
    assert [b["id"] for b in answered["content"]] == ["c0", "c1", "c2"]
    assert not kept.found() & {"P201", "P202", "P203", "P204"}


def test_19_claude_code_46603_a_parent_that_was_never_written(tmp_path: Path) -> None:
    records = [
        ask("u", "go", "gone"),
        say("a", "yes", "u"),
        ask("v", "on", "lost"),
        say("b", "ok", "v"),
    ]
    kept = Kept(tmp_path, s=lines(*records))
    assert kept.live() == ["go", "yes", "on", "ok"]
    assert kept.found() >= {"P302"}


def test_20_claude_code_83460_the_good_answer_is_off_the_chain(tmp_path: Path) -> None:
    error = say("e", "API Error: 529", "u", isApiErrorMessage=True)
    error["message"]["model"] = "<synthetic>"
    records = [ask("u", "go"), error, say("a", "the good answer", "u")]
    again = ask("v", "continue", "e", isMeta=True)
    kept = Kept(tmp_path, s=lines(*records, again, say("b", "on", "v")))
    assert "the good answer" in kept.live() and kept.live()[-1] == "on"
    assert b"the good answer" in kept.pane("show", "-s", ID).out


def test_21_garcon_441_a_child_before_its_parent(tmp_path: Path) -> None:
    records = [say("a", "yes", "u"), ask("u", "go"), say("b", "ok", "a")]
    kept = Kept(tmp_path, s=lines(*records))
    assert kept.live() == ["yes", "go", "ok"]
    assert "P302" not in kept.found()


@pytest.mark.parametrize(
    ("pair", "finding"),
    [
        ([use("a", "c"), ask("v", "stop"), say("b", "ok")], "P201"),
        ([result("r", "c", "out"), ask("v", "stop"), say("b", "ok")], "P202"),
    ],
    ids=["a call alone", "a result alone"],
)
def test_22_claude_code_473_only_whole_pairs_are_assembled(
    tmp_path: Path, pair: list[Any], finding: str
) -> None:
    kept = Kept(tmp_path, s=lines(ask("u", "go"), *pair))
    assert {e.call for e in kept.entries() if e.call} == {"c"}
    blocks = [
        block
        for message in kept.messages()
        for block in message["content"]
        if isinstance(block, dict)
    ]
    calls = [b["id"] for b in blocks if b["type"] == "tool_use"]
    results = [b["tool_use_id"] for b in blocks if b["type"] == "tool_result"]
    assert calls == results
    assert kept.found() >= {finding}


def test_23_claude_code_40309_a_boundary_with_spaces(tmp_path: Path) -> None:
    boundary = claude("system", "s", None) | {"subtype": "compact_boundary"}
    spaced = json.dumps(boundary, separators=(" , ", " : ")).encode() + b"\n"
    tight = json.dumps(boundary, separators=(",", ":")).encode() + b"\n"
    kinds = []
    for n, line in enumerate((spaced, tight)):
        kept = Kept(tmp_path / f"{n}", s=lines(ask("u", "go"), line, say("a", "ok")))
        kinds.append([(e.kind, e.what) for e in kept.entries()])
    assert kinds[0] == kinds[1]
    assert kinds[0][1][0] == "note" and "compact" in (kinds[0][1][1] or "")


def test_24_claude_code_21610_the_index_is_not_believed(tmp_path: Path) -> None:
    listed = {"version": 1, "entries": [{"sessionId": "s-1", "fullPath": "/s-1"}]}
    bodies = {
        f"p__s-{n}": lines({**ask("u", "go"), "sessionId": f"s-{n}"}) for n in range(5)
    }
    index = {"p__sessions-index.json": json.dumps(listed).encode()}
    kept = Kept(tmp_path, **bodies, **index)
    assert kept.store.ids() == [f"s-{n}" for n in range(5)]


def test_25_deja_vu_1384_subagents_are_sessions_of_their_own(tmp_path: Path) -> None:
    inner = ask("u1", "look for it", isSidechain=True, agentId="a9")
    found = say("u2", "zebra is in a.py", "u1", isSidechain=True, agentId="a9")
    body = lines(inner, found)
    kept = Kept(
        tmp_path, **{ID: lines(ask("u", "go")), f"{ID}__subagents__agent-a9": body}
    )
    assert kept.store.ids() == [ID, f"{ID}/a9"]
    assert kept.header(f"{ID}/a9").parent == ID
    assert b"zebra" in kept.pane("recall", "zebra").out


def test_26_budi_275_flat_records_without_a_time(tmp_path: Path) -> None:
    flat = [
        {"role": "user", "content": "look"},
        {"role": "assistant", "content": "seen", "model": "m", "usage": {}},
        {**ask("u1", "more", isSidechain=True, agentId="a9")},
    ]
    kept = Kept(tmp_path, **{f"{ID}__subagents__agent-a9": lines(*flat)})
    (id,) = kept.store.ids()
    assert kept.texts(id) == ["look", "seen", "more"]


@pytest.mark.parametrize(
    "extra",
    ["Error: it broke", {"stdout": "x"}, [{"type": "text", "text": "x"}], None, 7],
    ids=["text", "object", "list", "null", "number"],
)
def test_27_omnigent_2293_any_shape_of_tool_use_result(
    tmp_path: Path, extra: Any
) -> None:
    records = [
        ask("u", "go"),
        use("a", "c"),
        result("r", "c", "x", toolUseResult=extra),
    ]
    kept = Kept(tmp_path, s=lines(*records, say("b", "ok")))
    assert kept.texts() == ["go", "x", "ok"]
    assert kept.entries()[-1].ts == T
