"""The lines of one session at hand: any entry by its number, without holding the text.

A log over a session file keeps offsets into that file; a log of a pipe or a transcript
spools its lines, in memory while they are small.
"""

from __future__ import annotations

import io
from array import array
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, cast

import msgspec

from pane_cli.session.address import short_id
from pane_cli.session.codec import decode, encode
from pane_cli.session.types import Amend, Entry, Header, Line

_IN_MEMORY = 64 << 20
_WIDEST_GAP = 1_000_000
_CALL = b'{"kind":"call"'
_entry = msgspec.json.Decoder(Entry)


class _Text(msgspec.Struct):
    """What is decoded where only the text is wanted: a third of the time."""

    text: str = ""


_text = msgspec.json.Decoder(_Text)


class Log:
    """One session: its header, and its entries by number (1-based)."""

    def __init__(
        self, header: Header, stream: BinaryIO | None = None, source: str | None = None
    ) -> None:
        self.header = header
        self.source = source
        """The FILE it was read from, for commands that pointers print; None: stdin."""
        self.name = short_id(header.id)
        """What addresses call the session, unique among those it is read with."""
        self.stored = stream is not None
        """Lines live in a session file of the store, not in a spool."""
        self.amends: list[Amend] = []
        """What was later learned of entries, in order."""
        self._stream = stream
        self._offsets, self._lengths = array("Q"), array("L")
        self._end = 0
        self._kept: dict[int, Entry] = {}
        self._held = 0
        self._cache: dict[int, Entry] = {}

    def __len__(self) -> int:
        return len(self._offsets)

    def place(self, n: int, offset: int, length: int) -> None:
        """Remember where the line of entry `n` stands, if it can be one."""
        if not can_follow(n, len(self)):
            return
        while len(self._offsets) < n:
            self._offsets.append(0)
            self._lengths.append(0)
        self._offsets[n - 1], self._lengths[n - 1] = offset, length

    def places(self) -> tuple[list[int], list[int]]:
        """Where the lines stand: their offsets and lengths; 0 where there is none."""
        return self._offsets.tolist(), self._lengths.tolist()

    def restore(self, offsets: list[int], lengths: list[int]) -> None:
        """Know again what `places` gave."""
        self._offsets, self._lengths = array("Q", offsets), array("L", lengths)

    def hold(self, lines: bytes, offsets: list[int], lengths: list[int]) -> None:
        """Know entries by their lines, and where in them each one stands."""
        self._stream, self._end = io.BytesIO(lines), len(lines)
        self.restore(offsets, lengths)

    def spool(self, n: int, raw: bytes) -> None:
        """Keep the line of entry `n`."""
        if self._stream is None:
            self._stream = io.BytesIO()
        elif self._end > _IN_MEMORY and isinstance(self._stream, io.BytesIO):
            lines, self._stream = self._stream, _on_disk()
            self._stream.write(lines.getbuffer())
        self._stream.seek(self._end)
        self._stream.write(raw)
        self.place(n, self._end, len(raw))
        self._end += len(raw)

    def keep(self, entry: Entry, size: int) -> None:
        """Keep an entry as it is, about `size` bytes; many of them as lines."""
        self._held += size
        if self._held > _IN_MEMORY:
            self.spool(entry.n, encode(entry))
            return
        self._kept[entry.n] = entry
        self.place(entry.n, 0, 1)

    def raw(self, n: int) -> bytes:
        """The line of entry `n` as it stands; raises KeyError where there is none."""
        if not 1 <= n <= len(self._offsets) or not self._lengths[n - 1]:
            raise KeyError(n)
        if n in self._kept:
            return encode(self._kept[n])
        assert self._stream is not None, "an entry has its line somewhere"
        self._stream.seek(self._offsets[n - 1])
        return self._stream.read(self._lengths[n - 1])

    def entry(self, n: int) -> Entry:
        """Entry `n`; raises KeyError where there is none, or a damaged line."""
        entry = self._kept.get(n) or self._cache.get(n)
        if entry is None:
            try:
                entry = _entry.decode(self.raw(n))
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise KeyError(n) from error  # `check` finds damaged lines
            if len(self._cache) > 256:
                self._cache.clear()
            self._cache[n] = entry
        return entry

    def text(self, n: int) -> str:
        """The text of entry `n`."""
        return _text.decode(self.raw(n)).text

    def entries(self, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        """Entries `first` to `last`, both included, those that exist."""
        for n in range(max(first, 1), min(last or len(self), len(self)) + 1):
            try:
                entry = self.entry(n)
            except KeyError:
                continue
            yield entry

    def calls(self, first: int, part: bytes) -> Iterator[Entry]:
        """Calls from entry `first` on; those without `part` in their line may miss."""
        for n in range(max(first, 1), len(self) + 1):
            kept = self._kept.get(n)
            if kept is not None:
                if kept.kind == "call":
                    yield kept
            elif self._lengths[n - 1]:
                raw = self.raw(n)
                if raw.startswith(_CALL) and part in raw:
                    with suppress(KeyError):
                        yield self.entry(n)


def can_follow(n: int, last: int) -> bool:
    """Whether an entry behind `last` may have the number `n`.

    Filters take lines out; a number beyond that is a damaged line, for which nobody
    should make room.
    """
    return 1 <= n <= last + _WIDEST_GAP


def _on_disk() -> BinaryIO:
    """A file without a name, which goes with the process."""
    import tempfile  # few sessions are so long

    return cast(BinaryIO, tempfile.TemporaryFile())


def scan(path: Path, start: int = 0) -> Iterator[tuple[bytes, int, Line | None]]:
    """Raw line, offset and decoded line of a session file; None: a damaged line.

    `start` is the offset of the first line that is wanted. A torn last line of ours is
    left out: it is cut at the next append.
    """
    with path.open("rb") as stream:
        yield from scan_stream(stream, start)


def scan_stream(
    stream: BinaryIO, start: int
) -> Iterator[tuple[bytes, int, Line | None]]:
    """The same of a session file that is open; it must not be moved meanwhile."""
    offset = start
    stream.seek(start)
    for raw in stream:
        if not raw.endswith(b"\n"):
            return
        try:
            line = decode(raw)
        except msgspec.DecodeError:
            line = None
        yield raw, offset, line
        offset += len(raw)
