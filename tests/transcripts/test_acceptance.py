"""What must come out of any transcript, whatever was done to it on its way."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from transcripts.test_cut_every_format import CASES, TABLE

from pane_cli.session.types import Amend, Entry, Header
from pane_cli.transcripts.containers import sources_of
from pane_cli.transcripts.source import open_source, unpack
from pane_cli.transcripts.transcribe import Skip, transcribe
from pane_cli.view.branch import Branch

Record = dict[str, Any]
TIME = "2026-03-02T09:00:0{}Z"
#: Who may say what: a call of the user's is one that the user ran.
ROLES = {
    "text": {"user", "assistant"},
    "thinking": {"assistant"},
    "call": {"assistant", "user"},
    "result": {"tool"},
}


def jsonl(*records: Record) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in records)


def read(body: bytes, name: str = "t.jsonl") -> tuple[list[Any], list[str]]:
    """Lines, and the problems of what was skipped."""
    stream = unpack(io.BufferedReader(io.BytesIO(body)))  # type: ignore[arg-type]
    found = list(transcribe(stream, name))
    lines = [one for one in found if not isinstance(one, Skip)]
    return lines, [one.problem for one in found if isinstance(one, Skip)]


def entries(lines: list[Any]) -> list[Entry]:
    return [line for line in lines if isinstance(line, Entry)]


def said(lines: list[Any]) -> list[tuple[str, str, str]]:
    """Everything but notes, wherever it stands."""
    found = (line for line in entries(lines) if line.kind != "note")
    return [(one.kind, one.role, one.text) for one in found]


def live(lines: list[Any]) -> list[str]:
    """The words on the active branch, and what stands for others there."""
    branch, agent, last = Branch(), "", 0
    for line in lines:
        if isinstance(line, Header):
            agent = line.agent
        elif isinstance(line, Amend):
            branch.amend(line)
        elif isinstance(line, Entry):
            branch.step(line)
            last = line.n
    off = branch.off(agent, last)
    spoken = (one for one in entries(lines) if one.n not in off)
    return [one.text for one in spoken if one.kind == "text"]


# every format


@pytest.mark.parametrize("format", TABLE)
def test_entries_of_every_format_are_sound(format: str, tmp_path: Path) -> None:
    given = TABLE[format]
    name = "f.md" if format == "aider" else "f.jsonl"
    if isinstance(given, str):
        name = Path(given).name
        given = (CASES / given).read_bytes()
    (tmp_path / name).write_bytes(given)
    for part in sources_of(tmp_path / name):
        with open_source(part.path) as stream:
            found = list(transcribe(stream, part.path.name))
        assert not [one for one in found if isinstance(one, Skip)]
        begins = [n for n, one in enumerate(found) if isinstance(one, Header)]
        for start, end in zip(begins, [*begins[1:], len(found)], strict=True):
            _is_sound(found[start:end])


def _is_sound(lines: list[Any]) -> None:
    header, told = lines[0], entries(lines)
    assert header.id and header.agent
    assert [one.n for one in told] == list(range(1, len(told) + 1))
    ids = [one.id for one in told if one.id is not None]
    assert len(ids) == len(set(ids))
    # One sample has a parent that is gone, on purpose.
    assert {one.parent for one in told} <= {None, "gone", *ids}
    for one in told:
        assert one.role in ROLES.get(one.kind, {one.role})
        assert one.kind not in ("call", "result") or one.call
        assert one.kind != "call" or one.tool
    calls = {one.call for one in told if one.kind == "call"}
    assert {one.call for one in told if one.kind == "result"} <= calls


# the same bytes, otherwise


def claude(number: int, role: str, content: Any) -> Record:
    return {
        "type": role,
        "uuid": f"u-{number}",
        "parentUuid": f"u-{number - 1}" if number else None,
        "sessionId": "s-1",
        "timestamp": TIME.format(number),
        "message": {"role": role, "content": content},
    }


USE = {"type": "tool_use", "id": "c-1", "name": "Bash", "input": {"command": "ls"}}
RESULT = {"type": "tool_result", "tool_use_id": "c-1", "content": "a\u2028b é"}
TALK = (
    claude(0, "user", "hé\u2029llo\x85"),
    claude(1, "assistant", [USE]),
    claude(2, "user", [RESULT]),
    claude(3, "assistant", [{"type": "text", "text": "two files"}]),
)
PLAIN = jsonl(*TALK)
LINES = PLAIN.splitlines(keepends=True)
RAW = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in TALK)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"\xef\xbb\xbf" + PLAIN, id="byte order mark"),
        pytest.param(PLAIN.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(PLAIN[:-1], id="no newline at the end"),
        pytest.param(RAW.encode(), id="raw separators"),
        pytest.param(RAW.encode("utf-16"), id="UTF-16"),
        pytest.param(b"\xfe\xff" + RAW.encode("utf-16-be"), id="UTF-16 BE"),
        pytest.param(b"\n \n" + PLAIN.replace(b"\n", b"\n\n\t\n"), id="blank lines"),
        pytest.param(PLAIN.replace(b"}\n{", b"}{", 2), id="objects on one line"),
        pytest.param(b"".join(line * 2 for line in LINES), id="each line twice"),
    ],
)
def test_what_is_said_is_the_same(body: bytes) -> None:
    lines, skipped = read(body)
    assert (said(lines), skipped) == (said(read(PLAIN)[0]), [])


@pytest.mark.parametrize(
    ("body", "lost", "problem"),
    [
        pytest.param(PLAIN[:-9], [3], "torn last line", id="torn"),
        pytest.param(
            PLAIN.replace(LINES[1], LINES[1][:60] + b"\n"), [1], "not JSON", id="middle"
        ),
        pytest.param(
            PLAIN.replace(LINES[1], LINES[1][:60] + LINES[1]),
            [],
            "saved from a damaged line",
            id="half an object, then the whole",
        ),
        pytest.param(
            PLAIN.replace(LINES[1], LINES[1] + b"\0" * 90 + b"\n"),
            [],
            "NUL bytes",
            id="a run of NULs",
        ),
        pytest.param(
            PLAIN.replace(LINES[1], LINES[1] + b"[]\n"), [], "not an object", id="list"
        ),
    ],
)
def test_damage_is_named_and_takes_nothing_else(
    body: bytes, lost: list[int], problem: str
) -> None:
    lines, skipped = read(body)
    kept = [one for n, one in enumerate(said(read(PLAIN)[0])) if n not in lost]
    assert said(lines) == kept
    assert [text[: len(problem)] for text in skipped] == [problem]


# branches and roles


def codex(number: int, kind: str, **payload: Any) -> Record:
    return {"timestamp": TIME.format(number), "type": kind, "payload": payload}


def item(number: int, role: str, text: str) -> Record:
    part = {"type": "input_text" if role == "user" else "output_text", "text": text}
    return codex(number, "response_item", type="message", role=role, content=[part])


def event(number: int, kind: str, **more: Any) -> Record:
    return codex(number, "event_msg", type=kind, **more)


META = codex(0, "session_meta", id="s-1", timestamp=TIME.format(0), cwd="/w")
STREAMS = (
    META,
    item(1, "user", "<environment_context>\n<cwd>/w</cwd>\n</environment_context>"),
    item(2, "user", "what is 2+2?"),
    event(2, "user_message", message="what is 2+2?"),
    item(3, "assistant", "4"),
    event(3, "agent_message", message="4"),
    event(
        3,
        "item_completed",
        item={"type": "AgentMessage", "content": [{"type": "Text", "text": "4"}]},
    ),
)
ROLLED = (*STREAMS, event(4, "thread_rolled_back", num_turns=1))


def gemini(id: str, kind: str, text: str) -> Record:
    return {"id": id, "type": kind, "content": text, "timestamp": TIME.format(1)}


GEMINI = (
    {"sessionId": "g-1", "projectHash": "h", "startTime": TIME.format(0)},
    gemini("m1", "user", "one"),
    gemini("m2", "gemini", "draft"),
    gemini("m2", "gemini", "final"),
    gemini("m3", "user", "two"),
    {"$rewindTo": "m3"},
    gemini("m4", "user", "two again"),
)
COMPRESSED = {"$set": {"messages": [gemini("c1", "user", "what was before")]}}


def pi(id: str, parent: str | None, kind: str, **more: Any) -> Record:
    return {"type": kind, "id": id, "parentId": parent, "timestamp": TIME[:-3], **more}


def pi_text(id: str, parent: str | None, role: str, text: str) -> Record:
    content = [{"type": "text", "text": text}]
    return pi(id, parent, "message", message={"role": role, "content": content})


PI = (
    {"type": "session", "version": 3, "id": "p-1", "timestamp": TIME.format(0)},
    pi_text("a", None, "user", "read it"),
    pi_text("b", "a", "assistant", "it greets"),
    pi("c", "a", "branch_summary", fromId="b", summary="Tried X, abandoned"),
    pi_text("d", "c", "user", "take the other route"),
    pi("e", "d", "label", targetId="d", label="checkpoint"),
)


@pytest.mark.parametrize(
    ("records", "words", "all_words"),
    [
        pytest.param(STREAMS, ["what is 2+2?", "4"], 2, id="codex: three streams"),
        pytest.param(ROLLED, [], 2, id="codex: rolled back"),
        pytest.param(GEMINI, ["one", "final", "two again"], 5, id="gemini: rewound"),
        pytest.param((*GEMINI, COMPRESSED), [], 5, id="gemini: compressed"),
        pytest.param(PI, ["read it", "take the other route"], 3, id="pi: branched"),
    ],
)
def test_the_live_branch_and_all_that_was_said(
    records: tuple[Record, ...], words: list[str], all_words: int
) -> None:
    lines, skipped = read(jsonl(*records))
    assert (live(lines), skipped) == (words, [])
    assert sum(kind == "text" for kind, _, _ in said(lines)) == all_words


def test_what_the_host_says_in_the_users_name_is_a_note() -> None:
    lines, _ = read(jsonl(*STREAMS))
    assert [role for kind, role, _ in said(lines)] == ["user", "assistant"]


def test_a_summary_stands_on_the_branch_that_it_begins() -> None:
    (note,) = (one for one in entries(read(jsonl(*PI))[0]) if "abandoned" in one.text)
    assert (note.kind, note.what, note.parent) == ("note", "compact-summary", "a")
