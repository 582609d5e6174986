"""Merged rules kept as JSON, so that a prompt's hot path parses no YAML.

One file for each list of layer paths; its stamps say whether it still holds. It can
be deleted at any time, and a folder that can't be read or written costs only time.
"""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from pane_cli.rules.layers import Layer
from pane_cli.rules.merge import Setting

Stamp = tuple[str, str, int, int]

_YOUNG = 2_000_000_000
"""Nanoseconds. A file this young can change again and keep its mtime and size."""


class _Merged(msgspec.Struct, frozen=True):
    stamps: list[Stamp]
    settings: list[Setting]


def read(folder: Path | None, layers: Sequence[Layer]) -> list[Setting] | None:
    """Return what the layers set, if it was kept since they last changed."""
    if folder is None or not layers:
        return None
    try:
        kept = msgspec.json.decode(_file(folder, layers).read_bytes(), type=_Merged)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None  # not there, or damaged: the YAML files say it all again
    return kept.settings if kept.stamps == _stamps(layers) else None


def write(
    folder: Path | None, layers: Sequence[Layer], settings: list[Setting]
) -> None:
    """Keep what the layers set; the folder's parent must be there already."""
    if folder is None or not layers or not _is_settled(layers):
        return
    path = _file(folder, layers)
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with suppress(OSError):  # a cache that can't be written must not fail a command
        folder.mkdir(mode=0o700, exist_ok=True)
        beside.write_bytes(msgspec.json.encode(_Merged(_stamps(layers), settings)))
        beside.chmod(0o600)
        beside.replace(path)
    with suppress(OSError):
        beside.unlink(missing_ok=True)


def _is_settled(layers: Sequence[Layer]) -> bool:
    oldest = time.time_ns() - _YOUNG
    return all(layer.is_regular and layer.mtime_ns < oldest for layer in layers)


def _stamps(layers: Sequence[Layer]) -> list[Stamp]:
    return [(row.name, _absolute(row), row.mtime_ns, row.size) for row in layers]


def _file(folder: Path, layers: Sequence[Layer]) -> Path:
    paths = "\0".join(f"{row.name}\0{_absolute(row)}" for row in layers)
    return folder / f"rules-{zlib.crc32(os.fsencode(paths)):08x}.json"


def _absolute(layer: Layer) -> str:
    return os.fsencode(layer.path.absolute()).decode("utf-8", "backslashreplace")
