"""Claude Code: `~/.claude/projects/<cwd>/<session>.jsonl` and its subagents' files.

One answer of the model is split over several records with one `message.id`; each block
is an entry, and they are joined by `msg`. The host's own compact summaries, command
wrappers and reminders are notes: they are never the user's words.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Header, Usage
from pane_cli.transcripts.reader import (
    Reader,
    Reading,
    as_count,
    as_text,
    files_of,
    image_draft,
    is_media,
    text_of,
)

_REMINDER = re.compile(r"\s*<system-reminder>.*?</system-reminder>", re.DOTALL)
#: Wrappers that the host writes around what the user did, each the whole text.
_WRAPPER = re.compile(
    r"\s*<(command-(?:name|message|args|contents)|local-command-(?:stdout|stderr|caveat)"
    r"|bash-(?:input|stdout|stderr)|task-notification|user-memory-input"
    r"|ide_(?:opened_file|selection|diagnostics)|tick|user-prompt-submit-hook"
    r"|session-start-hook)(?:\s[^>]*)?>(.*?)</\1>",
    re.DOTALL,
)
_COMMAND_ARGS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)
_INTERRUPTED = "[Request interrupted by user"
_CAVEAT = "Caveat: The messages below"
_EXIT = re.compile(r"^(?:Error: )?Exit code (\d+)")
_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")
#: Meta records whose text tells a reader something.
_TELLING = ("summary", "compact_boundary", "api_error", "away_summary", "informational")


class ClaudeCode(Reader):
    """Reader of Claude Code's records, versions 1.0.98 to 2.1.239 seen."""

    agent = "claude-code"

    class State(msgspec.Struct):
        """Ids of the records read so far, to tell a repeated one."""

        seen: set[str] = set()
        subagent: bool = False

    def header(self, records: list[dict[str, Any]], final: bool) -> Header | None:
        """From the first record that names its session."""
        for record in records:
            session = as_text(record.get("sessionId"))
            if session is not None:
                return self._header(session, record)
        if not final:
            return None
        started = as_text(records[0].get("timestamp"))
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
            started=as_text(record.get("timestamp")),
            parent=parent,
        )

    def read(self, record: dict[str, Any]) -> Reading:
        """Blocks of a message; a note for anything else."""
        common = self._common(record)
        if common["id"] in self.state.seen:
            return Reading([_duplicate(record, common)])
        if common["id"]:
            self.state.seen.add(common["id"])
        message = record.get("message")
        kind = record.get("type")
        if kind in ("user", "assistant") and isinstance(message, dict):
            drafts = list(self._message(kind, record, message))
        else:
            drafts = [_meta(record)]
        for draft in drafts:
            draft["ts"] = common["ts"]
            if common.get("side"):
                draft["side"] = True
        drafts[0]["id"], drafts[0]["parent"] = common["id"], common["parent"]
        return Reading(drafts)

    def _common(self, record: dict[str, Any]) -> Draft:
        common = Draft(
            id=as_text(record.get("uuid")),
            parent=as_text(record.get("parentUuid")),
            ts=record.get("timestamp"),
        )
        if record.get("isSidechain") and not self.state.subagent:
            common["side"] = True
        return common

    def _message(
        self, kind: str, record: dict[str, Any], message: dict[str, Any]
    ) -> list[Draft]:
        content = message.get("content")
        if kind == "user":
            return self._user(record, content)
        msg, model = as_text(message.get("id")), as_text(message.get("model"))
        if model == "<synthetic>":
            error = bool(record.get("isApiErrorMessage"))
            return [note("synthetic", text_of(content), "assistant", error=error)]
        blocks = content if isinstance(content, list) else [content]
        drafts = [_answer_block(block, msg) for block in blocks] or [note("empty")]
        drafts[0]["model"] = model
        drafts[0]["usage"] = usage_of(message.get("usage"))
        return drafts

    def _user(self, record: dict[str, Any], content: Any) -> list[Draft]:
        if record.get("isCompactSummary"):
            return [note("compact-summary", text_of(content), "user")]
        if record.get("isMeta"):
            return [note("meta", text_of(content), "user")]
        if not isinstance(content, list):
            return [self._user_text(content)]
        drafts = [self._user_block(block) for block in content]
        return drafts or [note("empty", role="user")]

    def _user_block(self, block: Any) -> Draft:
        if not isinstance(block, dict):
            return self._user_text(block)
        if block.get("type") == "tool_result":
            return result_draft(block)
        if is_media(block):
            return image_draft(block, role="user")
        return self._user_text(text_of(block))

    def _user_text(self, content: Any) -> Draft:
        return user_text(text_of(content))


def user_text(text: str) -> Draft:
    """What a user record says: the user's words, or a note where the host speaks.

    Wrappers around typed words are dropped; words that merely quote them stay.
    """
    stripped = _REMINDER.sub("", text).strip()
    if not stripped:
        return note("reminder" if text.strip() else "empty", text, "user")
    if stripped.startswith(_INTERRUPTED):
        return note("interrupted", stripped, "user")
    if stripped.startswith(_CAVEAT):
        return note("caveat", "", "user")
    rest = stripped
    while match := _WRAPPER.match(rest):
        rest = rest[match.end() :]
    rest = rest.strip()
    if not rest:
        return note("command", _command_line(stripped), "user")
    return Draft(kind="text", role="user", text=text if rest == text.strip() else rest)


def _command_line(text: str) -> str:
    """`/name args` for a slash command, the inner text for other wrappers."""
    name = re.search(r"<command-name>(.*?)</command-name>", text, re.DOTALL)
    if name is None:
        return "\n".join(m.group(2).strip() for m in _WRAPPER.finditer(text))
    arguments = _COMMAND_ARGS.search(text)
    line = "/" + name.group(1).strip().lstrip("/")
    return f"{line} {arguments.group(1).strip()}".strip() if arguments else line


def result_draft(block: dict[str, Any]) -> Draft:
    """A `tool_result` block; the exit status where the text says it."""
    text = text_of(block.get("content"))
    exit_code = _EXIT.match(text) if text.startswith(("Exit code", "Error: ")) else None
    return Draft(
        kind="result",
        role="tool",
        call=as_text(block.get("tool_use_id")),
        text=text,
        error=block.get("is_error") is True,
        exit=int(exit_code.group(1)) if exit_code else None,
    )


def _answer_block(block: Any, msg: str | None) -> Draft:
    if not isinstance(block, dict):
        text = block if isinstance(block, str) else ""
        return Draft(kind="text", role="assistant", text=text, msg=msg)
    draft = answer_block(block)
    draft["msg"] = msg
    return draft


def answer_block(block: dict[str, Any]) -> Draft:
    """One block of a model's answer in Anthropic's shape."""
    kind = block.get("type")
    if kind == "text":
        return Draft(kind="text", role="assistant", text=text_of(block.get("text")))
    if kind == "thinking":
        return Draft(
            kind="thinking",
            role="assistant",
            text=text_of(block.get("thinking")),
            signature=as_text(block.get("signature")),
        )
    if kind == "redacted_thinking":
        return Draft(kind="thinking", role="assistant", data=as_text(block.get("data")))
    if kind in _CALLS:
        return call_draft(block)
    if isinstance(kind, str) and kind.endswith("tool_result"):
        return result_draft(block)
    if is_media(block):
        return image_draft(block, role="assistant")
    return note(f"unknown:{kind}", text_of(block), "assistant")


def call_draft(block: dict[str, Any]) -> Draft:
    """A `tool_use` block."""
    args = block.get("input")
    args = args if isinstance(args, dict) else {"input": args}
    return Draft(
        kind="call",
        role="assistant",
        tool=as_text(block.get("name")) or "?",
        args=args,
        call=as_text(block.get("id")),
        files=files_of(args),
    )


def usage_of(usage: Any) -> Usage | None:
    """Anthropic's counts of one answer."""
    if not isinstance(usage, dict):
        return None
    return Usage(
        input=as_count(usage.get("input_tokens")),
        output=as_count(usage.get("output_tokens")),
        cache_read=as_count(usage.get("cache_read_input_tokens")),
        cache_write=as_count(usage.get("cache_creation_input_tokens")),
    )


def _duplicate(record: dict[str, Any], common: Draft) -> Draft:
    """A record written again; the last copy of an answer carries the true usage."""
    message = record.get("message")
    message = message if isinstance(message, dict) else {}
    draft = note("duplicate", ts=common["ts"], msg=as_text(message.get("id")))
    draft["usage"] = usage_of(message.get("usage"))
    if common.get("side"):
        draft["side"] = True
    return draft


def _meta(record: dict[str, Any]) -> Draft:
    kind = as_text(record.get("type")) or "unknown"
    what = as_text(record.get("subtype")) or kind
    text = ""
    if what in _TELLING:
        text = text_of(record.get("summary") or record.get("content"))
    elif kind in ("custom-title", "ai-title"):
        text = text_of(record.get("customTitle") or record.get("aiTitle"))
    return note(what, text)
