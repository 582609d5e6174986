"""What readers of chats share: a header by key, and blocks of all sorts as drafts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar
from urllib.parse import unquote, urlsplit

import msgspec

from pane_cli.session.numbering import Draft, note
from pane_cli.session.types import Header, Role
from pane_cli.session.values import holdable
from pane_cli.transcripts.anthropic_blocks import answer_block, result_draft
from pane_cli.transcripts.content import (
    as_text,
    as_time,
    image_draft,
    is_media,
    text_of,
)
from pane_cli.transcripts.reader import Reader, short_hash

Record = dict[str, Any]


class Keyed(Reader):
    """A reader whose first record says under known keys who the session is."""

    ids: ClassVar[tuple[str, ...]] = ("id",)
    cwds: ClassVar[tuple[str, ...]] = ()
    times: ClassVar[tuple[str, ...]] = ()

    def header(self, records: list[Record], final: bool) -> Header | None:
        """By the tables of the class; an id of its own where the record names none."""
        first = records[0]
        return Header(
            "session",
            1,
            as_text(first_of(first, self.ids)) or self.fallback_id(first),
            self.agent,
            cwd=plain_path(as_text(first_of(first, self.cwds))),
            started=as_time(first_of(first, self.times)),
        )


class Once(msgspec.Struct):
    """Ids of records so far: one that comes again can't be told by it."""

    seen: set[int] = set()

    def new(self, id: Any) -> str | None:
        """The id as text; None where there is none, or a record had it before."""
        text = as_text(id)
        known = short_hash(text) if text is not None else None
        if known is None or known in self.seen:
            return None
        self.seen.add(known)
        return text


def first_of(record: Record, keys: Iterable[str]) -> Any:
    """The first value that is there under one of these keys."""
    return next((record[key] for key in keys if record.get(key) is not None), None)


def plain_path(name: str | None) -> str | None:
    """A path that may be written as a `file://` address.

    >>> plain_path("file:///home/me/a%20b.ts"), plain_path("src/a.ts")
    ('/home/me/a b.ts', 'src/a.ts')
    """
    if name is None or not name.startswith("file://"):
        return name
    try:
        path = unquote(urlsplit(name).path)
    except ValueError:  # a bracket in it
        return name
    is_windows = path[2:3] == ":" and path[1:2].isalpha()
    return path[1:] if is_windows else path


def words_of(content: Any) -> str:
    """The text of a content without its media, which are entries of their own."""
    if isinstance(content, list):
        content = [part for part in content if not _is_media(part)]
    return text_of(content)


def value_text(value: Any) -> str:
    """A text, the words of blocks, or JSON of what is neither."""
    text = words_of(value)
    if text or value in (None, "", [], {}) or _is_all_media(value):
        return text
    return msgspec.json.encode(holdable(value)).decode("utf-8", "replace")


def as_object(value: Any) -> Record:
    """The object itself; an empty one where it is none."""
    return value if isinstance(value, dict) else {}


def spoken(content: Any, role: Role) -> list[Draft]:
    """The blocks of a message, at least one: text, media, calls and results."""
    blocks = content if isinstance(content, list) else [content]
    return [_spoken(block, role) for block in blocks] or [note("empty", role=role)]


def _spoken(block: Any, role: Role) -> Draft:
    if isinstance(block, dict):
        if block.get("type") == "tool_result":
            return result_draft(block)
        if is_media(block):
            return image_draft(block, role=role)
        if role == "assistant" and block.get("type") not in ("text", None):
            return answer_block(block)
        if block.get("type") not in ("text", None):
            return note(f"unknown:{as_text(block.get('type'))}", text_of(block), role)
    return said(text_of(block), role)


def said(text: str, role: Role) -> Draft:
    """Words; a note where there are none."""
    if not text.strip():
        return note("empty", text, role)
    return Draft(kind="text", role=role, text=text)


def images_of(content: Any, role: Role) -> list[Draft]:
    """The media among the parts of a content."""
    parts = content if isinstance(content, list) else []
    return [image_draft(part, role) for part in parts if _is_media(part)]


def _is_media(part: Any) -> bool:
    return isinstance(part, dict) and is_media(part)


def _is_all_media(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_media, value))
