"""Antigravity: `~/.gemini/antigravity-cli/brain/<id>/.system_generated/logs/*.jsonl`.

One record a step. A planner's step names its calls; the steps behind it are their
results, in order and without an id. Arguments are text that holds JSON.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Header
from pane_cli.session.values import parse
from pane_cli.transcripts.content import as_text, as_time, list_of_dicts, text_of
from pane_cli.transcripts.odd_calls import OpenCalls
from pane_cli.transcripts.reader import Reader, Reading
from pane_cli.transcripts.response_items import call_draft

Record = dict[str, Any]
_REQUEST = re.compile(r"<USER_REQUEST>\s*(.*?)\s*</USER_REQUEST>", re.DOTALL)
_MODEL = re.compile(r"`Model Selection` from .+? to (.+?)\.?\s*$", re.MULTILINE)
_EXIT = re.compile(r"\AThe command failed with exit code:? (\d{1,9})\b")
_SUMMARIES = ("CHECKPOINT", "CONVERSATION_SUMMARY")


class Antigravity(Reader):
    """Reader of Antigravity's steps."""

    agent = "antigravity"

    class State(msgspec.Struct):
        """Calls that wait for their results, and the model that was chosen."""

        calls: OpenCalls = msgspec.field(default_factory=OpenCalls)
        model: str | None = None

    def header(self, records: list[Record], final: bool) -> Header | None:
        """The transcript names no session: its folder does."""
        first = records[0]
        started = as_time(first.get("created_at"))
        id = self.fallback_id(first)
        return Header("session", 1, id, self.agent, started=started)

    def read(self, record: Record) -> Reading:
        """The blocks of a step."""
        kind, content = as_text(record.get("type")) or "unknown", record.get("content")
        text = text_of(content)
        if kind == "USER_INPUT":
            drafts = self._asked(text)
        elif kind == "PLANNER_RESPONSE":
            drafts = self._answer(record, text)
        elif kind in _SUMMARIES:
            drafts = [note("compact-summary", text, "user")]
        elif record.get("source") == "MODEL":
            drafts = [self._result(record, kind, text)]
        else:
            drafts = [note(kind.lower().replace("_", "-"), text)]
        for draft in drafts:
            draft["ts"] = record.get("created_at")
        return Reading(drafts)

    def _asked(self, text: str) -> list[Draft]:
        """The user's words, and what the host says around them."""
        model = _MODEL.search(text)
        if model is not None:
            self.state.model = model.group(1)
        self.state.calls.waiting.clear()
        words = [found for found in _REQUEST.findall(text) if found]
        rest = _REQUEST.sub("", text).strip()
        if "<USER_REQUEST>" not in text:
            words, rest = ([text] if text.strip() else []), ""
        drafts = [Draft(kind="text", role="user", text=word) for word in words]
        drafts += [note("context", rest, "user")] if rest else []
        return drafts or [note("empty", role="user")]

    def _answer(self, record: Record, text: str) -> list[Draft]:
        drafts: list[Draft] = []
        thought = text_of(record.get("thinking"))
        if thought:
            drafts.append(Draft(kind="thinking", role="assistant", text=thought))
        if text:
            drafts.append(Draft(kind="text", role="assistant", text=text))
        for call in list_of_dicts(record.get("tool_calls")):
            n = self.numbering.last + len(drafts) + 1
            name = as_text(call.get("name")) or "?"
            id = as_text(call.get("id")) or self.state.calls.asked(name, n)
            drafts.append(call_draft(name, _args(call.get("args")), id, "assistant"))
        drafts = drafts or [note("empty", role="assistant")]
        drafts[0]["model"] = self.state.model
        return drafts

    def _result(self, record: Record, kind: str, text: str) -> Draft:
        draft = Draft(
            kind="result",
            role="tool",
            tool=kind.lower(),
            call=self.state.calls.answered(None),
            text=text,
            error=record.get("status") in ("ERROR", "CANCELED", "CANCELLED"),
        )
        found = _EXIT.match(text)
        if found:
            draft["exit"], draft["error"] = int(found.group(1)), True
        return draft


def _args(args: Any) -> dict[str, Any]:
    args = args if isinstance(args, dict) else {}
    return {key: _value(value) for key, value in args.items()}


def _value(value: Any) -> Any:
    """An argument out of its JSON, where it is in one."""
    if not isinstance(value, str) or value[:1] not in '"[{':
        return value
    try:
        return parse(value.encode("utf-8"))
    except ValueError:
        return value
