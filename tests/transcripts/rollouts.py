"""Records of Codex's rollouts, and what files of them become."""

from __future__ import annotations

from typing import Any

from feeding import read

from pane_cli.rules.schema import DEFAULT
from pane_cli.session.types import Amend, Entry, Header
from pane_cli.transcripts.transcribe import Item, Skip
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


def lines(*records: Any, name: str = "rollout.jsonl") -> list[Item]:
    return read(*records, name=name)


def entries(*records: Any) -> list[Entry]:
    return [line for line in lines(*records) if isinstance(line, Entry)]


def amends(*records: Any) -> list[Amend]:
    return [line for line in lines(*records) if isinstance(line, Amend)]


def header(*records: Any, name: str = "rollout.jsonl") -> Header:
    first = lines(*records, name=name)[0]
    assert isinstance(first, Header)
    return first


def view(*records: Any) -> View:
    begin, *rest = lines(*records)
    assert isinstance(begin, Header)
    return fold(begin, [x for x in rest if not isinstance(x, Skip)], DEFAULT)


def texts(*records: Any) -> list[tuple[str, str]]:
    """Who said what, of the entries that are texts."""
    return [(e.role, e.text) for e in entries(*records) if e.kind == "text"]


def notes(*records: Any) -> list[tuple[str | None, str]]:
    return [(e.what, e.text) for e in entries(*records) if e.kind == "note"]


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


WRAPPED = '{"output":"a\\n","metadata":{"exit_code":%d,"duration_seconds":0.1}}'
TOTAL = {"input_tokens": 100, "cached_input_tokens": 40, "output_tokens": 7}
MORE = {"input_tokens": 250, "cached_input_tokens": 130, "output_tokens": 10}


def counted(**info: Any) -> Any:
    return event("token_count", info=info or None, rate_limits={})


def turns(*words: str) -> list[Any]:
    """A request with its answer each: entries 2-3, 4-5, ... behind a header."""
    return [r for word in words for r in (user(word), answer(f"{word}!"))]


def rolled_back(count: Any) -> Any:
    return event("thread_rolled_back", num_turns=count)
