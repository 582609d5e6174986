"""aider: `.aider.chat.history.md`, one session for each chat in it.

An answer holds its edits; that they were applied is told behind it, and becomes a call
and its result.

The history is text for people; `aider_text.py` cuts it into pieces, each a record with
the exact text: the line a chat begins with, what the user typed (`#### `), what aider
and its tools say (`> `), and the answers between.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from pane_cli.session.numbering import Draft, made_up, note
from pane_cli.session.types import Header, Usage
from pane_cli.transcripts.content import as_text, as_time, text_of
from pane_cli.transcripts.reader import Reader, Reading
from pane_cli.transcripts.response_items import call_draft

Record = dict[str, Any]
#: Commands whose words go to the model; the others are aider's own.
_TALK = ("/ask ", "/code ", "/architect ", "/context ")
_LINTED = "# Fix any errors below, if possible."
_APPLIED = re.compile(
    r"(?:Applied edit to|Did not apply edit to) (.+?)(?: \(--dry-run\))?\s*\Z"
)
_ADDED = re.compile(r"(?:Added|Removed) (.+?) (?:to|from) the chat\b")
_TOKENS = re.compile(r"Tokens: ([\d.,]+k?) sent,(?: .*?,)? ?([\d.,]+k?) received")
_CACHED = re.compile(r"([\d.,]+k?) cache (hit|write)")
_MODEL = re.compile(r"(?:Main model|Models?): (\S+)")
_COMMIT = re.compile(r"Commit [0-9a-f]{7,} ")


class Aider(Reader):
    """Reader of aider's chats, 0.47 and 0.48 seen."""

    agent = "aider"

    class State(msgspec.Struct):
        """The model that answers, and the last answer."""

        model: str | None = None
        answers: int = 0

    def header(self, records: list[Record], final: bool) -> Header | None:
        """From the line that begins the chat; the folder is not told."""
        first = records[0]
        id, started = self.fallback_id(first), as_time(first.get("started"))
        return Header("session", 1, id, self.agent, started=started)

    def read(self, record: Record) -> Reading:
        """The blocks of a piece."""
        kind, text = as_text(record.get("aider")), text_of(record.get("text"))
        if kind == "user":
            drafts = [_typed(text)]
        elif kind == "answer":
            drafts = [self._answer(text)]
        elif kind == "notice":
            drafts = self._notices(text)
        else:
            drafts = [note(kind or "unknown", text.strip())]
        drafts[0]["ts"] = record.get("started")
        return Reading(drafts)

    def _answer(self, text: str) -> Draft:
        if not text.strip():
            return note("empty", text, "assistant")
        self.state.answers += 1
        draft = Draft(kind="text", role="assistant", text=text.strip("\n"))
        draft["msg"], draft["model"] = str(self.state.answers), self.state.model
        return draft

    def _notices(self, text: str) -> list[Draft]:
        """One note for what tells nothing; one each for counts, files and commits."""
        drafts: list[Draft] = []
        rest: list[str] = []
        for line in _stripped(text, ">").split("\n"):
            model = _MODEL.match(line)
            if model is not None:
                self.state.model = model.group(1)
            told = next((d for read in _TELLING if (d := read(line))), None)
            if told is None:
                rest.append(line)
                continue
            answer = str(self.state.answers)
            if told.get("usage"):
                told["msg"], told["model"] = answer, self.state.model
            drafts += _rest(rest)
            rest = []
            if told["kind"] == "result":
                n = self.numbering.last + len(drafts) + 1
                drafts.append(_edit(told, made_up(n), answer))
            drafts.append(told)
        return drafts + _rest(rest) or [note("notice")]


def _rest(lines: list[str]) -> list[Draft]:
    text = "\n".join(lines).strip("\n")
    return [note("notice", text)] if text.strip() else []


def _typed(text: str) -> Draft:
    """What the user typed, or what aider sends in the user's name."""
    words = _stripped(text, "####").strip("\n")
    if not words.strip():
        return note("empty", words, "user")
    if words.startswith(_LINTED):
        return note("lint-errors", words, "user")
    if words.startswith(("/", "!")) and not words.startswith(_TALK):
        return note("command", words, "user")
    return Draft(kind="text", role="user", text=words)


def _stripped(text: str, sign: str) -> str:
    """Lines without the sign before and the two spaces behind them."""
    lines = (line.removeprefix(sign).removeprefix(" ") for line in text.split("\n"))
    return "\n".join(line.removesuffix("  ") for line in lines)


def _edited(line: str) -> Draft | None:
    found = _APPLIED.match(line)
    if found is None:
        return None
    failed = line.startswith("Did not")
    files = (found.group(1).strip(),)
    return Draft(kind="result", role="tool", text=line, files=files, error=failed)


def _edit(applied: Draft, id: str, answer: str) -> Draft:
    """The call of an edit: what is edited, and how, stands in the answer before."""
    files = applied.pop("files")
    applied["call"], applied["tool"] = id, "edit"
    args = {"path": files[0], "edits": "as in the answer"}
    draft = call_draft("edit", args, id, "assistant")
    draft["msg"] = answer
    return draft


def _added(line: str) -> Draft | None:
    found = _ADDED.match(line)
    return note("file-mention", line, files=(found.group(1),)) if found else None


def _counted(line: str) -> Draft | None:
    found = _TOKENS.match(line)
    if found is None:
        return None
    cached = {what: _number(count) for count, what in _CACHED.findall(line)}
    usage = Usage(
        input=_number(found.group(1)),
        output=_number(found.group(2)),
        cache_read=cached.get("hit", 0),
        cache_write=cached.get("write", 0),
    )
    return note("tokens", line, usage=usage)


def _committed(line: str) -> Draft | None:
    return note("commit", line) if _COMMIT.match(line) else None


_TELLING: tuple[Callable[[str], Draft | None], ...] = (
    _edited,
    _added,
    _counted,
    _committed,
)


def _number(text: str) -> int:
    """`1,234` or `12k`."""
    number = text.rstrip("k").replace(",", "")
    try:
        return round(float(number) * (1000 if text.endswith("k") else 1))
    except (ValueError, OverflowError):  # beyond all floats
        return 0
