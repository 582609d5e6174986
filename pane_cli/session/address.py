"""What names a session or a part of it: addresses, ids, and the folder it ran in.

>>> parse_address("4d5611e5#120-140")
Address(session='4d5611e5', first=120, last=140, turn=None)
>>> short_id("4d5611e5-241a-462a-8d15-5122611a9569")
'4d5611e5'
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

_ADDRESS = re.compile(r"([^\s#]*)#(\d{1,12})(?:-#?(\d{1,12}))?")
_TURN = re.compile(r"(?:([^\s#]+)#)?t(\d{1,9})")
_TIMED_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-", re.I)
_SHORT = 8

USER_SESSION = "user"
"""The session of a store that holds for all the others: named pins, and facts."""


class Address(NamedTuple):
    """A range of entries, or a turn, of one session (None: the one in scope)."""

    session: str | None
    first: int
    last: int
    turn: int | None = None


def parse_address(text: str) -> Address | None:
    """The address that `text` is; None where it is none."""
    match = _ADDRESS.fullmatch(text.strip())
    if match:
        first = int(match.group(2))
        last = int(match.group(3)) if match.group(3) else first
        return Address(match.group(1) or None, min(first, last), max(first, last))
    match = _TURN.fullmatch(text.strip())
    if match:
        return Address(match.group(1), 0, 0, int(match.group(2)))
    return None


def format_range(first: int, last: int) -> str:
    """`#3` or `#3-7`."""
    return f"#{first}" if first == last else f"#{first}-{last}"


def is_in_folder(cwd: str | None, folder: str) -> bool:
    r"""Whether a session's working directory is `folder`, or lies in it.

    `folder` is a path, from here where it is relative, or the bare name of a folder
    anywhere. Sessions come from other systems: both slashes part names.

    >>> is_in_folder("/home/nora/ferry/web", "/home/nora/ferry")
    True
    >>> is_in_folder("C:\\ferry\\web", "ferry"), is_in_folder("/ferryman", "ferry")
    (True, False)
    """
    if cwd is None:
        return False
    at, wanted = _slashed(cwd), _slashed(folder)
    if "/" not in wanted and wanted not in (".", ".."):
        return wanted in at.split("/")
    if not wanted.startswith("/") and wanted[1:2] != ":":
        wanted = str(Path(wanted).resolve())
    return f"{at}/".startswith(f"{wanted}/")


def _slashed(path: str) -> str:
    return path.replace("\\", "/").rstrip("/")


def short_id(session: str) -> str:
    """What is printed for a session id, derived from the id alone.

    The first 8 characters; of a UUIDv7 the last 8, since it begins with the time; of a
    subagent `parent/agent` both.
    """
    parent, slash, agent = session.partition("/")
    if slash:
        return f"{short_id(parent)}/{agent}"
    if _TIMED_UUID.match(session):
        return session[-_SHORT:]
    return session[:_SHORT] if len(session) >= 16 else session


def matches_id(session: str, part: str) -> bool:
    """Whether `part` names this session: whole, a prefix, a suffix, or the short id."""
    return (
        session == part
        or session.startswith(part)
        or session.endswith(part)
        or short_id(session) == part
        or short_id(session).startswith(part)
    )
