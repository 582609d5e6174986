"""Continue: `~/.continue/sessions/<id>.json`, one document a session.

An item of the history is a message with what the tools that it called gave back; the
editor's state repeats its text. Where a result also comes as a message of its own, the
first copy counts.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Usage
from pane_cli.transcripts.content import as_count, as_text, list_of_dicts, text_of
from pane_cli.transcripts.keyed import (
    Keyed,
    Record,
    as_object,
    images_of,
    said,
    value_text,
)
from pane_cli.transcripts.reader import Reading, short_hash
from pane_cli.transcripts.swe_agent import asked

_FAILED = ("errored", "canceled", "cancelled")


class Continue(Keyed):
    """Reader of Continue's sessions, of its editors and of its CLI."""

    agent = "continue"
    ids = ("sessionId", "id")
    cwds = ("workspaceDirectory",)
    times = ("dateCreated",)

    class State(msgspec.Struct):
        """Calls whose result was told, and whether the document counts tokens."""

        told: set[int] = set()
        is_counted: bool = False

    def read(self, record: Record) -> Reading:
        """The blocks of an item; a note for the document's own record."""
        message = record.get("message")
        if not isinstance(message, dict):
            usage = _usage(record.get("usage"))
            self.state.is_counted = usage is not None
            return Reading([note("session", text_of(record.get("title")), usage=usage)])
        drafts = self._message(message, record)
        summary = text_of(record.get("conversationSummary"))
        if summary:
            drafts.insert(0, note("compact-summary", summary, "user"))
        for state in list_of_dicts(record.get("toolCallStates")):
            drafts += self._result(state)
        drafts += [_mention(item) for item in list_of_dicts(record.get("contextItems"))]
        return Reading(drafts)

    def _message(self, message: Record, record: Record) -> list[Draft]:
        role, content = message.get("role"), message.get("content")
        if role == "user":
            return [said(text_of(_words(content)), "user"), *images_of(content, "user")]
        if role == "tool":
            return [self._told(message.get("toolCallId"), content, False)]
        if role == "thinking":
            signature = as_text(message.get("signature"))
            data = as_text(message.get("redactedThinking"))
            text = text_of(content)
            return [
                Draft(
                    kind="thinking",
                    role="assistant",
                    text=text,
                    signature=signature,
                    data=data,
                )
            ]
        if role == "assistant":
            return self._answer(message, record)
        return [note(as_text(role) or "unknown", text_of(content))]

    def _answer(self, message: Record, record: Record) -> list[Draft]:
        found: list[Draft] = []
        thought = text_of(as_object(record.get("reasoning")).get("text"))
        if thought:
            found.append(Draft(kind="thinking", role="assistant", text=thought))
        text = text_of(_words(message.get("content")))
        calls = list_of_dicts(message.get("toolCalls"))
        if text.strip() or not (found or calls):
            found.append(said(text, "assistant"))
        found += [asked(call) for call in calls]
        if not self.state.is_counted:
            found[0]["usage"] = _usage(message.get("usage"))
        found[0]["model"] = as_text(message.get("model"))
        return found

    def _result(self, state: Record) -> list[Draft]:
        output = state.get("output")
        is_failed = state.get("status") in _FAILED
        if not isinstance(output, list | str) and not is_failed:
            return []
        call = state.get("toolCallId") or as_object(state.get("toolCall")).get("id")
        return [self._told(call, output, is_failed)]

    def _told(self, call: Any, output: Any, is_failed: bool) -> Draft:
        id = as_text(call)
        if id is not None and short_hash(id) in self.state.told:
            return note("duplicate", role="user")
        if id is not None:
            self.state.told.add(short_hash(id))
        draft = Draft(kind="result", role="tool", call=id, text=value_text(output))
        if is_failed:
            draft["error"] = True
        return draft


def _words(content: Any) -> Any:
    """The parts of a content that are no image: those are entries of their own."""
    if not isinstance(content, list):
        return content
    return [p for p in content if not isinstance(p, dict) or p.get("type") == "text"]


def _mention(item: Record) -> Draft:
    """A file or a page that the user pointed at: its text is the host's."""
    name = as_text(item.get("name")) or as_text(item.get("description"))
    uri = as_text(as_object(item.get("uri")).get("value"))
    files = (uri,) if uri and "://" not in uri else ()
    text = text_of(item.get("content"))
    return note("context-item", f"{name}\n{text}" if name else text, files=files)


def _usage(usage: Any) -> Usage | None:
    if not isinstance(usage, dict):
        return None
    details = as_object(usage.get("promptTokensDetails"))
    return Usage(
        input=as_count(usage.get("promptTokens")),
        output=as_count(usage.get("completionTokens")),
        cache_read=as_count(details.get("cachedTokens")),
        cache_write=as_count(details.get("cacheWriteTokens")),
    )
