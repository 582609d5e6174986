"""Pi and oh-my-pi: `~/.pi/agent/sessions/--<cwd>--/<time>_<id>.jsonl`.

A session is a tree: every record has an id and a parent (versions 2 and 3), and the
last record is the leaf. Version 1 has neither, there file order is the history. Only
messages are content; summaries, labels and changes of settings are notes in the tree.
OpenClaw writes the same records.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Amend, Header
from pane_cli.session.values import holdable
from pane_cli.transcripts.content import as_text, as_time, text_of
from pane_cli.transcripts.pi_marks import custom_of, told_marks
from pane_cli.transcripts.pi_messages import message_drafts
from pane_cli.transcripts.reader import UUID, Reader, Reading, short_hash

#: Records whose summary stands for what it replaced.
_SUMMARIES = ("compaction", "branch_summary", "compactionSummary", "branchSummary")
#: Records that tell one thing, and the key of it.
_TELLING = {"label": "label", "session_info": "name", "title": "title"}
_TELLING |= {"title_change": "title", "session_init": "task"}


class Pi(Reader):
    """Reader of Pi's records, versions 1 to 3, and of oh-my-pi's."""

    agent = "pi"

    class State(msgspec.Struct):
        """The model that answers from here on, and the records so far."""

        model: str | None = None
        seen: dict[int, tuple[int, int]] = {}
        """Id to the first and last entry of its record."""
        messages: list[tuple[int, int]] = []
        """The same of each message."""

    def header(self, records: list[dict[str, Any]], final: bool) -> Header | None:
        """From the `session` record, which is the first but for oh-my-pi's title."""
        first = next((r for r in records if r.get("type") != "title"), None)
        if first is None and not final:
            return None
        known = first if first and first.get("type") == "session" else {}
        return Header(
            "session",
            1,
            as_text(known.get("id")) or self.fallback_id(records[0]),
            self.agent,
            cwd=as_text(known.get("cwd")),
            started=as_time((first or {}).get("timestamp")),
            parent=_parent(known),
        )

    def read(self, record: dict[str, Any]) -> Reading:
        """Blocks of a message; a note for anything else."""
        drafts = self._blocks(record)
        id, ts = as_text(record.get("id")), record.get("timestamp")
        for draft in drafts:
            draft["ts"] = ts if ts is not None else draft.get("ts")
        marks = told_marks(record, self._find, self.numbering.last)
        span = (self.numbering.last + 1, self.numbering.last + len(drafts))
        if (
            id is not None
            and record.get("type") != "session"
            and self._is_new(id, span)
        ):
            drafts[0]["id"] = id
            drafts[0]["parent"] = as_text(record.get("parentId"))
        if record.get("type") == "message":
            self.state.messages.append(span)
        return Reading(drafts, self._amends(record), marks=marks)

    def _is_new(self, id: str, span: tuple[int, int]) -> bool:
        """Whether no record had this id: one that comes again can't be told by it."""
        known = short_hash(id)
        return bool(self.state.seen.setdefault(known, span) == span)

    def _find(self, address: Any) -> tuple[int, int] | None:
        """The entries of a record, by its id or its place among the messages."""
        found: tuple[int, int] | None = None
        if isinstance(address, str):
            found = self.state.seen.get(short_hash(address))
        elif isinstance(address, int) and 0 <= address < len(self.state.messages):
            found = self.state.messages[address]
        return found

    def _blocks(self, record: dict[str, Any]) -> list[Draft]:
        kind, message = record.get("type"), record.get("message")
        if kind == "message" and isinstance(message, dict):
            call = as_text(record.get("id")) or str(self.numbering.last + 1)
            drafts = message_drafts(message, call)
            if message.get("role") == "assistant":
                drafts[0].setdefault("model", self.state.model)
            return drafts
        if kind in ("session", "model_change"):
            model = record.get("modelId") or record.get("model")
            self.state.model = as_text(model) or self.state.model
        return [_meta(record, as_text(kind) or "unknown")]

    def _amends(self, record: dict[str, Any]) -> tuple[Amend, ...]:
        """oh-my-pi starts over: what precedes is out of the model's sight."""
        if record.get("type") != "reset_boundary" or not self.numbering.last:
            return ()
        return (Amend("amend", ((1, self.numbering.last),), "reset"),)


class OhMyPi(Pi):
    """Reader of oh-my-pi's files: Pi's, behind a line with the title."""

    agent = "oh-my-pi"


def _parent(header: dict[str, Any]) -> str | None:
    """The id of the session that this one goes on from; its path where it has none."""
    text = as_text(header.get("parentSession") or header.get("branchedFrom"))
    found = UUID.search(text) if text else None
    return found.group(0).lower() if found else text


def _meta(record: dict[str, Any], kind: str) -> Draft:
    if kind in _SUMMARIES:
        return note(
            "compact-summary",
            text_of(record.get("summary")),
            "user",
            files=_files(record.get("details")),
        )
    if kind == "custom":
        maker, what = custom_of(record)
        return note(f"{maker}.{what}" if maker else kind, _told(record, maker))
    if kind == "custom_message":
        return note("custom-message", text_of(record.get("content")))
    key = _TELLING.get(kind)
    text = text_of(record.get(key)) if key else ""
    return note(kind.replace("_", "-"), text)


def _told(record: dict[str, Any], maker: str) -> str:
    """What an extension that is known keeps, so that it is found; else nothing."""
    data = record.get("data")
    if not maker or not isinstance(data, dict):
        return ""
    note = text_of(data.get("note") or data.get("text"))
    return note or msgspec.json.encode(holdable(data)).decode("utf-8", "replace")


def _files(details: Any) -> tuple[str, ...]:
    """Files that a compaction says were read and changed."""
    if not isinstance(details, dict):
        return ()
    lists = (details.get("readFiles"), details.get("modifiedFiles"))
    names = (name for names in lists if isinstance(names, list) for name in names)
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))
