"""What a transcript reader is, and what all of them share.

A reader is fed the records of one session in file order. It says who the session is
(`header`), then turns each record into drafts: blocks in their order. It never numbers,
never reads ahead, and keeps what it must remember in `state`, a plain struct that is
saved between runs.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple

import msgspec

from pane_cli.session.numbering import Draft, Numbering
from pane_cli.session.types import Amend, Header

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)

#: Argument names under which tools are told a file (formats.md, "Files touched").
FILE_KEYS = (
    "file_path",
    "path",
    "filePath",
    "filepath",
    "notebook_path",
    "target_file",
    "AbsolutePath",
    "TargetFile",
)
_PATCH_FILE = re.compile(
    r"^\*\*\* (?:(?:Update|Add|Delete) File|Move to): (.+)$", re.MULTILINE
)


class Reading(NamedTuple):
    """What one record holds."""

    drafts: list[Draft]
    amends: tuple[Amend, ...] = ()


class Reader:
    """Base of all readers. Subclasses set `agent`, `State`, and two methods."""

    agent: ClassVar[str] = ""

    class State(msgspec.Struct):
        """What must be remembered between records."""

    def __init__(self, name: str, numbering: Numbering, part: int | None = None):
        self.name = name
        """File name, for ids and for formats that say nothing about themselves."""
        self.numbering = numbering
        self.part = part
        """Position of this session in a file that holds several, from 0."""
        self.state: Any = self.State()

    def header(self, records: list[dict[str, Any]], final: bool) -> Header | None:
        """Who the session is; None while the records so far do not say.

        With `final` there will be no more records: answer from what there is.
        """
        raise NotImplementedError

    def read(self, record: dict[str, Any]) -> Reading:
        """The blocks of one record."""
        raise NotImplementedError

    def fallback_id(self, first: dict[str, Any]) -> str:
        """The id of a session whose transcript names none."""
        stem = _UUID.search(self.name)
        if stem and self.part is None:
            return stem.group(0).lower()
        known = (self.name, self.part, msgspec.json.encode(first, order="sorted"))
        return hashlib.sha256(repr(known).encode()).hexdigest()[:16]


def text_of(content: Any) -> str:
    """The text of a message content: a string, blocks, or blocks in blocks.

    Images and documents become a line that says what was there.
    """
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        return _block_text(content)
    if isinstance(content, list):
        parts = (text_of(part) for part in content)
        return "\n".join(part for part in parts if part)
    return ""


def _block_text(block: dict[str, Any]) -> str:
    if is_media(block):
        media, size, _ = media_of(block)
        return f"[{block.get('type', 'media')} {media}, {size} bytes]"
    for key in ("text", "content", "output", "refusal"):
        value = block.get(key)
        if isinstance(value, str | list | dict):
            return text_of(value)
    return ""


def is_media(block: dict[str, Any]) -> bool:
    """An image, document or audio block, whatever the provider calls it."""
    kind = block.get("type")
    return kind in _MEDIA_TYPES and not isinstance(block.get("text"), str)


_MEDIA_TYPES = (
    "image",
    "document",
    "image_url",
    "input_image",
    "input_audio",
    "audio",
    "input_file",
    "file",
)


def media_of(block: dict[str, Any]) -> tuple[str, int, str]:
    """Media type, size in bytes and SHA-256 of a media block (of its URL if remote)."""
    source = block.get("source") or block.get("image_url") or block
    if isinstance(source, str):
        source = {"url": source}
    media = source.get("media_type") or source.get("mimeType") or "image/*"
    data = source.get("data") or source.get("url") or source.get("image_url") or ""
    data = data if isinstance(data, str) else ""
    match = re.match(r"data:([\w/+.-]+)?(?:;\w+)*,", data)
    if match:
        media = match.group(1) or media
        data = data[match.end() :]
    size = len(data) * 3 // 4 - data[-2:].count("=")
    return str(media), max(size, 0), hashlib.sha256(data.encode()).hexdigest()


def image_draft(block: dict[str, Any], **more: Any) -> Draft:
    """An `image` entry: the stub of a media block."""
    media, size, digest = media_of(block)
    return Draft(kind="image", media=media, bytes=size, sha256=digest, **more)


def files_of(args: Any) -> tuple[str, ...]:
    """Files that a call names: by argument, or in the text of a patch."""
    found: dict[str, None] = {}
    for value in _file_values(args):
        found[value] = None
    return tuple(found)


def _file_values(args: Any) -> Iterable[str]:
    if not isinstance(args, dict):
        return
    for key in FILE_KEYS:
        value = args.get(key)
        if isinstance(value, str) and value and "\n" not in value:
            yield value
    for key in ("input", "patch", "command"):
        value = args.get(key)
        if isinstance(value, list):
            value = "\n".join(part for part in value if isinstance(part, str))
        if isinstance(value, str) and "*** " in value:
            yield from (name.strip() for name in _PATCH_FILE.findall(value))


def as_text(value: Any) -> str | None:
    """An id or name as text: numbers are accepted, other things are not."""
    if isinstance(value, str):
        return value or None
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return None


def as_count(value: Any) -> int:
    """A token count; 0 where it is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
