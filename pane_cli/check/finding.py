"""What a check says: findings, and the hits they are made of."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from pane_cli.rules.schema import Severity
from pane_cli.session.types import Line

#: Worst first.
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong, where, and what to do. Names are stable."""

    id: str
    name: str
    severity: Severity
    file: str
    line: int
    """Line of `file`, from 1."""
    message: str
    session: str | None = None
    n: int | None = None
    """The entry, where it is about one."""
    offset: int | None = None
    """Byte of the (unpacked) file, where it is about bytes."""
    subject: str = ""
    """The call, record or type that it is about, by its id."""


class Spot(NamedTuple):
    """A place in the file that is checked."""

    line: int
    n: int | None = None
    offset: int | None = None


class Hit(NamedTuple):
    """What one check found; its row in the table makes a Finding of it."""

    spot: Spot
    message: str
    severity: Severity | None = None
    """Other than the row's."""
    subject: str = ""
    """What it is about, wherever that stands."""


class Placed(NamedTuple):
    """A session line and where it stands."""

    line: Line
    spot: Spot
    size: int = 0
    """Bytes of the record or line that it came from."""

    def hit(
        self, message: str, severity: Severity | None = None, subject: str | None = None
    ) -> Hit:
        """A hit at this line."""
        return Hit(self.spot, message, severity, subject or "")


def at_least(level: Severity) -> tuple[Severity, ...]:
    """Return this severity and the worse ones."""
    return SEVERITIES[: SEVERITIES.index(level) + 1]
