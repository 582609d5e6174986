"""A file or pipe becomes a stream of UTF-8 bytes, whatever it was packed in.

Gzip, zstd and UTF-16 are told by their first bytes. Offsets always refer to the
unpacked UTF-8 bytes. Sources are opened for reading only.
"""

from __future__ import annotations

import codecs
import io
import zlib
from pathlib import Path
from typing import Any, BinaryIO, cast

from pane_cli.errors import PaneError
from pane_cli.transcripts.event_files import EVENTS, is_event_folder
from pane_cli.transcripts.source_paths import is_tree_session

_BUFFER = 1 << 18
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
#: What is called so is one source.
_PLAIN = (".jsonl", ".json", ".ndjson", ".gz", ".zst")
_SQLITE = b"SQLi"
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def open_source(path: Path, final: bool = True) -> BinaryIO:
    """The unpacked bytes of `path`; raises OSError where it can't be read.

    Unless `final`, a source that is no plain file ends where it may still go on.
    """
    if is_made(path):
        from pane_cli.transcripts.containers import open_part

        return open_part(path, final)
    return unpack(path.open("rb", buffering=_BUFFER))


def is_made(path: Path) -> bool:
    """Whether a source's bytes are made from what is there (`containers.py`)."""
    if is_tree_session(path) or path.parent.is_file():
        return True
    return path.name == EVENTS and path.is_dir() and is_event_folder(path)


def may_hold(path: Path) -> bool:
    """Whether a path must be looked at to say which sources it is."""
    return path.suffix not in _PLAIN or is_made(path)


def is_there(path: Path) -> bool:
    """Whether a source can be looked at."""
    if not is_made(path):
        return path.is_file()
    from pane_cli.transcripts.containers import sources_of

    try:
        return bool(sources_of(path))
    except (OSError, PaneError):
        return False


def unpack(stream: BinaryIO) -> BinaryIO:
    """The stream itself, or what is packed in it. `stream` must be able to peek."""
    buffered = cast(io.BufferedReader, stream)
    head = buffered.peek(4)[:4]
    if head.startswith(_GZIP):
        import gzip

        unzipped = gzip.GzipFile(fileobj=stream)
        return _buffered(_Unpacked(unzipped, (EOFError, zlib.error), stream))
    if head == _SQLITE:
        raise PaneError(
            "a database can't be read as a stream of bytes", "name its file"
        )
    if head == _ZSTD:
        import zstandard  # 12 ms that only packed sources pay

        reader = zstandard.ZstdDecompressor().stream_reader(
            stream, read_across_frames=True
        )
        return _buffered(_Unpacked(reader, (zstandard.ZstdError,), stream))
    encoding = _UTF16.get(head[:2])
    if encoding is not None:
        stream.read(2)
        return _buffered(_Recoded(stream, encoding))
    return stream


def _buffered(raw: io.RawIOBase) -> BinaryIO:
    return io.BufferedReader(raw, _BUFFER)


def plain_name(path: Path) -> str:
    """The file's name without what only says how it is packed."""
    return path.stem if path.suffix in (".gz", ".zst") else path.name


def is_packed(path: Path) -> bool:
    """Whether its bytes are others than the file's, so that no offset is known."""
    if is_made(path):
        return True
    with path.open("rb") as stream:
        head = stream.read(4)
    return head.startswith(_GZIP) or head == _ZSTD or head[:2] in _UTF16


class _Unpacked(io.RawIOBase):
    """A compressed stream whose damage is an OSError, as everywhere else."""

    def __init__(
        self, stream: Any, damage: tuple[type[Exception], ...], packed: BinaryIO
    ) -> None:
        self._stream, self._damage, self._packed = stream, damage, packed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            piece = self._stream.read(len(buffer))
        except self._damage as error:
            raise OSError(f"damaged compressed data: {error}") from error
        buffer[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        self._stream.close()
        self._packed.close()
        super().close()


class _Recoded(io.RawIOBase):
    """Another encoding read as UTF-8."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left:
            piece = self._stream.read(len(buffer))
            text = self._decoder.decode(piece, final=not piece)
            self._left = text.encode("utf-8", "replace")
            if not piece:
                break
        count = min(len(buffer), len(self._left))
        buffer[:count] = self._left[:count]
        self._left = self._left[count:]
        return count
