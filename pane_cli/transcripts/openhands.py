"""OpenHands: events in `sessions/<id>/events/`, in one list, or in a `history`.

An action is what was asked for, an observation what came of it. Newer events name their
call, older ones only the event that caused them, the oldest nothing: those pair in
order.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Header, Role
from pane_cli.transcripts.content import (
    as_exit,
    as_text,
    as_time,
    image_draft,
    text_of,
)
from pane_cli.transcripts.odd_calls import OpenCalls
from pane_cli.transcripts.reader import Reader, Reading
from pane_cli.transcripts.response_items import call_draft, usage_of

Record = dict[str, Any]
#: Actions and observations that are no tool's.
_NOTES = (
    "system",
    "recall",
    "change_agent_state",
    "agent_state_changed",
    "condensation",
    "condensation_request",
    "loop_detection",
    "null",
    "initialize",
    "think",
    "user_rejected",
    "message",
    "finish",
    "reject",
)
_SPEAKS = ("message", "finish", "reject", "think")
#: Arguments of a call that say how it is made, and are none.
_ABOUT = frozenset(
    (
        "action",
        "observation",
        "thought",
        "source",
        "id",
        "timestamp",
        "cause",
        "message",
        "timeout",
        "confirmation_state",
        "is_confirmed",
        "action_risk",
        "security_risk",
        "kernel_init_code",
        "keep_prompt",
        "tool_call_metadata",
        "llm_metrics",
    )
)
_ROLES: dict[str, Role] = {
    "user": "user",
    "agent": "assistant",
    "environment": "system",
}


class OpenHands(Reader):
    """Reader of OpenHands' events, from the oldest shape to V0."""

    agent = "openhands"

    class State(msgspec.Struct):
        """Calls that wait, the call of each event, ids, and answers counted."""

        calls: OpenCalls = msgspec.field(default_factory=OpenCalls)
        by_event: dict[str, str] = {}
        seen: set[str] = set()
        has_asked: bool = False

    def header(self, records: list[Record], final: bool) -> Header | None:
        """From what stands before the events, which is the folder's name, if at all."""
        first = records[0]
        id = as_text(first.get("session_id") or first.get("sid"))
        started = as_time(first.get("timestamp"))
        id = id or self.fallback_id(first)
        return Header("session", 1, id, self.agent, started=started)

    def read(self, record: Record) -> Reading:
        """The blocks of an event."""
        drafts = self._drafts(record)
        for draft in drafts:
            draft["ts"] = record.get("timestamp")
        id = as_text(record.get("id"))
        if id is not None and id not in self.state.seen:
            self.state.seen.add(id)
            drafts[0]["id"] = id
        return Reading(drafts)

    def _drafts(self, record: Record) -> list[Draft]:
        action, observation = record.get("action"), record.get("observation")
        if isinstance(action, str):
            return self._action(record, action)
        if isinstance(observation, str):
            return [self._observation(record, observation)]
        return [note("session", text_of(record.get("instruction")))]

    def _action(self, record: Record, action: str) -> list[Draft]:
        args = record.get("args")
        args = args if isinstance(args, dict) else record
        if action in _SPEAKS:
            drafts = self._says(record, action, args)
        elif action in _NOTES:
            drafts = [note(action, text_of(args.get("content")))]
        else:
            drafts = self._calls(record, action, args)
        if record.get("source") == "agent":
            _answered(drafts, record)
        return drafts

    def _says(self, record: Record, action: str, args: Record) -> list[Draft]:
        told = args.get("content") or args.get("final_thought") or args.get("thought")
        text = text_of(told)
        role = _ROLES.get(text_of(record.get("source")))
        if role is None:  # the oldest events: what comes first is what was asked
            is_asked = action == "message" and not self.state.has_asked
            role = "user" if is_asked else "assistant"
        self.state.has_asked = self.state.has_asked or role == "user"
        if action == "think":
            return [Draft(kind="thinking", role="assistant", text=text)]
        if not text.strip() or role == "system":
            return [note(action, text, role)]
        drafts = [Draft(kind="text", role=role, text=text)]
        urls = args.get("image_urls") or args.get("images_urls")
        for url in urls if isinstance(urls, list) else []:
            drafts.append(image_draft({"type": "image", "url": url}, "user"))
        return drafts

    def _calls(self, record: Record, action: str, args: Record) -> list[Draft]:
        thought = text_of(args.get("thought"))
        drafts: list[Draft] = []
        if thought.strip():
            drafts.append(Draft(kind="text", role="assistant", text=thought))
        n = self.numbering.last + len(drafts) + 1
        metadata = _metadata(record)
        name = as_text(metadata.get("function_name")) or action
        call = as_text(metadata.get("tool_call_id"))
        event = as_text(record.get("id"))
        if call is None and event is not None:
            call = f"event-{event}"
        call = call or self.state.calls.asked(name, n)
        if event is not None:
            self.state.by_event[event] = call
        plain = {key: value for key, value in args.items() if key not in _ABOUT}
        by: Role = "user" if record.get("source") == "user" else "assistant"
        drafts.append(call_draft(name, plain, call, by))
        return drafts

    def _observation(self, record: Record, observation: str) -> Draft:
        extras = record.get("extras")
        extras = extras if isinstance(extras, dict) else record
        text = text_of(record.get("content"))
        call = as_text(_metadata(record).get("tool_call_id"))
        cause = as_text(record.get("cause"))
        if call is None and cause is not None:
            call = self.state.by_event.get(cause)
        if call is None and observation not in _NOTES and cause is None:
            call = self.state.calls.answered(None)
        if call is None:
            is_error = observation in ("error", "user_rejected")
            return note(observation, text, error=is_error)
        draft = Draft(kind="result", role="tool", call=call, text=text)
        status = extras.get("metadata")
        status = status if isinstance(status, dict) else extras
        draft["exit"] = as_exit(status.get("exit_code"))
        failed = bool(draft["exit"]) or extras.get("error") is True
        draft["error"] = failed or observation in ("error", "user_rejected")
        return draft


def _metadata(record: Record) -> Record:
    metadata = record.get("tool_call_metadata")
    return metadata if isinstance(metadata, dict) else {}


def _answered(drafts: list[Draft], record: Record) -> None:
    """The model's answer, by whom and at what cost; several events share one."""
    response = _metadata(record).get("model_response")
    response = response if isinstance(response, dict) else {}
    msg = as_text(response.get("id"))
    for draft in drafts:
        if draft["role"] == "assistant":
            draft["msg"] = msg
    drafts[0]["model"] = as_text(response.get("model"))
    drafts[0]["usage"] = usage_of(response.get("usage")) if msg else None
