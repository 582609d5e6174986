"""Codex: what each record becomes. Faults are named after formats.md section 15."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from pane_cli.rules.schema import DEFAULT
from pane_cli.session.records import read_records
from pane_cli.session.types import Amend, Entry, Header, Usage
from pane_cli.transcripts.formats import named
from pane_cli.transcripts.transcribe import (
    Skip,
    Transcriber,
    UnknownFormat,
    transcribe,
)
from pane_cli.view.view import View, fold

ID = "019b2ea4-0000-7000-8000-58208e1f0000"
BORN = "2025-12-17T21:03:02.336Z"
PARENT = "019b0000-0000-7000-8000-00000000aaaa"
OWN_TURN = "019b2ea4-0001-7000-8000-000000000001"
OLD_TURN = "019b0000-0001-7000-8000-000000000001"


def record(kind: str, payload: Any, ts: str | None = BORN, **more: Any) -> Any:
    stamp = {} if ts is None else {"timestamp": ts}
    return {**stamp, "type": kind, "payload": payload, **more}


def meta(**more: Any) -> Any:
    own = {"id": ID, "timestamp": BORN, "cwd": "/repo", "cli_version": "0.106.0"}
    return record("session_meta", {**own, **more})


def item(kind: str, ts: str | None = BORN, **more: Any) -> Any:
    return record("response_item", {"type": kind, **more}, ts)


def user(*parts: Any, ts: str | None = BORN) -> Any:
    content = [
        {"type": "input_text", "text": p} if isinstance(p, str) else p for p in parts
    ]
    return item("message", ts, role="user", content=content)


def answer(words: str) -> Any:
    content = [{"type": "output_text", "text": words}]
    return item("message", role="assistant", content=content)


def event(kind: str, ts: str | None = BORN, **more: Any) -> Any:
    return record("event_msg", {"type": kind, **more}, ts)


def asked(words: str, **more: Any) -> Any:
    return event("user_message", message=words, images=[], **more)


def told(words: str) -> Any:
    return event("agent_message", message=words)


def completed(kind: str, words: str) -> Any:
    content = [{"type": "Text", "text": words}]
    return event("item_completed", item={"type": kind, "id": "i", "content": content})


def context(turn_id: str = "t1", model: str = "gpt-x", ts: str | None = BORN) -> Any:
    return record("turn_context", {"turn_id": turn_id, "model": model}, ts)


def call(call_id: str = "c1", name: str = "shell", arguments: Any = "{}") -> Any:
    return item("function_call", name=name, arguments=arguments, call_id=call_id)


def output(value: Any, call_id: str = "c1") -> Any:
    return item("function_call_output", call_id=call_id, output=value)


def body(*records: Any) -> bytes:
    return "\n".join(json.dumps(r) for r in records).encode()


def read(*records: Any, name: str = "rollout.jsonl") -> list[Any]:
    return list(transcribe(io.BytesIO(body(*records)), name))


def entries(*records: Any) -> list[Entry]:
    return [line for line in read(*records) if isinstance(line, Entry)]


def amends(*records: Any) -> list[Amend]:
    return [line for line in read(*records) if isinstance(line, Amend)]


def view(*records: Any) -> View:
    header, *lines = read(*records)
    assert isinstance(header, Header)
    return fold(header, [x for x in lines if not isinstance(x, Skip)], DEFAULT)


def texts(*records: Any) -> list[tuple[str, str]]:
    """Who said what, of the entries that are texts."""
    return [(e.role, e.text) for e in entries(*records) if e.kind == "text"]


def notes(*records: Any) -> list[tuple[str | None, str]]:
    return [(e.what, e.text) for e in entries(*records) if e.kind == "note"]


# Headers


def test_header() -> None:
    assert read(meta())[0] == Header("session", 1, ID, "codex", "/repo", BORN)


def test_header_of_a_nested_meta() -> None:
    nested = record("session_meta", {"meta": {"id": ID, "cwd": "/repo"}, "git": {}})
    assert read(nested)[0] == Header("session", 1, ID, "codex", "/repo", BORN)


def test_header_of_bare_items() -> None:
    first = {"id": "5973b6c0", "timestamp": BORN, "instructions": None, "git": None}
    assert read(first)[0] == Header("session", 1, "5973b6c0", "codex", None, BORN)


def test_header_without_any_id_is_of_the_file_name() -> None:
    header = read(user("hi"), name=f"rollout-2025-12-17T21-03-02-{ID}.jsonl")[0]
    assert header.id == ID


def test_header_behind_other_records() -> None:
    state = record("world_state", {"full": True})
    assert read(state, user("hi"), meta())[0].id == ID


def test_the_header_does_not_wait_for_ever() -> None:
    row = named("codex")
    assert row is not None
    reader = Transcriber(row, "rollout.jsonl")
    whole = body(*[answer("so")] * 20)
    fed = [line for one in read_records(io.BytesIO(whole)) for line in reader.feed(one)]
    assert isinstance(fed[0], Header)


def test_a_subagent_names_its_parent() -> None:
    source = {"subagent": {"thread_spawn": {"parent_thread_id": PARENT, "depth": 1}}}
    assert read(meta(source=source))[0].parent == PARENT


@pytest.mark.parametrize("source", ["cli", {"subagent": {"other": "review"}}, None, 3])
def test_other_sources_have_no_parent(source: Any) -> None:
    assert read(meta(source=source))[0].parent is None


# Items


BARE = (
    {"id": "5973b6c0", "timestamp": BORN, "instructions": None, "git": None},
    {"record_type": "state"},
    {
        "type": "message",
        "role": "user",
        "content": [{"type": "input_text", "text": "hi"}],
    },
    {
        "type": "reasoning",
        "summary": [{"type": "summary_text", "text": "Planning"}],
        "encrypted_content": "opaque",
    },
    {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "output_text", "text": "OK."}],
    },
    {"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "c1"},
    {"type": "function_call_output", "call_id": "c1", "output": "a"},
)


def test_bare_items() -> None:
    said = [(e.kind, e.role, e.what or e.text, e.ts) for e in entries(*BARE)]
    assert said == [
        ("note", "system", "session_meta", BORN),
        ("note", "system", "state", BORN),
        ("text", "user", "hi", BORN),
        ("thinking", "assistant", "Planning", BORN),
        ("text", "assistant", "OK.", BORN),
        ("call", "assistant", "", BORN),
        ("result", "tool", "a", BORN),
    ]


def test_bare_items_without_their_header_are_not_codex() -> None:
    assert read(*BARE[2:])[0].agent == "openai-responses"


def test_reasoning_keeps_what_is_encrypted() -> None:
    summary = [{"type": "summary_text", "text": t} for t in ("one", "two")]
    thought = entries(meta(), item("reasoning", summary=summary, encrypted_content="g"))
    assert [(e.kind, e.text, e.data) for e in thought[1:]] == [
        ("thinking", "one\n\ntwo", "g")
    ]


@pytest.mark.parametrize(
    ("made", "tool", "args", "files"),
    [
        (call(arguments='{"command":["ls"]}'), "shell", {"command": ["ls"]}, ()),
        (call(arguments={"path": "a.py"}), "shell", {"path": "a.py"}, ("a.py",)),
        (call(arguments='{"command":'), "shell", {"_raw": '{"command":'}, ()),
        (call(arguments="[1]"), "shell", {"_raw": "[1]"}, ()),
        (
            item(
                "local_shell_call",
                call_id="c1",
                action={"type": "exec", "command": ["pwd"]},
            ),
            "shell",
            {"command": ["pwd"]},
            (),
        ),
        (
            item(
                "custom_tool_call",
                call_id="c1",
                name="apply_patch",
                input="*** Begin Patch\n*** Update File: src/a.py\n@@\n*** End Patch",
            ),
            "apply_patch",
            {"input": "*** Begin Patch\n*** Update File: src/a.py\n@@\n*** End Patch"},
            ("src/a.py",),
        ),
        (
            item(
                "web_search_call", call_id="c1", action={"type": "search", "query": "q"}
            ),
            "web_search",
            {"type": "search", "query": "q"},
            (),
        ),
    ],
    ids=["text", "object", "torn", "list", "local-shell", "patch", "web"],
)
def test_calls(made: Any, tool: str, args: Any, files: Any) -> None:
    found = entries(meta(), made)[1]
    assert (found.kind, found.call) == ("call", "c1")
    assert (found.tool, found.args, found.files) == (tool, args, files)


WRAPPED = '{"output":"a\\n","metadata":{"exit_code":%d,"duration_seconds":0.1}}'


@pytest.mark.parametrize(
    ("value", "text", "exit_code", "is_error"),
    [
        ("plain", "plain", None, False),
        (WRAPPED % 0, "a\n", 0, False),
        (WRAPPED % 2, "a\n", 2, True),
        ({"output": "a", "metadata": {"exit_code": 1}}, "a", 1, True),
        ({"content": "a", "success": False}, "a", None, True),
        ({"type": "input_text", "text": "a"}, "a", None, False),
        ([{"type": "input_text", "text": "a"}], "a", None, False),
        ('{"output":"it is data"}', '{"output":"it is data"}', None, False),
        ('{"output":', '{"output":', None, False),
        (
            "Wall time: 0.4 seconds\nProcess exited with code 1\nOutput:\nF",
            "Wall time: 0.4 seconds\nProcess exited with code 1\nOutput:\nF",
            1,
            True,
        ),
        ("Exit code: 0\nOutput:\nok", "Exit code: 0\nOutput:\nok", 0, False),
        ("Exit code: 7\nOutput:\nno", "Exit code: 7\nOutput:\nno", 7, True),
        (
            "ok\nProcess exited with code 1",
            "ok\nProcess exited with code 1",
            None,
            False,
        ),
        (None, "", None, False),
    ],
    ids=[
        "text",
        "wrapped",
        "wrapped-failed",
        "object",
        "no-success",
        "part",
        "parts",
        "data",
        "torn",
        "exited",
        "exit-0",
        "exit-7",
        "quoted",
        "nothing",
    ],
)
def test_results(value: Any, text: str, exit_code: int | None, is_error: bool) -> None:
    found = entries(meta(), call(), output(value))[2]
    assert (found.kind, found.role, found.call) == ("result", "tool", "c1")
    assert (found.text, found.exit, found.error) == (text, exit_code, is_error)


def test_images_are_entries() -> None:
    picture = {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}
    found = entries(meta(), user("look", picture))[1:]
    assert [(e.kind, e.role, e.turn) for e in found] == [
        ("text", "user", 1),
        ("image", "user", 1),
    ]
    assert (found[1].media, found[1].bytes) == ("image/png", 3)


def test_a_result_that_is_an_image_says_what_was_there() -> None:
    picture = {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}
    found = entries(meta(), call(), output([picture]))[2:]
    assert found[0].kind == "result"
    assert "image/png, 3 bytes" in found[0].text or found[1].kind == "image"


def test_the_model_is_that_of_the_last_context() -> None:
    found = entries(
        meta(), context(model="gpt-1"), answer("a"), context(model="gpt-2"), call()
    )
    assert [e.model for e in found] == [None, None, "gpt-1", None, "gpt-2"]


@pytest.mark.parametrize("key", ["content", "message"])
def test_messages_without_an_envelope(key: str) -> None:
    said = [(r, {"role": r, key: f"{r}!"}) for r in ("user", "assistant")]
    expected = [(role, f"{role}!") for role, _ in said]
    assert texts(meta(), *[message for _, message in said]) == expected


# What the host says in the user's place


@pytest.mark.parametrize(
    "text",
    [
        "<environment_context>\n<cwd>/repo</cwd>\n</environment_context>",
        "<user_instructions>\n\nbe kind\n\n</user_instructions>",
        "# AGENTS.md instructions for /a\n\n<INSTRUCTIONS>\nbe kind\n</INSTRUCTIONS>",
        "<INSTRUCTIONS>be kind</INSTRUCTIONS>",
        "<turn_aborted>\nThe user interrupted.\n</turn_aborted>",
        "<permissions instructions>read only</permissions instructions>",
        "<user_action>\n<action>review</action>\n</user_action>",
        "<environment_context>\n<cwd>/re",
    ],
    ids=[
        "env",
        "user",
        "agents",
        "instructions",
        "aborted",
        "permissions",
        "action",
        "cut",
    ],
)
@pytest.mark.parametrize("form", [user, asked], ids=["item", "event"])
def test_wrappers_are_notes(form: Any, text: str) -> None:
    found = entries(meta(), form(text))[1]
    assert (found.kind, found.turn) == ("note", 0)


def test_words_that_quote_a_wrapper_are_the_users() -> None:
    text = "what is <environment_context> for?"
    assert texts(meta(), user(text)) == [("user", text)]


@pytest.mark.parametrize("role", ["developer", "system"])
def test_instructions_are_notes(role: str) -> None:
    content = [{"type": "input_text", "text": "rules"}]
    assert notes(item("message", role=role, content=content)) == [("system", "rules")]


# Fault 16: the same text in up to three streams


ORDERS = {
    "item-event": (user("hi"), asked("hi"), answer("yes"), told("yes")),
    "event-item": (asked("hi"), user("hi"), told("yes"), answer("yes")),
    "0.149": (
        user("hi"),
        completed("UserMessage", "hi"),
        asked("hi"),
        completed("AgentMessage", "yes"),
        answer("yes"),
        told("yes"),
    ),
    "events": (asked("hi"), told("yes")),
    "items": (user("hi"), answer("yes")),
    "turn-items": (completed("UserMessage", "hi"), completed("AgentMessage", "yes")),
    "event-and-item": (asked("hi"), answer("yes")),
}


@pytest.mark.parametrize("records", ORDERS.values(), ids=list(ORDERS))
def test_16_no_text_twice(records: Any) -> None:
    assert texts(meta(), *records) == [("user", "hi"), ("assistant", "yes")]
    seen = view(meta(), *records)
    assert len(seen.turns) == 2 and len(seen.requests) == 1


@pytest.mark.parametrize("records", ORDERS.values(), ids=list(ORDERS))
def test_16_a_copy_has_no_text(records: Any) -> None:
    assert {text for _, text in notes(meta(), *records)} == {""}


@pytest.mark.parametrize("first", ["item-event", "event-item", "0.149", "events"])
def test_16_saying_it_again_counts(first: str) -> None:
    """The user says the same in the next turn, and the model too."""
    records = ORDERS[first]
    assert (
        texts(meta(), *records, *records)
        == [
            ("user", "hi"),
            ("assistant", "yes"),
        ]
        * 2
    )


def test_16_steering_twice_in_one_turn() -> None:
    records = (user("go"), asked("go"), user("go"), asked("go"), answer("ok"))
    assert [role for role, _ in texts(meta(), *records)] == [
        "user",
        "user",
        "assistant",
    ]


def test_16_thinking_is_not_told_twice() -> None:
    summary = [{"type": "summary_text", "text": "Planning"}]
    found = entries(
        meta(),
        event("agent_reasoning", text="Planning"),
        item("reasoning", summary=summary, encrypted_content="g"),
    )
    assert [e.text for e in found if "Planning" in e.text] == ["Planning"]
    assert [e.data for e in found if e.data] == ["g"]


def test_an_image_behind_its_event_is_of_the_same_turn() -> None:
    picture = {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}
    seen = view(meta(), asked("look"), user("look", picture), answer("a cat"))
    assert [turn.number for turn in seen.turns] == [0, 1]


LABELLED = (
    "<image name=[Image #1]>",
    {"type": "input_image", "image_url": "data:image/png;base64,AAAA"},
    "</image>",
    "look at [Image #1]",
)


@pytest.mark.parametrize("is_event_first", [False, True], ids=["item", "event"])
def test_16_labels_around_images_are_not_the_users_words(is_event_first: bool) -> None:
    copies = [user(*LABELLED), asked("look at [Image #1]", local_images=["/a.png"])]
    records = (meta(), *(reversed(copies) if is_event_first else copies), answer("ok"))
    assert texts(*records) == [("user", "look at [Image #1]"), ("assistant", "ok")]
    assert [turn.number for turn in view(*records).turns] == [0, 1]


def test_a_label_without_an_image_is_text() -> None:
    assert texts(meta(), user("<image>")) == [("user", "<image>")]


# Usage


TOTAL = {"input_tokens": 100, "cached_input_tokens": 40, "output_tokens": 7}
MORE = {"input_tokens": 250, "cached_input_tokens": 130, "output_tokens": 10}


def counted(**info: Any) -> Any:
    return event("token_count", info=info or None, rate_limits={})


def usages(*records: Any) -> list[Usage]:
    return [e.usage for e in entries(meta(), *records) if e.usage is not None]


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ([counted(last_token_usage=TOTAL)], [Usage(60, 7, 40)]),
        ([counted(total_token_usage=TOTAL)], [Usage(60, 7, 40)]),
        (
            [counted(total_token_usage=TOTAL), counted(total_token_usage=MORE)],
            [Usage(60, 7, 40), Usage(60, 3, 90)],
        ),
        (
            [counted(total_token_usage=MORE), counted(total_token_usage=TOTAL)],
            [Usage(120, 10, 130), Usage(60, 7, 40)],
        ),
        (
            [counted(total_token_usage=TOTAL, last_token_usage=TOTAL)] * 2,
            [Usage(60, 7, 40)],
        ),
        ([counted()], []),
        ([event("token_count", info="?")], []),
        ([event("token_count", input_tokens=12, output_tokens=7)], [Usage(12, 7)]),
    ],
    ids=["last", "total", "difference", "reset", "repeated", "null", "odd", "flat"],
)
def test_usage(records: Any, expected: list[Usage]) -> None:
    assert usages(*records) == expected


def test_usage_is_summed_once_an_answer() -> None:
    first = counted(total_token_usage=TOTAL, last_token_usage=TOTAL)
    last = {"input_tokens": 150, "cached_input_tokens": 90, "output_tokens": 3}
    second = counted(total_token_usage=MORE, last_token_usage=last)
    seen = view(meta(), context(), first, counted(), second, second)
    assert seen.answers.total() == Usage(120, 10, 130)
    assert [a.model for a in seen.answers.answers] == ["gpt-x", "gpt-x"]


# Rollback, compaction, forks


def turns(*words: str) -> list[Any]:
    """A request with its answer each: entries 2-3, 4-5, ... behind a header."""
    return [r for word in words for r in (user(word), answer(f"{word}!"))]


def rolled_back(count: Any) -> Any:
    return event("thread_rolled_back", num_turns=count)


def requests(seen: View, *records: Any) -> list[str]:
    said = {e.n: e.text for e in entries(*records)}
    return [said[n] for n in seen.requests]


@pytest.mark.parametrize(
    ("records", "left"),
    [
        ([*turns("a", "b"), rolled_back(1)], ["a"]),
        ([*turns("a", "b"), rolled_back(2)], []),
        ([*turns("a", "b"), rolled_back(9)], []),
        ([*turns("a", "b"), rolled_back(0)], ["a", "b"]),
        ([*turns("a", "b"), rolled_back(-1)], ["a", "b"]),
        ([*turns("a", "b"), rolled_back("x")], ["a", "b"]),
        ([rolled_back(1), *turns("a")], ["a"]),
        ([*turns("a", "b"), rolled_back(1), rolled_back(1)], []),
        ([*turns("a", "b"), rolled_back(1), *turns("c"), rolled_back(1)], ["a"]),
        ([*turns("a", "b", "c"), rolled_back(1), *turns("d"), rolled_back(2)], ["a"]),
        ([*turns("a", "b"), rolled_back(1), *turns("b")], ["a", "b"]),
    ],
    ids=["1", "2", "more", "0", "-1", "odd", "none", "1+1", "c", "over", "same-words"],
)
def test_rollback(records: Any, left: list[str]) -> None:
    seen = view(meta(), *records)
    assert requests(seen, meta(), *records) == left


def test_rollback_keeps_what_it_takes_off() -> None:
    records = (meta(), *turns("a", "b"), rolled_back(1))
    assert amends(*records) == [Amend("amend", ((4, 5),), "rewound")]
    assert len(entries(*records)) == 6


@pytest.mark.parametrize(
    "record_",
    [
        record(
            "compacted",
            {"message": "so far", "replacement_history": [user("old")["payload"]]},
        ),
        item("compaction", encrypted_content="g"),
        item("compaction_summary", encrypted_content="g"),
        item("context_compaction", encrypted_content="g"),
    ],
    ids=["compacted", "item", "alias", "context"],
)
def test_compaction_is_one_note(record_: Any) -> None:
    found = entries(meta(), *turns("a"), record_)[3:]
    assert [(e.kind, e.what) for e in found] == [("note", "compact-summary")]
    assert found[0].text == ("so far" if record_["type"] == "compacted" else "")


LATER = "2025-12-17T21:04:00.000Z"


def fork(*own: Any, copied: Any = (), **more: Any) -> list[Any]:
    """A session that begins with its origin's header, entry 2, and what it says."""
    ancestor = record("session_meta", {"id": PARENT, "cwd": "/old"})
    return [meta(forked_from_id=PARENT, **more), ancestor, *copied, *own]


def test_14_a_fork_keeps_its_own_id() -> None:
    header = read(*fork(user("new", ts=LATER)))[0]
    assert (header.id, header.parent, header.cwd) == (ID, PARENT, "/repo")


@pytest.mark.parametrize(
    ("own", "last"),
    [
        ([context(OWN_TURN), user("new")], 5),
        ([context(OWN_TURN, ts=None), user("new", ts=None)], 5),
        ([user("new", ts=LATER)], 5),
        ([context("turn-2", ts=LATER), user("new", ts=LATER)], 5),
    ],
    ids=["turn-id", "no-time", "time", "other-id"],
)
def test_14_what_a_fork_copied_is_inherited(own: Any, last: int) -> None:
    copied = [context(OLD_TURN), *turns("old")]
    records = fork(*own, copied=copied)
    assert amends(*records) == [Amend("amend", ((2, last),), "inherited")]
    inherited = {
        n for a in amends(*records) for f, t in a.entries for n in range(f, t + 1)
    }
    words = [e for e in entries(*records) if e.kind == "text" and e.n not in inherited]
    assert [(e.role, e.text) for e in words] == [("user", "new")]


def test_14_a_fork_without_content_of_its_own_says_nothing() -> None:
    assert amends(*fork(copied=[context(OLD_TURN), *turns("old")])) == []


def test_14_it_is_said_once() -> None:
    own = [context(OWN_TURN), user("new", ts=LATER), context(OWN_TURN), answer("yes")]
    assert len(amends(*fork(*own, copied=turns("old")))) == 1


def test_15_a_later_meta_changes_nothing() -> None:
    other = record("session_meta", {"id": PARENT, "cwd": "/x", "forked_from_id": "z"})
    assert amends(meta(), *turns("a"), other, user("b", ts=LATER)) == []
    assert texts(meta(), other, user("a")) == [("user", "a")]


def test_a_subagents_inherited_records_end_at_its_ordinal() -> None:
    source = {"subagent": {"thread_spawn": {"parent_thread_id": PARENT}}}
    records = [
        {**meta(source=source, subagent_history_start_ordinal=3), "ordinal": 0},
        {**user("old"), "ordinal": 1},
        {**answer("old!"), "ordinal": 2},
        {**user("new"), "ordinal": 3},
    ]
    assert amends(*records) == [Amend("amend", ((2, 3),), "inherited")]


def test_32_records_with_and_without_ordinal() -> None:
    records = (
        meta(),
        {**user("a"), "ordinal": 1},
        answer("b"),
        {**user("c"), "ordinal": 9},
    )
    assert [text for _, text in texts(*records)] == ["a", "b", "c"]


# Events


def mcp(call_id: str, result: Any) -> Any:
    asked_ = {"server": "docs", "tool": "find", "arguments": {"q": "x"}}
    return event("mcp_tool_call_end", call_id=call_id, invocation=asked_, result=result)


def test_an_mcp_call_without_items_is_a_call_and_its_result() -> None:
    done = mcp("m1", {"Ok": {"content": [{"type": "text", "text": "found"}]}})
    found = entries(meta(), done)[1:]
    assert [(e.kind, e.call, e.text) for e in found] == [
        ("call", "m1", ""),
        ("result", "m1", "found"),
    ]


def test_an_mcp_error_is_one() -> None:
    assert entries(meta(), mcp("m1", {"Err": "refused"}))[2].error


def test_an_mcp_event_beside_its_items_is_a_note() -> None:
    done = mcp("m1", {"Ok": {"content": []}})
    found = entries(meta(), call("m1"), done, output("found", "m1"))
    assert [e.kind for e in found[1:]] == ["call", "note", "result"]


def test_a_patch_event_names_its_files() -> None:
    done = event("patch_apply_end", call_id="p", changes={"a.py": {"type": "add"}})
    found = entries(meta(), done)[1]
    assert (found.kind, found.what, found.files) == (
        "note",
        "patch_apply_end",
        ("a.py",),
    )


@pytest.mark.parametrize(
    "odd",
    [
        item("ghost_snapshot", ghost_commit={}),
        item("never_seen_before"),
        event("never_seen_before"),
        event("token_count"),
        event("item_completed", item=None),
        event("user_message", message=None),
        item("message", role="user", content=None),
        item("message", role="assistant", content=[]),
        item("reasoning", summary="odd", content=5),
        item("function_call", name=None, arguments=None, call_id=None),
        item("function_call_output", call_id=None, output=None),
        item("local_shell_call", action="odd"),
        item("tool_search_output", tools="odd"),
        record("response_item", None),
        record("event_msg", []),
        record("never_seen_before", {"a": 1}),
        record("turn_context", {"turn_context": {"model": "m"}}),
        {"type": "response_item"},
        {},
    ],
    ids=lambda r: json.dumps(r.get("payload", r))[:30],
)
def test_any_record_takes_a_number(odd: Any) -> None:
    found = entries(meta(), odd, user("hi"))
    assert len(found) == 3
    assert (found[2].kind, found[2].text, found[2].turn) == (
        "text",
        "hi",
        found[1].turn + 1,
    )
    assert found[1].what is None or not found[1].what.startswith("unreadable")


# Refused by name


@pytest.mark.parametrize(
    ("first", "word"),
    [
        ({"type": "thread.started", "thread_id": ID}, "exec --json"),
        (
            {"type": "item.completed", "item": {"id": "i", "type": "reasoning"}},
            "exec --json",
        ),
        ({"ts": BORN, "dir": "meta", "kind": "session_start", "cwd": "/"}, "debug log"),
    ],
    ids=["exec", "exec-item", "tui"],
)
def test_other_files_of_codex_are_refused_by_name(first: Any, word: str) -> None:
    with pytest.raises(UnknownFormat) as refused:
        read(first)
    said = f"{refused.value} {refused.value.hint}"
    assert word in said and "~/.codex/sessions" in said


# Cut anywhere


GROWN = (
    meta(forked_from_id=PARENT),
    user("old"),
    context(OWN_TURN),
    user("hé"),
    asked("hé"),
    event("agent_reasoning", text="Hm"),
    call(),
    counted(total_token_usage=TOTAL),
    output(WRAPPED % 1),
    told("yes"),
    answer("yes"),
    counted(total_token_usage=MORE),
    rolled_back(1),
    asked("hé"),
)


def resumed(whole: bytes, cut: int) -> list[Any]:
    """Lines of the first `cut` bytes, and then, in another process, of the rest."""
    row = named("codex")
    assert row is not None
    first = Transcriber(row, "rollout.jsonl")
    lines: list[Any] = []
    offset = 0
    for one in read_records(io.BytesIO(whole[:cut]), final=False):
        lines += first.feed(one)
        offset = offset if first.held else one.offset + one.length
    second = Transcriber(row, "rollout.jsonl")
    second.restore(first.save())
    for one in read_records(io.BytesIO(whole[offset:]), offset):
        lines += second.feed(one)
    return lines + list(second.finish())


@pytest.mark.parametrize("records", [GROWN, BARE], ids=["envelope", "bare"])
def test_a_prefix_and_then_the_whole_is_the_whole(records: Any) -> None:
    whole = b"\n".join(json.dumps(r, ensure_ascii=False).encode() for r in records)
    expected = resumed(whole, len(whole))
    assert len(expected) > len(records)
    for cut in range(len(whole)):
        assert resumed(whole, cut) == expected, cut


def test_every_entry_gives_back_its_bytes() -> None:
    whole = body(*GROWN)
    for line in transcribe(io.BytesIO(whole), "x.jsonl"):
        if isinstance(line, Entry):
            assert line.src is not None
            _, offset, length = line.src
            assert json.loads(whole[offset : offset + length]) in GROWN
