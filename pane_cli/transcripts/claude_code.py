"""Claude Code: `~/.claude/projects/<cwd>/<session>.jsonl` and its subagents' files.

One answer of the model is split over several records with one `message.id`; each block
is an entry, and they are joined by `msg`. The host's own compact summaries, command
wrappers and reminders are notes: they are never the user's words.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Header
from pane_cli.session.values import holdable
from pane_cli.transcripts.anthropic_blocks import answer_drafts, result_draft, usage_of
from pane_cli.transcripts.content import (
    as_text,
    as_time,
    image_draft,
    is_media,
    text_of,
)
from pane_cli.transcripts.host_text import user_text
from pane_cli.transcripts.reader import Reader, Reading, short_hash

#: Meta records whose text tells a reader something.
_TELLING = ("summary", "compact_boundary", "api_error", "away_summary", "informational")
#: Who speaks in a user record that no user wrote.
_HOSTS = ("task-notification",)


class ClaudeCode(Reader):
    """Reader of Claude Code's records, versions 1.0.98 to 2.1.239 seen."""

    agent = "claude-code"

    class State(msgspec.Struct):
        """What was read so far, to tell a record that is written again."""

        seen: set[int] = set()
        subagent: bool = False
        msg: str | None = None
        """The answer that is being written, and its blocks so far."""
        blocks: set[int] = set()

    def header(self, records: list[dict[str, Any]], final: bool) -> Header | None:
        """From the first record that names its session."""
        # Asked record by record, only the newest was not looked at before.
        for record in records if final else records[-1:]:
            session = as_text(record.get("sessionId"))
            if session is not None:
                return self._header(session, record)
        if not final:
            return None
        started = as_time(records[0].get("timestamp"))
        return Header(
            "session", 1, self.fallback_id(records[0]), self.agent, started=started
        )

    def _header(self, session: str, record: dict[str, Any]) -> Header:
        agent_id = as_text(record.get("agentId"))
        parent = None
        # A subagent's file carries its parent's session id in every record.
        if agent_id and record.get("isSidechain"):
            self.state.subagent = True
            parent, session = session, f"{session}/{agent_id}"
        forked = record.get("forkedFrom")
        if isinstance(forked, dict):
            parent = as_text(forked.get("sessionId"))
        return Header(
            "session",
            1,
            session,
            self.agent,
            cwd=as_text(record.get("cwd")),
            started=as_time(record.get("timestamp")),
            parent=parent,
        )

    def read(self, record: dict[str, Any]) -> Reading:
        """Blocks of a message; a note for anything else."""
        uuid = as_text(record.get("uuid"))
        drafts = self._blocks(uuid, record)
        ts = record.get("timestamp")
        is_side = bool(record.get("isSidechain")) and not self.state.subagent
        for draft in drafts:
            draft["ts"] = ts
            if is_side:
                draft["side"] = True
        first = drafts[0]
        if uuid and first.get("what") != "duplicate":
            first["id"] = uuid
            first["parent"] = as_text(record.get("parentUuid"))
        return Reading(drafts)

    def _blocks(self, uuid: str | None, record: dict[str, Any]) -> list[Draft]:
        kind, message = _message(record)
        if uuid:
            known = short_hash(uuid)
            if known in self.state.seen:
                return [_duplicate(message)]
            self.state.seen.add(known)
        if kind == "assistant":
            return self._answer(record, message)
        if kind == "user":
            return _user(record, message.get("content"))
        return [_meta(record)]

    def _answer(self, record: dict[str, Any], message: dict[str, Any]) -> list[Draft]:
        content, model = message.get("content"), as_text(message.get("model"))
        if model == "<synthetic>":
            error = bool(record.get("isApiErrorMessage"))
            return [note("synthetic", text_of(content), "assistant", error=error)]
        msg = as_text(message.get("id"))
        if msg is not None and self._is_repeated(msg, content):
            return [_duplicate(message)]
        drafts = answer_drafts(content, msg)
        drafts[0]["model"] = model
        drafts[0]["usage"] = usage_of(message.get("usage"))
        return drafts

    def _is_repeated(self, msg: str, content: Any) -> bool:
        """Older versions write a block again, under a new id, when its usage grows."""
        if msg != self.state.msg:
            self.state.msg = msg
            self.state.blocks.clear()
        if not content:
            return False
        body = msgspec.json.encode(holdable(content)).decode("utf-8")
        block = short_hash(body)
        if block in self.state.blocks:
            return True
        self.state.blocks.add(block)
        return False


def _message(record: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """Who speaks, and the message: a flat record is one itself."""
    kind, message = record.get("type"), record.get("message")
    if isinstance(message, str) and kind == "user":
        message = {"content": message}
    if isinstance(message, dict):
        return (kind if kind in ("user", "assistant") else None), message
    if kind is None and record.get("role") in ("user", "assistant"):
        return record["role"], record
    return None, {}


def _user(record: dict[str, Any], content: Any) -> list[Draft]:
    if record.get("isCompactSummary"):
        return [note("compact-summary", text_of(content), "user")]
    origin = record.get("origin")
    if isinstance(origin, dict) and origin.get("kind") in _HOSTS:
        return [note("notification", text_of(content), "user")]
    if record.get("isMeta") or record.get("isVisibleInTranscriptOnly"):
        return [note("meta", text_of(content), "user")]
    if isinstance(content, str):
        return [user_text(content)]
    blocks = content if isinstance(content, list) else [content]
    return [_user_block(block) for block in blocks] or [note("empty", role="user")]


def _user_block(block: Any) -> Draft:
    if not isinstance(block, dict):
        return user_text(text_of(block))
    if block.get("type") == "tool_result":
        return result_draft(block)
    if is_media(block):
        return image_draft(block, role="user")
    return user_text(text_of(block))


def _duplicate(message: dict[str, Any]) -> Draft:
    """A record written again; the last copy of an answer carries the true usage."""
    draft = note("duplicate", msg=as_text(message.get("id")))
    draft["usage"] = usage_of(message.get("usage"))
    return draft


def _meta(record: dict[str, Any]) -> Draft:
    kind = as_text(record.get("type")) or "unknown"
    what, text = as_text(record.get("subtype")) or kind, ""
    if what in _TELLING:
        text = text_of(record.get("summary") or record.get("content"))
    elif kind in ("custom-title", "ai-title"):
        text = text_of(record.get("customTitle") or record.get("aiTitle"))
    return note(what, text)
