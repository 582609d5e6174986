"""A JSON document for people and programs."""

from __future__ import annotations

from typing import Any

import msgspec


def pretty(document: Any) -> str:
    """The document two spaces deep, and a line end."""
    body = msgspec.json.format(msgspec.json.encode(document), indent=2)
    return body.decode() + "\n"
