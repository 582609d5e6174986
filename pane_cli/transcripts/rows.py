"""Values of a database's rows: JSON and text as bytes, and marks that tell a change."""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.values import holdable, parse


def encoded(value: dict[str, Any]) -> bytes:
    """A line of the value, its keys in order: the same value gives the same bytes."""
    return msgspec.json.encode(holdable(value), order="sorted")


def loaded(data: bytes) -> dict[str, Any]:
    """The object in `data`; nothing where there is none."""
    try:
        value = parse(data.strip())
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def text_in(value: Any) -> str:
    """A text or a number of a row, which comes as bytes."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def hash_of(body: bytes) -> int:
    """A number that changes when the bytes do."""
    import hashlib  # four milliseconds, and only databases need it

    return int.from_bytes(hashlib.blake2b(body, digest_size=6).digest(), "big")
