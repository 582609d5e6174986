"""Chat of GitHub Copilot in VS Code: `workspaceStorage/*/chatSessions/*.json[l]`.

A document with its requests, or a log of changes to it: kind 0 is the document so far,
1 sets the value at a path, 2 adds to the list at a path. A request comes first, then
pieces of its answer as they are shown, then its `result`, which holds what the model
said and called, whole. Where the result is there it stands for the pieces.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Amend, Header, Range
from pane_cli.transcripts.content import as_text, as_time, list_of_dicts, text_of
from pane_cli.transcripts.reader import Reader, Reading
from pane_cli.transcripts.vscode_parts import (
    answer_drafts,
    asked_drafts,
    has_rounds,
    shown_drafts,
)

Record = dict[str, Any]


class Asked(msgspec.Struct, array_like=True):
    """A request of the log: its own entries, and those of its answer so far."""

    first: int
    last: int
    answer: list[Range] = []
    model: str | None = None
    id: str | None = None


class VSCodeChat(Reader):
    """Reader of VS Code's chats, version 3."""

    agent = "vscode-chat"

    class State(msgspec.Struct):
        """The requests of the log, in the order of the list that it changes."""

        requests: list[Asked] = []
        ids: set[str] = set()

    def header(self, records: list[Record], final: bool) -> Header | None:
        """From the document, or from the first state of it in a log."""
        first = records[0]
        state = first.get("v") if first.get("kind") == 0 else first
        state = state if isinstance(state, dict) else {}
        return Header(
            "session",
            1,
            as_text(state.get("sessionId")) or self.fallback_id(first),
            self.agent,
            started=as_time(state.get("creationDate")),
        )

    def read(self, record: Record) -> Reading:
        """A request, or a change."""
        value, path = record.get("v"), record.get("k")
        if record.get("kind") == 0 and isinstance(value, dict):
            return self._set_requests(value.get("requests"), 0, _title(value))
        if isinstance(path, list) and record.get("kind") in (1, 2):
            return self._change(record, path, value)
        if "message" in record or "requestId" in record:
            return Reading(self._request(record, self.numbering.last))
        return Reading([_title(record)])

    def _change(self, record: Record, path: list[Any], value: Any) -> Reading:
        if path == ["customTitle"]:
            return Reading([note("title", text_of(value))])
        if path[:1] != ["requests"]:
            return Reading([note("change")])
        if len(path) == 1:
            start = record.get("i") if record["kind"] == 2 else 0
            many = len(self.state.requests)
            start = start if isinstance(start, int) and 0 <= start <= many else many
            return self._set_requests(value, start, note("change"))
        return self._answered(path, value, is_set=record["kind"] == 1)

    def _set_requests(self, value: Any, start: int, else_: Draft) -> Reading:
        """The requests from `start` on are these; those that were there are gone."""
        gone = self.state.requests[start:]
        del self.state.requests[start:]
        drafts: list[Draft] = []
        for request in list_of_dicts(value):
            drafts += self._request(request, self.numbering.last + len(drafts))
        spans = [span for old in gone for span in [(old.first, old.last), *old.answer]]
        return Reading(drafts or [else_], _off(spans, "rewound"))

    def _request(self, request: Record, last: int) -> list[Draft]:
        """A request with what there is of its answer; `last` is the entry before."""
        id, model = as_text(request.get("requestId")), as_text(request.get("modelId"))
        drafts = asked_drafts(request)
        asked = Asked(last + 1, last + len(drafts), model=model, id=id)
        answer = answer_drafts(request)
        if answer:
            asked.answer = [(asked.last + 1, asked.last + len(answer))]
        self.state.requests.append(asked)
        for draft in _marked(drafts + answer, request.get("timestamp")):
            if draft["role"] == "assistant":
                draft["msg"] = id
        if id is not None and id not in self.state.ids:
            self.state.ids.add(id)
            drafts[0]["id"] = id
        if answer:
            answer[0].setdefault("model", model)
        return drafts + answer

    def _answered(self, path: list[Any], value: Any, is_set: bool) -> Reading:
        """More of an answer, or all of it."""
        place, key = path[1], path[2:]
        many = len(self.state.requests)
        if not isinstance(place, int) or not 0 <= place < many:
            return Reading([note("change")])
        asked = self.state.requests[place]
        drafts: list[Draft] = []
        if key == ["response"]:
            drafts = shown_drafts(value)
        elif key == ["result"] and isinstance(value, dict):
            drafts = answer_drafts({"result": value})
        if not drafts:
            return Reading([note("change")])
        is_whole = has_rounds(value) if key == ["result"] else is_set
        gone = list(asked.answer) if is_whole else []
        asked.answer = [] if is_whole else asked.answer
        last = self.numbering.last
        asked.answer.append((last + 1, last + len(drafts)))
        drafts[0]["model"] = asked.model
        for draft in drafts:
            if draft["role"] == "assistant":
                draft["msg"] = asked.id
        return Reading(drafts, _off(gone, "replaced"))


def _title(document: Record) -> Draft:
    return note("session", text_of(document.get("customTitle")))


def _marked(drafts: list[Draft], time: Any) -> list[Draft]:
    for draft in drafts:
        draft["ts"] = time
    return drafts


def _off(spans: list[Range], what: str) -> tuple[Amend, ...]:
    return (Amend("amend", tuple(spans), what),) if spans else ()
