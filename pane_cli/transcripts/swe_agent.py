"""SWE-agent's `.traj` and mini-swe-agent's `.traj.json`: one document a run.

SWE-agent tells the run twice, as `history` (messages) and as `trajectory` (steps):
where there is no history the steps are read. Results come back as messages of the user,
so only what comes before the first answer is the request. mini-swe-agent's call is the
one block of code in an answer.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Header, Usage
from pane_cli.session.values import parse
from pane_cli.transcripts.anthropic_blocks import answer_block
from pane_cli.transcripts.content import (
    as_count,
    as_text,
    json_args,
    list_of_dicts,
    text_of,
)
from pane_cli.transcripts.keyed import (
    Keyed,
    Record,
    as_object,
    images_of,
    said,
    words_of,
)
from pane_cli.transcripts.odd_calls import OpenCalls
from pane_cli.transcripts.openai_responses import usage_of
from pane_cli.transcripts.reader import Reading
from pane_cli.transcripts.response_items import call_draft
from pane_cli.transcripts.shell_output import output_draft

#: Commands of SWE-agent's own shell; those that open a file name it.
_OPENING = ("open", "create")
_OWN = (
    *_OPENING,
    *("edit", "goto", "scroll_up", "scroll_down", "submit", "str_replace_editor"),
    *("search_dir", "search_file", "find_file"),
)
_BLOCK = re.compile(r"```(?:bash|mswea_bash_command)[ \t]*\n(.*?)\n?```", re.DOTALL)
_RETURNED = re.compile(r"\s*<returncode>(-?\d{1,9})</returncode>")


class SweAgent(Keyed):
    """Reader of SWE-agent's trajectories, 0.x and 1.x."""

    agent = "swe-agent"

    class State(msgspec.Struct):
        """Calls that wait for their results, and how far the run is."""

        odd: OpenCalls = msgspec.field(default_factory=OpenCalls)
        is_open: bool = False
        """The last answer called something."""
        is_asked: bool = False
        is_answered: bool = False
        file: str | None = None
        """The open one, which `edit` changes."""

    def header(self, records: list[Record], final: bool) -> Header | None:
        """The folder is the one in which the first step stood."""
        header = super().header(records, final)
        steps = list_of_dicts(records[0].get("trajectory")) or records
        assert header is not None
        return msgspec.structs.replace(header, cwd=_folder(steps[0].get("state")))

    def read(self, record: Record) -> Reading:
        """The blocks of a message, of a step, or of the document's own record."""
        if "role" in record:
            drafts, goes_on = self._message(record)
        elif "action" in record or "observation" in record:
            drafts, goes_on = self._step(record), False
        else:
            drafts, goes_on = [_outcome(record)], False
        ts = _time_of(record)
        for draft in drafts:
            draft.setdefault("ts", ts)
        return Reading(drafts, goes_on=goes_on)

    def _message(self, message: Record) -> tuple[list[Draft], bool]:
        role, content = message["role"], message.get("content")
        if role == "assistant":
            return self._answer(message), False
        if role == "tool":
            ids = message.get("tool_call_ids")
            call = ids[0] if isinstance(ids, list) and ids else None
            return self._result(content, call or message.get("tool_call_id")), False
        if role == "user" and not message.get("is_demo"):
            return self._user(content)
        what = "demo" if message.get("is_demo") else as_text(role) or "unknown"
        return [note(what, text_of(content))], False

    def _user(self, content: Any) -> tuple[list[Draft], bool]:
        state = self.state
        if state.is_open:
            return self._result(content, state.odd.answered(None)), False
        if state.is_answered:
            return [note("host", text_of(content), "user")], False
        goes_on, state.is_asked = state.is_asked, True
        return [said(words_of(content), "user"), *images_of(content, "user")], goes_on

    def _result(self, content: Any, call: Any) -> list[Draft]:
        self.state.is_open = False
        draft = output_draft(words_of(content), call)
        returned = _RETURNED.match(draft["text"])
        if returned:
            draft["exit"] = int(returned.group(1))
            draft["error"] = draft["exit"] != 0
        return [draft, *images_of(content, "tool")]

    def _answer(self, message: Record) -> list[Draft]:
        self.state.is_answered = True
        found = [answer_block(b) for b in list_of_dicts(message.get("thinking_blocks"))]
        text, commands = self._said(message)
        calls = list_of_dicts(message.get("tool_calls"))
        if text.strip() or not (calls or commands or found):
            found.append(said(text, "assistant"))
        found += [asked(call) for call in calls]
        if not calls:
            found += [self._ran(c, found) for c in commands]
        self.state.is_open = bool(calls or commands)
        return _told(found, message)

    def _said(self, message: Record) -> tuple[str, list[str]]:
        """What an answer says besides the command in it, and the command."""
        content, action = text_of(message.get("content")), message.get("action")
        if not isinstance(action, str) or not action.strip():
            return content, []
        return text_of(message.get("thought")) or content, [action]

    def _ran(self, command: str, before: list[Draft]) -> Draft:
        words = command.split()
        tool = words[0] if words[:1] and words[0] in _OWN else "bash"
        if tool in _OPENING and len(words) > 1:
            self.state.file = words[1].strip("\"'")
        call = self.state.odd.asked(tool, self.numbering.last + len(before) + 1)
        draft = call_draft(tool, {"command": command}, call, "assistant")
        if tool in (*_OPENING, "edit") and self.state.file:
            draft["files"] = (self.state.file,)
        return draft

    def _step(self, step: Record) -> list[Draft]:
        drafts = self._answer({"content": step.get("response"), **step})
        if self.state.is_open:
            call = self.state.odd.answered(None)
            drafts += self._result(step.get("observation"), call)
        return drafts


class MiniSweAgent(SweAgent):
    """Reader of mini-swe-agent's trajectories: bare lists, versions 1 and 1.1."""

    agent = "mini-swe-agent"

    def _said(self, message: Record) -> tuple[str, list[str]]:
        content = text_of(message.get("content"))
        block = None if message.get("tool_calls") else _BLOCK.search(content)
        if block is None:
            return content, []
        rest = content[: block.start()].rstrip() + content[block.end() :]
        return rest.rstrip(), [block.group(1)]


def asked(call: Record) -> Draft:
    """A call in the shape of OpenAI's chats."""
    function = as_object(call.get("function"))
    args = json_args(function.get("arguments"))
    return call_draft(function.get("name"), args, call.get("id"), "assistant")


def _told(drafts: list[Draft], message: Record) -> list[Draft]:
    """The same, with what mini-swe-agent keeps of the provider's response."""
    response = as_object(as_object(message.get("extra")).get("response"))
    drafts[0]["model"] = as_text(response.get("model"))
    drafts[0]["usage"] = usage_of(response.get("usage"))
    return drafts


def _outcome(document: Record) -> Draft:
    """How a run ended: its status, what was submitted, and what all of it used."""
    info = as_object(document.get("info"))
    parts = (as_text(info.get("exit_status")), text_of(info.get("submission")))
    draft = note("outcome", "\n".join(part for part in parts if part))
    stats = as_object(info.get("model_stats"))
    sent, received = as_count(stats.get("tokens_sent")), stats.get("tokens_received")
    if sent or received:
        draft["usage"] = Usage(input=sent, output=as_count(received))
    return draft


def _time_of(record: Record) -> Any:
    return record.get("timestamp") or as_object(record.get("extra")).get("timestamp")


def _folder(state: Any) -> str | None:
    """Where the shell stood, from the state that SWE-agent's tools print."""
    if not isinstance(state, str) or not state.startswith("{"):
        return as_text(as_object(state).get("working_dir"))
    try:
        value = parse(state.strip().encode("utf-8", "replace"))
    except ValueError:
        return None
    return as_text(as_object(value).get("working_dir"))
