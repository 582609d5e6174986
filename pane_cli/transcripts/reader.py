"""What a transcript reader is, and what all of them share.

A reader is fed the records of one session in file order. It says who the session is
(`header`), then turns each record into drafts: blocks in their order. It never numbers,
never reads ahead, and keeps what it must remember in `state`, a plain struct that is
saved between runs.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, NamedTuple

import msgspec

from pane_cli.session.numbering import Draft, Numbering
from pane_cli.session.types import Amend, Header, Mark
from pane_cli.session.values import holdable

UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)


def short_hash(text: str) -> int:
    """Eight bytes that stand for an id or a text, so that many can be remembered."""
    if len(text) == 36:
        try:  # the random half of a UUID is as good, and cheaper
            return int(text[19:23] + text[24:], 16)
        except ValueError:
            pass
    import hashlib  # three milliseconds that UUIDs spare

    body = text.encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(body, digest_size=7).digest(), "big")


class Reading(NamedTuple):
    """What one record holds."""

    drafts: list[Draft]
    amends: tuple[Amend, ...] = ()
    goes_on: bool = False
    """The user's words are the rest of the last request: they begin no turn."""
    marks: tuple[Mark, ...] = ()
    """Decisions that the transcript tells, not numbered yet."""


class Reader:
    """Base of all readers. Subclasses set `agent`, `State`, and two methods."""

    agent: ClassVar[str] = ""

    class State(msgspec.Struct):
        """What must be remembered between records."""

    def __init__(self, name: str, numbering: Numbering, part: int | None = None):
        self.name = name
        """File name, for ids and for formats that say nothing about themselves."""
        self.numbering = numbering
        self.part = part
        """Position of this session in a file that holds several, from 0."""
        self.state: Any = self.State()

    def header(self, records: list[dict[str, Any]], final: bool) -> Header | None:
        """Who the session is; None while the records so far do not say.

        With `final` there will be no more records: answer from what there is.
        """
        raise NotImplementedError

    def read(self, record: dict[str, Any]) -> Reading:
        """The blocks of one record."""
        raise NotImplementedError

    def fallback_id(self, first: dict[str, Any]) -> str:
        """The id of a session whose transcript names none."""
        stem = UUID.search(self.name)
        if stem and self.part is None:
            return stem.group(0).lower()
        import hashlib

        body = msgspec.json.encode(holdable(first), order="sorted")
        known = (self.name, self.part, body)
        return hashlib.sha256(repr(known).encode()).hexdigest()[:16]
