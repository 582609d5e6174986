"""A file or pipe becomes a stream of UTF-8 bytes, whatever it was packed in.

Gzip, zstd and UTF-16 are told by their first bytes. Offsets always refer to the
unpacked UTF-8 bytes. Sources are opened for reading only.
"""

from __future__ import annotations

import codecs
import errno
import io
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, cast

from pane_cli.errors import PaneError
from pane_cli.transcripts.event_files import EVENTS, is_event_folder
from pane_cli.transcripts.source_paths import is_tree_session

_BUFFER = 1 << 18
#: Packed bytes at a time: JSON lines become ten to fifty times as many.
_PACKED = 1 << 14
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
    stream = path.open("rb", buffering=_BUFFER)
    try:
        return unpack(stream)
    except PaneError as error:
        stream.close()
        what = "a database, by the name of a transcript: let it end in .db"
        raise OSError(errno.EINVAL, what, str(path)) from error


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

        frames = _Frames(stream, zstandard.ZstdDecompressor().decompressobj)
        return _buffered(_Unpacked(frames, (EOFError, zstandard.ZstdError), stream))
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
            name = self._packed.name
            where = "stdin" if name in (0, "<stdin>") else name
            problem = f"damaged compressed data: {error}"
            raise OSError(errno.EIO, problem, where) from error
        buffer[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        self._stream.close()
        self._packed.close()
        super().close()


class _Frames:
    """Zstd frames, one behind the other.

    The library's own reader takes a file that was cut off for one that ends there.
    """

    def __init__(self, packed: BinaryIO, begin: Callable[[], Any]) -> None:
        self._packed, self._begin = packed, begin
        self._frame: Any = None
        self._ready = io.BytesIO()

    def read(self, size: int) -> bytes:
        """At most `size` unpacked bytes; raises EOFError inside a frame."""
        while not (piece := self._ready.read(size)):
            is_inside = self._frame is not None and not self._frame.eof
            packed = b"" if is_inside or not self._frame else self._frame.unused_data
            packed = packed or self._packed.read(_PACKED)
            if not packed and is_inside:
                raise EOFError("the file ends before what is packed in it does")
            if not packed:
                return b""
            if not is_inside:
                self._frame = self._begin()
            self._ready = io.BytesIO(self._frame.decompress(packed))
        return piece

    def close(self) -> None:
        """The packed stream is closed by who opened it."""


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
