"""GitHub Copilot CLI: `~/.copilot/session-state/<id>/events.jsonl`.

A log of events, `{type, data, id, parentId}`. A call is told twice, by the answer that
asks for it and when it begins to run: the first counts, the second only where no answer
asked. What the user typed is `content`; `transformedContent` is the host's.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Header, Usage
from pane_cli.transcripts.content import (
    as_count,
    as_text,
    as_time,
    image_draft,
    json_args,
    list_of_dicts,
    text_of,
)
from pane_cli.transcripts.reader import Reader, Reading, short_hash
from pane_cli.transcripts.response_items import call_draft

Record = dict[str, Any]
#: Events that tell something, and the key of it in their data.
_TELLING = {
    "session.error": "message",
    "session.info": "message",
    "session.warning": "message",
    "session.title_changed": "title",
    "system.message": "content",
    "system.notification": "content",
    "skill.invoked": "content",
    "abort": "reason",
}
_SUMMARIES = ("session.compaction_complete", "session.compaction")
_ERRORS = ("session.error", "abort")
_MODELS = ("newModel", "selectedModel", "model")


class Copilot(Reader):
    """Reader of Copilot CLI's events, 0.0.420 to 1.0.77, and of VS Code's agent."""

    agent = "copilot"

    class State(msgspec.Struct):
        """Calls so far, those that run though nobody asked, ids, and the model."""

        asked: set[int] = set()
        running: dict[str, tuple[str, dict[str, Any]]] = {}
        seen: set[int] = set()
        model: str | None = None

    def header(self, records: list[Record], final: bool) -> Header | None:
        """From `session.start`, which is the first event."""
        first = records[0]
        data = _data(first)
        context = data.get("context")
        context = context if isinstance(context, dict) else {}
        return Header(
            "session",
            1,
            as_text(data.get("sessionId")) or self.fallback_id(first),
            self.agent,
            cwd=as_text(context.get("cwd")),
            started=as_time(data.get("startTime") or first.get("timestamp")),
        )

    def read(self, record: Record) -> Reading:
        """The blocks of an event."""
        data = _data(record)
        drafts = self._drafts(as_text(record.get("type")) or "unknown", data)
        for draft in drafts:
            draft["ts"] = record.get("timestamp")
            if data.get("parentToolCallId"):
                draft["side"] = True
        id = as_text(record.get("id"))
        if id is not None and short_hash(id) not in self.state.seen:
            self.state.seen.add(short_hash(id))
            drafts[0]["id"] = id
            drafts[0]["parent"] = as_text(record.get("parentId"))
        return Reading(drafts)

    def _drafts(self, kind: str, data: Record) -> list[Draft]:
        if kind == "user.message":
            return _asked(data)
        if kind == "assistant.message":
            return self._answer(data)
        if kind == "assistant.reasoning":
            return [_thinking(data.get("content"), None)]
        if kind == "tool.execution_start":
            return [self._started(data)]
        if kind == "tool.execution_complete":
            return self._result(data)
        if kind.startswith("session."):
            named = (as_text(data.get(key)) for key in _MODELS)
            self.state.model = next(filter(None, named), self.state.model)
        if kind in _SUMMARIES:
            return [note("compact-summary", text_of(data.get("summaryContent")))]
        text = text_of(data.get(_TELLING[kind])) if kind in _TELLING else ""
        return [note(kind, text, error=kind in _ERRORS)]

    def _answer(self, data: Record) -> list[Draft]:
        drafts: list[Draft] = []
        opaque = as_text(data.get("reasoningOpaque"))
        if data.get("reasoningText") or opaque:
            drafts.append(_thinking(data.get("reasoningText"), opaque))
        text = text_of(data.get("content"))
        if text.strip():
            drafts.append(Draft(kind="text", role="assistant", text=text))
        for request in list_of_dicts(data.get("toolRequests")):
            id = as_text(request.get("toolCallId"))
            if id is not None:
                self.state.asked.add(short_hash(id))
                self.state.running.pop(id, None)
            args = json_args(request.get("arguments"))
            drafts.append(call_draft(request.get("name"), args, id, "assistant"))
        drafts = drafts or [note("empty", role="assistant")]
        msg = as_text(data.get("messageId"))
        for draft in drafts:
            draft["msg"] = msg
        drafts[0]["model"] = as_text(data.get("model")) or self.state.model
        if "outputTokens" in data:
            drafts[0]["usage"] = Usage(output=as_count(data["outputTokens"]))
        return drafts

    def _started(self, data: Record) -> Draft:
        id = as_text(data.get("toolCallId"))
        if id is not None and short_hash(id) not in self.state.asked:
            tool = as_text(data.get("toolName")) or "?"
            self.state.running[id] = (tool, json_args(data.get("arguments")))
        return note("tool.execution_start")

    def _result(self, data: Record) -> list[Draft]:
        id = as_text(data.get("toolCallId"))
        result = data.get("result")
        result = result if isinstance(result, dict) else {"content": result}
        text = text_of(result.get("content") or result.get("textResultForLlm"))
        kind = result.get("result_type", result.get("resultType", "success"))
        draft = Draft(
            kind="result",
            role="tool",
            call=id,
            text=text or _fallback(result, data.get("error")),
            error=data.get("success") is False or kind not in ("success", None),
        )
        if id is None or id not in self.state.running:
            return [draft]
        tool, args = self.state.running.pop(id)
        return [call_draft(tool, args, id, "assistant"), draft]


def _data(record: Record) -> Record:
    data = record.get("data")
    return data if isinstance(data, dict) else {}


def _asked(data: Record) -> list[Draft]:
    text = text_of(data.get("content"))
    drafts = [Draft(kind="text", role="user", text=text)] if text.strip() else []
    for attached in list_of_dicts(data.get("attachments")):
        path = as_text(attached.get("path"))
        if isinstance(attached.get("data"), str):
            drafts.append(image_draft({"type": "image", **attached}, role="user"))
        elif path:
            drafts.append(note("file-mention", path, "user", files=(path,)))
    return drafts or [note("empty", role="user")]


def _thinking(text: Any, opaque: str | None) -> Draft:
    return Draft(kind="thinking", role="assistant", text=text_of(text), data=opaque)


def _fallback(result: Record, error: Any) -> str:
    """The older name of the text, or why there is none."""
    if isinstance(error, dict):
        error = error.get("message")
    return text_of(result.get("text_result_for_llm")) or text_of(error)
