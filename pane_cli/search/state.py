"""What an index holds: how far each session is in it. Written with every commit."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from pane_cli.search.documents import Reading
from pane_cli.search.engine import Unusable

LAYOUT = f"4-{sys.byteorder}"
"""Changes with whatever an index holds: one of another layout is rebuilt."""

TAIL = 64
"""Bytes before the end of what is indexed that must still be there."""


_REPLACED = 64
"""Replaced sessions that an index may hold, however small it is."""


class Part(msgspec.Struct):
    """A session in an index."""

    number: int
    """In the keys of its documents."""
    reading: Reading
    end: int = 0
    """Bytes of the session file that are in the index."""
    tail: str = ""
    """The last of those bytes, as hexadecimal digits of their hash."""
    size: int = 0
    changed: int = 0
    """Size and time of change, in ns, of the file when it was looked at last."""
    documents: int = 0
    characters: int = 0


class State(msgspec.Struct):
    """All sessions in an index, by id."""

    version: str
    next: int = 0
    """Number of the next new session."""
    parts: dict[str, Part] = {}
    tools: list[str] = []
    """Names by number, for engines that keep numbers only."""

    @property
    def documents(self) -> int:
        """How many it holds of sessions that stand."""
        return sum(part.documents for part in self.parts.values())

    @property
    def is_stale(self) -> bool:
        """Whether more sessions were replaced in it than it holds."""
        return self.next > 2 * len(self.parts) + _REPLACED

    def renew(self, session: str) -> Part:
        """A part for a session that is new, or no longer what was indexed of it."""
        part = self.parts[session] = Part(self.next, Reading(self.next))
        self.next += 1
        return part


def kept_state(folder: Path, version: str) -> State | None:
    """A state in `folder`, without a look at the index: a hint of what is in it.

    There are two where a writer was killed at its commit. The older one never says that
    more is indexed than is.
    """
    path = _oldest(folder)
    return read_state(path, version) if path else None


def is_kept(folder: Path, version: str) -> bool:
    """Whether `kept_state` is of this version: how it begins tells, it may be long."""
    begins = b'{"version":' + msgspec.json.encode(version) + b","
    path = _oldest(folder)
    if path is None:
        return False
    try:
        with path.open("rb") as stream:
            return stream.read(len(begins)) == begins
    except OSError:
        return False


def state_path(folder: Path, generation: int) -> Path:
    """Where the state of a generation of the index is."""
    return folder / f"state-{generation}.json"


def _oldest(folder: Path) -> Path | None:
    return min(folder.glob("state-*.json"), key=_generation, default=None)


def _generation(path: Path) -> int:
    digits = path.stem.removeprefix("state-")
    return int(digits) if digits.isdecimal() else -1


def read_state(path: Path, version: str) -> State | None:
    """The state, or None where it is missing, damaged, or of another version."""
    try:
        state = msgspec.json.decode(path.read_bytes(), type=State)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return state if state.version == version else None


def state_of(folder: Path, generation: int, version: str) -> State:
    """The state of a generation; raises Unusable: none, or of another version."""
    state = read_state(state_path(folder, generation), version)
    if state is None:
        raise Unusable("no state, or one of another version")
    return state
