"""JSON Lines as a plain stream of objects, where no offsets and no raw bytes matter.

Paths that must know where a line stands, or pass on the very bytes, use `codec.py` and
`records.py` instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, BinaryIO

import jsonlines
import msgspec


def write_objects(stream: BinaryIO, objects: Iterable[Any]) -> None:
    """One line an object: structs, dicts, whatever msgspec encodes."""
    writer = jsonlines.Writer(stream, dumps=_dumps)
    for value in objects:
        writer.write(value)


def _dumps(value: Any) -> str:
    return msgspec.json.encode(value).decode("utf-8")
