"""Times as the formats write them become RFC 3339 in UTC, and how those compare.

>>> to_rfc3339(1765233665292), to_rfc3339("2026-02-10T10:12:44.5+01:00")
('2025-12-08T22:41:05.292Z', '2026-02-10T09:12:44.500Z')
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime, timedelta, timezone
from typing import Any

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_YEAR_9999_SECONDS = 253_402_300_799
#: As nearly every agent writes it.
_PLAIN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z", re.A).fullmatch


def to_rfc3339(value: Any) -> str | None:
    """ISO text, epoch seconds or milliseconds; None where it is no time."""
    if isinstance(value, str):
        if _PLAIN(value):
            return value
        return _from_text(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        with suppress(OverflowError):  # an integer beyond all floats
            return _from_epoch(float(value))
    return None


def parse_time(value: str) -> datetime | None:
    """An aware datetime from RFC 3339 text; text without a zone is UTC."""
    try:
        when = datetime.fromisoformat(value.strip().replace("Z", "+00:00"))
    except ValueError:
        return None
    return when if when.tzinfo else when.replace(tzinfo=timezone.utc)


def from_milliseconds(milliseconds: int) -> str:
    """RFC 3339 in UTC from milliseconds since 1970."""
    return format_time(datetime.fromtimestamp(milliseconds / 1000, timezone.utc))


def sortable(time: str | None) -> str:
    """What to compare of RFC 3339 in UTC: text order is time order; None is oldest.

    With the Z it is not: "44Z" is earlier than "44.5Z", but stands behind it.
    """
    return (time or "").removesuffix("Z")


def format_time(when: datetime) -> str:
    """RFC 3339 in UTC, milliseconds only where there are any."""
    when = when.astimezone(timezone.utc)
    millis = when.microsecond // 1000
    fraction = f".{millis:03d}" if millis else ""
    return when.strftime("%Y-%m-%dT%H:%M:%S") + fraction + "Z"


def _from_text(value: str) -> str | None:
    when = parse_time(value)
    if when is not None:
        return format_time(when)
    try:
        return _from_epoch(float(value))
    except ValueError:
        return None


def _from_epoch(number: float) -> str | None:
    if number != number or abs(number) == float("inf"):
        return None
    seconds = number / 1000 if abs(number) > _YEAR_9999_SECONDS / 10 else number
    if not 0 < seconds < _YEAR_9999_SECONDS:
        return None
    return format_time(_EPOCH + timedelta(seconds=seconds))
