"""Claude Code: what each record becomes. Faults are named after formats.md, 15."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from pane_cli.rules.schema import DEFAULT
from pane_cli.session.codec import encode
from pane_cli.session.records import read_records
from pane_cli.session.types import Amend, Entry, Header
from pane_cli.transcripts.formats import named
from pane_cli.transcripts.transcribe import Skip, Transcriber, transcribe
from pane_cli.view.view import View, fold

ID = "4d5611e5-241a-462a-8d15-5122611a9569"


def user(content: Any, uuid: str = "u1", parent: str | None = None, **more: Any) -> Any:
    message = {"role": "user", "content": content}
    return _record("user", uuid, parent, message=message, **more)


def answer(*blocks: Any, uuid: str = "a1", parent: str = "u1", **more: Any) -> Any:
    usage = more.pop("usage", None)
    message = {
        "id": more.pop("msg", "msg_1"),
        "role": "assistant",
        "model": more.pop("model", "claude-x"),
        "content": list(blocks),
        "usage": usage,
    }
    return _record("assistant", uuid, parent, message=message, **more)


def _record(kind: str, uuid: str, parent: str | None, **more: Any) -> Any:
    common = {"sessionId": ID, "cwd": "/repo", "timestamp": "2026-02-10T09:00:00.000Z"}
    return {"type": kind, "uuid": uuid, "parentUuid": parent, **common, **more}


def text(words: str) -> Any:
    return {"type": "text", "text": words}


def call(id: str, tool: str = "Bash", **args: Any) -> Any:
    return {"type": "tool_use", "id": id, "name": tool, "input": args}


def result(id: str, content: Any, error: bool = False) -> Any:
    block = {"type": "tool_result", "tool_use_id": id, "content": content}
    return {**block, "is_error": error} if error else block


def read(*records: Any) -> list[Any]:
    """Session lines of records; a str stands as it is."""
    lines = [r if isinstance(r, str) else json.dumps(r) for r in records]
    return list(transcribe(io.BytesIO("\n".join(lines).encode()), "x.jsonl"))


def entries(*records: Any) -> list[Entry]:
    return [line for line in read(*records) if isinstance(line, Entry)]


def view(*records: Any) -> View:
    header, *lines = read(*records)
    assert isinstance(header, Header)
    return fold(header, [x for x in lines if not isinstance(x, Skip)], DEFAULT)


def test_header() -> None:
    snapshot = {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}}
    header = read(snapshot, user("hi"))[0]
    assert header == Header(
        "session", 1, ID, "claude-code", "/repo", "2026-02-10T09:00:00.000Z"
    )


def test_a_subagents_file_is_a_session_of_its_own() -> None:
    header, entry = read(user("do it", agentId="a7", isSidechain=True))
    assert (header.id, header.parent, entry.side) == (f"{ID}/a7", ID, False)


def test_a_side_conversation_in_the_main_file_is_no_turn() -> None:
    main = view(
        user("go"),
        answer(call("c1", "Task"), parent="u1"),
        user("look around", "s1", isSidechain=True),
        answer(text("found it"), uuid="s2", parent="s1", isSidechain=True, msg="m2"),
        user([result("c1", "done")], "r1", "a1"),
    )
    assert (main.requests, main.off, len(main.turns)) == ([1], {3, 4}, 1)


@pytest.mark.parametrize(
    ("content", "kind", "what", "shown"),
    [
        pytest.param("plain words", "text", None, "plain words", id="words"),
        pytest.param(
            "<command-name>/status</command-name><command-args></command-args>",
            "note",
            "command",
            "/status",
            id="a pure wrapper",
        ),
        pytest.param(
            "<command-name>/fix</command-name><command-args>the login</command-args>",
            "note",
            "command",
            "/fix the login",
            id="a wrapper with arguments",
        ),
        pytest.param(
            "<local-command-stdout>ok</local-command-stdout>\nnow fix it",
            "text",
            None,
            "now fix it",
            id="typed words behind a wrapper",
        ),
        pytest.param(
            "why is `<command-name>` in my title?",
            "text",
            None,
            "why is `<command-name>` in my title?",
            id="words that quote a tag",
        ),
        pytest.param(
            "<system-reminder>be nice</system-reminder>",
            "note",
            "reminder",
            "<system-reminder>be nice</system-reminder>",
            id="a reminder alone",
        ),
        pytest.param(
            "[Request interrupted by user for tool use]",
            "note",
            "interrupted",
            "[Request interrupted by user for tool use]",
            id="an interruption",
        ),
        pytest.param(None, "note", "empty", "", id="no content"),
    ],
)
def test_a5_what_a_user_record_says(
    content: Any, kind: str, what: str | None, shown: str
) -> None:
    [entry] = entries(user(content))
    assert (entry.kind, entry.what, entry.text) == (kind, what, shown)


def test_a4_the_hosts_summary_is_a_note() -> None:
    [_, summary] = entries(
        user("a"), user("The user asked", "u2", isCompactSummary=True)
    )
    assert (summary.kind, summary.what, summary.text) == (
        "note",
        "compact-summary",
        "The user asked",
    )


def test_one_answer_in_several_records_is_one_message() -> None:
    found = entries(
        user("go"),
        answer({"type": "thinking", "thinking": "hm", "signature": "s=="}, uuid="a1"),
        answer(call("c1", command="ls"), uuid="a2", parent="a1"),
        user([result("c1", "x")], "r1", "a2"),
        answer(text("done"), uuid="a3", parent="a2"),
    )
    assert [(e.kind, e.msg) for e in found] == [
        ("text", None),
        ("thinking", "msg_1"),
        ("call", "msg_1"),
        ("result", None),
        ("text", "msg_1"),
    ]
    assert found[1].signature == "s=="


def test_fault_12_13_usage_counts_once_and_the_last_wins() -> None:
    session = view(
        user("go"),
        answer(text("a"), uuid="a1", usage={"input_tokens": 5, "output_tokens": 1}),
        answer(text("b"), uuid="a2", usage={"input_tokens": 5, "output_tokens": 90}),
    )
    total = session.answers.total()
    assert (total.input, total.output) == (5, 90)


def test_a_repeated_record_keeps_its_number_and_says_nothing_twice() -> None:
    found = entries(user("go"), user("go"), answer(text("ok")))
    assert [(e.n, e.kind, e.what, e.turn) for e in found] == [
        (1, "text", None, 1),
        (2, "note", "duplicate", 1),
        (3, "text", None, 1),
    ]


def test_fault_1_2_a9_a_bad_line_is_skipped_and_the_rest_read() -> None:
    lines = read(user("a"), '{"type":"us', user("b", "u2"))
    [skip] = [line for line in lines if isinstance(line, Skip)]
    assert (skip.source, skip.line) == ("x.jsonl", 2)
    assert [e.text for e in lines if isinstance(e, Entry)] == ["a", "b"]


def test_fault_4_half_an_object_and_the_whole_on_one_line() -> None:
    whole = json.dumps(user("b", "u2"))
    lines = read(user("a"), whole[:40] + whole, user("c", "u3"))
    assert [e.text for e in lines if isinstance(e, Entry)] == ["a", "b", "c"]
    assert sum(isinstance(line, Skip) for line in lines) == 1


def test_fault_5_two_objects_on_one_line() -> None:
    both = json.dumps(user("a")) + json.dumps(user("b", "u2"))
    first, second = entries(both)
    assert [first.text, second.text] == ["a", "b"]
    assert first.src and second.src and second.src[1] == first.src[1] + first.src[2]


def test_fault_6_7_8_a10_a_long_line_is_read() -> None:
    long = "x" * (3 << 20)
    found = entries(user("a"), user([result("c1", long)], "r1"), user("b", "u2"))
    assert [len(e.text) for e in found] == [1, 3 << 20, 1]


def test_fault_9_a11_an_image_is_a_stub() -> None:
    source = {"type": "base64", "media_type": "image/png", "data": "aGVsbG8="}
    block = {"type": "image", "source": source}
    image, shot = entries(
        user([block]),
        user([result("c1", [block])], "r1", toolUseResult={"file": source}),
    )
    assert (image.kind, image.media, image.bytes) == ("image", "image/png", 5)
    assert shot.text == "[image image/png, 5 bytes]"
    assert b"aGVsbG8" not in encode(image) + encode(shot)


def test_fault_10_a12_a_lone_surrogate_is_replaced() -> None:
    [entry] = entries(json.dumps(user("한")).replace("\\ud55c", "\\ud99c"))
    assert entry.text == "�"
    encode(entry)


def test_fault_11_an_unknown_type_is_a_note() -> None:
    [_, entry] = entries(user("a"), _record("brand-new", "x1", "u1"))
    assert (entry.kind, entry.what) == ("note", "brand-new")


def test_fault_17_progress_is_walked_through() -> None:
    session = view(
        user("a"),
        _record("progress", "p1", "u1"),
        answer(text("b"), parent="u1"),
        user("c", "u2", "a1"),
    )
    assert session.off == set()


def test_fault_18_parallel_calls_are_no_branches() -> None:
    session = view(
        user("go"),
        answer(call("c1"), uuid="a1", parent="u1"),
        answer(call("c2"), uuid="a2", parent="a1"),
        user([result("c1", "1")], "r1", "a1"),
        user([result("c2", "2")], "r2", "a2"),
    )
    assert session.off == set()
    assert session.steps[0].entries == [2, 3, 4, 5]


def test_fault_19_20_a_parent_that_was_never_written() -> None:
    session = view(user("a"), answer(text("b"), parent="gone"), user("c", "u2", "a1"))
    assert (session.off, session.requests) == (set(), [1, 3])


def test_fault_21_a_child_before_its_parent() -> None:
    session = view(answer(text("b"), parent="u1"), user("a"), user("c", "u2", "a1"))
    assert session.off == set()


def test_an_edited_request_takes_its_answer_off() -> None:
    session = view(
        user("a"),
        answer(text("b")),
        user("wrong", "u2", "a1"),
        answer(text("oops"), uuid="a2", parent="u2", msg="m2"),
        user("right", "u3", "a1"),
    )
    assert session.off == {3, 4}


def test_fault_22_unpaired_calls_and_results_are_kept() -> None:
    found = entries(user("a"), answer(call("c1")), user([result("c9", "x")], "r1"))
    assert [(e.kind, e.call) for e in found[1:]] == [("call", "c1"), ("result", "c9")]


def test_fault_23_spaces_in_a_boundary() -> None:
    boundary = '{ "type" : "system", "subtype" : "compact_boundary", "sessionId" : "s"}'
    [_, entry] = entries(user("a"), boundary)
    assert (entry.kind, entry.what) == ("note", "compact_boundary")


@pytest.mark.parametrize("extra", ["a bare string", {"stdout": "x"}, ["x"], None, 3])
def test_fault_27_any_shape_of_tool_use_result(extra: Any) -> None:
    [entry] = entries(user([result("c1", "x")], "r1", toolUseResult=extra))
    assert (entry.kind, entry.text) == ("result", "x")


def test_exit_status_is_read_from_the_text() -> None:
    [entry] = entries(user([result("c1", "Exit code 2\nboom", error=True)], "r1"))
    assert (entry.error, entry.exit) == (True, 2)


@pytest.mark.parametrize(
    "message",
    [None, "text", [], {}, {"content": None}, {"content": [None, 3, "x", []]}],
    ids=str,
)
def test_no_shape_of_a_message_is_an_error(message: Any) -> None:
    for kind in ("user", "assistant", "system"):
        found = entries(user("a"), _record(kind, "x1", "u1", message=message))
        assert found[1].n == 2


def test_a8_numbers_do_not_move_when_more_comes() -> None:
    records = [user("a"), answer(text("b")), user("c", "u2", "a1")]
    assert entries(*records)[:2] == entries(*records[:2])


def test_cut_at_every_byte_and_continued() -> None:
    records = [
        {"type": "summary", "summary": "s", "leafUuid": "x"},
        user("a é"),
        answer(call("c1", command="ls"), text("b")),
        user([result("c1", "x")], "r1", "a1"),
    ]
    body = "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records).encode()
    whole = _resumed(body, len(body))
    assert len(whole) == 6
    for cut in range(len(body)):
        assert _resumed(body, cut) == whole, f"cut at byte {cut}"


def _resumed(body: bytes, cut: int) -> list[Header | Entry | Amend]:
    """Lines of the first `cut` bytes, and then, in another process, of the rest."""
    row = named("claude-code")
    assert row is not None
    lines: list[Header | Entry | Amend] = []
    first = Transcriber(row, "x.jsonl")
    consumed = number = 0
    for record in read_records(io.BytesIO(body[:cut]), final=False):
        new = list(first.feed(record))
        lines += new
        if not first.held:
            consumed, number = record.offset + record.length, record.line
    second = Transcriber(row, "x.jsonl")
    second.restore(first.save())
    rest = io.BytesIO(body[consumed:])
    for record in read_records(rest, offset=consumed, line=number, final=False):
        lines += second.feed(record)
    return lines
