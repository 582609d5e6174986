"""Whatever stands in a record, it becomes lines that can be read again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pane_cli.session.codec import decode, encode
from pane_cli.session.records import Record
from pane_cli.session.types import Amend, Entry
from pane_cli.transcripts.formats import FORMATS, Format
from pane_cli.transcripts.transcribe import Transcriber

_LEAF = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.sampled_from((float("nan"), float("inf"), 0.5, -1))
    | st.sampled_from(("", "hi", "\u2028", "2026-02-10T09:00:00Z", "user", "<b>", "{"))
)
#: Words that readers look for, so that a record reaches every corner of them.
_TYPE_WORDS = """
user assistant system summary message session title label compaction branch_summary
custom_message reset_boundary session_meta response_item event_msg turn_context
compacted function_call function_call_output reasoning tool_call tool_result
local_shell_call custom_tool_call web_search_call tool_search_output
image_generation_call token_count user_message agent_message agent_reasoning
item_completed mcp_tool_call_end patch_apply_end thread_rolled_back error text thinking
redacted_thinking tool_use image input_text output_text toolCall AgentMessage
UserMessage Reasoning Plan exited_review_mode result session_start completion
todo_state context.append_message context.append_loop_event context.apply_compaction
usage.record content.part tool.call tool.result step.end think backend_tool_call
user_input planner_response run_command toolRequest toolResponse redactedThinking
constructor human ai AIMessageChunk tool imageUrl
UserMessage Reasoning Plan exited_review_mode result gemini model info warning
user.message assistant.message tool.execution_start tool.execution_complete
session.start
USER_INPUT PLANNER_RESPONSE RUN_COMMAND tool-call tool-result reasoning tool file patch
retry subtask session-revert context-replaced ask say toolInvocationSerialized
textEditGroup notification chat_compression run message finish error answer notice start
"""
_ROLE_WORDS = """
user assistant tool function system developer toolResult bashExecution pythonExecution
fileMention custom branchSummary odd thinking exit
"""
_KEY_WORDS = """
content text message payload item info name id uuid parentUuid parentId timestamp ts
call_id tool_use_id tool_call_id toolCallId arguments input output function tool_calls
function_call summary thinking signature data source usage model sessionId isSidechain
agentId isMeta isCompactSummary origin action result is_error files details command
num_turns last_token_usage total_token_usage input_tokens changes invocation record_type
reasoning_content encrypted_content forked_from_id status images exitCode image_url
reasoning messages_display messageId meta run toolUseID env trees uri author recipient
mapping parent parts metadata attachments thoughts weight from value sender response
responses conversation conversations chat_messages history trajectory action observation
thought response state is_demo thinking_blocks extra working_dir created toolCall
toolResult annotations audience toolCallStates toolCalls contextItems
conversationSummary reasoning event part result stepUuid modelAlias systemPrompt
usageScope origin variant kind synthetic_reason kwargs lc data additional_kwargs
invalid_tool_calls usage_metadata response_metadata user_input planner_response
run_command path parameters finalText summaryText create_time asset_pointer
reasoning messages_display parts thoughts toolCalls tokens functionCall functionResponse
inlineData response $set $rewindTo messages subtype systemPayload toolCallResult kind
v k
i requestId modelId variableData variables toolCallRounds toolCallResults metadata node
children bubbleId toolFormerData rawArgs params agentId composerId say ask partial
isSummary condenseId condenseParent metrics modelInfo aider started observation args
cause extras tool_call_metadata model_response toolRequests transformedContent
toolCallId success toolName parentToolCallId messageID sessionID callID state role time
tool mime url directory step_index created_at tool_calls truncationId history requests
"""
_TYPES = st.sampled_from(_TYPE_WORDS.split())
_ROLES = st.sampled_from(_ROLE_WORDS.split())
_KEYS = st.sampled_from(_KEY_WORDS.split())
#: Paths of changes, and content that readers take apart.
_TEXTS = st.sampled_from(
    (
        "<read_file><path>a.py</path></read_file> ok",
        "[read_file for 'a.py'] Result:",
        "<user_query>hi</user_query>",
        "<USER_REQUEST>hi</USER_REQUEST> rest",
        "#### hi  ",
        "> Tokens: 1.2k sent, 10 received.",
        '{"tokensIn": 3}',
    )
)


def _changes() -> st.SearchStrategy[Any]:
    path = st.sampled_from((["requests"], ["requests", 0, "response"], ["a"], []))
    return path | _TEXTS


def _objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    plain = st.dictionaries(_KEYS, inner, max_size=6)
    named = {"type": _TYPES, "role": _ROLES, "aider": _TYPES, "action": _TYPES}
    named |= {"observation": _TYPES, "kind": st.sampled_from((0, 1, 2, "text"))}
    typed = st.fixed_dictionaries({}, optional=named)
    return st.builds(lambda one, two: {**one, **two}, plain, typed)


_VALUE = st.recursive(
    _LEAF | _changes(),
    lambda inner: st.lists(inner, max_size=4) | _objects(inner),
    max_leaves=14,
)
_RECORDS = st.lists(_objects(_VALUE), min_size=1, max_size=6)


def _lines(row: Format, records: list[dict[str, Any]], cut: int) -> list[Any]:
    """Lines of records, taken up anew behind the first `cut` of them."""
    transcriber = Transcriber(row, "x.jsonl")
    lines: list[Any] = []
    for n, value in enumerate(records):
        if n == cut and not transcriber.held:
            saved, transcriber = transcriber.save(), Transcriber(row, "x.jsonl")
            transcriber.restore(saved)
        # Readers may change what they are given: every run gets its own.
        lines += transcriber.feed(Record(_copy(value), n * 10, 5, n))
    return lines + transcriber.finish()


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(inner) for key, inner in value.items()}
    return [_copy(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.name)
@settings(max_examples=80, deadline=None)
@given(records=_RECORDS, cut=st.integers(0, 5))
def test_any_record(row: Format, records: list[dict[str, Any]], cut: int) -> None:
    lines = _lines(row, records, -1)
    entries = [line for line in lines if isinstance(line, Entry)]
    for line in lines:
        raw = encode(line)
        assert encode(decode(raw)) == raw  # type: ignore[arg-type]
    assert [entry.n for entry in entries] == list(range(1, len(entries) + 1))
    assert {e.src[1] for e in entries if e.src} == {n * 10 for n in range(len(records))}
    assert all(entry.call for entry in entries if entry.kind in ("call", "result"))
    ids = [entry.id for entry in entries if entry.id]
    assert len(ids) == len(set(ids))
    for amend in (line for line in lines if isinstance(line, Amend)):
        assert all(1 <= a <= b <= len(entries) for a, b in amend.entries)
    assert b"".join(map(encode, lines)) == b"".join(
        map(encode, _lines(row, records, cut))
    )
    assert not [e.what for e in entries if (e.what or "").startswith("unreadable")]


def test_a_record_that_no_reader_can_take_keeps_its_number() -> None:
    class Broken(dict[str, Any]):
        def get(self, *args: Any) -> Any:
            raise TypeError(json.dumps(list(args)))

    transcriber = Transcriber(FORMATS[0], "x.jsonl")
    first = {"type": "session_meta", "payload": {"id": "s"}}
    transcriber.feed(Record(first, 0, 1, 1))
    (entry,) = transcriber.feed(Record(Broken(), 1, 1, 2))
    assert isinstance(entry, Entry)
    assert (entry.n, entry.what) == (2, "unreadable:TypeError")


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("pi", {"type": "message", "id": "a", "message": {"role": "user"}}),
        ("claude-code", {"type": "user", "uuid": "a", "message": {"content": "hi"}}),
    ],
    ids=["pi", "claude-code"],
)
def test_an_id_that_comes_again_is_not_an_id(name: str, record: Any) -> None:
    row = next(row for row in FORMATS if row.name == name)
    entries = [e for e in _lines(row, [record, record], 1) if isinstance(e, Entry)]
    assert [entry.id for entry in entries] == ["a", None]
