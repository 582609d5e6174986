"""What the blocks of messages hold, whatever the provider calls it.

Text, media, files that calls name, and values of JSON that may be of any type.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pane_cli.session.numbering import Draft
from pane_cli.session.times import to_rfc3339
from pane_cli.session.types import Role
from pane_cli.session.values import parse

#: Argument names under which tools are told a file (formats.md, "Files touched").
FILE_KEYS = (
    "file_path",
    "path",
    "filePath",
    "filepath",
    "notebook_path",
    "target_file",
    "absolute_path",
    "relative_workspace_path",
    "AbsolutePath",
    "TargetFile",
)
_PATCH_KEYS = ("input", "patch", "command", "cmd")
_PATCH_FILE = re.compile(
    r"^\*\*\* (?:(?:Update|Add|Delete) File|Move to): (.+)$", re.MULTILINE
)
_MEDIA_TYPES = (
    "image",
    "document",
    "image_url",
    "imageUrl",
    "input_image",
    "input_audio",
    "audio",
    "input_file",
    "file",
)
_DATA_URL = re.compile(r"data:([\w/+.-]+)?(?:;[\w=-]+)*,")
#: Fields of blocks that hold their text, the first that is there wins.
_TEXT_KEYS = ("text", "content", "output", "refusal", "transcript")


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
    for key in _TEXT_KEYS:
        value = block.get(key)
        if isinstance(value, str | list | dict):
            return text_of(value)
    return ""


def is_media(block: dict[str, Any]) -> bool:
    """An image, document or audio block, whatever the provider calls it."""
    kind = block.get("type")
    return kind in _MEDIA_TYPES and not isinstance(block.get("text"), str)


_SOURCES = ("source", "image_url", "imageUrl", "input_audio", "audio_url", "file")
_MEDIA_KEYS = ("media_type", "mimeType", "mediaType", "format")
_DATA = ("data", "url", "image_url", "file_data", "result")


def media_of(block: dict[str, Any]) -> tuple[str, int, str]:
    """Media type, size in bytes and SHA-256 of a media block (of its URL if remote)."""
    source: Any = next((block[key] for key in _SOURCES if block.get(key)), block)
    if isinstance(source, str):
        source = {"url": source}
    if not isinstance(source, dict):
        source = {}
    media = next(filter(None, map(source.get, _MEDIA_KEYS)), None)
    media = media or block.get("mimeType") or "image/*"
    data = next((source[k] for k in _DATA if isinstance(source.get(k), str)), "")
    match = _DATA_URL.match(data)
    if match:
        media = match.group(1) or media
        data = data[match.end() :]
    import hashlib  # three milliseconds, and few sessions have media

    size = len(data) * 3 // 4 - data[-2:].count("=")
    return str(media), max(size, 0), hashlib.sha256(data.encode()).hexdigest()


def image_draft(block: dict[str, Any], role: Role) -> Draft:
    """An `image` entry: the stub of a media block."""
    media, size, digest = media_of(block)
    return Draft(kind="image", role=role, media=media, bytes=size, sha256=digest)


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
    for item in list_of_dicts(args.get("files")):  # of several files at once
        value = item.get("path")
        if isinstance(value, str) and value:
            yield value
    for key in _PATCH_KEYS:
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
    if not isinstance(value, int) or isinstance(value, bool):
        return 0
    return value if 0 <= value < 1 << 53 else 0


def as_exit(value: Any) -> int | None:
    """An exit status; None where it is none."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if -(1 << 31) <= value < 1 << 32 else None


def as_time(value: Any) -> str | None:
    """A time of any shape in RFC 3339; None where it is none."""
    return to_rfc3339(value)


def json_args(value: Any) -> dict[str, Any]:
    """Arguments of a call: an object, or JSON text of one; anything else kept raw."""
    if isinstance(value, dict):
        return value
    if value is None or value == "":
        return {}
    if isinstance(value, str):
        try:
            parsed = parse(value.encode("utf-8", "replace"))
        except ValueError:
            return {"_raw": value}
        return parsed if isinstance(parsed, dict) else {"_raw": value}
    return {"_raw": value}


def list_of_dicts(value: Any) -> list[dict[str, Any]]:
    """The objects of a list; none where it is no list."""
    if not isinstance(value, list):
        return []
    return [item for item in value if isinstance(item, dict)]
