"""An entry as text, word for word: what an address prints."""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.types import Entry


def whole_text(entry: Entry) -> str:
    """Everything the entry says; a call's arguments by name, strings as they stand."""
    if entry.kind == "call":
        return "\n".join(_argument(k, v) for k, v in (entry.args or {}).items())
    if entry.kind == "image":
        return f"[image {entry.media or '?'}, {entry.bytes or 0} bytes]"
    if entry.kind == "thinking" and not entry.text:
        return "[thinking that its provider keeps to itself]"
    if entry.kind == "note" and not entry.text:
        return f"[{entry.what or 'note'}]"
    return entry.text


def _argument(name: str, value: Any) -> str:
    if not isinstance(value, str):
        value = msgspec.json.encode(value).decode("utf-8")
    joint = "\n" if "\n" in value else " "
    return f"{name}:{joint}{value}"
