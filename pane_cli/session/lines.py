"""JSON Lines as plain streams of objects, where no offsets and no raw bytes matter.

Paths that must know where a line stands, or pass on the very bytes, use `codec.py` and
`records.py` instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import jsonlines
import msgspec


def read_objects(stream: BinaryIO) -> Iterator[dict[str, Any]]:
    """The objects in `stream`; raises ValueError, with the line, where one is none."""
    reader: jsonlines.Reader = jsonlines.Reader(stream, loads=msgspec.json.decode)
    try:
        yield from reader.iter(type=dict, skip_empty=True)
    except jsonlines.InvalidLineError as error:
        raise ValueError(f"line {error.lineno}: {error}") from error


def write_objects(stream: BinaryIO, objects: Iterable[Any]) -> None:
    """One line an object: structs, dicts, whatever msgspec encodes."""
    writer = jsonlines.Writer(stream, dumps=_dumps)
    for value in objects:
        writer.write(value)


def _dumps(value: Any) -> str:
    return msgspec.json.encode(value).decode("utf-8")
