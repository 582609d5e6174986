"""Pi, versions 1 to 3, and oh-my-pi: what each record becomes."""

from __future__ import annotations

from typing import Any

import pytest
from feeding import entries, header, in_two, jsonl, read, sniffed, whole

from pane_cli.rules.schema import DEFAULT
from pane_cli.session.types import Amend, Entry, Header, Usage
from pane_cli.transcripts.transcribe import Skip
from pane_cli.view.view import View, fold

ID = "019cb76c-7794-7ffa-9466-7c3569890641"
START = "2026-03-04T05:57:44.980Z"
HEAD = {"type": "session", "version": 3, "id": ID, "timestamp": START, "cwd": "/repo"}


def node(kind: str, id: str, parent: str | None = None, **more: Any) -> Any:
    return {"type": kind, "id": id, "parentId": parent, "timestamp": START, **more}


def said(
    role: str, content: Any, id: str = "a1", parent: Any = None, **more: Any
) -> Any:
    message = {"role": role, "content": content, "timestamp": 1772603910545, **more}
    return node("message", id, parent, message=message)


def text(words: str) -> Any:
    return {"type": "text", "text": words}


def call(id: str, name: str = "bash", **args: Any) -> Any:
    return {"type": "toolCall", "id": id, "name": name, "arguments": args}


def one(*records: Any) -> list[Entry]:
    """Entries of records behind the header, without the header's own."""
    return entries(read(HEAD, *records))[1:]


def view(*records: Any) -> View:
    first, *lines = read(*records)
    assert isinstance(first, Header)
    return fold(first, [x for x in lines if not isinstance(x, Skip)], DEFAULT)


@pytest.mark.parametrize(
    ("more", "parent"),
    [
        pytest.param({}, None, id="none"),
        pytest.param({"parentSession": "p-1"}, "p-1", id="an id"),
        pytest.param(
            {"parentSession": f"/s/2026-03-04T05-57-44-980Z_{ID}.jsonl"},
            ID,
            id="a path that has the id",
        ),
        pytest.param({"branchedFrom": "/s/old.jsonl"}, "/s/old.jsonl", id="v1: a path"),
    ],
)
def test_the_header_and_where_it_goes_on_from(more: Any, parent: str | None) -> None:
    expected = Header("session", 1, ID, "pi", "/repo", START, parent=parent)
    assert header(read({**HEAD, **more})) == expected


def test_oh_my_pi_has_its_title_first() -> None:
    slot = {"type": "title", "title": "Demo", "pad": "   "}
    lines = read(slot, HEAD, said("user", "hi"))
    shown = [(e.kind, e.what, e.text) for e in entries(lines)]
    assert header(lines) == Header("session", 1, ID, "oh-my-pi", "/repo", START)
    assert shown == [
        ("note", "title", "Demo"),
        ("note", "session", ""),
        ("text", None, "hi"),
    ]


USER = [
    pytest.param("go", [("text", "user", "go")], id="a string"),
    pytest.param([text("go")], [("text", "user", "go")], id="a block"),
    pytest.param("", [("note", "user", "")], id="nothing"),
    pytest.param(None, [("note", "user", "")], id="null"),
    pytest.param(
        [text("see"), {"type": "image", "data": "aGVsbG8=", "mimeType": "image/png"}],
        [("text", "user", "see"), ("image", "user", "")],
        id="an image",
    ),
    pytest.param([{"type": "odd", "text": "t"}], [("note", "user", "t")], id="unknown"),
]


@pytest.mark.parametrize(("content", "expected"), USER)
def test_what_a_user_says(content: Any, expected: Any) -> None:
    assert [(e.kind, e.role, e.text) for e in one(said("user", content))] == expected


def test_an_answer() -> None:
    usage = {"input": 3, "output": 211, "cacheRead": 5, "cacheWrite": 3195}
    thought = {"type": "thinking", "thinking": "hm", "thinkingSignature": "ErQ=+/"}
    blocks = [thought, text("I look."), call("c1", command="ls"), call("c2", "read")]
    found = one(said("assistant", blocks, model="claude-x", usage=usage))
    assert [e.kind for e in found] == ["thinking", "text", "call", "call"]
    assert {e.msg for e in found} == {"a1"}
    first, _, ran, _ = found
    assert (first.text, first.signature) == ("hm", "ErQ=+/")
    assert (first.model, first.usage) == ("claude-x", Usage(3, 211, 5, 3195))
    assert (ran.tool, ran.args, ran.call) == ("bash", {"command": "ls"}, "c1")


def test_redacted_thinking_passes_unread() -> None:
    block = {
        "type": "thinking",
        "thinking": "",
        "thinkingSignature": "Z==",
        "redacted": True,
    }
    [entry] = one(said("assistant", [block]))
    assert (entry.text, entry.signature, entry.data) == ("", None, "Z==")


@pytest.mark.parametrize("stop", ["error", "aborted"])
def test_fault_30_an_answer_that_broke_off_is_an_error(stop: str) -> None:
    half = said("assistant", [text("I will")], "a1", stopReason=stop)
    none = said("assistant", [], "a2", stopReason=stop, errorMessage="429")
    found = [(e.kind, e.what, e.text, e.error) for e in one(half, none)]
    assert found == [("text", None, "I will", True), ("note", stop, "429", True)]


@pytest.mark.parametrize(
    ("content", "is_error", "shown", "status"),
    [
        pytest.param("ok", False, "ok", None, id="a string"),
        pytest.param([text("a"), text("b")], False, "a\nb", None, id="blocks"),
        pytest.param(
            [text("no\n\nCommand exited with code 2")],
            True,
            "no\n\nCommand exited with code 2",
            2,
            id="a status",
        ),
        pytest.param(
            "Command exited with code 2",
            False,
            "Command exited with code 2",
            None,
            id="a status that is quoted",
        ),
        pytest.param(
            [{"type": "image", "data": "aGVsbG8=", "mimeType": "image/png"}],
            False,
            "[image image/png, 5 bytes]",
            None,
            id="an image",
        ),
    ],
)
def test_a_result(content: Any, is_error: bool, shown: str, status: int | None) -> None:
    more: Any = {"toolCallId": "c1", "toolName": "bash", "isError": is_error}
    [entry] = one(said("toolResult", content, **more))
    assert (entry.kind, entry.call, entry.tool) == ("result", "c1", "bash")
    assert (entry.text, entry.error, entry.exit) == (shown, is_error, status)


def test_what_the_user_runs_is_a_call_and_its_result() -> None:
    message = {"role": "bashExecution", "command": "ls", "output": "a", "exitCode": 1}
    ran, shown = one(node("message", "b7", "a1", message=message))
    assert (ran.role, ran.tool, ran.args) == ("user", "bash", {"command": "ls"})
    assert (shown.text, shown.exit, shown.error) == ("a", 1, True)
    assert ran.call == shown.call == "bash-b7"
    assert (ran.id, ran.parent, shown.id, ran.src) == ("b7", "a1", None, shown.src)


def test_what_the_user_keeps_from_the_model_is_no_content() -> None:
    message = {"role": "bashExecution", "command": "pass show x", "output": "s3"}
    found = one(node("message", "b7", message={**message, "excludeFromContext": True}))
    assert [(e.kind, e.what) for e in found] == [("note", "private-bash")] * 2


@pytest.mark.parametrize(
    ("record", "what", "shown"),
    [
        pytest.param(
            node("compaction", "n", summary="so far"),
            "compact-summary",
            "so far",
            id="compaction",
        ),
        pytest.param(
            node("branch_summary", "n", summary="left"),
            "compact-summary",
            "left",
            id="branch summary",
        ),
        pytest.param(
            node("custom_message", "n", content=[text("note")]),
            "custom-message",
            "note",
            id="custom message",
        ),
        pytest.param(
            node("label", "n", targetId="a", label="here"), "label", "here", id="label"
        ),
        pytest.param(
            node("session_info", "n", name="Locks"), "session-info", "Locks", id="name"
        ),
        pytest.param(node("custom", "n", data={"a": 1}), "custom", "", id="custom"),
        pytest.param(node("brand_new", "n"), "brand-new", "", id="a new type"),
        pytest.param(
            said("hookMessage", "hook", "n"), "custom-message", "hook", id="v2 hook"
        ),
        pytest.param(
            said("developer", "be terse", "n"), "system", "be terse", id="dev"
        ),
        pytest.param(said("alien", "zz", "n"), "unknown:alien", "zz", id="a new role"),
        pytest.param(node("message", "n", message=7), "message", "", id="no message"),
    ],
)
def test_what_is_no_message_is_a_note_in_the_tree(
    record: Any, what: str, shown: str
) -> None:
    [entry] = one(record)
    assert (entry.kind, entry.what, entry.text) == ("note", what, shown)
    assert entry.id == "n"


def test_a_change_of_the_model_holds_for_later_answers() -> None:
    change = node("model_change", "m1", provider="p", modelId="gpt-x")
    own = said("assistant", "b", "a2", model="gpt-y")
    _, first, second = one(change, said("assistant", "a"), own)
    assert (first.model, second.model) == ("gpt-x", "gpt-y")


def test_fault_30_the_last_record_is_the_leaf() -> None:
    records = [
        HEAD,
        node("model_change", "f7"),
        said("user", "read it", "30", "f7"),
        said("assistant", "tried X", "22", "30"),
        node("branch_summary", "b1", "30", summary="X did not work"),
        said("user", "the other route", "b2", "b1"),
        node("label", "b3", "b2", targetId="30", label="checkpoint"),
    ]
    assert (view(*records).off, view(*records).requests) == ({4}, [3, 6])
    back = said("assistant", "on with X", "23", "22")
    assert view(*records, back).off == {5, 6, 7}


def test_a_parent_that_is_no_record_is_the_one_before() -> None:
    records = [
        HEAD,
        said("user", "list", "m1", ID),
        said("assistant", [call("t1")], "m2", "m1"),
        said("toolResult", "a", "m3", "t1", toolCallId="t1"),
    ]
    assert view(*records).off == set()


def test_version_1_has_no_tree() -> None:
    head = {key: value for key, value in HEAD.items() if key != "version"}
    plain = [said("user", "go"), said("assistant", "gone"), said("assistant", "again")]
    records = [{k: v for k, v in r.items() if k[:2] not in ("id", "pa")} for r in plain]
    records[2]["message"]["timestamp"] += 1
    lines = entries(read({**head, "modelId": "m-1"}, *records))
    assert view(head, *records).off == set()
    assert [e.id for e in lines] == [None] * 4
    assert [e.msg for e in lines[2:]] == ["1772603910545", "1772603910546"]
    assert lines[2].model == "m-1"


def test_a_reset_takes_everything_before_it_away() -> None:
    lines = read(HEAD, said("user", "old"), node("reset_boundary", "r", "a1"))
    assert [x for x in lines if isinstance(x, Amend)] == [
        Amend("amend", ((1, 2),), "reset")
    ]


SMALL = jsonl(
    {"type": "title", "title": "Größe"},
    HEAD,
    node("model_change", "m1", modelId="gpt-x"),
    said("user", [text("5 € 日本")], "u1", "m1"),
    said("assistant", [text("ok"), call("c1", command="ls")], "a1", "u1"),
    said("toolResult", "a", "r1", "a1", toolCallId="c1", toolName="bash"),
    "half a rec",
    node("reset_boundary", "x1", "r1"),
    said("assistant", "done", "a2", "x1"),
)


def test_cut_at_any_byte() -> None:
    expected = whole(SMALL)
    assert len(expected) == 11
    for cut in range(len(SMALL) + 1):
        assert in_two(SMALL, cut) == expected, cut


def test_every_prefix_is_of_the_same_format() -> None:
    assert set(sniffed(SMALL)) == {"oh-my-pi"}
    assert set(sniffed(SMALL[SMALL.index(b"\n") + 1 :])) == {"pi"}
